import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/providers/provider.ts'
import { memoryStore, type Store } from '../../src/simulator/wire/store.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { KEYS } from '../providers/adapterKit.ts'
import {
  sendRequest,
  FROM,
  hmac,
  toObject,
  createRetellAgent,
  receiveCall,
  startReceiver,
  startVendors,
  type Answerer,
  createVapiAgent,
} from './simulatorKit.ts'

const CALLER = '+393331234567'

/** Starts a Retell number that asks the receiver which agent answers its calls. */
async function startRetellNumber(answerer: Answerer, options: Parameters<typeof startVendors>[0] = {}) {
  const vendors = await startVendors(options)
  const receiver = await startReceiver(answerer)
  const { agent } = await createRetellAgent(vendors.retell, receiver.url)
  await vendors.retell.phoneNumber.update(FROM, { inbound_webhook_url: receiver.url, inbound_agents: null })
  return { ...vendors, receiver, agent, call: (from?: string) => receiveCall(vendors.simulator.url, 'retell', FROM, from) }
}

async function startVapiNumber(answerer: Answerer, options: Parameters<typeof startVendors>[0] = {}) {
  const vendors = await startVendors(options)
  const receiver = await startReceiver(answerer)
  const server = { url: receiver.url, headers: { 'X-Vapi-Secret': 's' } }
  const { assistant, number } = await createVapiAgent(vendors.vapi, server)
  await vendors.vapi.phoneNumbers.update({ id: number.id, body: { provider: 'byo-phone-number', server, assistantId: null } } as never)
  return { ...vendors, receiver, assistant, number, call: (from?: string) => receiveCall(vendors.simulator.url, 'vapi', FROM, from) }
}

/** Copies a store as if this much time had passed since a crash. */
async function copyAged(ms: number, store: Store): Promise<Store> {
  const copy = memoryStore()
  for (const { kind, id, body } of await store.load()) {
    const row = toObject(body)
    await copy.put(kind, id, kind === 'call' ? { ...row, createdAt: (row.createdAt as number) - ms } : row)
  }
  return copy
}

describe('a call to a number at Retell', () => {
  it('uses the agent, version, overrides, variables and metadata of the response to the signed webhook', async () => {
    let agentId = ''
    const { call, receiver, retell, agent } = await startRetellNumber(() => ({
      call_inbound: {
        override_agent_id: agentId,
        override_agent_version: 0,
        dynamic_variables: { plan: 'gold' },
        metadata: { ref: 'in-1' },
        agent_override: { agent: { language: 'it-IT', data_storage_setting: 'basic_attributes_only' } },
      },
    }))
    agentId = agent.agent_id
    const result = await call(CALLER)
    expect(result).toMatchObject({ status: 201, answered: true, reason: 'answered' })
    await receiver.waitForWebhook(result.id, 'call_analyzed')
    const [webhookRequest, started] = receiver.webhooksOf(result.id)
    expect(webhookRequest!.body).toEqual({
      event: 'call_inbound',
      event_timestamp: expect.any(Number) as number,
      call_inbound: { call_id: result.id, from_number: CALLER, to_number: FROM },
    })
    const [, time, digest] = /^v=(\d+),d=(\w+)$/.exec(String(webhookRequest!.headers['x-retell-signature']))!
    expect(digest).toBe(hmac(KEYS.retellApiKey, webhookRequest!.raw.toString() + time))
    expect(started).toMatchObject({ name: 'call_started' })
    const reported = toObject(receiver.webhooksOf(result.id).at(-1)!.body.call)
    expect(reported).toMatchObject({
      direction: 'inbound',
      from_number: CALLER,
      to_number: FROM,
      agent_id: agentId,
      agent_version: 0,
      metadata: { ref: 'in-1' },
    })
    expect(reported).toMatchObject({ retell_llm_dynamic_variables: { plan: 'gold' }, disconnection_reason: 'agent_hangup' })
    expect(reported.transcript).toMatch(/^Agent: Buongiorno, parla con Ada\..*\nUser: Buongiorno, ho trovato il vostro numero/)
    expect(await retell.call.retrieve(result.id)).not.toHaveProperty('transcript')
  })

  it('is rejected if the response names no agent, and is not stored', async () => {
    const { call, retell } = await startRetellNumber(() => ({ call_inbound: {} }))
    const result = await call(CALLER)
    expect(result).toMatchObject({ answered: false, reason: 'rejected' })
    await expect(retell.call.retrieve(result.id)).rejects.toMatchObject({ status: 422 })
  })

  it('requests an agent four times, and then uses the number’s own agent or ends', async () => {
    const { call, retell, receiver, agent } = await startRetellNumber(() => 500)
    expect(await call(CALLER)).toMatchObject({ answered: false, reason: 'no response in time' })
    expect(receiver.received.map(({ name }) => name)).toEqual(Array<string>(4).fill('call_inbound'))
    await retell.phoneNumber.update(FROM, { inbound_agents: [{ agent_id: agent.agent_id, weight: 1 }] })
    const { id, answered } = await call(CALLER)
    expect(answered).toBe(true)
    expect(receiver.received.at(4)!.body).toMatchObject({ call_inbound: { agent_id: agent.agent_id } })
    await receiver.waitForWebhook(id, 'call_analyzed')
  })

  it('can have a withheld number, and ends as the caller’s last digits demand', async () => {
    let agentId = ''
    const number = await startRetellNumber(() => ({ call_inbound: { override_agent_id: agentId } }))
    agentId = number.agent.agent_id
    const results = await Promise.all([undefined, '+393331230007', '+393331230008', '+393331230001', '+393331230101'].map((from) => number.call(from)))
    await Promise.all(results.map(({ id }) => number.receiver.waitForWebhook(id, 'call_analyzed')))
    const ends = results.map(({ id }) => toObject(number.receiver.webhooksOf(id).at(-1)!.body.call).disconnection_reason)
    expect(ends).toEqual(['agent_hangup', 'user_hangup', 'inactivity', 'agent_hangup', 'agent_hangup'])
    expect(number.receiver.webhooksOf(results[0]!.id)[0]!.body).toMatchObject({ call_inbound: { from_number: 'anonymous' } })
  })
})

describe('a call to a number at Vapi', () => {
  it('has one ID from the request to the report, and uses the requested assistant', async () => {
    let assistantId = ''
    const { call, receiver, vapi, number, assistant } = await startVapiNumber(() => ({
      assistantId,
      assistantOverrides: { metadata: { ref: 'in-1' }, variableValues: { first_name: 'Luca' }, artifactPlan: { recordingEnabled: false } },
    }))
    assistantId = assistant.id
    const result = await call(CALLER)
    expect(result).toMatchObject({ status: 201, answered: true })
    await receiver.waitForWebhook(result.id, 'end-of-call-report')
    const [question] = receiver.webhooksOf(result.id)
    expect(question).toMatchObject({ name: 'assistant-request', headers: { 'x-vapi-secret': 's' } })
    const message = toObject(question!.body.message)
    expect(message).toMatchObject({ phoneNumber: { id: number.id, number: FROM }, customer: { number: CALLER } })
    expect(message.call).toMatchObject({ id: result.id, type: 'inboundPhoneCall', status: 'ringing', phoneNumberId: number.id })
    expect(message.assistant).toBeUndefined()
    const statuses = receiver.namesOf(result.id).filter((name) => name.startsWith('status-update'))
    expect(statuses).toEqual(['status-update in-progress', 'status-update ended'])
    const report = toObject(receiver.webhooksOf(result.id).at(-1)!.body.message)
    expect(report).toMatchObject({ endedReason: 'assistant-ended-call', call: { type: 'inboundPhoneCall', assistantId } })
    expect(toObject(report.artifact).transcript).toMatch(/^AI: Hello Luca/)
    expect(report.artifact).not.toHaveProperty('recordingUrl')
    expect((await vapi.calls.list({ assistantId })).map(({ id }) => id)).toEqual([result.id])
  })

  it.each([
    [{ error: 'We are closed.' }, 'rejected', 'assistant-request-returned-error'],
    [500, 'no response in time', 'assistant-request-failed'],
    [{ assistantId: 'unheard-of' }, 'unknown assistant', 'assistant-request-returned-invalid-assistant'],
    [{}, 'no assistant answers this number', 'assistant-request-returned-no-assistant'],
  ] as const)('with the response %j is rejected and reported as ended: %s', async (answer, reason, endedReason) => {
    const { call, receiver } = await startVapiNumber(() => answer as JsonObject)
    const { id, ...result } = await call(CALLER)
    expect(result).toMatchObject({ answered: false, reason })
    await receiver.waitForWebhook(id, 'end-of-call-report')
    const { message } = receiver.webhooksOf(id).at(-1)!.body as { message: JsonObject }
    expect(message).toMatchObject({ endedReason, call: { id, type: 'inboundPhoneCall', status: 'ended' } })
    const transcript = typeof answer === 'object' && 'error' in answer ? `AI: ${answer.error}\n` : ''
    expect(toObject(message.artifact).transcript).toBe(transcript)
    expect(receiver.namesOf(id).filter((name) => name === 'assistant-request')).toHaveLength(1)
  })

  it('can have a withheld number', async () => {
    const { call, receiver } = await startVapiNumber(() => ({ error: 'No.' }))
    const { id } = await call()
    expect(toObject(toObject(receiver.webhooksOf(id)[0]!.body.message).customer)).not.toHaveProperty('number')
  })

  it('ends on its own if the simulator dies before the response', async () => {
    const store = memoryStore()
    const { simulator, call, receiver } = await startVapiNumber(() => 'nothing', { store, speed: 20 })
    const pendingCall = call(CALLER).catch(() => null)
    const { callId } = await waitFor('the question', () => receiver.received[0])
    const agedStore = await copyAged(8_000, store)
    await simulator.close()
    await pendingCall
    const { vapi } = await startVendors({ store: agedStore, speed: 20 })
    expect(await vapi.calls.get({ id: callId })).toMatchObject({ type: 'inboundPhoneCall' })
    await receiver.waitForWebhook(callId, 'end-of-call-report')
    expect(toObject(receiver.webhooksOf(callId).at(-1)!.body.message).endedReason).toBe('assistant-request-failed')
  })
})

/** Waits for a simulated call to end, more than a second at this speed. */
it('an active inbound call continues after a restart', async () => {
  const store = memoryStore()
  let agentId = ''
  const line = await startRetellNumber(() => ({ call_inbound: { override_agent_id: agentId, metadata: { ref: 'in-2' } } }), { store, speed: 20 })
  agentId = line.agent.agent_id
  const { id } = await line.call(CALLER)
  await line.receiver.waitForWebhook(id, 'transcript_updated')
  await line.simulator.close()
  const { retell } = await startVendors({ store, speed: 20 })
  expect(await retell.call.retrieve(id)).toMatchObject({ direction: 'inbound', call_status: 'ongoing' })
  await line.receiver.waitForWebhook(id, 'call_analyzed')
  const events = line.receiver.namesOf(id).filter((name) => name !== 'transcript_updated')
  expect(events).toEqual(['call_inbound', 'call_started', 'call_ended', 'call_analyzed'])
})

it('an inbound call requires a number of the vendor and a valid caller', async () => {
  const { simulator } = await startVendors()
  expect(await receiveCall(simulator.url, 'retell', '+14155550177', CALLER)).toMatchObject({ status: 404 })
  expect(await receiveCall(simulator.url, 'vapi', '+14155550177', CALLER)).toMatchObject({ status: 404 })
  for (const invalid of [
    { provider: 'other', to: FROM },
    { provider: 'vapi', to: '12' },
    { provider: 'vapi', to: FROM, from: '12' },
  ])
    expect((await sendRequest(`${simulator.url}/simulator/inbound`, 'POST', invalid)).status).toBe(400)
})
