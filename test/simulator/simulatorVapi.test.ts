import { expect, it } from 'vitest'
import type { JsonObject } from '../../src/providers/provider.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { KEYS } from '../providers/adapterKit.ts'
import { ANSWERED, sendRequest, distinct, hmac, toObject, startReceiver, startVendors, UNANSWERED, createVapiAgent } from './simulatorKit.ts'

const ENDS = [
  ...ANSWERED.map(([digits, , , reason, outcome]) => [digits, reason, outcome] as const),
  ...UNANSWERED.map(([digits, , reason]) => [digits, reason, null] as const),
]

it.each(ENDS)('a number ending in %s ends with %s', async (digits, reason, outcome) => {
  const { vapi } = await startVendors()
  const receiver = await startReceiver()
  const { place, assistant } = await createVapiAgent(vapi, { url: receiver.url, headers: { 'X-Vapi-Secret': 's' } })
  const { id } = await place(`+39021234${digits}`, { assistantOverrides: { metadata: { ref: digits } } })
  await receiver.waitForWebhook(id, 'end-of-call-report')
  const statuses = outcome === null ? ['ringing', 'ended'] : ['ringing', 'in-progress', 'ended']
  expect(receiver.namesOf(id).filter((name) => name.startsWith('status-update'))).toEqual(statuses.map((status) => `status-update ${status}`))
  expect(receiver.webhooksOf(id).every(({ headers }) => headers['x-vapi-secret'] === 's')).toBe(true)
  const report = toObject(receiver.webhooksOf(id).at(-1)!.body.message)
  expect(report).toMatchObject({
    endedReason: reason,
    call: { id, assistantOverrides: { metadata: { ref: digits } } },
    assistant: { id: assistant.id, metadata: { ref: digits } },
  })
  const analysis = toObject(report.analysis)
  if (outcome === null) return expect([analysis, report.startedAt, toObject(report.artifact).messages]).toEqual([{}, undefined, []])
  expect(analysis).toMatchObject({ successEvaluation: String(outcome === 'success'), structuredData: { call_outcome: outcome, detected_language: 'en' } })
  const finals = receiver
    .webhooksOf(id)
    .filter(({ name }) => name.startsWith('transcript'))
    .map(({ body }) => toObject(body.message).transcript)
  expect(finals).toEqual((toObject(report.artifact).messages as JsonObject[]).map(({ message }) => message))
})

it('webhooks are signed with the credential, by HMAC or bearer token', async () => {
  const { simulator, vapi } = await startVendors()
  const receiver = await startReceiver()
  const credential = async (authenticationPlan: JsonObject) => {
    const answer = await sendRequest(`${simulator.url}/vapi/credential`, 'POST', { provider: 'custom-credential', authenticationPlan }, KEYS.vapiApiKey)
    const body = (await answer.json()) as JsonObject
    expect(JSON.stringify(body)).not.toContain('hush')
    return body.id
  }
  const byHmac = await createVapiAgent(vapi, {
    url: `${receiver.url}/hmac`,
    credentialId: await credential({ type: 'hmac', secretKey: 'hush', algorithm: 'sha256' }),
  })
  const byBearer = await createVapiAgent(vapi, { url: `${receiver.url}/bearer`, credentialId: await credential({ type: 'bearer', token: 'hush' }) })
  const calls = [await byHmac.place('+390212340001'), await byBearer.place('+390212340001')]
  await Promise.all(calls.map(({ id }) => receiver.waitForWebhook(id, 'end-of-call-report')))
  for (const { path, headers, raw } of receiver.received) {
    if (path === '/hook/bearer') expect(headers.authorization).toBe('Bearer hush')
    else expect(headers['x-signature']).toBe(hmac('hush', `${String(headers['x-timestamp'])}.${raw.toString()}`))
  }
  expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/hook/hmac', '/hook/bearer']))
})

it('a number with an unknown provider is rejected', async () => {
  const { simulator } = await startVendors()
  for (const provider of ['constructor', 'acme', undefined]) {
    const answer = await sendRequest(`${simulator.url}/vapi/phone-number`, 'POST', { provider }, KEYS.vapiApiKey)
    expect(answer.status).toBe(400)
  }
})

it('a failed webhook is retried only with a backoff plan', async () => {
  const { vapi } = await startVendors({ speed: 2000 })
  const receiver = await startReceiver()
  receiver.respondWith(500)
  const serverMessages = ['end-of-call-report']
  const unretried = await (await createVapiAgent(vapi, { url: receiver.url }, { serverMessages })).place('+390212340001')
  const backoffPlan = { type: 'exponential', maxRetries: 2, baseDelaySeconds: 1 }
  const retried = await (await createVapiAgent(vapi, { url: receiver.url, backoffPlan }, { serverMessages })).place('+390212340001')
  const excluded = await (
    await createVapiAgent(vapi, { url: receiver.url, backoffPlan: { ...backoffPlan, excludedStatusCodes: [500] } }, { serverMessages })
  ).place('+390212340001')
  await waitFor('three attempts and one', () => receiver.webhooksOf(retried.id).length === 3 && receiver.webhooksOf(excluded.id).length === 1)
  const { id: lastId } = await (await createVapiAgent(vapi, { url: receiver.url, backoffPlan }, { serverMessages })).place('+390212340001')
  await waitFor('three attempts of a later one', () => receiver.webhooksOf(lastId).length === 3)
  expect([unretried, retried, excluded].map(({ id }) => receiver.webhooksOf(id).length)).toEqual([1, 3, 1])
})

it('a live call can be ended once at its control URL, without a key', async () => {
  const { vapi } = await startVendors({ speed: 20 })
  const receiver = await startReceiver()
  const { place } = await createVapiAgent(vapi, { url: receiver.url })
  const { id, monitor } = await place('+390212340009')
  await receiver.waitForWebhook(id, 'status-update in-progress')
  const end = () => fetch(monitor!.controlUrl!, { method: 'POST', body: '{"type":"end-call"}', headers: { 'content-type': 'application/json' } })
  expect((await end()).status).toBe(200)
  await receiver.waitForWebhook(id, 'end-of-call-report')
  expect(await vapi.calls.get({ id })).toMatchObject({ status: 'ended', endedReason: 'manually-canceled' })
  expect((await end()).status).toBe(404)
})

it('webhooks arrive twice for 0111, out of order for 0112, and never for 0113', async () => {
  const { vapi } = await startVendors()
  const receiver = await startReceiver()
  const { place } = await createVapiAgent(vapi, { url: receiver.url }, { serverMessages: ['status-update', 'end-of-call-report'] })
  const [twice, reordered, never] = await Promise.all(['0111', '0112', '0113'].map((digits) => place(`+39021234${digits}`)))
  await waitFor('the webhooks of both calls', () => receiver.webhooksOf(twice!.id).length === 8 && receiver.webhooksOf(reordered!.id).length === 4)
  await waitFor('the untold analysis', async () => (await vapi.calls.get({ id: never!.id })).analysis)
  expect(distinct(receiver.namesOf(twice!.id))).toHaveLength(4)
  expect(receiver.namesOf(reordered!.id).slice(2)).toEqual(['end-of-call-report', 'status-update ended'])
  expect(receiver.namesOf(never!.id)).toEqual([])
})

it('a call that is not recorded has no recording', async () => {
  const { vapi } = await startVendors()
  const receiver = await startReceiver()
  const { place } = await createVapiAgent(vapi, { url: receiver.url })
  const { id } = await place('+390212340009', { assistantOverrides: { artifactPlan: { recordingEnabled: false } } })
  await receiver.waitForWebhook(id, 'end-of-call-report')
  expect(receiver.webhooksOf(id).at(-1)!.raw.toString()).not.toContain('/recordings/')
  expect((await vapi.fetch(`/call/${id}/mono-recording`)).status).toBe(404)
})
