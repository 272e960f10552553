import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { VoiceProvider } from '../../../src/providers/provider.ts'
import { createVapiProvider } from '../../../src/providers/vapi/vapi.ts'

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
    base: '',
    vapi: undefined as unknown as VoiceProvider,
  }
  const server = http.createServer(async (req, res) => {
    const requestText = await text(req)
    const { method, url } = req as { method: string; url: string }
    if (url.startsWith('/down')) return void req.socket.destroy()
    requests.push({ method, path: url, body: requestText ? JSON.parse(requestText) : null })
    const path = url.split('?')[0]!
    const resource = method === 'POST' ? { id: 'made' } : wire.resources[path]
    if (method === 'DELETE') delete wire.resources[path]
    res.writeHead(resource ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(resource ?? { message: 'not found' }))
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    wire.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    requests.length = 0
    wire.resources = {}
    wire.vapi = createVapiProvider({ apiKey: 'key', baseUrl: wire.base, listLagMs: 0 })
  })
  return wire
}
