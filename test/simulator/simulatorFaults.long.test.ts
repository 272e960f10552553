import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/providers/provider.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { KEYS } from '../providers/adapterKit.ts'
import { sendRequest, FROM, createRetellAgent, startReceiver, startVendors, createVapiAgent } from './simulatorKit.ts'

const RETELL_ERROR = { status: 'error', message: expect.any(String) as string }
const vapiError = (statusCode: number) => ({ message: expect.any(String) as string, error: expect.any(String) as string, statusCode })
const statusOf = (request: Promise<unknown>) =>
  request.then(
    () => 200,
    (error: { status?: number; statusCode?: number }) => error.status ?? error.statusCode ?? 'none',
  )

const PLACEMENTS: [string, number | 'none', boolean][] = [
  ['0101', 400, false],
  ['0102', 429, false],
  ['0103', 500, false],
  ['0107', 402, false],
  ['0104', 500, true],
  ['0105', 'none', true],
  ['0106', 'none', true],
]

describe('placing a call to a failing test number', () => {
  it.each(PLACEMENTS)('…%s at Retell fails with %s, and places the call: %s', async (digits, status, placed) => {
    const { retell } = await startVendors()
    const { place } = await createRetellAgent(retell.withOptions({ timeout: status === 'none' ? 500 : 10_000 }), 'http://127.0.0.1:9/', { webhook_url: null })
    expect(await statusOf(place(`+39021234${digits}`, { metadata: { ref: 'x' } }))).toBe(status)
    const { items } = await retell.call.list({ filter_criteria: { metadata: [{ type: 'string', op: 'eq', key: 'ref', value: 'x' }] } })
    expect(items).toHaveLength(placed ? 1 : 0)
    if (!placed) return
    const call = await waitFor('the analysis', async () => (await retell.call.retrieve(items[0]!.call_id)).call_analysis)
    expect(call.call_successful).toBe(true)
  })

  /** If there is no response, waits for the client's timeout of two seconds. */
  it.each(PLACEMENTS)('…%s at Vapi fails with %s, and places the call: %s', async (digits, status, placed) => {
    const { vapi } = await startVendors()
    const { place, assistant } = await createVapiAgent(vapi, { url: 'http://127.0.0.1:9/' })
    expect(await statusOf(place(`+39021234${digits}`))).toBe(status)
    expect(await vapi.calls.list({ assistantId: assistant.id })).toHaveLength(placed ? 1 : 0)
  })

  it('a 429 has a Retry-After header', async () => {
    const { retell } = await startVendors()
    const { place } = await createRetellAgent(retell, 'http://127.0.0.1:9/')
    const error = await place('+390212340102').then(
      () => null,
      (thrown: { headers: Headers }) => thrown,
    )
    expect(Number(error!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('faults by API', () => {
  const addFault = (url: string, body: JsonObject) => sendRequest(`${url}/simulator/faults`, 'POST', body)

  it.each([
    ['http500', 500],
    ['http503', 503],
    ['http429', 429],
    ['reset', 'none'],
    ['hang', 'none'],
  ] as const)('%s fails the requested number of requests, has no other effect, and ends', async (mode, status) => {
    const { simulator, retell, vapi } = await startVendors()
    const quick = retell.withOptions({ timeout: mode === 'hang' ? 500 : 10_000 })
    const { place } = await createRetellAgent(quick, 'http://127.0.0.1:9/', { webhook_url: null })
    await createVapiAgent(vapi, { url: 'http://127.0.0.1:9/' })
    await addFault(simulator.url, { provider: 'retell', operation: 'place_call', mode, times: 2 })
    expect(await statusOf(vapi.calls.list())).toBe(200)
    expect(await statusOf(place('+390212340001'))).toBe(status)
    expect(await statusOf(quick.call.list())).toBe(200)
    expect(await statusOf(place('+390212340001'))).toBe(status)
    expect((await quick.call.list()).items).toEqual([])
    expect(await statusOf(place('+390212340001'))).toBe(200)
  })

  it('publishing, reading or any request can fail by a fault, and faults can be removed', async () => {
    const { simulator, retell, vapi } = await startVendors()
    await addFault(simulator.url, { operation: 'publish', mode: 'http503' })
    await expect(createRetellAgent(retell, 'http://127.0.0.1:9/')).rejects.toMatchObject({ status: 503 })
    await addFault(simulator.url, { operation: 'publish', mode: 'http500' })
    await expect(createVapiAgent(vapi, { url: 'http://127.0.0.1:9/' })).rejects.toMatchObject({ statusCode: 500 })
    await addFault(simulator.url, { operation: 'get_call', mode: 'http500' })
    expect(await statusOf(retell.call.list())).toBe(500)
    await addFault(simulator.url, { provider: 'vapi', operation: 'any', mode: 'http500', times: 9 })
    expect(await statusOf(vapi.assistants.list())).toBe(500)
    expect(await statusOf(retell.concurrency.retrieve())).toBe(200)
    expect((await sendRequest(`${simulator.url}/simulator/faults`, 'DELETE')).status).toBe(204)
    expect(await statusOf(vapi.assistants.list())).toBe(200)
  })

  /** Waits for a response that the simulator delays by three seconds. */
  it('a slow response is late but correct', async () => {
    const { simulator, retell } = await startVendors()
    await addFault(simulator.url, { operation: 'any', mode: 'slow' })
    const startedAt = Date.now()
    expect((await retell.withOptions({ timeout: 9000 }).concurrency.retrieve()).current_concurrency).toBe(0)
    expect(Date.now() - startedAt).toBeGreaterThan(2000)
  })

  it('an invalid fault is refused', async () => {
    const { simulator } = await startVendors()
    for (const fault of [
      { operation: 'any', mode: 'nonsense' },
      { mode: 'reset' },
      { operation: 'any', mode: 'reset', times: 0 },
      { operation: 'any', mode: 'reset', provider: 'x' },
    ]) {
      expect((await addFault(simulator.url, fault)).status).toBe(400)
    }
  })
})

describe('errors have the vendor’s own format', () => {
  it('for a wrong key, an unknown path, a malformed or an oversized body', async () => {
    const {
      simulator: { url },
    } = await startVendors()
    const toStatusAndBody = async (answer: Response) => ({ status: answer.status, body: (await answer.json()) as unknown })
    const [retell, vapi] = [KEYS.retellApiKey, KEYS.vapiApiKey]
    expect(await toStatusAndBody(await sendRequest(`${url}/retell/get-concurrency`, 'GET', undefined, vapi))).toEqual({ status: 401, body: RETELL_ERROR })
    expect(await toStatusAndBody(await sendRequest(`${url}/vapi/assistant`, 'GET', undefined, retell))).toEqual({ status: 401, body: vapiError(401) })
    expect(await toStatusAndBody(await sendRequest(`${url}/retell/nothing`, 'GET', undefined, retell))).toEqual({ status: 404, body: RETELL_ERROR })
    expect(await toStatusAndBody(await sendRequest(`${url}/vapi/nothing`, 'GET', undefined, vapi))).toEqual({ status: 404, body: vapiError(404) })
    for (const malformed of ['{"a":', '[1]', '"text"']) {
      expect(await toStatusAndBody(await sendRequest(`${url}/retell/create-agent`, 'POST', malformed, retell))).toEqual({ status: 400, body: RETELL_ERROR })
      expect(await toStatusAndBody(await sendRequest(`${url}/vapi/assistant`, 'POST', malformed, vapi))).toEqual({ status: 400, body: vapiError(400) })
    }
    expect((await sendRequest(`${url}/retell/create-retell-llm`, 'POST', { general_prompt: 'x'.repeat(5.3e6) }, retell)).status).toBe(413)
    expect((await sendRequest(`${url}/retell/create-retell-llm`, 'POST', { general_prompt: 'x'.repeat(5.1e6) }, retell)).status).toBe(201)
  })

  it('a voice named invalid or missing is refused, and one named unavailable gets a 503', async () => {
    const { retell, vapi } = await startVendors()
    for (const voice_id of ['invalid-voice', '11labs-missing']) {
      expect(await statusOf(createRetellAgent(retell, 'http://127.0.0.1:9/', { voice_id }))).toBe(422)
      expect(await statusOf(createVapiAgent(vapi, {}, { voice: { provider: 'vapi', voiceId: voice_id } }))).toBe(400)
    }
    expect(await statusOf(createRetellAgent(retell, 'http://127.0.0.1:9/', { voice_id: 'unavailable' }))).toBe(503)
    expect(await statusOf(createVapiAgent(vapi, {}, { voice: { provider: 'vapi', voiceId: 'unavailable' } }))).toBe(503)
    expect(await statusOf(retell.voice.retrieve('missing'))).toBe(422)
    const { agent } = await createRetellAgent(retell, 'http://127.0.0.1:9/')
    await retell.agent.createVersion(agent.agent_id, { base_version: 0 })
    expect(await statusOf(retell.agent.update(agent.agent_id, { voice_id: 'invalid' }))).toBe(422)
  })
})

describe('the simulator’s own API', () => {
  it('a recording is as long as its call, the same every time, and can be read in part', async () => {
    const { retell } = await startVendors()
    const receiver = await startReceiver()
    const { place } = await createRetellAgent(retell, receiver.url)
    const { call_id } = await place('+390212340007')
    const call = await waitFor('the recording', async () => {
      const current = await retell.call.retrieve(call_id)
      return current.recording_url ? { url: current.recording_url, seconds: current.duration_ms! / 1000 } : null
    })
    const full = await fetch(call.url)
    expect([full.status, full.headers.get('content-type'), full.headers.get('accept-ranges')]).toEqual([200, 'audio/wav', 'bytes'])
    const bytes = Buffer.from(await full.arrayBuffer())
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
    expect((bytes.length - 44) / bytes.readUInt32LE(28)).toBeCloseTo(call.seconds, 2)
    expect(new Set(bytes.subarray(44)).size).toBeGreaterThan(10)
    const part = await fetch(call.url, { headers: { range: 'bytes=40-99' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 40-99/${bytes.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(40, 100))).toBe(true)
    expect((await fetch(call.url, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416)
    expect(Number((await fetch(call.url, { headers: { range: 'bytes=-10' } })).headers.get('content-length'))).toBe(10)
    expect((await fetch(call.url.replace(call_id, 'call_none'))).status).toBe(404)
  })

  /** Sends 1,010 requests, more than the log holds. */
  it('the state counts all resources, and the log contains requests and responses', async () => {
    const { simulator, retell } = await startVendors()
    const { place } = await createRetellAgent(retell, 'http://127.0.0.1:9/')
    const { call_id } = await place('+390212340003')
    const state = (await (await sendRequest(`${simulator.url}/simulator/state`, 'GET')).json()) as JsonObject
    expect(state).toMatchObject({
      counts: { retell: { agents: 1, llms: 1, numbers: 1 }, calls: { total: 1 } },
      calls: [{ provider: 'retell', id: call_id, to: '+390212340003', scenario: 'voicemail' }],
    })
    const log = (await (await sendRequest(`${simulator.url}/simulator/requests`, 'GET')).json()) as JsonObject[]
    expect(log.at(-1)).toMatchObject({
      method: 'POST',
      path: '/retell/v2/create-phone-call',
      body: { from_number: FROM },
      status: 201,
      response: { call_id },
    })
    const sendMore = async () => (await sendRequest(`${simulator.url}/retell/get-concurrency`, 'GET', undefined, KEYS.retellApiKey)).arrayBuffer()
    await Promise.all(Array.from({ length: 1010 }, sendMore))
    expect((await (await sendRequest(`${simulator.url}/simulator/requests`, 'GET')).json()) as JsonObject[]).toHaveLength(1000)
  })
})
