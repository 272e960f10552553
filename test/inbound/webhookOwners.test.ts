import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import type { VoiceEngine } from '../../src/kernel/vocabulary/engines.ts'
import * as callReconciler from '../../src/services/calls/placing/callReconciler.ts'
import { provider } from '../../src/services/voiceProviders/voiceProviders.ts'
import { webhookTokenOf, type WebhookOwner } from '../../src/kernel/crypto/webhookTokens.ts'
import { until } from '../kit/until.ts'
import { useWorld } from '../kit/world.ts'
import { answering, callIn } from '../services/calls/inboundKit.ts'
import { tenant } from '../services/calls/placementKit.ts'
import { counted, deliver, ending, ENGINES, headersOf, news, pathOf, question, retellSignature, secretsOf } from './vendors.ts'

// Slow enough that calls go on while they are lied about.
const world = useWorld({ speed: 4 })

const agentOf = (workspaceId: number, id: number): WebhookOwner => ({ kind: 'agent', workspaceId, id })
const row = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id }, include: { detail: true, hold: true } })
const worked = () => until('the webhooks to be worked on', async () => (await anyWorkspace.providerEvent.count({ where: { processedAt: null } })) === 0)
const slots = (callId: number) => anyWorkspace.providerSlot.count({ where: { callId } })

/** A workspace with a call under way, whose last digits say how it goes. */
async function calling(engine: VoiceEngine, to = '+12125550011') {
  const made = await tenant(world(), { engine })
  const { body, status } = await made.key.post('/calls', { to_number: to, agent_id: made.agentId })
  expect(status).toBe(202)
  const id: number = body.id
  await until('the provider to have it', async () => (await row(id)).providerCallId)
  return { ...made, id, owner: agentOf(made.acme.id, made.agentId), call: await row(id) }
}

describe.each(ENGINES)('%s', (engine) => {
  describe('a webhook at the address of another workspace', () => {
    let victim: Awaited<ReturnType<typeof calling>>
    let attacker: Awaited<ReturnType<typeof tenant>>
    beforeAll(async () => {
      victim = await calling(engine)
      attacker = await tenant(world(), { engine })
    })

    test('changes no call that it names by the provider’s id, and is counted as refused', async () => {
      const before = await counted(engine, 'refused')
      const forged = ending(engine, victim.call.providerCallId!, victim.call.ref)
      const answer = await deliver(world(), engine, forged, { owner: agentOf(attacker.acme.id, attacker.agentId) })
      expect([answer.status, answer.text]).toEqual([204, ''])
      expect(await counted(engine, 'refused')).toBe(before + 1)
      await worked()
      expect(await row(victim.id)).toMatchObject({ finishedAt: null, endedAt: null, durationSeconds: null, detail: { summary: null } })
    })

    test('neither adopts nor changes a call that it names by our reference', async () => {
      const forged = ending(engine, `call_of_nobody_${engine}`, victim.call.ref)
      const answer = await deliver(world(), engine, forged, { owner: agentOf(attacker.acme.id, attacker.agentId) })
      expect([answer.status, answer.text]).toEqual([204, ''])
      await worked()
      expect(await row(victim.id)).toMatchObject({ providerCallId: victim.call.providerCallId, finishedAt: null, detail: { summary: null } })
      expect(await anyWorkspace.call.count({ where: { workspaceId: attacker.acme.id } })).toBe(0)
    })

    test('does not use up the key by which the genuine one is known', async () => {
      const { providerCallId, ref } = victim.call
      const forged = ending(engine, providerCallId!, ref)
      await deliver(world(), engine, forged, { owner: agentOf(attacker.acme.id, attacker.agentId) })
      await deliver(world(), engine, forged, { owner: victim.owner })
      const key = engine === 'retell' ? `retell:call_analyzed:${providerCallId}` : `vapi:report:${providerCallId}`
      const stored = await anyWorkspace.providerEvent.findMany({ where: { dedupeKey: { endsWith: key } } })
      expect(stored.map(({ owner }) => owner)).toEqual([`${victim.owner.workspaceId}a${victim.owner.id}`])
      await worked()
    })

    test.each([
      ['the attacker’s own agent', () => agentOf(attacker.acme.id, attacker.agentId)],
      ['the victim’s agent', () => victim.owner],
      ['the address that all once shared', () => null],
    ])('asks nothing of a number that is not its own (%s): no call, no hold, and an answer that gives nothing away', async (_name, owner) => {
      const answered = await answering(world(), engine)
      const unknown = await deliver(world(), engine, question(engine, { from: '+12125550100', to: '+19995550100' }), { owner: owner() })
      const before = await answered.key.get('/billing/usage')
      const answer = await deliver(world(), engine, question(engine, { from: '+12125550100', to: answered.number.phone_number }), { owner: owner() })
      // A number that is not ours is answered the same.
      expect([answer.status, answer.text]).toEqual([unknown.status, unknown.text])
      expect(answer.text).not.toMatch(/agent|assistantId|metadata/)
      expect(await answered.calls()).toEqual([])
      expect((await answered.key.get('/billing/usage')).body.wallet).toEqual(before.body.wallet)
    })

    test('asks nothing of another workspace’s number at its own number’s address', async () => {
      const [mine, theirs] = [await answering(world(), engine), await answering(world(), engine)]
      const owner: WebhookOwner = { kind: 'number', workspaceId: mine.acme.id, id: mine.number.id }
      const answer = await deliver(world(), engine, question(engine, { from: '+12125550100', to: theirs.number.phone_number }), { owner })
      expect(answer.text).not.toMatch(/agent|assistantId|metadata/)
      expect([await mine.calls(), await theirs.calls()]).toEqual([[], []])
    })
  })

  /** Waits for a simulated call to be answered, a second at this speed, to go on for another second, and to be analyzed once it has ended. */
  test('a webhook that lies about the end of one’s own call settles nothing and frees no line; the real end is charged in full', async () => {
    const { id, owner, call, key } = await calling(engine)
    await until('it to be answered', async () => (await row(id)).status === 'in_progress')
    const lines = await slots(id)
    const answer = await deliver(world(), engine, ending(engine, call.providerCallId!, call.ref), { owner })
    expect(answer.status).toBe(204)
    await worked()
    // A call that is ended in its first second costs nothing.
    const begun = Date.now()
    await until('it to have lasted', () => Date.now() - begun > 1_000)
    expect(await row(id)).toMatchObject({ status: 'in_progress', finishedAt: null, endedAt: null, durationSeconds: null, hold: expect.anything() })
    expect(await slots(id)).toBe(lines)
    await provider(engine).endCall(call.providerCallId!)
    // The forged webhook has used up the key of the genuine one: the end is found when the call is looked at.
    const ended = await until('the call to be finished', async () => {
      await anyWorkspace.call.updateMany({ where: { id, finishedAt: null }, data: { checkAt: new Date() } })
      return (await row(id)).finishedAt && row(id)
    })
    const { durationSeconds, providerCostMicros } = (await provider(engine).getCall(call.providerCallId!))!
    expect(ended).toMatchObject({ durationSeconds, providerCostMicros: BigInt(providerCostMicros!) })
    expect(Number((await key.get(`/calls/${id}`)).body.cost)).toBeGreaterThan(0)
  })

  /** Waits for a simulated call to be answered: it rings for a second at this speed. */
  test('at the address that all once shared nothing is believed but the provider’s id, by which the provider is asked', async () => {
    const { id, call } = await calling(engine)
    await until('it to be answered', async () => (await row(id)).status === 'in_progress')
    await anyWorkspace.call.update({ where: { id }, data: { checkAt: new Date(Date.now() + 3_600_000) } })
    const answer = await deliver(world(), engine, ending(engine, call.providerCallId!, call.ref), { owner: null })
    expect([answer.status, answer.text]).toEqual([204, ''])
    const asked = await until('the provider to be asked', async () => {
      const now = await row(id)
      return now.checkAt! < new Date(Date.now() + 1_800_000) ? now : null
    })
    expect(asked).toMatchObject({ finishedAt: null, endedAt: null, durationSeconds: null, detail: { summary: null } })
    expect(await anyWorkspace.providerEvent.count({ where: { owner: null } })).toBe(0)
  })

  /** Waits for a simulated call to end: it lasts some five seconds at this speed. */
  test('a call that ends while nobody hears of it is ended by such a hint', async () => {
    const { id, call } = await calling(engine, '+12125550113')
    await until('it to be over at the provider', async () => {
      const { calls } = await (await fetch(`${world().running.simulator!.url}/simulator/state`)).json()
      return calls.find((one: { id: string }) => one.id === call.providerCallId)?.phase === 'analyzed'
    })
    await anyWorkspace.call.updateMany({ where: { id, finishedAt: null }, data: { checkAt: new Date(Date.now() + 3_600_000) } })
    await deliver(world(), engine, ending(engine, call.providerCallId!, call.ref), { owner: null })
    const ended = await until('it to be closed', async () => ((await row(id)).finishedAt ? row(id) : null))
    expect(ended.durationSeconds).toBeGreaterThan(5)
  })

  /** Publishes an agent whose number is called, and waits for two webhooks to be worked on, one after the other. */
  test('a call that goes by another id than it was asked about with goes by it once the provider confirms it, and by no other', async () => {
    const { acme, number, calls } = await answering(world(), engine)
    const { id } = (await callIn(world(), { provider: engine, from: '+12125550011', to: number.phone_number })).body
    const { id: callId, ref, agentId } = (await calls())[0]!
    // Not looked at meanwhile: the provider knows nothing of a call by that id.
    await anyWorkspace.call.update({ where: { id: callId }, data: { providerCallId: `asked-${id}`, checkAt: new Date(Date.now() + 3_600_000) } })
    const metadata = { callwright_ref: ref }
    const told = (by: string) =>
      deliver(world(), engine, news(engine, by, engine === 'retell' ? { metadata } : { assistantOverrides: { metadata } }), {
        owner: agentOf(acme.id, agentId!),
      })
    const unknown = `call_of_nobody_else_${engine}`
    await told(unknown)
    await worked()
    expect((await calls())[0]).toMatchObject({ finishedAt: null, providerCallId: expect.not.stringContaining('nobody') })
    await told(id)
    await until('the news to be taken in', async () => (await calls())[0]!.providerCallId === id)
    expect(await anyWorkspace.call.count({ where: { workspaceId: acme.id } })).toBe(1)
  })

  test.each([
    [
      'another agent’s token',
      (owner: WebhookOwner) => webhookTokenOf(engine, { ...owner, id: owner.id + 1 }).replace(/^[^.]+/, `${owner.workspaceId}a${owner.id}`),
    ],
    ['the other engine’s token', (owner: WebhookOwner) => webhookTokenOf(engine === 'retell' ? 'vapi' : 'retell', owner)],
    ['no token', () => 'x'],
  ])('an address that was not made here is refused like a bad signature: %s', async (_name, token) => {
    const owner = agentOf(1, 1)
    const raw = ending(engine, 'call_x', '6f1c1f0e-3f3b-4c51-9a06-0d9a2a4f7b11')
    const res = await fetch(`${world().url}/inbound/${engine}/${token(owner)}`, { method: 'POST', body: raw, headers: headersOf(world(), engine, raw, owner) })
    expect([res.status, await res.text()]).toEqual([401, ''])
  })
})

test('a Vapi secret that leaks opens no address but its own', async () => {
  const [one, other] = [await tenant(world(), { engine: 'vapi' }), await tenant(world(), { engine: 'vapi' })]
  const [mine, theirs] = [agentOf(one.acme.id, one.agentId), agentOf(other.acme.id, other.agentId)]
  const raw = ending('vapi', 'call_x', '6f1c1f0e-3f3b-4c51-9a06-0d9a2a4f7b11')
  const leaked = { 'X-Vapi-Secret': secretsOf(world(), mine).vapi }
  for (const owner of [theirs, null, { ...mine, kind: 'number' as const }])
    expect((await deliver(world(), 'vapi', raw, { owner, headers: leaked })).status).toBe(401)
  expect((await deliver(world(), 'vapi', raw, { owner: mine, headers: leaked })).status).toBe(204)
})

/** Waits for a simulated call to be answered: it rings for a second at this speed. */
test('a tool’s request that Retell signs, relayed as a webhook, ends nothing and tells nothing', async () => {
  const { id, call } = await calling('retell')
  await until('it to be answered', async () => (await row(id)).status === 'in_progress')
  // Payload "args only": the body is what the customer chose, and Retell signs it with the account's key.
  const raw = ending('retell', call.providerCallId!, call.ref)
  const headers = { 'X-Retell-Signature': retellSignature(secretsOf(world()).retell, raw) }
  const res = await fetch(world().url + pathOf('retell', null), { method: 'POST', body: raw, headers })
  expect([res.status, await res.text()]).toEqual([204, ''])
  await callReconciler.reconcileDue()
  await worked()
  expect(await row(id)).toMatchObject({ finishedAt: null, durationSeconds: null })
})
