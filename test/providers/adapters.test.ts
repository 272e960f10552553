import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { request } from '../../src/providers/http.ts'
import { ProviderError } from '../../src/providers/provider.ts'
import type { PlaceCallRequest, VoiceProvider } from '../../src/providers/provider.ts'
import { createRetellProvider } from '../../src/providers/retell/retell.ts'
import { createVapiProvider } from '../../src/providers/vapi/vapi.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'

type Responder = (req: http.IncomingMessage, res: http.ServerResponse, nth: number) => void
type SeenRequest = { method: string; path: string; headers: http.IncomingHttpHeaders; body: unknown }

const KEY = 'key_0123456789'
const REF = '6f1c1f0e-3f3b-4c51-9a06-0d9a2a4f7b11'
const requests: SeenRequest[] = []
let respond: Responder
let baseUrl: string

const server = http.createServer((req, res) => {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => {
    const text = Buffer.concat(chunks).toString()
    requests.push({ method: req.method!, path: req.url!, headers: req.headers, body: text ? JSON.parse(text) : undefined })
    respond(req, res, requests.length)
  })
})
beforeAll(
  () =>
    new Promise<void>((resolve) =>
      server.listen(0, '127.0.0.1', () => {
        baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        resolve()
      }),
    ),
)
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requests.length = 0
})

const json =
  (status: number, body: unknown, headers: http.OutgoingHttpHeaders = {}): Responder =>
  (_req, res) =>
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const plain =
  (status: number, text: string): Responder =>
  (_req, res) =>
    res.writeHead(status).end(text)
const reset: Responder = (req) => req.socket.destroy()
const hang: Responder = () => {}
const partialResponse: Responder = (_req, res) => {
  res.writeHead(201, { 'content-length': '100' })
  res.write('{"call_id":')
}
const abortedResponse: Responder = (_req, res) => {
  partialResponse(_req, res, 0)
  setTimeout(() => res.destroy(), 20)
}
const protocolSwitch: Responder = (req) => req.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
const oversizedResponse: Responder = (_req, res) => res.writeHead(201).end(JSON.stringify({ id: 'c', call_id: 'c', text: 'x'.repeat(5 * 1024 * 1024) }))

const options = { apiKey: KEY, listLagMs: 0 }
const providers = (address = baseUrl): VoiceProvider[] => [
  createRetellProvider({ ...options, baseUrl: address }),
  createVapiProvider({ ...options, baseUrl: address }),
]
const agent = { providerAgentId: 'agent_1', version: '3', refs: {} }
const newCallRequest = (timeoutMs = 2_000): PlaceCallRequest => ({
  ref: REF,
  agent,
  from: { e164: '+14155550100', providerNumberId: 'number_1' },
  to: '+390212340100',
  recording: true,
  variables: {},
  metadata: {},
  timeoutMs,
})

async function expectProviderError(operation: Promise<unknown>): Promise<ProviderError> {
  const error = await operation.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ProviderError)
  return error as ProviderError
}

/** Name of a response, the response, its error kind for a placement, and its error kind for other requests. */
const RESPONSES: [string, Responder, string, string][] = [
  ['400', json(400, { message: 'bad' }), 'rejected', 'rejected'],
  ['401', json(401, { message: 'no' }), 'account', 'account'],
  ['402', json(402, { message: 'pay' }), 'account', 'account'],
  ['403', json(403, { message: 'no' }), 'account', 'account'],
  ['404', json(404, { message: 'none' }), 'not_found', 'not_found'],
  ['408', json(408, { message: 'slow' }), 'unknown_outcome', 'unavailable'],
  ['409', json(409, { message: 'clash' }), 'rejected', 'rejected'],
  ['421', json(421, { message: 'elsewhere' }), 'rejected', 'rejected'],
  ['422', json(422, { message: 'wrong' }), 'rejected', 'rejected'],
  ['422 for a missing asset', json(422, { message: 'Cannot find requested asset under given api key.' }), 'not_found', 'not_found'],
  ['429', json(429, { message: 'slow down' }), 'throttled', 'throttled'],
  ['400 about concurrency', json(400, { message: 'Over Concurrency Limit' }), 'throttled', 'throttled'],
  ['500', json(500, { message: 'oops' }), 'unknown_outcome', 'unavailable'],
  ['500 about concurrency', json(500, { message: 'concurrency' }), 'unknown_outcome', 'unavailable'],
  ['502 in HTML', plain(502, '<html>bad gateway</html>'), 'unknown_outcome', 'unavailable'],
  ['503', json(503, {}), 'unknown_outcome', 'unavailable'],
  ['a redirect', (_req, res) => res.writeHead(307, { location: '/elsewhere' }).end(), 'unknown_outcome', 'unavailable'],
  ['a reset', reset, 'unknown_outcome', 'unavailable'],
  ['an aborted response', abortedResponse, 'unknown_outcome', 'unavailable'],
  ['no response', hang, 'unknown_outcome', 'unavailable'],
  ['a partial response', partialResponse, 'unknown_outcome', 'unavailable'],
  ['a protocol switch', protocolSwitch, 'unknown_outcome', 'unavailable'],
  ['a success that is not JSON', plain(201, 'ok'), 'unknown_outcome', 'unavailable'],
  ['a success without an ID', json(201, {}), 'unknown_outcome', 'unavailable'],
  ['an oversized success', oversizedResponse, 'unknown_outcome', 'unavailable'],
]

describe('error kinds', () => {
  test.each(RESPONSES)('%s: a placement sends one POST and throws the right kind', async (_name, responder, kind) => {
    respond = responder
    for (const provider of providers()) {
      requests.length = 0
      expect((await expectProviderError(provider.placeCall(newCallRequest(scaledTimeout(1_000))))).kind).toBe(kind)
      expect(requests.map(({ method }) => method)).toEqual(['POST'])
    }
  })

  test.each(RESPONSES)('%s: other requests throw the right kind', async (_name, responder, _kind, kind) => {
    respond = responder
    const read = request({ base: baseUrl, key: KEY, method: 'POST', path: '/x', effect: 'change', timeoutMs: scaledTimeout(1_000) }).then((reply) => {
      if ((reply.body as { call_id?: string }).call_id === undefined) throw new ProviderError('unavailable', 'no id')
    })
    expect((await expectProviderError(read)).kind).toBe(kind)
  })

  test('an unreachable provider is unavailable, not an unknown outcome', async () => {
    const closed = http.createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    for (const address of [`http://127.0.0.1:${port}`, 'http://provider.invalid', `https://127.0.0.1:${(server.address() as AddressInfo).port}`])
      for (const provider of providers(address)) expect((await expectProviderError(provider.placeCall(newCallRequest()))).kind).toBe('unavailable')
    expect(requests).toHaveLength(0)
  })

  test('a throttled error has the delay of Retry-After', async () => {
    respond = json(429, { message: 'slow down' }, { 'retry-after': '7' })
    expect((await expectProviderError(providers()[0]!.placeCall(newCallRequest()))).info).toEqual({ status: 429, retryAfterMs: 7_000 })
    respond = json(429, {}, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })
    const { retryAfterMs } = (await expectProviderError(providers()[0]!.placeCall(newCallRequest()))).info
    expect(retryAfterMs).toBeGreaterThan(55_000)
    expect(retryAfterMs).toBeLessThanOrEqual(60_000)
  })

  test("error messages are the vendor's, on one line, with our key masked", async () => {
    respond = json(400, { message: ['name is too long', `key ${KEY} is\nodd`] })
    for (const provider of providers())
      expect((await expectProviderError(provider.placeCall(newCallRequest()))).message).toBe('name is too long; key *** is odd')
    respond = plain(500, `<html>${KEY} at stack.js:12</html>`)
    expect((await expectProviderError(providers()[0]!.placeCall(newCallRequest()))).message).toBe('The voice provider responded with status 500')
  })
})

describe('retries', () => {
  test('a safe request is retried at most twice, and returns the first success', async () => {
    respond = (req, res, nth) => (nth < 3 ? json(nth === 1 ? 500 : 429, {}) : json(200, { ok: true }))(req, res, nth)
    expect((await request({ base: baseUrl, key: null, method: 'GET', path: '/x', effect: 'safe' })).body).toEqual({ ok: true })
    expect(requests).toHaveLength(3)
    requests.length = 0
    respond = json(503, {})
    expect((await expectProviderError(request({ base: baseUrl, key: null, method: 'DELETE', path: '/x', effect: 'safe' }))).kind).toBe('unavailable')
    expect(requests).toHaveLength(3)
  })

  test('a rejected request is not retried', async () => {
    respond = json(400, {})
    await expectProviderError(request({ base: baseUrl, key: null, method: 'GET', path: '/x', effect: 'safe' }))
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['500', json(500, {})],
    ['421', json(421, {})],
    ['429', json(429, {})],
    ['a reset', reset],
  ])('a creating request is sent once after %s', async (_name, responder) => {
    respond = responder
    await expectProviderError(request({ base: baseUrl, key: null, method: 'POST', path: '/x', json: {}, effect: 'change' }))
    expect(requests).toHaveLength(1)
  })

  test('requests keep their connection, whatever their effect', async () => {
    respond = json(200, {})
    for (const effect of ['safe', 'change', 'send'] as const) await request({ base: baseUrl, key: null, method: 'POST', path: '/x', effect })
    expect(requests.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'keep-alive', 'keep-alive'])
  })

  test('the timeout covers every attempt', async () => {
    respond = hang
    const startedAt = Date.now()
    expect((await expectProviderError(request({ base: baseUrl, key: null, method: 'GET', path: '/x', effect: 'safe', timeoutMs: 200 }))).message).toBe(
      'The voice provider did not respond in time',
    )
    expect(Date.now() - startedAt).toBeLessThan(1_000)
  })
})

describe('secrets', () => {
  test("our API key is sent to the vendor's API and not to the URL that ends a call", async () => {
    respond = (req, res, nth) => json(200, { id: 'call_1', status: 'in-progress', monitor: { controlUrl: `${baseUrl}/live/1/control` } })(req, res, nth)
    await providers()[1]!.endCall('call_1')
    expect(requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/call/call_1', `Bearer ${KEY}`],
      ['/live/1/control', undefined],
    ])
    expect(requests[1]!.body).toEqual({ type: 'end-call' })
  })

  test('ending a call that has already ended is not an error', async () => {
    respond = (req, res, nth) =>
      (nth === 1 ? json(200, { id: 'call_1', status: 'in-progress', monitor: { controlUrl: `${baseUrl}/live` } }) : json(404, {}))(req, res, nth)
    await providers()[1]!.endCall('call_1')
    respond = json(200, { id: 'call_1', status: 'ended' })
    await providers()[1]!.endCall('call_1')
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
  })

  test("openRecording returns Vapi's redirect without following it", async () => {
    respond = (_req, res) => res.writeHead(302, { location: 'https://storage.example/a.wav?signed=1' }).end()
    expect(await providers()[1]!.openRecording('call_1')).toEqual({ url: 'https://storage.example/a.wav?signed=1', headers: {} })
    expect(requests.map(({ path }) => path)).toEqual(['/call/call_1/mono-recording'])
  })
})

describe('finding a call by our reference', () => {
  const query = { ref: REF, agent, since: new Date('2026-01-01T12:00:00Z') }
  const otherRef = '11111111-3f3b-4c51-9a06-0d9a2a4f7b11'

  test('a call with another reference is not returned, even if Retell ignores the filter', async () => {
    respond = json(200, {
      items: [
        { call_id: 'c', agent_id: 'agent_1', call_status: 'ongoing', metadata: { callwright_ref: otherRef } },
        { call_id: 'd', agent_id: 'agent_1' },
      ],
    })
    expect(await providers()[0]!.findCall(query)).toBeNull()
  })

  test('a Retell call without stored data, which has no metadata, is found by the filter', async () => {
    respond = json(200, { items: [{ call_id: 'c', agent_id: 'agent_1', call_status: 'ongoing', data_storage_setting: 'basic_attributes_only' }] })
    expect(await providers()[0]!.findCall(query)).toMatchObject({ providerCallId: 'c', ref: REF, state: 'in_progress' })
  })

  test("all pages of Vapi's list are read", async () => {
    const timeAt = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString()
    const calls = Array.from({ length: 60 }, (_, n) => ({ id: `c${n}`, status: 'queued', createdAt: timeAt(60 - n), name: n === 55 ? REF : otherRef }))
    respond = (req, res, nth) => {
      const params = new URL(req.url!, baseUrl).searchParams
      const before = params.get('createdAtLe') ?? '9'
      json(200, calls.filter((call) => call.createdAt <= before && call.createdAt >= params.get('createdAtGe')!).slice(0, Number(params.get('limit'))))(
        req,
        res,
        nth,
      )
    }
    expect(await providers()[1]!.findCall(query)).toMatchObject({ providerCallId: 'c55', ref: REF })
    expect(await providers()[1]!.findCall({ ...query, ref: '22222222-3f3b-4c51-9a06-0d9a2a4f7b11' })).toBeNull()
  })
})
