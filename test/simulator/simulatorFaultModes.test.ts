import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/providers/provider.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { KEYS } from '../providers/adapterKit.ts'
import { sendRequest, FROM, hmac, toObject, createRetellAgent, startReceiver, startVendors, createVapiAgent, type Webhook } from './simulatorKit.ts'

const CLOSED_URL = 'http://127.0.0.1:9/'
const addFault = (url: string, body: JsonObject) => sendRequest(`${url}/simulator/faults`, 'POST', body)
const statusOf = (request: Promise<unknown>) =>
  request.then(
    () => 200,
    (error: { status?: number; statusCode?: number }) => error.status ?? error.statusCode ?? 'none',
  )

it.each([
  ['0108', 401, 401],
  ['0109', 503, 503],
  ['0110', 422, 404],
])('a call to …%s fails with %s at Retell and %s at Vapi, and is not placed', async (digits, atRetell, atVapi) => {
  const { simulator, retell, vapi } = await startVendors()
  const retellPlace = (await createRetellAgent(retell, CLOSED_URL)).place
  const vapiPlace = (await createVapiAgent(vapi, { url: CLOSED_URL })).place
  expect([await statusOf(retellPlace(`+39021234${digits}`)), await statusOf(vapiPlace(`+39021234${digits}`))]).toEqual([atRetell, atVapi])
  const requests = (await (await sendRequest(`${simulator.url}/simulator/requests`, 'GET')).json()) as { path: string; response: unknown }[]
  const placements = requests.filter(({ path }) => path.endsWith('create-phone-call') || path === '/vapi/call')
  expect(placements.map(({ response }) => typeof response === 'string' && response.startsWith('<html>'))).toEqual([digits === '0109', digits === '0109'])
  expect(await vapi.calls.list()).toEqual([])
  expect((await retell.call.list()).items).toEqual([])
})

it('a call to 0114 is never analyzed, neither in webhooks nor in the API', async () => {
  const { retell, vapi } = await startVendors()
  const receiver = await startReceiver()
  const { call_id } = await (await createRetellAgent(retell, receiver.url)).place('+390212340114')
  const { id } = await (await createVapiAgent(vapi, { url: receiver.url })).place('+390212340114')
  await Promise.all([receiver.waitForWebhook(call_id, 'call_ended'), receiver.waitForWebhook(id, 'status-update ended')])
  // A later call is analyzed after these would have been.
  const laterCall = await (await createRetellAgent(retell, receiver.url)).place('+390212340001')
  await receiver.waitForWebhook(laterCall.call_id, 'call_analyzed')
  expect(receiver.namesOf(call_id)).not.toContain('call_analyzed')
  expect(receiver.namesOf(id)).not.toContain('end-of-call-report')
  expect(await retell.call.retrieve(call_id)).toMatchObject({ call_status: 'ended', disconnection_reason: 'agent_hangup' })
  expect(await retell.call.retrieve(call_id)).not.toHaveProperty('call_analysis')
  expect(await vapi.calls.get({ id })).not.toHaveProperty('analysis')
})

/** Waits for a simulated call and its late webhooks, more than two seconds at this speed. */
it('webhooks of a call to 0115 are 30 simulated seconds late, while the call itself is on time', async () => {
  const { retell } = await startVendors({ speed: 20 })
  const receiver = await startReceiver()
  const { place } = await createRetellAgent(retell, receiver.url, {
    webhook_events: ['call_started', 'call_ended', 'call_analyzed'],
    post_call_analysis_data: [],
  })
  const { call_id } = await place('+390212340115')
  await waitFor('the call to be connected', async () => (await retell.call.retrieve(call_id)).call_status === 'ongoing')
  expect(receiver.webhooksOf(call_id)).toEqual([])
  await receiver.waitForWebhook(call_id, 'call_analyzed')
  expect(receiver.namesOf(call_id)).toEqual(['call_started', 'call_ended', 'call_analyzed'])
})

it('a call to 0116 is accepted, and then unknown and without webhooks', async () => {
  const { simulator, retell, vapi } = await startVendors()
  const receiver = await startReceiver()
  const { call_id } = await (await createRetellAgent(retell, receiver.url)).place('+390212340116')
  const { id } = await (await createVapiAgent(vapi, { url: receiver.url })).place('+390212340116')
  expect([await statusOf(retell.call.retrieve(call_id)), await statusOf(vapi.calls.get({ id }))]).toEqual([422, 404])
  expect([(await retell.call.list()).items, await vapi.calls.list()]).toEqual([[], []])
  const state = (await (await sendRequest(`${simulator.url}/simulator/state`, 'GET')).json()) as { calls: JsonObject[] }
  expect(state.calls).toMatchObject([
    { id, webhooks: 'lost' },
    { id: call_id, webhooks: 'lost' },
  ])
  expect(receiver.received).toEqual([])
})

describe('faults by API', () => {
  it.each([
    [{ status: 418 }, 418],
    [{ mode: 'http503' }, 503],
    [{ mode: { status: 404 } }, 404],
    [{ mode: 'malformed' }, 'none'],
    [{ mode: 'truncated' }, 'none'],
    [{ mode: 'reset' }, 'none'],
  ])('fault %j fails a placement, and places the call only if `placed` is set', async (fault, status) => {
    const { simulator, retell } = await startVendors()
    const { place } = await createRetellAgent(retell, CLOSED_URL, { webhook_url: null })
    for (const placed of [false, true]) {
      expect((await addFault(simulator.url, { operation: 'place_call', placed, ...fault })).status).toBe(201)
      const answer = await place('+390212340001').then(
        (call) => (typeof call === 'object' && 'call_id' in call ? 'placed' : 'none'),
        (error: { status?: number }) => error.status ?? 'none',
      )
      expect(answer).toBe(status)
      expect((await retell.call.list()).items).toHaveLength(placed ? 1 : 0)
    }
  })

  it('ending, listening, importing and deleting can each fail by a fault', async () => {
    const { simulator, retell, vapi } = await startVendors({ speed: 20 })
    const { place } = await createRetellAgent(retell, CLOSED_URL, { webhook_url: null })
    const { place: placeAtVapi, assistant } = await createVapiAgent(vapi, { url: CLOSED_URL })
    const { call_id } = await place('+390212340011')
    const { monitor } = await placeAtVapi('+390212340011')
    const end = async () => (await sendRequest(monitor!.controlUrl!, 'POST', { type: 'end-call' })).status
    const attempts: [string, () => Promise<unknown>][] = [
      ['end_call', () => statusOf(retell.call.stop(call_id))],
      ['end_call', end],
      ['listen', () => statusOf(retell.call.listenLive(call_id))],
      ['import_number', () => statusOf(retell.phoneNumber.import({ phone_number: '+14155550188', termination_uri: 't' }))],
      ['delete', () => statusOf(retell.phoneNumber.delete(FROM))],
      ['delete', () => statusOf(vapi.assistants.delete({ id: assistant.id }))],
    ]
    for (const [operation, attempt] of attempts) {
      await addFault(simulator.url, { operation, status: 507 })
      expect([operation, await attempt()]).toEqual([operation, 507])
    }
    expect(await end()).toBe(200)
    expect(await statusOf(vapi.assistants.delete({ id: assistant.id }))).toBe(200)
  })

  it('slow responses take the requested time', async () => {
    const { simulator, retell } = await startVendors()
    await addFault(simulator.url, { operation: 'any', mode: 'slow', delay_ms: 300 })
    const startedAt = Date.now()
    await retell.concurrency.retrieve()
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(290)
  })

  it('webhooks can be dropped, duplicated, delayed, and preceded by a forged copy', async () => {
    const { simulator, retell, vapi } = await startVendors()
    const receiver = await startReceiver()
    const { place } = await createRetellAgent(retell, receiver.url, { webhook_events: ['call_started', 'call_ended', 'call_analyzed'] })
    for (const mode of ['drop', 'duplicate', 'forge']) await addFault(simulator.url, { provider: 'retell', operation: 'webhook', mode })
    const { call_id } = await place('+390212340009')
    await waitFor('four webhooks', () => receiver.webhooksOf(call_id).length === 4)
    expect(receiver.namesOf(call_id)).toEqual(['call_ended', 'call_ended', 'call_analyzed', 'call_analyzed'])
    expect(receiver.webhooksOf(call_id).map(isSigned)).toEqual([true, true, false, true])
    expect((await ((await sendRequest(`${simulator.url}/simulator/state`, 'GET')).json() as Promise<JsonObject>)).faults).toEqual([])

    await addFault(simulator.url, { provider: 'vapi', operation: 'webhook', mode: 'forge' })
    await addFault(simulator.url, { provider: 'vapi', operation: 'webhook', mode: 'delay', delay_ms: 200 })
    const server = { url: receiver.url, headers: { 'X-Vapi-Secret': 's' } }
    const { id } = await (await createVapiAgent(vapi, server, { serverMessages: ['status-update'] })).place('+390212340001')
    await receiver.waitForWebhook(id, 'status-update ringing')
    await receiver.waitForWebhook(id, 'status-update ended')
    expect(receiver.webhooksOf(id).map(({ name, headers }) => [name, headers['x-vapi-secret']])).toEqual([
      ['status-update ringing', 'forged'],
      ['status-update ringing', 's'],
      ['status-update ended', 's'],
    ])
  })

  it('an invalid fault is refused', async () => {
    const { simulator } = await startVendors()
    const invalid = [
      { operation: 'any', mode: 'http42' },
      { operation: 'any', status: 99 },
      { operation: 'any', mode: 'drop' },
      { operation: 'webhook', mode: 'hang' },
      { operation: 'get_call', mode: 'hang', placed: true },
      { operation: 'any', mode: 'slow', delay_ms: -1 },
    ]
    for (const fault of invalid) expect((await addFault(simulator.url, fault)).status).toBe(400)
  })
})

function isSigned({ headers, raw }: Webhook): boolean {
  const [, time, digest] = /^v=(\d+),d=(\w+)$/.exec(String(headers['x-retell-signature']))!
  return digest === hmac(KEYS.retellApiKey, raw.toString() + time)
}

it('the guide at /simulator and the documentation name the same test numbers and languages', async () => {
  const { simulator } = await startVendors()
  const guide = (await (await sendRequest(`${simulator.url}/simulator`, 'GET')).json()) as { numbers: object; texts: object; languages: string[] }
  const documentation = ['simulator', 'simulated-carriers'].map((name) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8')).join('\n')
  const documented = documentation.split('\n').flatMap((line) => (/^\| (?:`\d{4}`(?:, )?)+ \|/.test(line) ? (line.match(/`\d{4}`/g) ?? []) : []))
  expect(documented.map((digits) => `…${digits.slice(1, -1)}`).sort()).toEqual(Object.keys({ ...guide.numbers, ...guide.texts }).sort())
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  for (const language of guide.languages) expect(documentation).toContain(names.of(language))
  expect(toObject(guide).providers).toEqual({ retell: `${simulator.url}/retell`, vapi: `${simulator.url}/vapi` })
})
