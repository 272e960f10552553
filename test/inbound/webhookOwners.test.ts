import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import type { VoiceEngine } from '../../src/kernel/vocabulary/engines.ts'
import * as callReconciler from '../../src/services/calls/placing/callReconciler.ts'
import { provider } from '../../src/services/voiceProviders/voiceProviders.ts'
import { webhookTokenOf, type WebhookOwner } from '../../src/kernel/crypto/webhookTokens.ts'
import { makeSmsNumber } from '../kit/fixtures/rows.ts'
import { waitForEvents } from '../kit/waiting/eventsProcessed.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createAnsweringTenant, startInboundCall } from '../services/calls/inboundKit.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import {
  countWebhooks,
  deliver,
  callEndedBody,
  ENGINES,
  signedHeadersOf,
  spokenBody,
  webhookPathOf,
  inboundCallBody,
  retellSignature,
  webhookSecretsOf,
} from './vendors.ts'

// Slow enough that calls are active while forged webhooks arrive.
const testServer = useTestServer({ speed: 4 })

const agentOf = (workspaceId: number, id: number): WebhookOwner => ({ kind: 'agent', workspaceId, id })
const getCall = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id }, include: { detail: true, hold: true } })
const countSlots = (callId: number) => anyWorkspace.providerSlot.count({ where: { callId } })

/** Creates a workspace with an active call. The last digits of `to` select the simulated course. */
async function placeTestCall(engine: VoiceEngine, to = '+12125550011') {
  const fixture = await createTenant(testServer(), { engine })
  const { body, status } = await fixture.key.post('/calls', { to_number: to, agent_id: fixture.agentId })
  expect(status).toBe(202)
  const id: number = body.id
  await waitFor('the provider to have the call', async () => (await getCall(id)).providerCallId)
  return { ...fixture, id, owner: agentOf(fixture.acme.id, fixture.agentId), call: await getCall(id) }
}

describe.each(ENGINES)('%s', (engine) => {
  describe('a webhook at the URL of another workspace', () => {
    let victim: Awaited<ReturnType<typeof placeTestCall>>
    let attacker: Awaited<ReturnType<typeof createTenant>>
    beforeAll(async () => {
      victim = await placeTestCall(engine)
      attacker = await createTenant(testServer(), { engine })
    })

    test('does not change a call named by the provider’s ID, and is counted as refused', async () => {
      const before = await countWebhooks(engine, 'refused')
      const forged = callEndedBody(engine, victim.call.providerCallId!, victim.call.ref)
      const response = await deliver(testServer(), engine, forged, { owner: agentOf(attacker.acme.id, attacker.agentId) })
      expect([response.status, response.text]).toEqual([204, ''])
      expect(await countWebhooks(engine, 'refused')).toBe(before + 1)
      await waitForEvents()
      expect(await getCall(victim.id)).toMatchObject({ finishedAt: null, endedAt: null, durationSeconds: null, detail: { summary: null } })
    })

    test('neither changes nor creates a call named by our reference', async () => {
      const forged = callEndedBody(engine, `call_unknown_${engine}`, victim.call.ref)
      const response = await deliver(testServer(), engine, forged, { owner: agentOf(attacker.acme.id, attacker.agentId) })
      expect([response.status, response.text]).toEqual([204, ''])
      await waitForEvents()
      expect(await getCall(victim.id)).toMatchObject({ providerCallId: victim.call.providerCallId, finishedAt: null, detail: { summary: null } })
      expect(await anyWorkspace.call.count({ where: { workspaceId: attacker.acme.id } })).toBe(0)
    })

    test('does not block the genuine webhook as a duplicate', async () => {
      const { providerCallId, ref } = victim.call
      const forged = callEndedBody(engine, providerCallId!, ref)
      await deliver(testServer(), engine, forged, { owner: agentOf(attacker.acme.id, attacker.agentId) })
      await deliver(testServer(), engine, forged, { owner: victim.owner })
      const kind = engine === 'retell' ? 'v:call_analyzed:' : 'v:report:'
      const path = engine === 'retell' ? ['call', 'call_id'] : ['message', 'call', 'id']
      const stored = await anyWorkspace.providerEvent.findMany({ where: { dedupeKey: { startsWith: kind }, body: { path, equals: providerCallId! } } })
      expect(stored.map(({ owner }) => owner)).toEqual([`${victim.owner.workspaceId}a${victim.owner.id}`])
      await waitForEvents()
    })

    test.each([
      ['the attacker’s own agent', () => agentOf(attacker.acme.id, attacker.agentId)],
      ['the victim’s agent', () => victim.owner],
      ['the former shared URL', () => null],
    ])('a request for another workspace’s number (%s) creates no call and no reservation, and the response reveals nothing', async (_name, owner) => {
      const target = await createAnsweringTenant(testServer(), engine)
      const unknown = await deliver(testServer(), engine, inboundCallBody(engine, { from: '+12125550100', to: '+19995550100' }), { owner: owner() })
      const before = await target.key.get('/billing/usage')
      const response = await deliver(testServer(), engine, inboundCallBody(engine, { from: '+12125550100', to: target.number.phone_number }), {
        owner: owner(),
      })
      // The response for an unknown number is the same.
      expect([response.status, response.text]).toEqual([unknown.status, unknown.text])
      expect(response.text).not.toMatch(/agent|assistantId|metadata/)
      expect(await target.calls()).toEqual([])
      expect((await target.key.get('/billing/usage')).body.wallet).toEqual(before.body.wallet)
    })

    test('a request for another workspace’s number at the URL of an own number creates no call', async () => {
      const [own, foreign] = [await createAnsweringTenant(testServer(), engine), await createAnsweringTenant(testServer(), engine)]
      const owner: WebhookOwner = { kind: 'number', workspaceId: own.acme.id, id: own.number.id }
      const response = await deliver(testServer(), engine, inboundCallBody(engine, { from: '+12125550100', to: foreign.number.phone_number }), { owner })
      expect(response.text).not.toMatch(/agent|assistantId|metadata/)
      expect([await own.calls(), await foreign.calls()]).toEqual([[], []])
    })
  })

  test('a request for an own number at the URL of another number of the workspace creates no call', async () => {
    const own = await createAnsweringTenant(testServer(), engine)
    const { number: other } = await makeSmsNumber(own.acme.id, engine === 'retell' ? '+14155550143' : '+14155550144')
    const requestAt = (id: number) =>
      deliver(testServer(), engine, inboundCallBody(engine, { from: '+12125550100', to: own.number.phone_number }), {
        owner: { kind: 'number', workspaceId: own.acme.id, id },
      })
    expect((await requestAt(other.id)).text).not.toMatch(/agent|assistantId|metadata/)
    expect(await own.calls()).toEqual([])
    await requestAt(own.number.id)
    expect(await own.calls()).toHaveLength(1)
  })

  /** Waits for a simulated call to be answered, 1 second at this speed, to last another second, and to be analyzed after its end. */
  test('a forged end of an own call settles nothing and releases no slot, and the real end is charged in full', async () => {
    const { id, owner, call, key } = await placeTestCall(engine)
    await waitFor('the call to be answered', async () => (await getCall(id)).status === 'in_progress')
    const slotCount = await countSlots(id)
    const response = await deliver(testServer(), engine, callEndedBody(engine, call.providerCallId!, call.ref), { owner })
    expect(response.status).toBe(204)
    await waitForEvents()
    // A call that ends in its first second costs nothing.
    const startedAt = Date.now()
    await waitFor('the call to last a second', () => Date.now() - startedAt > 1_000)
    expect(await getCall(id)).toMatchObject({ status: 'in_progress', finishedAt: null, endedAt: null, durationSeconds: null, hold: expect.anything() })
    expect(await countSlots(id)).toBe(slotCount)
    await provider(engine).endCall(call.providerCallId!)
    // The forged webhook makes the genuine one a duplicate, so the reconciler finds the end.
    const ended = await waitFor('the call to be finished', async () => {
      await anyWorkspace.call.updateMany({ where: { id, finishedAt: null }, data: { nextCheckAt: new Date() } })
      return (await getCall(id)).finishedAt && getCall(id)
    })
    const { durationSeconds, providerCostMicros } = (await provider(engine).getCall(call.providerCallId!))!
    expect(ended).toMatchObject({ durationSeconds, providerCostMicros: BigInt(providerCostMicros!) })
    expect(Number((await key.get(`/calls/${id}`)).body.cost)).toBeGreaterThan(0)
  })

  /** Waits for a simulated call to be answered: it rings for 1 second at this speed. */
  test('at the former shared URL only the provider’s ID is used, to read the call from the provider', async () => {
    const { id, call } = await placeTestCall(engine)
    await waitFor('the call to be answered', async () => (await getCall(id)).status === 'in_progress')
    await anyWorkspace.call.update({ where: { id }, data: { nextCheckAt: new Date(Date.now() + 3_600_000) } })
    const response = await deliver(testServer(), engine, callEndedBody(engine, call.providerCallId!, call.ref), { owner: null })
    expect([response.status, response.text]).toEqual([204, ''])
    const updatedCall = await waitFor('the call to be due for a check', async () => {
      const current = await getCall(id)
      return current.nextCheckAt! < new Date(Date.now() + 1_800_000) ? current : null
    })
    expect(updatedCall).toMatchObject({ finishedAt: null, endedAt: null, durationSeconds: null, detail: { summary: null } })
    expect(await anyWorkspace.providerEvent.count({ where: { owner: null } })).toBe(0)
  })

  /** Waits for a simulated call to end: it lasts about 5 seconds at this speed. */
  test('a webhook at the former shared URL finishes a call whose end was missed', async () => {
    const { id, call } = await placeTestCall(engine, '+12125550113')
    await waitFor('the call to end at the provider', async () => {
      const { calls } = await (await fetch(`${testServer().running.simulator!.url}/simulator/state`)).json()
      return calls.find(({ id: callId }: { id: string }) => callId === call.providerCallId)?.phase === 'analyzed'
    })
    await anyWorkspace.call.updateMany({ where: { id, finishedAt: null }, data: { nextCheckAt: new Date(Date.now() + 3_600_000) } })
    await deliver(testServer(), engine, callEndedBody(engine, call.providerCallId!, call.ref), { owner: null })
    const ended = await waitFor('the call to be finished', async () => ((await getCall(id)).finishedAt ? getCall(id) : null))
    expect(ended.durationSeconds).toBeGreaterThan(5)
  })

  /** Publishes an agent whose number is called, and waits for two webhooks to be processed, one after the other. */
  test('an inbound call takes another provider ID only if the provider confirms it', async () => {
    const { acme, number, calls } = await createAnsweringTenant(testServer(), engine)
    const { id } = (await startInboundCall(testServer(), { provider: engine, from: '+12125550011', to: number.phone_number })).body
    const { id: callId, ref, agentId } = (await calls())[0]!
    // Postpones the check, because the provider has no call with this ID.
    await anyWorkspace.call.update({ where: { id: callId }, data: { providerCallId: `asked-${id}`, nextCheckAt: new Date(Date.now() + 3_600_000) } })
    const metadata = { callwright_ref: ref }
    // A line that only this webhook has: the provider's own webhook may have started the call already.
    const deliverUpdate = (by: string) =>
      deliver(testServer(), engine, spokenBody(engine, by, 'Is anybody there?', engine === 'retell' ? { metadata } : { assistantOverrides: { metadata } }), {
        owner: agentOf(acme.id, agentId!),
      })
    const unknown = `call_unknown_other_${engine}`
    await deliverUpdate(unknown)
    await waitForEvents()
    expect((await calls())[0]).toMatchObject({ finishedAt: null, providerCallId: expect.not.stringContaining('unknown') })
    await deliverUpdate(id)
    await waitFor('the webhook to be applied', async () => (await calls())[0]!.providerCallId === id)
    expect(await anyWorkspace.call.count({ where: { workspaceId: acme.id } })).toBe(1)
  })

  test.each([
    [
      'another agent’s token',
      (owner: WebhookOwner) => webhookTokenOf(engine, { ...owner, id: owner.id + 1 }).replace(/^[^.]+/, `${owner.workspaceId}a${owner.id}`),
    ],
    ['the other engine’s token', (owner: WebhookOwner) => webhookTokenOf(engine === 'retell' ? 'vapi' : 'retell', owner)],
    ['no token', () => 'x'],
  ])('refuses a URL with an invalid token like a bad signature: %s', async (_name, token) => {
    const owner = agentOf(1, 1)
    const raw = callEndedBody(engine, 'call_x', '6f1c1f0e-3f3b-4c51-9a06-0d9a2a4f7b11')
    const res = await fetch(`${testServer().url}/inbound/${engine}/${token(owner)}`, {
      method: 'POST',
      body: raw,
      headers: signedHeadersOf(testServer(), engine, raw, owner),
    })
    expect([res.status, await res.text()]).toEqual([401, ''])
  })
})

test('a leaked Vapi secret works for its own URL only', async () => {
  const [tenantA, tenantB] = [await createTenant(testServer(), { engine: 'vapi' }), await createTenant(testServer(), { engine: 'vapi' })]
  const [own, foreign] = [agentOf(tenantA.acme.id, tenantA.agentId), agentOf(tenantB.acme.id, tenantB.agentId)]
  const raw = callEndedBody('vapi', 'call_x', '6f1c1f0e-3f3b-4c51-9a06-0d9a2a4f7b11')
  const leakedHeaders = { 'X-Vapi-Secret': webhookSecretsOf(testServer(), own).vapi }
  for (const owner of [foreign, null, { ...own, kind: 'number' as const }])
    expect((await deliver(testServer(), 'vapi', raw, { owner, headers: leakedHeaders })).status).toBe(401)
  expect((await deliver(testServer(), 'vapi', raw, { owner: own, headers: leakedHeaders })).status).toBe(204)
})

/** Waits for a simulated call to be answered: it rings for 1 second at this speed. */
test('a signed tool request from Retell, relayed as a webhook, changes nothing', async () => {
  const { id, call } = await placeTestCall('retell')
  await waitFor('the call to be answered', async () => (await getCall(id)).status === 'in_progress')
  // With the payload "args only" the customer chooses the body, and Retell signs it with the account's key.
  const raw = callEndedBody('retell', call.providerCallId!, call.ref)
  const headers = { 'X-Retell-Signature': retellSignature(webhookSecretsOf(testServer()).retell, raw) }
  const res = await fetch(testServer().url + webhookPathOf('retell', null), { method: 'POST', body: raw, headers })
  expect([res.status, await res.text()]).toEqual([204, ''])
  await callReconciler.reconcileDue()
  await waitForEvents()
  expect(await getCall(id)).toMatchObject({ finishedAt: null, durationSeconds: null })
})
