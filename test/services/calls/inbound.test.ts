import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { countWebhooks, deliver, ENGINES, callStartedBody, inboundCallBody } from '../../inbound/vendors.ts'
import { startReceiver } from '../../kit/fakes/webhookReceiver.ts'
import { createSocketClient } from '../../kit/clients/graphqlSocket.ts'
import { waitForEvents } from '../../kit/waiting/eventsProcessed.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createAnsweringTenant, startInboundCall, waitForFinishedCall, parseInboundAnswer } from './inboundKit.ts'
import { readWallet } from './placementKit.ts'

const testServer = useTestServer({ speed: 200 })
let hooks: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  hooks = await startReceiver()
})
afterAll(() => hooks.close())

describe.each(ENGINES)('%s: a call to a number with an agent', (engine) => {
  test('is answered by the agent: the ringing inbound call and its hold are committed before the response', async () => {
    const { ask, calls, key, agentId, number } = await createAnsweringTenant(testServer(), engine)
    const before = await countWebhooks(engine, 'answered')
    const answer = await ask('+12125550100')
    expect(answer.status).toBe(200)
    const [call] = await calls()
    const agent = (await key.get(`/agents/${agentId}`)).body
    expect(parseInboundAnswer(engine, answer.body)).toMatchObject({ agent: agent.provider_agent_id, metadata: { callwright_ref: call!.ref } })
    expect(call).toMatchObject({
      direction: 'inbound',
      status: 'ringing',
      fromNumber: '+12125550100',
      toNumber: number.phone_number,
      numberId: number.id,
      agentId,
      provider: engine,
      hold: { status: 'open' },
      detail: { routing: { by: 'default_agent', problem: null, latency_ms: null } },
    })
    expect(Number((await readWallet(key)).reserved)).toBeGreaterThan(0)
    expect(await countWebhooks(engine, 'answered')).toBe(before + 1)
  })

  test('reported again, or several times at once, is one call with one response and one hold', async () => {
    const { ask, calls, key } = await createAnsweringTenant(testServer(), engine)
    const id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask('+12125550100', id)))
    answers.push(await ask('+12125550100', id))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    const [call, ...others] = await calls()
    expect(others).toEqual([])
    expect(Number((await readWallet(key)).reserved) * 1e6).toBe(Number(call!.hold!.amount))
  })

  test('from a withheld number is answered as anonymous', async () => {
    const { ask, calls } = await createAnsweringTenant(testServer(), engine)
    expect(parseInboundAnswer(engine, (await ask(null)).body)).not.toBeNull()
    expect(await calls()).toMatchObject([{ fromNumber: 'anonymous', status: 'ringing' }])
  })

  test('is answered even if the caller is on the do-not-call list', async () => {
    const { ask, key } = await createAnsweringTenant(testServer(), engine)
    await key.post('/dnc', { phone_number: '+12125550100' })
    expect(parseInboundAnswer(engine, (await ask('+12125550100')).body)).not.toBeNull()
  })

  test.each([
    ['the caller’s country forbids it', '+4915112345678', 'DE'],
    ['nothing forbids it', '+12125550100', null],
  ])('is recorded if the law allows it: %s', async (_name, from, forbidding) => {
    const { ask, key } = await createAnsweringTenant(testServer(), engine)
    expect(parseInboundAnswer(engine, (await ask(from)).body)!.isRecorded).toBe(forbidding === null)
    const { id } = (await key.get('/calls')).body.items[0]
    expect((await key.get(`/calls/${id}`)).body.recording_advisory).toMatchObject(
      forbidding ? { recorded: false, reason: 'forbidden_by_law', country: forbidding } : { recorded: true, reason: 'enabled' },
    )
  })

  test('is not recorded if the number itself is in a country that forbids recording', async () => {
    const { acme, number, ask } = await createAnsweringTenant(testServer(), engine)
    const phoneNumber = `+49301234${String(number.id).padStart(4, '0')}`
    await anyWorkspace.phoneNumber.update({ where: { id: number.id }, data: { phoneNumber } })
    const answer = await deliver(testServer(), engine, inboundCallBody(engine, { from: '+12125550100', to: phoneNumber }))
    expect(parseInboundAnswer(engine, answer.body)!.isRecorded).toBe(false)
    expect(await anyWorkspace.call.findFirst({ where: { workspaceId: acme.id } })).toMatchObject({
      recorded: false,
      recordingReason: 'forbidden_by_law',
      country: 'DE',
    })
    expect(parseInboundAnswer(engine, (await ask()).body)).toBeNull()
  })
})

describe.each(ENGINES)('%s: a caller is rejected, and no row is created,', (engine) => {
  const expectRejected = async (answer: { status: number; body: unknown }, workspaceId: number) => {
    expect(answer.status).toBe(200)
    expect(parseInboundAnswer(engine, answer.body)).toBeNull()
    expect(await anyWorkspace.call.count({ where: { workspaceId } })).toBe(0)
  }
  test('for a number with inbound calls disabled', async () => {
    const { set, ask, acme } = await createAnsweringTenant(testServer(), engine)
    await set({ enabled: false })
    const before = await countWebhooks(engine, 'rejected')
    await expectRejected(await ask(), acme.id)
    expect(await countWebhooks(engine, 'rejected')).toBe(before + 1)
  })
  test('for a disconnected, unknown or invalid number', async () => {
    const { number, ask, acme } = await createAnsweringTenant(testServer(), engine)
    await anyWorkspace.phoneNumber.update({ where: { id: number.id }, data: { isActive: false } })
    await expectRejected(await ask(), acme.id)
    for (const to of ['+12125559999', 'anonymous', '+1\u00002125559999', `+${'1'.repeat(1000)}`])
      await expectRejected(await deliver(testServer(), engine, inboundCallBody(engine, { from: '+12125550100', to })), acme.id)
  })
  test('for a number that was never imported at the provider', async () => {
    const { number, ask, acme } = await createAnsweringTenant(testServer(), engine)
    await anyWorkspace.phoneNumber.update({ where: { id: number.id }, data: { providerNumbers: {} } })
    await expectRejected(await ask(), acme.id)
  })
})

describe.each(ENGINES)('%s: a call that no agent can answer', (engine) => {
  test('for lack of funds is rejected, and the customer sees it', async () => {
    const { acme, key, ask, calls } = await createAnsweringTenant(testServer(), engine, {}, '0.0001')
    await key.put('/webhooks', { url: hooks.url })
    const id = randomUUID()
    const first = await ask('+12125550100', id)
    expect(parseInboundAnswer(engine, first.body)).toBeNull()
    expect(JSON.stringify(first.body)).not.toMatch(/fund|money|wallet|balance/i)
    expect((await ask('+12125550100', id)).text).toBe(first.text)
    const [call, ...others] = await calls()
    expect(others).toEqual([])
    expect(call).toMatchObject({ status: 'failed', endedReason: 'insufficient_funds', hold: null, recorded: false, costMicros: 0n })
    const event = await hooks.event(String(call!.id))
    expect(event.body).toMatchObject({
      type: 'call.completed',
      workspace_id: String(acme.id),
      data: { direction: 'inbound', status: 'failed', ended_reason: 'insufficient_funds', from_number: '+12125550100', duration_seconds: 0 },
    })
    expect(await readWallet(key)).toMatchObject({ reserved: '0.0000', balance: '0.0001' })
  })

  test('because funds cover only one: of many calls at once one is answered, and no funds are reserved twice', async () => {
    const { acme, key, ask, calls } = await createAnsweringTenant(testServer(), engine)
    await ask()
    const { amount } = (await calls())[0]!.hold!
    await anyWorkspace.wallet.update({ where: { workspaceId: acme.id }, data: { balance: amount * 2n + amount / 2n } })
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask()))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ body }) => parseInboundAnswer(engine, body)).length).toBe(1)
    const allCalls = await calls()
    expect(allCalls.filter(({ endedReason }) => endedReason === 'insufficient_funds').length).toBe(5)
    expect(Number((await readWallet(key)).reserved) * 1e6).toBe(Number(amount * 2n))
  })

  test('because its agent is archived is rejected the same way', async () => {
    const { key, ask, agentId, calls } = await createAnsweringTenant(testServer(), engine)
    await key.put('/webhooks', { url: hooks.url })
    await key.delete(`/agents/${agentId}`)
    expect(parseInboundAnswer(engine, (await ask()).body)).toBeNull()
    const [call] = await calls()
    expect(call).toMatchObject({
      agentId,
      status: 'failed',
      endedReason: 'no_agent',
      hold: null,
      detail: { routing: { problem: `agent ${agentId} is not published` } },
    })
    expect((await hooks.event(String(call!.id))).body.data).toMatchObject({ direction: 'inbound', ended_reason: 'no_agent' })
  })

  test('because its agent is published to the other provider is rejected the same way', async () => {
    const other = engine === 'retell' ? 'vapi' : 'retell'
    const { acme, number, calls } = await createAnsweringTenant(testServer(), other)
    await anyWorkspace.phoneNumber.update({ where: { id: number.id }, data: { providerNumbers: { retell: 'x', vapi: 'x' } } })
    const answer = await deliver(testServer(), engine, inboundCallBody(engine, { from: '+12125550100', to: number.phone_number }))
    expect(parseInboundAnswer(engine, answer.body)).toBeNull()
    expect(await calls()).toMatchObject([{ workspaceId: acme.id, provider: engine, endedReason: 'no_agent' }])
  })
})

describe.each(ENGINES)('%s: from ringing to its analysis', (engine) => {
  test('a call runs like any other, appears in live calls, is charged, and ends with a call.completed event that has its direction', async () => {
    const { acme, key, number } = await createAnsweringTenant(testServer(), engine)
    await key.put('/webhooks', { url: hooks.url })
    const live = createSocketClient(testServer().url, { apiKey: key.apiKey })
    const subscription = live.watch<any>('subscription { activeCallsUpdated { lines { text } call { id status direction } } }')
    await waitFor('the socket', () => subscription.ready)
    const { status, body } = await startInboundCall(testServer(), { provider: engine, from: '+12125550100', to: number.phone_number })
    expect([status, body.answered]).toEqual([201, true])
    const call = await waitForFinishedCall(acme.id)
    expect(call).toMatchObject({
      direction: 'inbound',
      status: 'completed',
      fromNumber: '+12125550100',
      toNumber: number.phone_number,
      providerCallId: body.id,
    })
    expect((call.detail!.transcript as unknown[]).length).toBeGreaterThan(2)
    expect(Number(call.costMicros)).toBeGreaterThan(0)
    expect((await hooks.event(String(call.id))).body.data).toMatchObject({ direction: 'inbound', status: 'completed', from_number: '+12125550100' })
    expect((await readWallet(key)).reserved).toBe('0.0000')
    await waitFor('the subscription to report the end', () =>
      subscription.events.some(({ activeCallsUpdated: liveCalls }) => liveCalls.call.status === 'completed'),
    )
    const seenCalls = subscription.events.map(({ activeCallsUpdated: liveCalls }) => liveCalls.call)
    expect(seenCalls[0]).toMatchObject({ id: String(call.id), status: 'ringing', direction: 'inbound' })
    expect(subscription.events.some(({ activeCallsUpdated: liveCalls }) => liveCalls.lines.length > 0)).toBe(true)
    await live.close()
  })

  test('a rejected call stays rejected, whatever the provider reports afterwards', async () => {
    const { acme, key, agentId, number } = await createAnsweringTenant(testServer(), engine)
    await key.put('/webhooks', { url: hooks.url })
    await key.delete(`/agents/${agentId}`)
    const { body } = await startInboundCall(testServer(), { provider: engine, from: '+12125550100', to: number.phone_number })
    expect(body).toMatchObject({ answered: false, reason: 'rejected' })
    const call = await waitForFinishedCall(acme.id)
    for (const raw of [callStartedBody(engine, body.id), callStartedBody(engine, body.id, { metadata: { callwright_ref: call.ref } })])
      await deliver(testServer(), engine, raw)
    await waitForEvents()
    expect(await anyWorkspace.call.findMany({ where: { workspaceId: acme.id } })).toMatchObject([
      { status: 'failed', endedReason: 'no_agent', durationSeconds: 0 },
    ])
    await hooks.event(String(call.id))
    expect(hooks.received.filter(({ body: event }) => event.id === String(call.id)).length).toBe(1)
  })

  test('webhooks about an unknown call change nothing, and are counted', async () => {
    const before = [await anyWorkspace.call.count(), await countWebhooks(engine, 'unknown_call')]
    await deliver(testServer(), engine, callStartedBody(engine, randomUUID()))
    await waitFor('the webhook to be counted', async () => (await countWebhooks(engine, 'unknown_call')) === before[1]! + 1)
    expect(await anyWorkspace.call.count()).toBe(before[0])
  })

  test('a call is settled even if no webhook arrives', async () => {
    const { acme, key, number } = await createAnsweringTenant(testServer(), engine)
    await startInboundCall(testServer(), { provider: engine, from: '+12125550113', to: number.phone_number })
    const call = await waitForFinishedCall(acme.id)
    expect(call).toMatchObject({ direction: 'inbound', status: 'completed' })
    expect((await readWallet(key)).reserved).toBe('0.0000')
  })

  /** Waits two seconds, the simulator's listing lag. */
  test('a call that never connected at its provider ends, and its hold is released', async () => {
    const { acme, ask, key } = await createAnsweringTenant(testServer(), engine)
    await ask()
    const call = await waitForFinishedCall(acme.id)
    expect(call).toMatchObject({ direction: 'inbound', status: 'failed', costMicros: 0n })
    expect((await readWallet(key)).reserved).toBe('0.0000')
  })
})
