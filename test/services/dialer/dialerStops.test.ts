import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { settings as installation } from '../../../src/kernel/config/settings.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { campaignOf, decisionsOf, leadsOf, phones } from './dialerKit.ts'
import { dialled, money, tenant } from '../calls/placementKit.ts'

const world = useWorld()
const reasons = async (campaign: Awaited<ReturnType<typeof campaignOf>>) => (await campaign.events()).map(({ kind, data }) => ({ kind, ...(data as object) }))

/** Waits for simulated calls that the budget lets a campaign place only one after another, until it pauses. */
test('a campaign stops at its budget, to the last call that it covers', async () => {
  const { acme, key, agentId } = await tenant(world())
  const campaign = await campaignOf(acme.id, agentId, { phones: phones('224', 60), settings: { budget: '1.3000' } })
  await campaign.start()
  expect(await campaign.pausedFor()).toBe('budget_reached')
  expect(await reasons(campaign)).toEqual([{ kind: 'paused', reason: 'budget_reached' }])
  const total = await anyWorkspace.campaignTotal.findUniqueOrThrow({ where: { campaignId: campaign.id } })
  expect(total.costMicros).toBeGreaterThan(0n)
  expect(total.costMicros).toBeLessThanOrEqual(1_300_000n)
  expect((await leadsOf(campaign.id)).some(({ status }) => status === 'pending')).toBe(true)
  expect((await money(key)).reserved).toBe('0.0000')
})

/** Waits for simulated calls that the wallet lets a campaign place only one after another, until it pauses. */
test('an empty wallet pauses a campaign only once nothing is held any more', async () => {
  const { acme, key, agentId } = await tenant(world(), { wallet: '1.5' })
  const campaign = await campaignOf(acme.id, agentId, { phones: phones('225', 60) })
  await campaign.start()
  expect(await campaign.pausedFor()).toBe('insufficient_funds')
  const { balance, reserved } = await money(key)
  expect(reserved).toBe('0.0000')
  expect(Number(balance)).toBeGreaterThanOrEqual(0)
  expect((await campaign.calls()).every(({ finishedAt }) => finishedAt !== null)).toBe(true)
})

test('a campaign whose last calls failed too often is paused, and says how many did', async () => {
  const { acme, agentId } = await tenant(world())
  const failing = Array.from({ length: 12 }, (_, index) => `+1226${550 + index}0004`)
  const campaign = await campaignOf(acme.id, agentId, {
    phones: failing,
    settings: { failureRateWindow: 5, failureRateThreshold: 60, concurrency: 2, maxAttempts: 1 },
  })
  await campaign.start()
  expect(await campaign.pausedFor()).toBe('failure_rate')
  expect(await reasons(campaign)).toEqual([{ kind: 'paused', reason: 'failure_rate', failed: 5, of: 5, limit_percent: 60 }])
  expect((await campaign.calls()).length).toBeLessThanOrEqual(8)
})

test('outside the calling hours of the lead nobody is dialled, and the decision says which hours and until when', async () => {
  const { acme, key, agentId } = await tenant(world())
  const campaign = await campaignOf(acme.id, agentId, { phones: ['+12275550100'], settings: { callingWindows: [{ from: '00:00', to: '00:01' }] } })
  await campaign.start()
  const waiting = await until('the campaign to wait', async () => (await campaign.row()).waiting as { reason: string; because: string } | null)
  expect(waiting).toMatchObject({ reason: 'leads_wait', cause: 'calling_hours' })
  const [lead] = await leadsOf(campaign.id)
  const [decision] = await decisionsOf(lead!.id)
  expect(decision).toMatchObject({ verdict: 'wait', reason: 'calling_hours', until: lead!.nextAttemptAt })
  expect(decision!.until!.getTime()).toBeGreaterThan(Date.now())
  expect(await dialled(world(), 'retell', '+1227')).toEqual([])
  const { leadExplanation: now } = await key.gql<any>('query ($id: ID!) { leadExplanation(leadId: $id) { status reason message until details } }', {
    id: lead!.id,
  })
  expect(now).toMatchObject({ status: 'waiting', reason: 'calling_hours', until: decision!.until!.toISOString() })
  expect(now.message).toContain('calls are not allowed at that time where the lead is')
  // Once the hours are lifted it is decided anew, at once.
  await key.gql('mutation ($id: ID!) { updateCampaignSettings(campaignId: $id, input: { callingWindows: [] }) { id } }', { id: campaign.id })
  await campaign.over()
  expect(await dialled(world(), 'retell', '+1227')).toHaveLength(1)
})

test('marketing keeps to the legal hours of the place of the lead, and the operator can switch that off for the simulator', async () => {
  const { acme, agentId } = await tenant(world())
  // No place on earth allows calls at every hour: the law of some of these closes whatever the hour of this test.
  const numbers = ['+12125550100', '+390612340100', '+81312340100', '+61291230100', '+5511912340100', '+919812340100']
  const campaign = await campaignOf(acme.id, agentId, { phones: numbers, purpose: 'cold_calling' })
  await campaign.start()
  await until('each lead to be decided about', async () => (await leadsOf(campaign.id)).every(({ attempts, nextAttemptAt }) => attempts > 0 || nextAttemptAt))
  const closed = (await leadsOf(campaign.id)).filter(({ attempts }) => attempts === 0)
  expect(closed.length).toBeGreaterThan(0)
  for (const { id } of closed) expect((await decisionsOf(id))[0]).toMatchObject({ reason: 'calling_hours', facts: { closed_by: expect.any(Array) } })
  installation.keepsLegalHours = false
  // A look that began before may put them off once more.
  await until('all to be called', async () => {
    await anyWorkspace.lead.updateMany({
      where: { campaignId: campaign.id, status: 'pending', nextAttemptAt: { gt: new Date() } },
      data: { nextAttemptAt: null },
    })
    await anyWorkspace.campaign.updateMany({ where: { id: campaign.id, status: 'running' }, data: { dialAt: new Date() } })
    return (await leadsOf(campaign.id)).every(({ attempts }) => attempts > 0)
  }).finally(() => {
    installation.keepsLegalHours = true
  })
})

/** Waits for a schedule to begin, a second and a half after the test has. */
test('nothing is dialled before the schedule begins, and a schedule that has ended pauses the campaign', async () => {
  const { acme, agentId } = await tenant(world())
  const soon = new Date(Date.now() + 1_500)
  const early = await campaignOf(acme.id, agentId, { phones: ['+12285550100'], campaign: { schedule: { start_date: soon.toISOString() } } })
  const late = await campaignOf(acme.id, agentId, { phones: ['+12295550100'], campaign: { schedule: { end_date: new Date(Date.now() - 1).toISOString() } } })
  await Promise.all([early.start(), late.start()])
  expect(await late.pausedFor()).toBe('schedule_ended')
  expect((await leadsOf(late.id))[0]).toMatchObject({ status: 'pending', attempts: 0 })
  await early.over()
  expect((await early.calls())[0]!.createdAt.getTime()).toBeGreaterThanOrEqual(soon.getTime())
})

/** Waits for eight calls to begin, four a second. */
test('new calls begin no faster than the pace that is set', async () => {
  const { acme, agentId } = await tenant(world())
  const campaign = await campaignOf(acme.id, agentId, { phones: phones('231', 8), settings: { callsPerSecond: 4 } })
  await campaign.start()
  await campaign.over()
  const times = (await campaign.calls()).map(({ createdAt }) => createdAt.getTime())
  for (const time of times) expect(times.filter((other) => other >= time && other < time + 990).length).toBeLessThanOrEqual(6)
  expect(times.at(-1)! - times[0]!).toBeGreaterThanOrEqual(1_700)
})

test('a campaign whose agent is published no more is paused and says so', async () => {
  const { acme, key, agentId } = await tenant(world())
  const campaign = await campaignOf(acme.id, agentId, { phones: ['+12325550100'] })
  await key.delete(`/agents/${agentId}`)
  await campaign.start()
  expect(await campaign.pausedFor()).toBe('agent_not_published')
  expect(await campaign.calls()).toEqual([])
})

test('a campaign whose only number is released calls nobody any more, and says why', async () => {
  const { acme, key, agentId } = await tenant(world())
  const number = (await key.get('/phone-numbers')).body.items[0] as { id: number }
  const campaign = await campaignOf(acme.id, agentId, { phones: phones('228', 3), campaign: { fromNumberId: number.id } })
  expect((await key.delete(`/phone-numbers/${number.id}`)).status).toBe(204)
  const { ready, missing } = (
    await key.gql<any>(`query ($id: ID!) { campaignPreflight(campaignId: $id) { ready missing { requirement message } } }`, { id: campaign.id })
  ).campaignPreflight
  expect([ready, missing]).toEqual([false, [{ requirement: 'from_number', message: expect.stringContaining('is no longer connected') }]])
  await campaign.start()
  expect(await campaign.pausedFor()).toBe('no_number')
  expect(await reasons(campaign)).toEqual([{ kind: 'paused', reason: 'no_number' }])
  expect(await campaign.calls()).toEqual([])
})
