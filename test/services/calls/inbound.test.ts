import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { counted, deliver, ENGINES, news, question } from '../../inbound/vendors.ts'
import { receiver } from '../../kit/receiver.ts'
import { socket } from '../../kit/socket.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { answering, callIn, finished, told } from './inboundKit.ts'
import { money } from './placementKit.ts'

const world = useWorld({ speed: 200 })
let hooks: Awaited<ReturnType<typeof receiver>>
beforeAll(async () => {
  hooks = await receiver()
})
afterAll(() => hooks.close())

describe.each(ENGINES)('%s: a call to a number with an agent', (engine) => {
  test('is answered by it: ringing, inbound, with its hold, before the provider is told', async () => {
    const { ask, calls, key, agentId, number } = await answering(world(), engine)
    const before = await counted(engine, 'answered')
    const answer = await ask('+12125550100')
    expect(answer.status).toBe(200)
    const [call] = await calls()
    const agent = (await key.get(`/agents/${agentId}`)).body
    expect(told(engine, answer.body)).toMatchObject({ agent: agent.provider_agent_id, metadata: { callwright_ref: call!.ref } })
    expect(call).toMatchObject({
      direction: 'inbound',
      status: 'ringing',
      fromNumber: '+12125550100',
      toNumber: number.phone_number,
      numberId: number.id,
      agentId,
      provider: engine,
      hold: { state: 'open' },
      detail: { routing: { by: 'default_agent', problem: null, latency_ms: null } },
    })
    expect(Number((await money(key)).reserved)).toBeGreaterThan(0)
    expect(await counted(engine, 'answered')).toBe(before + 1)
  })

  test('asked about again, or several times at once, is one call with one answer and one hold', async () => {
    const { ask, calls, key } = await answering(world(), engine)
    const id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask('+12125550100', id)))
    answers.push(await ask('+12125550100', id))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    const [call, ...others] = await calls()
    expect(others).toEqual([])
    expect(Number((await money(key)).reserved) * 1e6).toBe(Number(call!.hold!.amount))
  })

  test('by somebody who shows no number is answered as anonymous', async () => {
    const { ask, calls } = await answering(world(), engine)
    expect(told(engine, (await ask(null)).body)).not.toBeNull()
    expect(await calls()).toMatchObject([{ fromNumber: 'anonymous', status: 'ringing' }])
  })

  test('is answered although the caller is on the do-not-call list', async () => {
    const { ask, key } = await answering(world(), engine)
    await key.post('/dnc', { phone_number: '+12125550100' })
    expect(told(engine, (await ask('+12125550100')).body)).not.toBeNull()
  })

  test.each([
    ['the caller’s country forbids it', '+4915112345678', 'DE'],
    ['nothing forbids it', '+12125550100', null],
  ])('is recorded where the law allows it: %s', async (_name, from, forbidding) => {
    const { ask, key } = await answering(world(), engine)
    expect(told(engine, (await ask(from)).body)!.isRecorded).toBe(forbidding === null)
    const { id } = (await key.get('/calls')).body.items[0]
    expect((await key.get(`/calls/${id}`)).body.recording_advisory).toMatchObject(
      forbidding ? { recorded: false, reason: 'forbidden_by_law', country: forbidding } : { recorded: true, reason: 'enabled' },
    )
  })

  test('is not recorded when the number itself is in a country that forbids it', async () => {
    const { acme, number, ask } = await answering(world(), engine)
    const phoneNumber = `+49301234${String(number.id).padStart(4, '0')}`
    await anyWorkspace.phoneNumber.update({ where: { id: number.id }, data: { phoneNumber } })
    const answer = await deliver(world(), engine, question(engine, { from: '+12125550100', to: phoneNumber }))
    expect(told(engine, answer.body)!.isRecorded).toBe(false)
    expect(await anyWorkspace.call.findFirst({ where: { workspaceId: acme.id } })).toMatchObject({
      recorded: false,
      recordingReason: 'forbidden_by_law',
      country: 'DE',
    })
    expect(told(engine, (await ask()).body)).toBeNull()
  })
})

describe.each(ENGINES)('%s: a caller is turned away, and no row is made,', (engine) => {
  const refused = async (answer: { status: number; body: unknown }, workspaceId: number) => {
    expect(answer.status).toBe(200)
    expect(told(engine, answer.body)).toBeNull()
    expect(await anyWorkspace.call.count({ where: { workspaceId } })).toBe(0)
  }
  test('from a number that takes no calls', async () => {
    const { set, ask, acme } = await answering(world(), engine)
    await set({ enabled: false })
    const before = await counted(engine, 'rejected')
    await refused(await ask(), acme.id)
    expect(await counted(engine, 'rejected')).toBe(before + 1)
  })
  test('from one that was released, that nobody has, or that is none', async () => {
    const { number, ask, acme } = await answering(world(), engine)
    await anyWorkspace.phoneNumber.update({ where: { id: number.id }, data: { isActive: false } })
    await refused(await ask(), acme.id)
    for (const to of ['+12125559999', 'anonymous', '+1\u00002125559999', `+${'1'.repeat(1000)}`])
      await refused(await deliver(world(), engine, question(engine, { from: '+12125550100', to })), acme.id)
  })
  test('from one that the provider was never told of', async () => {
    const { number, ask, acme } = await answering(world(), engine)
    await anyWorkspace.phoneNumber.update({ where: { id: number.id }, data: { providerNumbers: {} } })
    await refused(await ask(), acme.id)
  })
})

describe.each(ENGINES)('%s: a call that nobody can answer', (engine) => {
  test('for want of money is turned away, and the customer learns of it', async () => {
    const { acme, key, ask, calls } = await answering(world(), engine, {}, '0.0001')
    await key.put('/webhooks', { url: hooks.url })
    const id = randomUUID()
    const first = await ask('+12125550100', id)
    expect(told(engine, first.body)).toBeNull()
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
    expect(await money(key)).toMatchObject({ reserved: '0.0000', balance: '0.0001' })
  })

  test('because the money is enough for one: of many at once one is answered, and nothing is promised twice', async () => {
    const { acme, key, ask, calls } = await answering(world(), engine)
    await ask()
    const { amount } = (await calls())[0]!.hold!
    await anyWorkspace.wallet.update({ where: { workspaceId: acme.id }, data: { balance: amount * 2n + amount / 2n } })
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask()))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ body }) => told(engine, body)).length).toBe(1)
    const made = await calls()
    expect(made.filter(({ endedReason }) => endedReason === 'insufficient_funds').length).toBe(5)
    expect(Number((await money(key)).reserved) * 1e6).toBe(Number(amount * 2n))
  })

  test('because its agent was retired is turned away likewise', async () => {
    const { key, ask, agentId, calls } = await answering(world(), engine)
    await key.put('/webhooks', { url: hooks.url })
    await key.delete(`/agents/${agentId}`)
    expect(told(engine, (await ask()).body)).toBeNull()
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

  test('because its agent speaks through the other provider is turned away likewise', async () => {
    const other = engine === 'retell' ? 'vapi' : 'retell'
    const { acme, number, calls } = await answering(world(), other)
    await anyWorkspace.phoneNumber.update({ where: { id: number.id }, data: { providerNumbers: { retell: 'x', vapi: 'x' } } })
    const answer = await deliver(world(), engine, question(engine, { from: '+12125550100', to: number.phone_number }))
    expect(told(engine, answer.body)).toBeNull()
    expect(await calls()).toMatchObject([{ workspaceId: acme.id, provider: engine, endedReason: 'no_agent' }])
  })
})

describe.each(ENGINES)('%s: from ringing to its analysis', (engine) => {
  test('a call runs like any other, is seen live, costs money, and ends in call.completed with its direction', async () => {
    const { acme, key, number } = await answering(world(), engine)
    await key.put('/webhooks', { url: hooks.url })
    const live = socket(world().url, { apiKey: key.apiKey })
    const watched = live.watch<any>('subscription { activeCallsUpdated { lines { text } call { id status direction } } }')
    await until('the socket', () => watched.ready)
    const { status, body } = await callIn(world(), { provider: engine, from: '+12125550100', to: number.phone_number })
    expect([status, body.answered]).toEqual([201, true])
    const call = await finished(acme.id)
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
    expect((await money(key)).reserved).toBe('0.0000')
    await until('the end to be seen', () => watched.events.some(({ activeCallsUpdated: liveCalls }) => liveCalls.call.status === 'completed'))
    const seen = watched.events.map(({ activeCallsUpdated: liveCalls }) => liveCalls.call)
    expect(seen[0]).toMatchObject({ id: String(call.id), status: 'ringing', direction: 'inbound' })
    expect(watched.events.some(({ activeCallsUpdated: liveCalls }) => liveCalls.lines.length > 0)).toBe(true)
    await live.close()
  })

  test('a call that is turned away stays so, whatever the provider tells of it afterwards', async () => {
    const { acme, key, agentId, number } = await answering(world(), engine)
    await key.put('/webhooks', { url: hooks.url })
    await key.delete(`/agents/${agentId}`)
    const { body } = await callIn(world(), { provider: engine, from: '+12125550100', to: number.phone_number })
    expect(body).toMatchObject({ answered: false, reason: 'rejected' })
    const call = await finished(acme.id)
    for (const raw of [news(engine, body.id), news(engine, body.id, { metadata: { callwright_ref: call.ref } })]) await deliver(world(), engine, raw)
    await until('the news to be worked on', async () => (await anyWorkspace.providerEvent.count({ where: { processedAt: null } })) === 0)
    expect(await anyWorkspace.call.findMany({ where: { workspaceId: acme.id } })).toMatchObject([
      { status: 'failed', endedReason: 'no_agent', durationSeconds: 0 },
    ])
    await hooks.event(String(call.id))
    expect(hooks.received.filter(({ body: event }) => event.id === String(call.id)).length).toBe(1)
  })

  test('news of a call that is not ours change nothing, and are counted', async () => {
    const before = [await anyWorkspace.call.count(), await counted(engine, 'unknown_call')]
    await deliver(world(), engine, news(engine, randomUUID()))
    await until('the news to be counted', async () => (await counted(engine, 'unknown_call')) === before[1]! + 1)
    expect(await anyWorkspace.call.count()).toBe(before[0])
  })

  test('a call is settled also when no webhook ever comes', async () => {
    const { acme, key, number } = await answering(world(), engine)
    await callIn(world(), { provider: engine, from: '+12125550113', to: number.phone_number })
    const call = await finished(acme.id)
    expect(call).toMatchObject({ direction: 'inbound', status: 'completed' })
    expect((await money(key)).reserved).toBe('0.0000')
  })

  /** Waits until the time is over in which the provider may not know the call yet: two seconds at the simulator. */
  test('a call that its provider never held ends, and its hold is freed', async () => {
    const { acme, ask, key } = await answering(world(), engine)
    await ask()
    const call = await finished(acme.id)
    expect(call).toMatchObject({ direction: 'inbound', status: 'failed', costMicros: 0n })
    expect((await money(key)).reserved).toBe('0.0000')
  })
})
