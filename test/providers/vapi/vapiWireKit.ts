import http from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach } from 'vitest'
import type { VoiceProvider } from '../../../src/providers/provider.ts'
import { createVapiProvider } from '../../../src/providers/vapi/vapi.ts'
import { useListening } from '../../kit/fakes/listeningServer.ts'

export type Body = Record<string, any>

/**
 * Starts a stand-in for Vapi for this file, and a provider that uses it. Each test sets Vapi's `resources` by path; other paths return 404. POST creates a
 * resource, and DELETE removes one. Paths under `/down` never answer.
 */
export function useVapiWire() {
  const requests: { method: string; path: string; body: Body | null }[] = []
  const wire = {
    requests,
    paths: () => requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`),
    resources: {} as Record<string, unknown>,
    get base() {
      return url()
    },
    vapi: undefined as unknown as VoiceProvider,
  }
  const server = http.createServer(async (req, res) => {
    const requestText = await text(req)
    const { method, url: target } = req as { method: string; url: string }
    if (target.startsWith('/down')) return void req.socket.destroy()
    requests.push({ method, path: target, body: requestText ? JSON.parse(requestText) : null })
    const path = target.split('?')[0]!
    const resource = method === 'POST' ? { id: 'made' } : wire.resources[path]
    if (method === 'DELETE') delete wire.resources[path]
    res.writeHead(resource ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(resource ?? { message: 'not found' }))
  })
  const url = useListening(server)
  beforeEach(() => {
    requests.length = 0
    wire.resources = {}
    wire.vapi = createVapiProvider({ apiKey: 'key', baseUrl: wire.base, listLagMs: 0 })
  })
  return wire
}
