import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as campaignPauses from '../../../src/services/dialer/campaignPauses.ts'
import * as campaignStarts from '../../../src/services/dialer/campaignStarts.ts'
import * as connectedApps from '../../../src/services/access/connectedApps.ts'
import * as members from '../../../src/services/access/members.ts'
import { holdAmount } from '../../../src/services/billing/pricing.ts'
import { ROLE_SCOPES } from '../../../src/kernel/vocabulary/scopes.ts'
import { personIn } from '../../kit/people.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { accountedFor, appOf } from './appKit.ts'
import { campaignOf, leadsOf, phones } from '../dialer/dialerKit.ts'
import { money, tenant } from '../calls/placementKit.ts'

const world = useWorld({ env: { CALLING_HOURS: 'off' } })
const HOLD = holdAmount('+12125550100')
const LONG_MS = 90_000

const alertOf = async (campaignId: number) =>
  (await anyWorkspace.alert.findFirstOrThrow({ where: { kind: 'campaign_paused', subject: String(campaignId) } })).data

/** Waits for two campaigns to pause, once their seven simulated calls have ended. */
test(
  'a campaign that an app starts never places more calls than the app may, over several campaigns at once, and pauses when they are used up',
  async () => {
    const { acme, key, agentId } = await tenant(world(), { wallet: '1000' })
    const app = await appOf(world(), acme.id, { callLimit: 7 })
    const campaigns = [
      await campaignOf(acme.id, agentId, { phones: phones('212', 12) }),
      await campaignOf(acme.id, agentId, { phones: phones('213', 12), settings: { concurrency: 1 } }),
    ]
    for (const { id } of campaigns) await campaignStarts.start(app.actor, id, {})
    for (const campaign of campaigns) expect(await campaign.pausedFor()).toBe('app_cap_reached')
    const calls = (await Promise.all(campaigns.map((campaign) => campaign.calls()))).flat()
    expect(calls.map(({ appGrantId, finishedAt }) => [appGrantId, finishedAt !== null])).toEqual(Array(7).fill([app.actor.keyId, true]))
    expect(await app.account()).toEqual(await accountedFor(app.actor.keyId))
    expect(await alertOf(campaigns[0]!.id)).toMatchObject({ reason: 'app_cap_reached', app: 'Test app' })
    expect((await money(key)).reserved).toBe('0.0000')
  },
  LONG_MS,
)

/** Waits for simulated calls that the cap lets a campaign place only one after another, until it pauses. */
test(
  'a campaign stops at what its app may spend, once nothing may come back any more',
  async () => {
    const { acme, agentId } = await tenant(world(), { wallet: '1000' })
    const app = await appOf(world(), acme.id, { spendLimit: HOLD + HOLD / 4n })
    const campaign = await campaignOf(acme.id, agentId, { phones: phones('214', 40) })
    await campaignStarts.start(app.actor, campaign.id, {})
    expect(await campaign.pausedFor()).toBe('app_cap_reached')
    const { spent, calls } = await app.account()
    expect(spent).toBeLessThanOrEqual(HOLD + HOLD / 4n)
    expect(calls).toBeGreaterThan(1)
    expect({ spent, calls }).toEqual(await accountedFor(app.actor.keyId))
    expect((await leadsOf(campaign.id)).some(({ status }) => status === 'pending')).toBe(true)
  },
  LONG_MS,
)

test(
  'what the provider does not take is called again without counting twice',
  async () => {
    const { acme, agentId } = await tenant(world())
    const app = await appOf(world(), acme.id, { callLimit: 2 })
    const campaign = await campaignOf(acme.id, agentId, { phones: ['+12155550102', '+12155560100', '+12155570100'] })
    await campaignStarts.start(app.actor, campaign.id, {})
    expect(await campaign.pausedFor()).toBe('app_cap_reached')
    expect(await app.account()).toMatchObject({ calls: 2 })
    expect((await campaign.calls()).filter(({ placement }) => placement !== 'refused')).toHaveLength(2)
  },
  LONG_MS,
)

/** Waits for a campaign to pause after its first simulated call, and then to be over after two more. */
test(
  'a person who starts it again goes on at their own expense',
  async () => {
    const { acme, agentId } = await tenant(world())
    const app = await appOf(world(), acme.id, { callLimit: 1 })
    const campaign = await campaignOf(acme.id, agentId, { phones: phones('216', 3) })
    await campaignStarts.start(app.actor, campaign.id, {})
    expect(await campaign.pausedFor()).toBe('app_cap_reached')
    const person = { kind: 'session', workspaceId: acme.id, userId: app.userId, role: 'owner', scopes: ROLE_SCOPES.owner } as const
    await campaignStarts.start(person, campaign.id, {})
    expect((await campaign.row()).appGrantId).toBe(null)
    await campaign.over()
    expect((await app.account()).calls).toBe(1)
  },
  LONG_MS,
)

test(
  'once an app is revoked, or its person is gone, its campaigns are paused and call nobody',
  async () => {
    const { acme, agentId } = await tenant(world())
    const person = async (userId: number) => ({ kind: 'session', workspaceId: acme.id, userId, role: 'owner', scopes: ROLE_SCOPES.owner }) as const
    const [revoked, left] = [await appOf(world(), acme.id), await appOf(world(), acme.id)]
    // Nothing is due for an hour: they are paused all the same.
    const hour = new Date(Date.now() + 3_600_000)
    const begun = (id: number) => ({ status: 'running', dialAt: hour, appGrantId: id })
    const campaigns = [
      await campaignOf(acme.id, agentId, { phones: phones('217', 2), campaign: begun(revoked.actor.keyId) }),
      await campaignOf(acme.id, agentId, { phones: phones('218', 2), campaign: begun(left.actor.keyId) }),
    ]
    await connectedApps.revoke(await person(revoked.userId), revoked.actor.keyId)
    expect(await campaigns[0]!.pausedFor()).toBe('app_revoked')
    await personIn(acme.id, 'owner')
    await members.remove(await person(left.userId), left.userId)
    expect(await campaigns[1]!.pausedFor()).toBe('app_revoked')
    for (const campaign of campaigns) expect(await campaign.calls()).toEqual([])
    expect(await alertOf(campaigns[0]!.id)).toMatchObject({ reason: 'app_revoked', app: 'Test app' })
  },
  LONG_MS,
)

test('a proposal tells an app what it may still do, and one that may call nobody more starts nothing', async () => {
  const { acme, agentId } = await tenant(world())
  const [app, used, free] = [
    await appOf(world(), acme.id, { callLimit: 5, spendLimit: HOLD * 3n }),
    await appOf(world(), acme.id, { callLimit: 0 }),
    await appOf(world(), acme.id),
  ]
  const campaign = await campaignOf(acme.id, agentId, { phones: ['+12195550100'] })
  const { proposalId, summary } = await campaignStarts.start(app.actor, campaign.id, { propose: true })
  expect(summary).toMatchObject({ pending: 1, allowance: { calls_left: 5, spend_left: '3.6000' } })
  expect((await campaignStarts.start(free.actor, campaign.id, { propose: true })).summary).not.toHaveProperty('allowance')
  for (const input of [{}, { propose: true }, { proposalId }])
    await expect(campaignStarts.start(used.actor, campaign.id, input)).rejects.toMatchObject({
      detail: { error: 'campaign_not_ready', missing: [{ requirement: 'app_cap', message: expect.stringContaining('can place 0 more calls') }] },
    })
  expect((await campaign.row()).status).toBe('draft')
  const { campaign: started } = await campaignStarts.start(app.actor, campaign.id, { proposalId })
  expect(started).toMatchObject({ status: 'running', appGrantId: app.actor.keyId })
  await until('it to be over', async () => (await campaign.row()).status === 'completed', LONG_MS)
})

test('a pause keeps on whose account the campaign runs only until it is started again', async () => {
  const { acme, agentId } = await tenant(world())
  const [first, second] = [await appOf(world(), acme.id), await appOf(world(), acme.id)]
  const campaign = await campaignOf(acme.id, agentId, {
    phones: ['+12205550100'],
    campaign: { schedule: { start_date: new Date(Date.now() + 3_600_000).toISOString() } },
  })
  await campaignStarts.start(first.actor, campaign.id, {})
  await campaignPauses.pause(second.actor, campaign.id)
  expect((await campaign.row()).appGrantId).toBe(first.actor.keyId)
  await campaignStarts.start(second.actor, campaign.id, {})
  expect((await campaign.row()).appGrantId).toBe(second.actor.keyId)
})
