import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as campaignPauses from '../../../src/services/dialer/campaignPauses.ts'
import * as campaignStarts from '../../../src/services/dialer/campaignStarts.ts'
import * as connectedApps from '../../../src/services/access/connectedApps.ts'
import * as members from '../../../src/services/access/members.ts'
import { holdAmount } from '../../../src/services/billing/pricing.ts'
import { ROLE_SCOPES } from '../../../src/kernel/vocabulary/scopes.ts'
import { addMember } from '../../kit/fixtures/members.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { computeUsage, connectApp } from './appKit.ts'
import { createCampaign, leadsOf, phoneNumbersOf } from '../dialer/dialerKit.ts'
import { readWallet, createTenant } from '../calls/placementKit.ts'

const testServer = useTestServer({ env: { CALLING_HOURS: 'off' } })
const HOLD = holdAmount('+12125550100')
const LONG_MS = 90_000

const alertOf = async (campaignId: number) =>
  (await anyWorkspace.alert.findFirstOrThrow({ where: { type: 'campaign_paused', subject: String(campaignId) } })).data

/** Waits for two campaigns to pause after seven simulated calls. */
test(
  'campaigns that an app starts place no more calls than its call cap in total, and pause when it is reached',
  async () => {
    const { acme, key, agentId } = await createTenant(testServer(), { wallet: '1000' })
    const app = await connectApp(testServer(), acme.id, { callLimit: 7 })
    const campaigns = [
      await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('212', 12) }),
      await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('213', 12), settings: { concurrency: 1 } }),
    ]
    for (const { id } of campaigns) await campaignStarts.start(app.actor, id, {})
    for (const campaign of campaigns) expect(await campaign.pausedFor()).toBe('app_cap_reached')
    const calls = (await Promise.all(campaigns.map((campaign) => campaign.calls()))).flat()
    expect(calls.map(({ appGrantId, finishedAt }) => [appGrantId, finishedAt !== null])).toEqual(Array(7).fill([app.actor.keyId, true]))
    expect(await app.account()).toEqual(await computeUsage(app.actor.keyId))
    expect(await alertOf(campaigns[0]!.id)).toMatchObject({ reason: 'app_cap_reached', app: 'Test app' })
    expect((await readWallet(key)).reserved).toBe('0.0000')
  },
  LONG_MS,
)

/** Waits for a campaign to pause. The cap allows only one simulated call at a time. */
test(
  'a campaign pauses at the spending cap of its app once no reservation can be returned',
  async () => {
    const { acme, agentId } = await createTenant(testServer(), { wallet: '1000' })
    const app = await connectApp(testServer(), acme.id, { spendLimit: HOLD + HOLD / 4n })
    const campaign = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('214', 40) })
    await campaignStarts.start(app.actor, campaign.id, {})
    expect(await campaign.pausedFor()).toBe('app_cap_reached')
    const { spent, calls } = await app.account()
    expect(spent).toBeLessThanOrEqual(HOLD + HOLD / 4n)
    expect(calls).toBeGreaterThan(1)
    expect({ spent, calls }).toEqual(await computeUsage(app.actor.keyId))
    expect((await leadsOf(campaign.id)).some(({ status }) => status === 'pending')).toBe(true)
  },
  LONG_MS,
)

test(
  'a call that the provider rejects is retried without counting twice',
  async () => {
    const { acme, agentId } = await createTenant(testServer())
    const app = await connectApp(testServer(), acme.id, { callLimit: 2 })
    const campaign = await createCampaign(acme.id, agentId, { phones: ['+12155550102', '+12155560100', '+12155570100'] })
    await campaignStarts.start(app.actor, campaign.id, {})
    expect(await campaign.pausedFor()).toBe('app_cap_reached')
    expect(await app.account()).toMatchObject({ calls: 2 })
    expect((await campaign.calls()).filter(({ placement }) => placement !== 'refused')).toHaveLength(2)
  },
  LONG_MS,
)

/** Waits for a campaign to pause after its first simulated call, and then to be over after two more. */
test(
  'a campaign that a user starts again no longer counts for the app',
  async () => {
    const { acme, agentId } = await createTenant(testServer())
    const app = await connectApp(testServer(), acme.id, { callLimit: 1 })
    const campaign = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('216', 3) })
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
  'campaigns of an app are paused once the app is revoked or its user leaves',
  async () => {
    const { acme, agentId } = await createTenant(testServer())
    const person = async (userId: number) => ({ kind: 'session', workspaceId: acme.id, userId, role: 'owner', scopes: ROLE_SCOPES.owner }) as const
    const [revoked, left] = [await connectApp(testServer(), acme.id), await connectApp(testServer(), acme.id)]
    // Nothing is due for an hour, and they are paused anyway.
    const hour = new Date(Date.now() + 3_600_000)
    const startedBy = (id: number) => ({ status: 'running', dialAt: hour, appGrantId: id })
    const campaigns = [
      await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('217', 2), campaign: startedBy(revoked.actor.keyId) }),
      await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('218', 2), campaign: startedBy(left.actor.keyId) }),
    ]
    await connectedApps.revoke(await person(revoked.userId), revoked.actor.keyId)
    expect(await campaigns[0]!.pausedFor()).toBe('app_revoked')
    await addMember(acme.id, 'owner')
    await members.remove(await person(left.userId), left.userId)
    expect(await campaigns[1]!.pausedFor()).toBe('app_revoked')
    for (const campaign of campaigns) expect(await campaign.calls()).toEqual([])
    expect(await alertOf(campaigns[0]!.id)).toMatchObject({ reason: 'app_revoked', app: 'Test app' })
  },
  LONG_MS,
)

test('a proposal shows the rest of the caps, and an app without remaining calls cannot start a campaign', async () => {
  const { acme, agentId } = await createTenant(testServer())
  const [app, used, free] = [
    await connectApp(testServer(), acme.id, { callLimit: 5, spendLimit: HOLD * 3n }),
    await connectApp(testServer(), acme.id, { callLimit: 0 }),
    await connectApp(testServer(), acme.id),
  ]
  const campaign = await createCampaign(acme.id, agentId, { phones: ['+12195550100'] })
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
  await waitFor('it to be over', async () => (await campaign.row()).status === 'completed', LONG_MS)
})

test('a paused campaign keeps its app only until it is started again', async () => {
  const { acme, agentId } = await createTenant(testServer())
  const [first, second] = [await connectApp(testServer(), acme.id), await connectApp(testServer(), acme.id)]
  const campaign = await createCampaign(acme.id, agentId, {
    phones: ['+12205550100'],
    campaign: { schedule: { start_date: new Date(Date.now() + 3_600_000).toISOString() } },
  })
  await campaignStarts.start(first.actor, campaign.id, {})
  await campaignPauses.pause(second.actor, campaign.id)
  expect((await campaign.row()).appGrantId).toBe(first.actor.keyId)
  await campaignStarts.start(second.actor, campaign.id, {})
  expect((await campaign.row()).appGrantId).toBe(second.actor.keyId)
})
