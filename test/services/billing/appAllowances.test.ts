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
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { accountedFor, appOf, outcomes } from '../access/appKit.ts'
import { campaignOf, leadsOf, phones } from '../dialer/dialerKit.ts'
import { linkTexter } from '../messages/messageKit.ts'
import { dialled, money, tenant } from '../calls/placementKit.ts'

/** Fast enough that calls end, slow enough that no long one does before a handful are placed. */
const world = useWorld({ speed: 20 })
const HOLD = holdAmount('+12125550100')
const LONG_MS = 60_000

const calling =
  ({ actor }: Awaited<ReturnType<typeof appOf>>, agentId: number) =>
  (toNumber: string) =>
    callPlacements.place(actor, { toNumber, agentId })
const ended = (workspaceId: number) =>
  until('all calls to end', async () => (await anyWorkspace.call.count({ where: { workspaceId, finishedAt: null } })) === 0, LONG_MS)

/** Ends the calls at their provider once they have lasted for some seconds of their own. */
async function hangUp(workspaceId: number) {
  const talking = await until('all calls to be answered', async () => {
    const calls = await anyWorkspace.call.findMany({ where: { workspaceId, finishedAt: null } })
    return calls.every(({ status, startedAt }) => status === 'in_progress' && startedAt! < new Date(Date.now() - 500)) && calls
  })
  await Promise.all(talking.map((call) => provider(call.provider).endCall(call.providerCallId!)))
}

/** Waits for seven simulated calls to end: they last about a second at this speed. */
test(
  'of 30 calls that an app places at once under a cap of 7, 7 are dialled and 23 refused without a trace',
  async () => {
    const { acme, key, agentId } = await tenant(world(), { wallet: '1000' })
    const app = await appOf(world(), acme.id, { callLimit: 7 })
    const { done, refusals } = await outcomes(Array.from({ length: 30 }, (_, n) => calling(app, agentId)(`+1401555${2000 + n}`)))
    expect([done, refusals.length]).toEqual([7, 23])
    expect(refusals[0]).toEqual({
      code: 'FORBIDDEN',
      detail: { error: 'app_cap_reached', message: expect.stringContaining('can place 7 calls in total and has placed 7'), cap: 7, used: 7 },
    })
    expect(await anyWorkspace.call.findMany({ where: { workspaceId: acme.id }, select: { appGrantId: true } })).toEqual(
      Array(7).fill({ appGrantId: app.actor.keyId }),
    )
    expect(await dialled(world(), 'retell', '+1401555')).toHaveLength(7)
    await ended(acme.id)
    expect(await app.account()).toEqual(await accountedFor(app.actor.keyId))
    expect((await app.account()).calls).toBe(7)
    expect((await money(key)).reserved).toBe('0.0000')
  },
  LONG_MS * 2,
)

/** Waits for two simulated calls to be answered, to go on for half a second, and to be hung up. */
test(
  'what a call sets aside counts for the spending cap at once, and what it does not use is free again when it ends',
  async () => {
    const { acme, agentId } = await tenant(world())
    const app = await appOf(world(), acme.id, { spendLimit: HOLD * 2n })
    const place = calling(app, agentId)
    const { done, refusals } = await outcomes(['+14025550011', '+14025560011', '+14025570011'].map(place))
    expect([done, refusals.length]).toEqual([2, 1])
    const limit = formatMicros(HOLD * 2n)
    expect(refusals[0]).toMatchObject({ code: 'FORBIDDEN', detail: { error: 'app_cap_reached', cap: limit, used: limit } })
    await hangUp(acme.id)
    await ended(acme.id)
    const { spent } = await app.account()
    expect(spent).toBeGreaterThan(0n)
    expect(spent).toBeLessThan(HOLD * 2n)
    expect(spent).toBe((await accountedFor(app.actor.keyId)).spent)
  },
  LONG_MS * 2,
)

/** Waits two seconds, until the provider must have listed a call that it did not place, and for another call to end. */
test(
  'a call that the provider does not take counts for nothing, and one that it may have taken counts until that is known',
  async () => {
    const { acme, agentId } = await tenant(world())
    const app = await appOf(world(), acme.id, { callLimit: 1, spendLimit: HOLD })
    const place = calling(app, agentId)
    await expect(place('+14035550101')).rejects.toMatchObject({ code: 'PROVIDER_ERROR' })
    expect(await app.account()).toEqual({ calls: 0, spent: 0n })
    // Answered with a failure that says nothing of the call, which was not placed: that is found out within the request.
    const lost = place('+14035550103')
    await until('the placement to be looked up', () => anyWorkspace.call.count({ where: { workspaceId: acme.id, placement: 'sending' } }))
    await expect(place('+14035560100')).rejects.toMatchObject({ detail: { error: 'app_cap_reached', used: 1 } })
    await expect(lost).rejects.toMatchObject({ code: 'PROVIDER_ERROR' })
    expect(await app.account()).toEqual({ calls: 0, spent: 0n })
    // The same answer, and the call is placed.
    await place('+14035550104')
    await ended(acme.id)
    expect((await app.account()).calls).toBe(1)
    expect(await app.account()).toEqual(await accountedFor(app.actor.keyId))
  },
  LONG_MS * 2,
)

test(
  'texts count for the spending cap and not for the calls, and one that the carrier refuses counts for nothing',
  async () => {
    const { acme, key } = await tenant(world())
    const { phoneNumber: fromNumber } = await linkTexter(world(), key, 'twilio')
    const price = smsPrice('+14155550200', 1)
    const app = await appOf(world(), acme.id, { callLimit: 0, spendLimit: price * 3n })
    const text = (toNumber: string) => messageSends.send(app.actor, { toNumber, fromNumber, body: 'Hello' })
    await expect(text('+14155590208')).rejects.toBeInstanceOf(DomainError)
    expect(await app.account()).toEqual({ calls: 0, spent: 0n })
    const { done, refusals } = await outcomes(Array.from({ length: 9 }, (_, n) => text(`+1415${560 + n}0200`)))
    expect([done, refusals.length]).toEqual([3, 6])
    expect(refusals[0]).toMatchObject({ code: 'FORBIDDEN', detail: { error: 'app_cap_reached', cap: formatMicros(price * 3n) } })
    expect(await app.account()).toEqual({ calls: 0, spent: price * 3n })
    expect(await accountedFor(app.actor.keyId)).toEqual({ calls: 0, spent: price * 3n })
    expect(await anyWorkspace.message.count({ where: { workspaceId: acme.id, appGrantId: app.actor.keyId, dispatch: 'placed' } })).toBe(3)
  },
  LONG_MS,
)

/** Waits for a simulated call to end: it lasts about a second at this speed. */
test(
  'an app with caps of nothing calls and texts nobody; keys and people go on as before, and count for no grant',
  async () => {
    const { acme, key, agentId, place } = await tenant(world())
    const { phoneNumber: fromNumber } = await linkTexter(world(), key, 'twilio')
    const app = await appOf(world(), acme.id, { callLimit: 0, spendLimit: 0n })
    await expect(calling(app, agentId)('+14045550100')).rejects.toMatchObject({ code: 'FORBIDDEN', detail: { cap: 0, used: 0 } })
    await expect(messageSends.send(app.actor, { toNumber: '+14155550200', fromNumber, body: 'Hello' })).rejects.toMatchObject({ detail: { cap: '0.0000' } })
    expect(await anyWorkspace.call.count({ where: { workspaceId: acme.id } })).toBe(0)
    expect(await anyWorkspace.message.count({ where: { workspaceId: acme.id } })).toBe(0)
    expect(await place('+14045550100')).toMatchObject({ status: 202 })
    await ended(acme.id)
    expect(await app.account()).toEqual({ calls: 0, spent: 0n })
  },
  LONG_MS,
)

test(
  'an app without caps is counted as well',
  async () => {
    const { acme, agentId } = await tenant(world())
    const app = await appOf(world(), acme.id)
    await calling(app, agentId)('+14055550100')
    await ended(acme.id)
    expect((await app.account()).calls).toBe(1)
    expect((await app.account()).spent).toBeGreaterThan(0n)
    expect(await app.account()).toEqual(await accountedFor(app.actor.keyId))
  },
  LONG_MS,
)

test('an app with caps adds no leads to a campaign that runs on the account of somebody else, and may where it has none or the campaign is its own', async () => {
  const { acme, agentId } = await tenant(world())
  const [capped, free] = [await appOf(world(), acme.id, { callLimit: 100 }), await appOf(world(), acme.id)]
  const running = { status: 'running', dialAt: new Date(Date.now() + 3_600_000) }
  const persons = await campaignOf(acme.id, agentId, { phones: phones('406', 1), campaign: running })
  const own = await campaignOf(acme.id, agentId, { phones: phones('407', 1), campaign: { ...running, appGrantId: capped.actor.keyId } })
  const draft = await campaignOf(acme.id, agentId, { phones: phones('408', 1) })
  const more = { leads: [{ phone_number: '+14095550100' }] }
  await expect(leadImports.add(capped.actor, persons.id, more)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await leadsOf(persons.id)).toHaveLength(1)
  for (const campaign of [own, draft]) expect(await leadImports.add(capped.actor, campaign.id, more)).toMatchObject({ created: 1 })
  expect(await leadImports.add(free.actor, persons.id, more)).toMatchObject({ created: 1 })
})
