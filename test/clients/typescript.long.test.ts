import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Client } from '../kit/clients/client.ts'
import { advanceClock, SECOND, stopClock } from '../kit/waiting/clock.ts'
import { startReceiverForTest } from '../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'

/** The package as integrators use it: built, and imported by its name. */
const PACKAGE = '@callwright/client'
let made: any
beforeAll(async () => {
  execFileSync(process.execPath, ['clients/typescript/build.mjs'], { stdio: ['ignore', 'inherit', 'inherit'] })
  made = await import(PACKAGE)
})

const testServer = useTestServer()
let key: Client
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
})

type Send = (request: Request) => Promise<Response>
const client = (options: { send?: Send; apiKey?: string; maxRetries?: number; baseUrl?: string } = {}) =>
  made.createClient({ baseUrl: testServer().url, apiKey: key.apiKey, fetch: options.send, ...options })
const thrown = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('it went well'),
    (error: any) => error,
  )

/** Sends real requests and records them. `spoil` may drop the response to the `nth`, counted from 1. */
function recordingSend(spoil: (nth: number, response: Response) => Response | Promise<Response> = (_nth, response) => response) {
  const sent: { method: string; path: string; key: string | null; body: string }[] = []
  const send: Send = async (request) => {
    const { method, url, headers } = request
    sent.push({ method, path: new URL(url).pathname, key: headers.get('Idempotency-Key'), body: await request.clone().text() })
    return spoil(sent.length, await fetch(request))
  }
  return { sent, send }
}
const lost = () => {
  throw new TypeError('fetch failed')
}
const agents = async () => (await key.get('/agents?limit=100')).body.items.length
describe('requests', () => {
  test("return bodies, and send typed values in the server's format", async () => {
    const api = client()
    const agent = await api.post('/agents', { body: { name: 'Ada', voice_id: 'voice-1' } })
    expect(agent).toMatchObject({ id: expect.any(Number), name: 'Ada', is_published: false })
    const at = { params: { path: { agent_id: agent.id } } }
    expect(await api.patch('/agents/{agent_id}', { ...at, body: { name: 'Grace' } })).toMatchObject({ name: 'Grace' })
    expect(await api.post('/agents/{agent_id}/publish', at)).toMatchObject({ status: 'published' })
    expect(await api.delete('/agents/{agent_id}', at)).toBeUndefined()
    expect(await api.get('/agents/{agent_id}', at)).toMatchObject({ id: agent.id, is_active: false })
  })

  test('encode a phone number in a path', async () => {
    const api = client()
    await api.post('/dnc', { body: { phone_number: '+14155550111' } })
    await api.delete('/dnc/{phone_number}', { params: { path: { phone_number: '+14155550111' } } })
    expect(await api.get('/dnc/check', { params: { query: { phone_number: '+14155550111' } } })).toMatchObject({ is_on_dnc: false })
  })

  test.each(['', '/', '/api/v1', '/api/v1/'])('accept a base URL that ends with %o', async (end) => {
    expect(await client({ baseUrl: `${testServer().url}${end}` }).get('/me')).toMatchObject({ workspace_name: 'Acme' })
  })
})

describe('pages', () => {
  test('return every row once, newest first, over any number of pages', async () => {
    const own = await (await testServer().workspace()).key()
    const numbers = Array.from({ length: 7 }, (_, n) => `+1415555020${n}`)
    for (const phone_number of numbers) await own.post('/dnc', { phone_number })
    const { sent, send } = recordingSend()
    const seen: string[] = []
    for await (const entry of client({ send, apiKey: own.apiKey }).pages('/dnc', { params: { query: { limit: 3 } } })) seen.push(entry.phone_number)
    expect(seen).toEqual(numbers.reverse())
    expect(sent).toHaveLength(3)
  })

  test('return nothing for an empty list, and keep the filters on every page', async () => {
    const own = await (await testServer().workspace()).key()
    for (let n = 0; n < 3; n++) await own.post('/agents', { name: `agent ${n}`, is_active: false })
    const rows = async (query?: object) => {
      const found: unknown[] = []
      for await (const row of client({ apiKey: own.apiKey }).pages('/agents', ...(query ? [{ params: { query } }] : []))) found.push(row)
      return found
    }
    expect([(await rows()).length, (await rows({ is_active: false, limit: 2 })).length]).toEqual([0, 3])
  })
})

describe('errors', () => {
  test.each([
    ['a string', '/agents/{agent_id}', { params: { path: { agent_id: 2_000_000_000 } } }, 404, 'Agent not found'],
    ['items', '/agents', { params: { query: { limit: 0 } } }, 422, [{ loc: ['query', 'limit'], msg: expect.any(String), type: 'value_error.number.not_ge' }]],
  ])('have status, detail (%s) and the request ID', async (_name, path, options, status, detail) => {
    const error = await thrown(client().get(path, options))
    expect(error).toBeInstanceOf(made.ApiError)
    expect(error).toMatchObject({ status, detail, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  })

  test("have the status text if the response is not the API's", async () => {
    const page: Send = async () => new Response('<html>', { status: 418, statusText: 'teapot' })
    expect(await thrown(client({ send: page }).get('/me'))).toMatchObject({ status: 418, detail: 'teapot', requestId: null })
  })
})

describe('retries', () => {
  /** Waits between the attempts of failed requests, longer each time, up to a second. */
  test('repeat a read without a response, and after 502 and 503, a limited number of times', async () => {
    const { sent, send } = recordingSend((nth, response) => (nth === 1 ? lost() : nth <= 3 ? new Response(null, { status: 500 + nth }) : response))
    expect(await client({ send }).get('/me')).toMatchObject({ workspace_name: 'Acme' })
    expect(sent).toHaveLength(4)
    const never = recordingSend(lost)
    expect(await thrown(client({ send: never.send, maxRetries: 1 }).get('/me'))).toBeInstanceOf(TypeError)
    expect(never.sent).toHaveLength(2)
  })

  test('run a POST once if its response was lost, with one key', async () => {
    const before = await agents()
    const { sent, send } = recordingSend((nth, response) => (nth === 1 ? lost() : response))
    const agent = await client({ send }).post('/agents', { body: { name: 'once' } })
    expect(await agents()).toBe(before + 1)
    expect((await key.get(`/agents/${agent.id}`)).body.name).toBe('once')
    expect(sent).toHaveLength(2)
    expect(sent[0]).toEqual({ method: 'POST', path: '/api/v1/agents', key: expect.stringMatching(/^[0-9a-f-]{36}$/), body: '{"name":"once"}' })
    expect(sent[1]).toEqual(sent[0])
  })

  test('use a new key for each POST, or the key that is set', async () => {
    const { sent, send } = recordingSend()
    const api = client({ send })
    for (const headers of [{}, {}, { 'Idempotency-Key': 'mine' }]) await api.post('/agents', { body: { name: 'x' }, headers })
    expect(new Set(sent.map((request) => request.key)).size).toBe(3)
    expect(sent[2]!.key).toBe('mine')
  })

  test.each([
    ['POST without a key', (api: any, id: number) => api.post('/agents/{agent_id}/publish', { params: { path: { agent_id: id } } })],
    ['PATCH', (api: any, id: number) => api.patch('/agents/{agent_id}', { params: { path: { agent_id: id } }, body: { name: 'x' } })],
  ])("don't repeat a %s, whatever the response", async (_name, ask) => {
    const { id } = (await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body
    const { sent, send } = recordingSend(lost)
    expect(await thrown(ask(client({ send }), id))).toBeInstanceOf(TypeError)
    expect(sent).toHaveLength(1)
  })

  test("don't repeat a request with a client error", async () => {
    const { sent, send } = recordingSend()
    expect(await thrown(client({ send }).get('/agents/{agent_id}', { params: { path: { agent_id: 0 } } }))).toMatchObject({ status: 404 })
    expect(sent).toHaveLength(1)
  })

  /** Sends 30 requests, one after the other, and then sets a timer for the second in Retry-After. */
  test('wait for Retry-After unless it is longer than a minute', async () => {
    const free = await (await testServer().workspace({ plan: 'free' })).key()
    stopClock(new Date('2026-03-03T10:00:59.500Z'))
    for (let n = 0; n < 30; n++) await free.get('/me')
    const { sent, send } = recordingSend((_nth, response) => (advanceClock(SECOND), response))
    onTestFinished(() => void vi.restoreAllMocks())
    // With it, no other timer has the delay.
    vi.spyOn(Math, 'random').mockReturnValue(0.123)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    expect(await client({ send, apiKey: free.apiKey }).get('/me')).toMatchObject({ plan: 'free' })
    expect(sent).toHaveLength(2)
    expect(timers.mock.calls.map(([, delay]) => delay)).toContain(SECOND + 0.123 * 250)

    const tomorrow = recordingSend(() => new Response('{"detail":"slow down"}', { status: 429, headers: { 'Retry-After': '43200' } }))
    expect(await thrown(client({ send: tomorrow.send }).get('/me'))).toMatchObject({ status: 429, detail: 'slow down' })
    expect(tomorrow.sent).toHaveLength(1)
  })

  test('stop waiting when the request is aborted', async () => {
    const abort = new AbortController()
    const { sent, send } = recordingSend(() => new Response(null, { status: 503, headers: { 'Retry-After': '60' } }))
    const asked = thrown(client({ send }).get('/me', { signal: abort.signal }))
    await waitFor('the first attempt', () => sent.length === 1)
    abort.abort()
    expect((await asked).name).toBe('AbortError')
    expect(sent).toHaveLength(1)
  })
})

describe('calls and their webhooks', () => {
  test('a delivered call.completed is verified only by its exact bytes, signature and secret', async () => {
    const hook = await startReceiverForTest()
    const api = client()
    const { secret } = await api.put('/webhooks', { body: { url: hook.url } })
    const { id: agent_id } = await api.post('/agents', { body: { name: 'Ada', voice_id: 'voice-1' } })
    await api.post('/agents/{agent_id}/publish', { params: { path: { agent_id } } })
    const call = await api.post('/calls', { body: { to_number: '+14155550100', agent_id, metadata: { order: 'Ä-1 \u2028' } } })
    const { raw, headers } = await hook.event(String(call.id))
    const signature = headers['x-service-signature'] as string

    for (const body of [raw, new Uint8Array(raw), raw.toString()])
      expect(await made.verifyWebhook(body, signature, secret)).toMatchObject({ type: 'call.completed', data: { metadata: { order: 'Ä-1 \u2028' } } })
    const flipped = `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`
    for (const [body, header, by] of [
      [raw, undefined, secret],
      [raw, null, secret],
      [raw, '', secret],
      [raw, 'sha256=', secret],
      [raw, signature.slice('sha256='.length), secret],
      [raw, signature.slice(0, -2), secret],
      [raw, flipped, secret],
      [raw, signature, `${secret}x`],
      [`${raw.toString()} `, signature, secret],
    ])
      expect(await thrown(made.verifyWebhook(body, header, by))).toBeInstanceOf(made.SignatureError)
    expect(await thrown(made.verifyWebhook(raw, signature, ''))).toBeInstanceOf(TypeError)

    await waitFor('the recording', async () => (await key.get(`/calls/${call.id}`)).body.recording_url)
    const audio: Blob = await api.recording(call.id)
    expect(
      Buffer.from(await audio.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('RIFF')
  })
})
