import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { DomainError } from '../../../src/kernel/vocabulary/errors.ts'
import { formatMicros } from '../../../src/kernel/lib/money.ts'
import * as leadImports from '../../../src/services/leads/imports/leadImports.ts'
import * as messageSends from '../../../src/services/messages/messageSends.ts'
import * as callPlacements from '../../../src/services/calls/placing/callPlacements.ts'
import { holdAmount } from '../../../src/services/billing/pricing.ts'
import { smsPrice } from '../../../src/services/billing/smsPrices.ts'
import { provider } from '../../../src/services/voiceProviders/voiceProviders.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { computeUsage, connectApp, countOutcomes } from '../access/appKit.ts'
import { createCampaign, leadsOf, phoneNumbersOf } from '../dialer/dialerKit.ts'
import { linkSmsNumber } from '../messages/messageKit.ts'
import { listPlacements, readWallet, createTenant } from '../calls/placementKit.ts'

/** Fast enough for calls to end, and slow enough for several to be placed before a long one ends. */
const testServer = useTestServer({ speed: 20 })
const HOLD = holdAmount('+12125550100')
const LONG_MS = 60_000

const calling =
  ({ actor }: Awaited<ReturnType<typeof connectApp>>, agentId: number) =>
  (toNumber: string) =>
    callPlacements.place(actor, { toNumber, agentId })
const waitForCalls = (workspaceId: number) =>
  waitFor('all calls to end', async () => (await anyWorkspace.call.count({ where: { workspaceId, finishedAt: null } })) === 0, LONG_MS)

/** Hangs up the calls at their provider after some seconds of simulated time. */
async function hangUp(workspaceId: number) {
  const talking = await waitFor('all calls to be answered', async () => {
    const calls = await anyWorkspace.call.findMany({ where: { workspaceId, finishedAt: null } })
    return calls.every(({ status, startedAt }) => status === 'in_progress' && startedAt! < new Date(Date.now() - 500)) && calls
  })
  await Promise.all(talking.map((call) => provider(call.provider).endCall(call.providerCallId!)))
}

/** Waits for seven simulated calls to end, which last about a second at this speed. */
test(
  'of 30 concurrent calls of an app with a cap of 7, 7 are placed and 23 rejected without a trace',
  async () => {
    const { acme, key, agentId } = await createTenant(testServer(), { wallet: '1000' })
    const app = await connectApp(testServer(), acme.id, { callLimit: 7 })
    const { done, refusals } = await countOutcomes(Array.from({ length: 30 }, (_, n) => calling(app, agentId)(`+1401555${2000 + n}`)))
    expect([done, refusals.length]).toEqual([7, 23])
    expect(refusals[0]).toEqual({
      code: 'FORBIDDEN',
      detail: { error: 'app_cap_reached', message: expect.stringContaining('can place 7 calls in total and has placed 7'), cap: 7, used: 7 },
    })
    expect(await anyWorkspace.call.findMany({ where: { workspaceId: acme.id }, select: { appGrantId: true } })).toEqual(
      Array(7).fill({ appGrantId: app.actor.keyId }),
    )
    expect(await listPlacements(testServer(), 'retell', '+1401555')).toHaveLength(7)
    await waitForCalls(acme.id)
    expect(await app.account()).toEqual(await computeUsage(app.actor.keyId))
    expect((await app.account()).calls).toBe(7)
    expect((await readWallet(key)).reserved).toBe('0.0000')
  },
  LONG_MS * 2,
)

/** Waits for two simulated calls to be answered, to last half a second, and to be hung up. */
test(
  'the reservation of a call counts for the spending cap immediately, and the unused part is returned when it ends',
  async () => {
    const { acme, agentId } = await createTenant(testServer())
    const app = await connectApp(testServer(), acme.id, { spendLimit: HOLD * 2n })
    const place = calling(app, agentId)
    const { done, refusals } = await countOutcomes(['+14025550011', '+14025560011', '+14025570011'].map(place))
    expect([done, refusals.length]).toEqual([2, 1])
    const limit = formatMicros(HOLD * 2n)
    expect(refusals[0]).toMatchObject({ code: 'FORBIDDEN', detail: { error: 'app_cap_reached', cap: limit, used: limit } })
    await hangUp(acme.id)
    await waitForCalls(acme.id)
    const { spent } = await app.account()
    expect(spent).toBeGreaterThan(0n)
    expect(spent).toBeLessThan(HOLD * 2n)
    expect(spent).toBe((await computeUsage(app.actor.keyId)).spent)
  },
  LONG_MS * 2,
)

/** Waits two seconds, until the provider would have listed a call, and for another call to end. */
test(
  'a call that the provider rejects does not count, and one without a clear result counts until it is known',
  async () => {
    const { acme, agentId } = await createTenant(testServer())
    const app = await connectApp(testServer(), acme.id, { callLimit: 1, spendLimit: HOLD })
    const place = calling(app, agentId)
    await expect(place('+14035550101')).rejects.toMatchObject({ code: 'PROVIDER_ERROR' })
    expect(await app.account()).toEqual({ calls: 0, spent: 0n })
    // The response fails without a result. The call was not placed, which the request itself finds out.
    const lost = place('+14035550103')
    await waitFor('the placement to be looked up', () => anyWorkspace.call.count({ where: { workspaceId: acme.id, placement: 'sending' } }))
    await expect(place('+14035560100')).rejects.toMatchObject({ detail: { error: 'app_cap_reached', used: 1 } })
    await expect(lost).rejects.toMatchObject({ code: 'PROVIDER_ERROR' })
    expect(await app.account()).toEqual({ calls: 0, spent: 0n })
    // The response is the same, but the call was placed.
    await place('+14035550104')
    await waitForCalls(acme.id)
    expect((await app.account()).calls).toBe(1)
    expect(await app.account()).toEqual(await computeUsage(app.actor.keyId))
  },
  LONG_MS * 2,
)

test(
  'messages count for the spending cap and not for the call cap, and one that the carrier rejects does not count',
  async () => {
    const { acme, key } = await createTenant(testServer())
    const { phoneNumber: fromNumber } = await linkSmsNumber(testServer(), key, 'twilio')
    const price = smsPrice('+14155550200', 1)
    const app = await connectApp(testServer(), acme.id, { callLimit: 0, spendLimit: price * 3n })
    const text = (toNumber: string) => messageSends.send(app.actor, { toNumber, fromNumber, body: 'Hello' })
    await expect(text('+14155590208')).rejects.toBeInstanceOf(DomainError)
    expect(await app.account()).toEqual({ calls: 0, spent: 0n })
    const { done, refusals } = await countOutcomes(Array.from({ length: 9 }, (_, n) => text(`+1415${560 + n}0200`)))
    expect([done, refusals.length]).toEqual([3, 6])
    expect(refusals[0]).toMatchObject({ code: 'FORBIDDEN', detail: { error: 'app_cap_reached', cap: formatMicros(price * 3n) } })
    expect(await app.account()).toEqual({ calls: 0, spent: price * 3n })
    expect(await computeUsage(app.actor.keyId)).toEqual({ calls: 0, spent: price * 3n })
    expect(await anyWorkspace.message.count({ where: { workspaceId: acme.id, appGrantId: app.actor.keyId, dispatch: 'placed' } })).toBe(3)
  },
  LONG_MS,
)

/** Waits for a simulated call to end, which lasts about a second at this speed. */
test(
  'an app with caps of zero places no calls and sends no messages; keys and users are not affected and count for no grant',
  async () => {
    const { acme, key, agentId, place } = await createTenant(testServer())
    const { phoneNumber: fromNumber } = await linkSmsNumber(testServer(), key, 'twilio')
    const app = await connectApp(testServer(), acme.id, { callLimit: 0, spendLimit: 0n })
    await expect(calling(app, agentId)('+14045550100')).rejects.toMatchObject({ code: 'FORBIDDEN', detail: { cap: 0, used: 0 } })
    await expect(messageSends.send(app.actor, { toNumber: '+14155550200', fromNumber, body: 'Hello' })).rejects.toMatchObject({ detail: { cap: '0.0000' } })
    expect(await anyWorkspace.call.count({ where: { workspaceId: acme.id } })).toBe(0)
    expect(await anyWorkspace.message.count({ where: { workspaceId: acme.id } })).toBe(0)
    expect(await place('+14045550100')).toMatchObject({ status: 202 })
    await waitForCalls(acme.id)
    expect(await app.account()).toEqual({ calls: 0, spent: 0n })
  },
  LONG_MS,
)

test(
  'the usage of an app without caps is counted too',
  async () => {
    const { acme, agentId } = await createTenant(testServer())
    const app = await connectApp(testServer(), acme.id)
    await calling(app, agentId)('+14055550100')
    await waitForCalls(acme.id)
    expect((await app.account()).calls).toBe(1)
    expect((await app.account()).spent).toBeGreaterThan(0n)
    expect(await app.account()).toEqual(await computeUsage(app.actor.keyId))
  },
  LONG_MS,
)

test('an app with caps cannot add leads to a running campaign of another actor, but can to its own, and without caps to any', async () => {
  const { acme, agentId } = await createTenant(testServer())
  const [capped, free] = [await connectApp(testServer(), acme.id, { callLimit: 100 }), await connectApp(testServer(), acme.id)]
  const running = { status: 'running', dialAt: new Date(Date.now() + 3_600_000) }
  const persons = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('406', 1), campaign: running })
  const own = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('407', 1), campaign: { ...running, appGrantId: capped.actor.keyId } })
  const draft = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('408', 1) })
  const more = { leads: [{ phone_number: '+14095550100' }] }
  await expect(leadImports.add(capped.actor, persons.id, more)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await leadsOf(persons.id)).toHaveLength(1)
  for (const campaign of [own, draft]) expect(await leadImports.add(capped.actor, campaign.id, more)).toMatchObject({ created: 1 })
  expect(await leadImports.add(free.actor, persons.id, more)).toMatchObject({ created: 1 })
})
