import http from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, beforeEach } from 'vitest'
import type { VoiceProvider } from '../../../src/providers/provider.ts'
import { createRetellProvider } from '../../../src/providers/retell/retell.ts'
import { useListening } from '../../kit/fakes/listeningServer.ts'

/**
 * Starts a stand-in for Retell for this file, and a provider that uses it. Each test sets its `responses` by request line, in order; the last one repeats.
 * Without any, the response is 404.
 */
export function useRetellWire() {
  const requests: { line: string; body: unknown }[] = []
  const responses = new Map<string, [status: number, body?: unknown][]>()
  const wire = { requests, responses, retell: undefined as unknown as VoiceProvider }
  const server = http.createServer(async (req, res) => {
    const line = `${req.method} ${decodeURIComponent(req.url!)}`
    const sent = await text(req)
    requests.push({ line, body: sent ? JSON.parse(sent) : undefined })
    const queue = responses.get(line) ?? [[404, { message: 'Cannot find requested asset under given api key.' }]]
    const [status, body] = queue.length > 1 ? queue.shift()! : queue[0]!
    res.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? '' : JSON.stringify(body))
  })
  const url = useListening(server)
  beforeAll(() => {
    wire.retell = createRetellProvider({ apiKey: 'k', baseUrl: url(), listLagMs: 0, cooldownMs: 1 })
  })
  beforeEach(() => {
    requests.length = 0
    responses.clear()
  })
  return wire
}
