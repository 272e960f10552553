import { expect, it } from 'vitest'
import type { JsonObject } from '../../src/providers/provider.ts'
import { until } from '../kit/until.ts'
import { KEYS } from '../providers/adapterKit.ts'
import { ANSWERED, ask, distinct, hmac, object, startReceiver, startVendors, UNANSWERED, vapiAgent } from './simulatorKit.ts'

const ENDS = [
  ...ANSWERED.map(([digits, , , reason, outcome]) => [digits, reason, outcome] as const),
  ...UNANSWERED.map(([digits, , reason]) => [digits, reason, null] as const),
]

it.each(ENDS)('a number ending in %s ends with %s', async (digits, reason, outcome) => {
  const { vapi } = await startVendors()
  const receiver = await startReceiver()
  const { place, assistant } = await vapiAgent(vapi, { url: receiver.url, headers: { 'X-Vapi-Secret': 's' } })
  const { id } = await place(`+39021234${digits}`, { assistantOverrides: { metadata: { ref: digits } } })
  await receiver.heard(id, 'end-of-call-report')
  const statuses = outcome === null ? ['ringing', 'ended'] : ['ringing', 'in-progress', 'ended']
  expect(receiver.names(id).filter((name) => name.startsWith('status-update'))).toEqual(statuses.map((status) => `status-update ${status}`))
  expect(receiver.of(id).every(({ headers }) => headers['x-vapi-secret'] === 's')).toBe(true)
  const report = object(receiver.of(id).at(-1)!.body.message)
  expect(report).toMatchObject({
    endedReason: reason,
    call: { id, assistantOverrides: { metadata: { ref: digits } } },
    assistant: { id: assistant.id, metadata: { ref: digits } },
  })
  const analysis = object(report.analysis)
  if (outcome === null) return expect([analysis, report.startedAt, object(report.artifact).messages]).toEqual([{}, undefined, []])
  expect(analysis).toMatchObject({ successEvaluation: String(outcome === 'success'), structuredData: { call_outcome: outcome, detected_language: 'en' } })
  const finals = receiver
    .of(id)
    .filter(({ name }) => name.startsWith('transcript'))
    .map(({ body }) => object(body.message).transcript)
  expect(finals).toEqual((object(report.artifact).messages as JsonObject[]).map(({ message }) => message))
})

it('webhooks are signed as the credential says, by HMAC or bearer', async () => {
  const { simulator, vapi } = await startVendors()
  const receiver = await startReceiver()
  const credential = async (authenticationPlan: JsonObject) => {
    const answer = await ask(`${simulator.url}/vapi/credential`, 'POST', { provider: 'custom-credential', authenticationPlan }, KEYS.vapiApiKey)
    const body = (await answer.json()) as JsonObject
    expect(JSON.stringify(body)).not.toContain('hush')
    return body.id
  }
  const byHmac = await vapiAgent(vapi, {
    url: `${receiver.url}/hmac`,
    credentialId: await credential({ type: 'hmac', secretKey: 'hush', algorithm: 'sha256' }),
  })
  const byBearer = await vapiAgent(vapi, { url: `${receiver.url}/bearer`, credentialId: await credential({ type: 'bearer', token: 'hush' }) })
  const calls = [await byHmac.place('+390212340001'), await byBearer.place('+390212340001')]
  await Promise.all(calls.map(({ id }) => receiver.heard(id, 'end-of-call-report')))
  for (const { path, headers, raw } of receiver.received) {
    if (path === '/hook/bearer') expect(headers.authorization).toBe('Bearer hush')
    else expect(headers['x-signature']).toBe(hmac('hush', `${String(headers['x-timestamp'])}.${raw.toString()}`))
  }
  expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/hook/hmac', '/hook/bearer']))
})

it('a failed webhook is not tried again, unless the backoff plan says so', async () => {
  const { vapi } = await startVendors({ speed: 2000 })
  const receiver = await startReceiver()
  receiver.answer(500)
  const serverMessages = ['end-of-call-report']
  const once = await (await vapiAgent(vapi, { url: receiver.url }, { serverMessages })).place('+390212340001')
  const backoffPlan = { type: 'exponential', maxRetries: 2, baseDelaySeconds: 1 }
  const thrice = await (await vapiAgent(vapi, { url: receiver.url, backoffPlan }, { serverMessages })).place('+390212340001')
  const excluded = await (
    await vapiAgent(vapi, { url: receiver.url, backoffPlan: { ...backoffPlan, excludedStatusCodes: [500] } }, { serverMessages })
  ).place('+390212340001')
  await until('three attempts and one', () => receiver.of(thrice.id).length === 3 && receiver.of(excluded.id).length === 1)
  const { id: last } = await (await vapiAgent(vapi, { url: receiver.url, backoffPlan }, { serverMessages })).place('+390212340001')
  await until('three attempts of a later one', () => receiver.of(last).length === 3)
  expect([once, thrice, excluded].map(({ id }) => receiver.of(id).length)).toEqual([1, 3, 1])
})

it('a live call is ended by its control address, without a key, and only once', async () => {
  const { vapi } = await startVendors({ speed: 20 })
  const receiver = await startReceiver()
  const { place } = await vapiAgent(vapi, { url: receiver.url })
  const { id, monitor } = await place('+390212340009')
  await receiver.heard(id, 'status-update in-progress')
  const end = () => fetch(monitor!.controlUrl!, { method: 'POST', body: '{"type":"end-call"}', headers: { 'content-type': 'application/json' } })
  expect((await end()).status).toBe(200)
  await receiver.heard(id, 'end-of-call-report')
  expect(await vapi.calls.get({ id })).toMatchObject({ status: 'ended', endedReason: 'manually-canceled' })
  expect((await end()).status).toBe(404)
})

it('webhooks arrive twice for 0111, the report before the end for 0112, and never for 0113', async () => {
  const { vapi } = await startVendors()
  const receiver = await startReceiver()
  const { place } = await vapiAgent(vapi, { url: receiver.url }, { serverMessages: ['status-update', 'end-of-call-report'] })
  const [twice, reordered, never] = await Promise.all(['0111', '0112', '0113'].map((digits) => place(`+39021234${digits}`)))
  await until('the webhooks of both calls', () => receiver.of(twice!.id).length === 8 && receiver.of(reordered!.id).length === 4)
  await until('the untold analysis', async () => (await vapi.calls.get({ id: never!.id })).analysis)
  expect(distinct(receiver.names(twice!.id))).toHaveLength(4)
  expect(receiver.names(reordered!.id).slice(2)).toEqual(['end-of-call-report', 'status-update ended'])
  expect(receiver.names(never!.id)).toEqual([])
})

it('a call that is not recorded has no recording', async () => {
  const { vapi } = await startVendors()
  const receiver = await startReceiver()
  const { place } = await vapiAgent(vapi, { url: receiver.url })
  const { id } = await place('+390212340009', { assistantOverrides: { artifactPlan: { recordingEnabled: false } } })
  await receiver.heard(id, 'end-of-call-report')
  expect(receiver.of(id).at(-1)!.raw.toString()).not.toContain('/recordings/')
  expect((await vapi.fetch(`/call/${id}/mono-recording`)).status).toBe(404)
})
