import { describe, expect, test } from 'vitest'
import { request } from '../../src/providers/http.ts'
import { REF } from './adapterKit.ts'
import { agent, expectProviderError, hang, json, KEY, reset, useVendorServer } from './vendorServer.ts'

const vendor = useVendorServer()
const { providers, requests } = vendor

describe('retries', () => {
  test('a safe request is retried at most twice, and returns the first success', async () => {
    vendor.respond = (req, res, nth) => (nth < 3 ? json(nth === 1 ? 500 : 429, {}) : json(200, { ok: true }))(req, res, nth)
    expect((await request({ base: vendor.baseUrl, key: null, method: 'GET', path: '/x', effect: 'safe' })).body).toEqual({ ok: true })
    expect(requests).toHaveLength(3)
    requests.length = 0
    vendor.respond = json(503, {})
    expect((await expectProviderError(request({ base: vendor.baseUrl, key: null, method: 'DELETE', path: '/x', effect: 'safe' }))).kind).toBe('unavailable')
    expect(requests).toHaveLength(3)
  })

  test('a rejected request is not retried', async () => {
    vendor.respond = json(400, {})
    await expectProviderError(request({ base: vendor.baseUrl, key: null, method: 'GET', path: '/x', effect: 'safe' }))
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['500', json(500, {})],
    ['421', json(421, {})],
    ['429', json(429, {})],
    ['a reset', reset],
  ])('a creating request is sent once after %s', async (_name, responder) => {
    vendor.respond = responder
    await expectProviderError(request({ base: vendor.baseUrl, key: null, method: 'POST', path: '/x', json: {}, effect: 'change' }))
    expect(requests).toHaveLength(1)
  })

  test('requests keep their connection, whatever their effect', async () => {
    vendor.respond = json(200, {})
    for (const effect of ['safe', 'change', 'send'] as const) await request({ base: vendor.baseUrl, key: null, method: 'POST', path: '/x', effect })
    expect(requests.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'keep-alive', 'keep-alive'])
  })

  test('one timeout covers all attempts: none follows the one that it ends', async () => {
    vendor.respond = (req, res, nth) => (nth === 1 ? json(503, {}) : hang)(req, res, nth)
    expect((await expectProviderError(request({ base: vendor.baseUrl, key: null, method: 'GET', path: '/x', effect: 'safe', timeoutMs: 1_000 }))).message).toBe(
      'The voice provider did not respond in time',
    )
    expect(requests).toHaveLength(2)
  })
})

describe('secrets', () => {
  test("our API key is sent to the vendor's API and not to the URL that ends a call", async () => {
    vendor.respond = (req, res, nth) =>
      json(200, { id: 'call_1', status: 'in-progress', monitor: { controlUrl: `${vendor.baseUrl}/live/1/control` } })(req, res, nth)
    await providers()[1]!.endCall('call_1')
    expect(requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/call/call_1', `Bearer ${KEY}`],
      ['/live/1/control', undefined],
    ])
    expect(requests[1]!.body).toEqual({ type: 'end-call' })
  })

  test('ending a call that has already ended is not an error', async () => {
    vendor.respond = (req, res, nth) =>
      (nth === 1 ? json(200, { id: 'call_1', status: 'in-progress', monitor: { controlUrl: `${vendor.baseUrl}/live` } }) : json(404, {}))(req, res, nth)
    await providers()[1]!.endCall('call_1')
    vendor.respond = json(200, { id: 'call_1', status: 'ended' })
    await providers()[1]!.endCall('call_1')
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
  })

  test("openRecording returns Vapi's redirect without following it", async () => {
    vendor.respond = (_req, res) => res.writeHead(302, { location: 'https://storage.example/a.wav?signed=1' }).end()
    expect(await providers()[1]!.openRecording('call_1')).toEqual({ url: 'https://storage.example/a.wav?signed=1', headers: {} })
    expect(requests.map(({ path }) => path)).toEqual(['/call/call_1/mono-recording'])
  })
})

describe('finding a call by our reference', () => {
  const query = { ref: REF, agent, since: new Date('2026-01-01T12:00:00Z') }
  const otherRef = '11111111-3f3b-4c51-9a06-0d9a2a4f7b11'

  test('a call with another reference is not returned, even if Retell ignores the filter', async () => {
    vendor.respond = json(200, {
      items: [
        { call_id: 'c', agent_id: 'agent_1', call_status: 'ongoing', metadata: { callwright_ref: otherRef } },
        { call_id: 'd', agent_id: 'agent_1' },
      ],
    })
    expect(await providers()[0]!.findCall(query)).toBeNull()
  })

  test('a Retell call without stored data, which has no metadata, is found by the filter', async () => {
    vendor.respond = json(200, { items: [{ call_id: 'c', agent_id: 'agent_1', call_status: 'ongoing', data_storage_setting: 'basic_attributes_only' }] })
    expect(await providers()[0]!.findCall(query)).toMatchObject({ providerCallId: 'c', ref: REF, state: 'in_progress' })
  })

  test("all pages of Vapi's list are read", async () => {
    const timeAt = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString()
    const calls = Array.from({ length: 60 }, (_, n) => ({ id: `c${n}`, status: 'queued', createdAt: timeAt(60 - n), name: n === 55 ? REF : otherRef }))
    vendor.respond = (req, res, nth) => {
      const params = new URL(req.url!, vendor.baseUrl).searchParams
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
