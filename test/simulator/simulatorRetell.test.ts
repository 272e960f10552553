import { expect, it } from 'vitest'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { KEYS } from '../providers/adapterKit.ts'
import {
  ANSWERED,
  distinct,
  REQUESTED_FIELDS,
  hmac,
  toObject,
  type Webhook,
  createRetellAgent,
  startReceiver,
  startVendors,
  UNANSWERED,
} from './simulatorKit.ts'

function isSigned({ headers, raw }: Webhook): boolean {
  const match = /^v=(\d+),d=([0-9a-f]{64})$/.exec(String(headers['x-retell-signature']))
  return match !== null && Math.abs(Date.now() - Number(match[1])) < 60_000 && match[2] === hmac(KEYS.retellApiKey, `${raw.toString()}${match[1]}`)
}

it.each(ANSWERED)('a number ending in %s is answered and ends with %s', async (digits, reason, status, _vapi, outcome, sentiment) => {
  const { retell } = await startVendors()
  const receiver = await startReceiver()
  const { place } = await createRetellAgent(retell, receiver.url)
  const { call_id } = await place(`+39021234${digits}`, { metadata: { ref: digits } })
  await receiver.waitForWebhook(call_id, 'call_analyzed')
  expect(distinct(receiver.namesOf(call_id))).toEqual(['call_started', 'transcript_updated', 'call_ended', 'call_analyzed'])
  const webhooks = receiver.webhooksOf(call_id)
  expect(webhooks.every(isSigned)).toBe(true)
  const [ended, analyzed] = webhooks.slice(-2).map(({ body }) => toObject(body.call))
  expect(ended).toMatchObject({ call_status: status, disconnection_reason: reason, metadata: { ref: digits } })
  expect(ended).not.toHaveProperty('call_analysis')
  expect(analyzed!.transcript).toBe(ended!.transcript)
  expect(analyzed!.call_analysis).toMatchObject({ call_successful: outcome === 'success', in_voicemail: digits === '0003', user_sentiment: sentiment })
  const data = toObject(toObject(analyzed!.call_analysis).custom_analysis_data)
  expect(data).toMatchObject({ detected_language: 'en-US', call_outcome: outcome })
  expect(REQUESTED_FIELDS.every((name) => name in data)).toBe(outcome === 'success')
  const updates = webhooks.filter(({ name }) => name === 'transcript_updated').map(({ body }) => (toObject(body.call).transcript_object as unknown[]).length)
  expect(updates).toEqual(updates.map((_, index) => index + 1))
  expect(updates.at(-1)).toBe((ended!.transcript_object as unknown[]).length)
})

it.each(UNANSWERED)('a number ending in %s is never connected and ends with %s', async (digits, reason) => {
  const { retell } = await startVendors()
  const receiver = await startReceiver()
  const { place } = await createRetellAgent(retell, receiver.url)
  const { call_id } = await place(`+39021234${digits}`)
  await receiver.waitForWebhook(call_id, 'call_analyzed')
  expect(receiver.namesOf(call_id)).toEqual(['call_ended', 'call_analyzed'])
  const call = toObject(receiver.webhooksOf(call_id)[1]!.body.call)
  expect(call).toMatchObject({
    call_status: 'not_connected',
    disconnection_reason: reason,
    call_analysis: { call_successful: false, custom_analysis_data: {} },
  })
  for (const name of ['start_timestamp', 'duration_ms', 'transcript', 'recording_url', 'call_cost']) expect(call).not.toHaveProperty(name)
})

it('only the events that an agent subscribes to are sent, and none without a URL', async () => {
  const { retell } = await startVendors()
  const receiver = await startReceiver()
  const { place } = await createRetellAgent(retell, receiver.url, { webhook_events: ['call_ended'] })
  const { place: placeWithoutWebhook } = await createRetellAgent(retell, receiver.url, { webhook_url: null })
  const [heardCall, unheardCall] = [await place('+390212340007'), await placeWithoutWebhook('+390212340007')]
  await waitFor('the unheard analysis', async () => (await retell.call.retrieve(unheardCall.call_id)).call_analysis)
  await waitFor('a webhook', () => receiver.received.length > 0)
  expect(receiver.received.map(({ name, callId }) => [name, callId])).toEqual([['call_ended', heardCall.call_id]])
})

it('webhooks arrive twice for 0111, out of order for 0112, and never for 0113', async () => {
  const { retell } = await startVendors()
  const receiver = await startReceiver()
  const { place } = await createRetellAgent(retell, receiver.url, { webhook_events: ['call_started', 'call_ended', 'call_analyzed'] })
  const [twice, reordered, never] = await Promise.all(['0111', '0112', '0113'].map((digits) => place(`+39021234${digits}`)))
  await waitFor('the webhooks of both calls', () => receiver.webhooksOf(twice!.call_id).length === 6 && receiver.webhooksOf(reordered!.call_id).length === 3)
  await waitFor('the untold analysis', async () => (await retell.call.retrieve(never!.call_id)).call_analysis)
  expect(receiver.namesOf(twice!.call_id)).toEqual(['call_started', 'call_started', 'call_ended', 'call_ended', 'call_analyzed', 'call_analyzed'])
  expect(receiver.namesOf(reordered!.call_id)).toEqual(['call_started', 'call_analyzed', 'call_ended'])
  expect(toObject(receiver.webhooksOf(reordered!.call_id)[2]!.body.call)).not.toHaveProperty('call_analysis')
  expect(receiver.namesOf(never!.call_id)).toEqual([])
})

it('a failed webhook is retried three times, and the call continues', async () => {
  const { retell } = await startVendors({ speed: 2000 })
  const receiver = await startReceiver()
  receiver.respondWith(500)
  const { place } = await createRetellAgent(retell, receiver.url, { webhook_events: ['call_ended', 'call_analyzed'] })
  const { call_id } = await place('+390212340001')
  await waitFor('eight attempts', () => receiver.webhooksOf(call_id).length === 8)
  expect(receiver.namesOf(call_id)).toEqual([...Array<string>(4).fill('call_ended'), ...Array<string>(4).fill('call_analyzed')])
  expect(receiver.webhooksOf(call_id).every(isSigned)).toBe(true)
})

it('an active call can be stopped, which cuts it short', async () => {
  const { retell } = await startVendors({ speed: 20 })
  const receiver = await startReceiver()
  const { place } = await createRetellAgent(retell, receiver.url)
  const { call_id } = await place('+390212340009')
  await receiver.waitForWebhook(call_id, 'transcript_updated')
  await retell.call.stop(call_id)
  await receiver.waitForWebhook(call_id, 'call_analyzed')
  const call = toObject(receiver.webhooksOf(call_id).at(-1)!.body.call)
  expect(call).toMatchObject({
    call_status: 'ended',
    disconnection_reason: 'manual_stopped',
    call_analysis: { call_successful: false, custom_analysis_data: { call_outcome: 'unknown' } },
  })
  expect(receiver.namesOf(call_id).filter((name) => name === 'transcript_updated')).toHaveLength((call.transcript_object as unknown[]).length)
  expect(toObject(call.call_analysis).custom_analysis_data).not.toHaveProperty('contact_email')
  await expect(retell.call.stop(call_id)).rejects.toMatchObject({ status: 422 })
})

it('the provider ends a conversation at the agent’s maximum duration', async () => {
  const { retell } = await startVendors()
  const receiver = await startReceiver()
  const { place } = await createRetellAgent(retell, receiver.url, { max_call_duration_ms: 10_000 })
  const { call_id } = await place('+390212340009')
  await receiver.waitForWebhook(call_id, 'call_analyzed')
  expect(toObject(receiver.webhooksOf(call_id).at(-1)!.body.call)).toMatchObject({ disconnection_reason: 'max_duration_reached', duration_ms: 10_000 })
})

it('with basic_attributes_only, webhooks contain what later responses omit, and metadata still finds the call', async () => {
  const { retell } = await startVendors()
  const receiver = await startReceiver()
  const { place } = await createRetellAgent(retell, receiver.url)
  const { call_id } = await place('+390212340009', {
    metadata: { ref: 'private' },
    retell_llm_dynamic_variables: { a: 'b' },
    agent_override: { agent: { data_storage_setting: 'basic_attributes_only' } },
  })
  await receiver.waitForWebhook(call_id, 'call_analyzed')
  const reported = toObject(receiver.webhooksOf(call_id).at(-1)!.body.call)
  const stored = await retell.call.retrieve(call_id)
  for (const name of ['transcript', 'transcript_object', 'recording_url', 'metadata', 'retell_llm_dynamic_variables']) {
    expect(reported).toHaveProperty(name)
    expect(stored).not.toHaveProperty(name)
  }
  const { items } = await retell.call.list({ filter_criteria: { metadata: [{ type: 'string', op: 'eq', key: 'ref', value: 'private' }] } })
  expect(items.map((item) => item.call_id)).toEqual([call_id])
})

it.each([
  ['it-IT', '+390212340009', /^Agent: Buongiorno, sono Ada\..*\nUser: Sì, mi dica\./],
  ['de-DE', '+390212340009', /^Agent: Guten Tag, hier spricht Ada\./],
  ['es-ES', '+390212340009', /^Agent: Buenos días, soy Ada\./],
  ['fr-FR', '+390212340009', /^Agent: Bonjour, ici Ada\./],
  [['en-US', 'fr-FR'], '+33612340009', /^Agent: Bonjour, ici Ada\./],
])('an agent with the language %s speaks it on a call to %s', async (language, to, opening) => {
  const { retell } = await startVendors()
  const receiver = await startReceiver()
  const { place } = await createRetellAgent(retell, receiver.url, { language: language as 'it-IT' })
  const { call_id } = await place(to)
  await receiver.waitForWebhook(call_id, 'call_analyzed')
  const call = toObject(receiver.webhooksOf(call_id).at(-1)!.body.call)
  expect(call.transcript).toMatch(opening)
  expect(toObject(toObject(call.call_analysis).custom_analysis_data).detected_language).toBe([language].flat().at(-1))
})

it('a number that is not a test number behaves the same every time, and numbers differ', async () => {
  const { retell } = await startVendors({ speed: 4000 })
  const { place } = await createRetellAgent(retell, 'http://127.0.0.1:9/', { webhook_url: null })
  const numbers = Array.from({ length: 60 }, (_, index) => `+3902555${String(5000 + index)}`)
  const reasons = async () => {
    const ids = await Promise.all(numbers.map(async (to) => (await place(to)).call_id))
    return Promise.all(ids.map((id) => waitFor(`the end of ${id}`, async () => (await retell.call.retrieve(id)).disconnection_reason)))
  }
  const first = await reasons()
  expect(await reasons()).toEqual(first)
  expect(new Set(first).size).toBeGreaterThan(3)
})
