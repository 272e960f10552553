import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { request } from '../../src/providers/http.ts'
import { ProviderError } from '../../src/providers/provider.ts'
import type { PlaceCallRequest, VoiceProvider } from '../../src/providers/provider.ts'
import { retellProvider } from '../../src/providers/retell/retell.ts'
import { vapiProvider } from '../../src/providers/vapi/vapi.ts'

type Answer = (req: http.IncomingMessage, res: http.ServerResponse, nth: number) => void
type Seen = { method: string; path: string; headers: http.IncomingHttpHeaders; body: unknown }

const KEY = 'key_0123456789'
const REF = '6f1c1f0e-3f3b-4c51-9a06-0d9a2a4f7b11'
const seen: Seen[] = []
let answer: Answer
let base: string

const server = http.createServer((req, res) => {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => {
    const text = Buffer.concat(chunks).toString()
    seen.push({ method: req.method!, path: req.url!, headers: req.headers, body: text ? JSON.parse(text) : undefined })
    answer(req, res, seen.length)
  })
})
beforeAll(
  () =>
    new Promise<void>((resolve) =>
      server.listen(0, '127.0.0.1', () => {
        base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        resolve()
      }),
    ),
)
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen.length = 0
})

const json =
  (status: number, body: unknown, headers: http.OutgoingHttpHeaders = {}): Answer =>
  (_req, res) =>
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const raw =
  (status: number, text: string): Answer =>
  (_req, res) =>
    res.writeHead(status).end(text)
const reset: Answer = (req) => req.socket.destroy()
const hang: Answer = () => {}
const halfAnswer: Answer = (_req, res) => {
  res.writeHead(201, { 'content-length': '100' })
  res.write('{"call_id":')
}
const cutAnswer: Answer = (_req, res) => {
  halfAnswer(_req, res, 0)
  setTimeout(() => res.destroy(), 20)
}
const tooLong: Answer = (_req, res) => res.writeHead(201).end(JSON.stringify({ id: 'c', call_id: 'c', text: 'x'.repeat(5 * 1024 * 1024) }))

const shared = { apiKey: KEY, listLagMs: 0 }
const providers = (address = base): VoiceProvider[] => [retellProvider({ ...shared, baseUrl: address }), vapiProvider({ ...shared, baseUrl: address })]
const agent = { providerAgentId: 'agent_1', version: '3', refs: {} }
const placement = (timeoutMs = 2_000): PlaceCallRequest => ({
  ref: REF,
  agent,
  from: { e164: '+14155550100', providerNumberId: 'number_1' },
  to: '+390212340100',
  recording: true,
  variables: {},
  metadata: {},
  timeoutMs,
})

async function failure(work: Promise<unknown>): Promise<ProviderError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ProviderError)
  return error as ProviderError
}

/** Answer, what it means for a placement, what it means for any other request. */
const TABLE: [string, Answer, string, string][] = [
  ['400', json(400, { message: 'bad' }), 'rejected', 'rejected'],
  ['401', json(401, { message: 'no' }), 'account', 'account'],
  ['402', json(402, { message: 'pay' }), 'account', 'account'],
  ['403', json(403, { message: 'no' }), 'account', 'account'],
  ['404', json(404, { message: 'none' }), 'not_found', 'not_found'],
  ['408', json(408, { message: 'slow' }), 'unknown_outcome', 'unavailable'],
  ['409', json(409, { message: 'clash' }), 'rejected', 'rejected'],
  ['421', json(421, { message: 'elsewhere' }), 'rejected', 'rejected'],
  ['422', json(422, { message: 'wrong' }), 'rejected', 'rejected'],
  ['422 of something missing', json(422, { message: 'Cannot find requested asset under given api key.' }), 'not_found', 'not_found'],
  ['429', json(429, { message: 'slow down' }), 'throttled', 'throttled'],
  ['400 about concurrency', json(400, { message: 'Over Concurrency Limit' }), 'throttled', 'throttled'],
  ['500', json(500, { message: 'oops' }), 'unknown_outcome', 'unavailable'],
  ['500 about concurrency', json(500, { message: 'concurrency' }), 'unknown_outcome', 'unavailable'],
  ['502 in HTML', raw(502, '<html>bad gateway</html>'), 'unknown_outcome', 'unavailable'],
  ['503', json(503, {}), 'unknown_outcome', 'unavailable'],
  ['a redirect', (_req, res) => res.writeHead(307, { location: '/elsewhere' }).end(), 'unknown_outcome', 'unavailable'],
  ['a reset', reset, 'unknown_outcome', 'unavailable'],
  ['a cut answer', cutAnswer, 'unknown_outcome', 'unavailable'],
  ['no answer', hang, 'unknown_outcome', 'unavailable'],
  ['half an answer', halfAnswer, 'unknown_outcome', 'unavailable'],
  ['a success that is not JSON', raw(201, 'ok'), 'unknown_outcome', 'unavailable'],
  ['a success without an id', json(201, {}), 'unknown_outcome', 'unavailable'],
  ['an endless success', tooLong, 'unknown_outcome', 'unavailable'],
]

describe('what an answer means', () => {
  test.each(TABLE)('%s: one POST and the right kind for a placement', async (_name, given, kind) => {
    answer = given
    for (const provider of providers()) {
      seen.length = 0
      expect((await failure(provider.placeCall(placement(300)))).kind).toBe(kind)
      expect(seen.map(({ method }) => method)).toEqual(['POST'])
    }
  })

  test.each(TABLE)('%s: the right kind for a request that rings no phone', async (_name, given, _kind, kind) => {
    answer = given
    const read = request({ base, key: KEY, method: 'POST', path: '/x', effect: 'create', timeoutMs: 300 }).then((reply) => {
      if ((reply.body as { call_id?: string }).call_id === undefined) throw new ProviderError('unavailable', 'no id')
    })
    expect((await failure(read)).kind).toBe(kind)
  })

  test('a provider that cannot be reached was not asked to call', async () => {
    const closed = http.createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    for (const address of [`http://127.0.0.1:${port}`, 'http://provider.invalid', `https://127.0.0.1:${(server.address() as AddressInfo).port}`])
      for (const provider of providers(address)) expect((await failure(provider.placeCall(placement()))).kind).toBe('unavailable')
    expect(seen).toHaveLength(0)
  })

  test('a throttled caller learns when to come back', async () => {
    answer = json(429, { message: 'slow down' }, { 'retry-after': '7' })
    expect((await failure(providers()[0]!.placeCall(placement()))).info).toEqual({ status: 429, retryAfterMs: 7_000 })
    answer = json(429, {}, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })
    const { retryAfterMs } = (await failure(providers()[0]!.placeCall(placement()))).info
    expect(retryAfterMs).toBeGreaterThan(55_000)
    expect(retryAfterMs).toBeLessThanOrEqual(60_000)
  })

  test("messages are the vendor's own, on one line, without our key", async () => {
    answer = json(400, { message: ['name is too long', `key ${KEY} is\nodd`] })
    for (const provider of providers()) expect((await failure(provider.placeCall(placement()))).message).toBe('name is too long; key *** is odd')
    answer = raw(500, `<html>${KEY} at stack.js:12</html>`)
    expect((await failure(providers()[0]!.placeCall(placement()))).message).toBe('The voice provider responded with status 500')
  })
})

describe('repeating', () => {
  test('a request without effect is repeated twice at most, and succeeds when the third answer does', async () => {
    answer = (req, res, nth) => (nth < 3 ? json(nth === 1 ? 500 : 429, {}) : json(200, { ok: true }))(req, res, nth)
    expect((await request({ base, key: null, method: 'GET', path: '/x', effect: 'safe' })).body).toEqual({ ok: true })
    expect(seen).toHaveLength(3)
    seen.length = 0
    answer = json(503, {})
    expect((await failure(request({ base, key: null, method: 'DELETE', path: '/x', effect: 'safe' }))).kind).toBe('unavailable')
    expect(seen).toHaveLength(3)
  })

  test('a refusal is not repeated', async () => {
    answer = json(400, {})
    await failure(request({ base, key: null, method: 'GET', path: '/x', effect: 'safe' }))
    expect(seen).toHaveLength(1)
  })

  test.each([
    ['500', json(500, {})],
    ['421', json(421, {})],
    ['429', json(429, {})],
    ['a reset', reset],
  ])('what creates is sent once: %s', async (_name, given) => {
    answer = given
    await failure(request({ base, key: null, method: 'POST', path: '/x', body: {}, effect: 'create' }))
    expect(seen).toHaveLength(1)
  })

  test('the timeout covers every attempt', async () => {
    answer = hang
    const began = Date.now()
    expect((await failure(request({ base, key: null, method: 'GET', path: '/x', effect: 'safe', timeoutMs: 200 }))).message).toBe(
      'The voice provider did not respond in time',
    )
    expect(Date.now() - began).toBeLessThan(1_000)
  })
})

describe('secrets', () => {
  test("our key goes to the vendor's API and not to the address that ends a call", async () => {
    answer = (req, res, nth) => json(200, { id: 'call_1', status: 'in-progress', monitor: { controlUrl: `${base}/live/1/control` } })(req, res, nth)
    await providers()[1]!.endCall('call_1')
    expect(seen.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/call/call_1', `Bearer ${KEY}`],
      ['/live/1/control', undefined],
    ])
    expect(seen[1]!.body).toEqual({ type: 'end-call' })
  })

  test('a call that ended meanwhile is no error', async () => {
    answer = (req, res, nth) =>
      (nth === 1 ? json(200, { id: 'call_1', status: 'in-progress', monitor: { controlUrl: `${base}/live` } }) : json(404, {}))(req, res, nth)
    await providers()[1]!.endCall('call_1')
    answer = json(200, { id: 'call_1', status: 'ended' })
    await providers()[1]!.endCall('call_1')
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
  })

  test("Vapi's redirect to the audio is handed on, not followed", async () => {
    answer = (_req, res) => res.writeHead(302, { location: 'https://storage.example/a.wav?signed=1' }).end()
    expect(await providers()[1]!.openRecording('call_1')).toEqual({ url: 'https://storage.example/a.wav?signed=1', headers: {} })
    expect(seen.map(({ path }) => path)).toEqual(['/call/call_1/mono-recording'])
  })
})

describe('finding a call by our reference', () => {
  const wanted = { ref: REF, agent, since: new Date('2026-01-01T12:00:00Z') }
  const other = '11111111-3f3b-4c51-9a06-0d9a2a4f7b11'

  test('a call of another reference is never taken for ours, even when Retell ignores the filter', async () => {
    answer = json(200, {
      items: [
        { call_id: 'c', agent_id: 'agent_1', call_status: 'ongoing', metadata: { callwright_ref: other } },
        { call_id: 'd', agent_id: 'agent_1' },
      ],
    })
    expect(await providers()[0]!.findCall(wanted)).toBeNull()
  })

  test('an unstored Retell call, which comes without metadata, is found by the filter', async () => {
    answer = json(200, { items: [{ call_id: 'c', agent_id: 'agent_1', call_status: 'ongoing', data_storage_setting: 'basic_attributes_only' }] })
    expect(await providers()[0]!.findCall(wanted)).toMatchObject({ providerCallId: 'c', ref: REF, state: 'in_progress' })
  })

  test("Vapi's list is read to its end, page by page", async () => {
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString()
    const calls = Array.from({ length: 60 }, (_, n) => ({ id: `c${n}`, status: 'queued', createdAt: at(60 - n), name: n === 55 ? REF : other }))
    answer = (req, res, nth) => {
      const query = new URL(req.url!, base).searchParams
      const before = query.get('createdAtLe') ?? '9'
      json(200, calls.filter((call) => call.createdAt <= before && call.createdAt >= query.get('createdAtGe')!).slice(0, Number(query.get('limit'))))(
        req,
        res,
        nth,
      )
    }
    expect(await providers()[1]!.findCall(wanted)).toMatchObject({ providerCallId: 'c55', ref: REF })
    expect(await providers()[1]!.findCall({ ...wanted, ref: '22222222-3f3b-4c51-9a06-0d9a2a4f7b11' })).toBeNull()
  })
})
