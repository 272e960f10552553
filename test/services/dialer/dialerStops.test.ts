import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { settings as installation } from '../../../src/kernel/config/settings.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createCampaign, decisionsOf, leadsOf, phoneNumbersOf } from './dialerKit.ts'
import { listPlacements, readWallet, createTenant } from '../calls/placementKit.ts'

const testServer = useTestServer()
const reasons = async (campaign: Awaited<ReturnType<typeof createCampaign>>) =>
  (await campaign.events()).map(({ type, data }) => ({ type, ...(data as object) }))

/** Waits until the campaign pauses. Near the end its budget covers only one call at a time. */
test('a campaign pauses at its budget, after the last call that the budget covers', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('224', 60), settings: { budget: '1.3000' } })
  await campaign.start()
  expect(await campaign.pausedFor()).toBe('budget_reached')
  expect(await reasons(campaign)).toEqual([{ type: 'paused', reason: 'budget_reached' }])
  const total = await anyWorkspace.campaignTotal.findUniqueOrThrow({ where: { campaignId: campaign.id } })
  expect(total.costMicros).toBeGreaterThan(0n)
  expect(total.costMicros).toBeLessThanOrEqual(1_300_000n)
  expect((await leadsOf(campaign.id)).some(({ status }) => status === 'pending')).toBe(true)
  expect((await readWallet(key)).reserved).toBe('0.0000')
})

/** Waits until the campaign pauses. Near the end the wallet covers only one call at a time. */
test('an empty wallet pauses a campaign only once no funds are reserved', async () => {
  const { acme, key, agentId } = await createTenant(testServer(), { wallet: '1.5' })
  const campaign = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('225', 60) })
  await campaign.start()
  expect(await campaign.pausedFor()).toBe('insufficient_funds')
  const { balance, reserved } = await readWallet(key)
  expect(reserved).toBe('0.0000')
  expect(Number(balance)).toBeGreaterThanOrEqual(0)
  expect((await campaign.calls()).every(({ finishedAt }) => finishedAt !== null)).toBe(true)
})

test('a campaign whose last calls failed too often is paused, and records how many failed', async () => {
  const { acme, agentId } = await createTenant(testServer())
  const failing = Array.from({ length: 12 }, (_, index) => `+1226${550 + index}0004`)
  const campaign = await createCampaign(acme.id, agentId, {
    phones: failing,
    settings: { failureRateWindow: 5, failureRateThreshold: 60, concurrency: 2, maxAttempts: 1 },
  })
  await campaign.start()
  expect(await campaign.pausedFor()).toBe('failure_rate')
  expect(await reasons(campaign)).toEqual([{ type: 'paused', reason: 'failure_rate', failed: 5, of: 5, limit_percent: 60 }])
  expect((await campaign.calls()).length).toBeLessThanOrEqual(8)
})

test('outside the calling hours of the lead no call is placed, and the decision has the hours and the end of the wait', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, { phones: ['+12275550100'], settings: { callingWindows: [{ from: '00:00', to: '00:01' }] } })
  await campaign.start()
  const waiting = await waitFor('the campaign to wait', async () => (await campaign.row()).waiting as { reason: string; because: string } | null)
  expect(waiting).toMatchObject({ reason: 'leads_wait', cause: 'calling_hours' })
  const [lead] = await leadsOf(campaign.id)
  const [decision] = await decisionsOf(lead!.id)
  expect(decision).toMatchObject({ decision: 'wait', reason: 'calling_hours', until: lead!.nextAttemptAt })
  expect(decision!.until!.getTime()).toBeGreaterThan(Date.now())
  expect(await listPlacements(testServer(), 'retell', '+1227')).toEqual([])
  const { leadExplanation: explanation } = await key.gql<any>('query ($id: ID!) { leadExplanation(leadId: $id) { status reason message until details } }', {
    id: lead!.id,
  })
  expect(explanation).toMatchObject({ status: 'waiting', reason: 'calling_hours', until: decision!.until!.toISOString() })
  expect(explanation.message).toContain('calls are not allowed at that time where the lead is')
  // Without calling hours the lead is reconsidered at once.
  await key.gql('mutation ($id: ID!) { updateCampaignSettings(campaignId: $id, input: { callingWindows: [] }) { id } }', { id: campaign.id })
  await campaign.over()
  expect(await listPlacements(testServer(), 'retell', '+1227')).toHaveLength(1)
})

test('marketing calls follow the legal calling hours at the location of the lead, and the server administrator can turn that off for the simulator', async () => {
  const { acme, agentId } = await createTenant(testServer())
  // No country allows calls at every hour, so some of these numbers are outside legal calling hours at any time of day.
  const numbers = ['+12125550100', '+390612340100', '+81312340100', '+61291230100', '+5511912340100', '+919812340100']
  const campaign = await createCampaign(acme.id, agentId, { phones: numbers, purpose: 'cold_calling', settings: { consentRequired: 'none' } })
  await campaign.start()
  await waitFor('a decision about each lead', async () => (await leadsOf(campaign.id)).every(({ attempts, nextAttemptAt }) => attempts > 0 || nextAttemptAt))
  const closed = (await leadsOf(campaign.id)).filter(({ attempts }) => attempts === 0)
  expect(closed.length).toBeGreaterThan(0)
  for (const { id } of closed) expect((await decisionsOf(id))[0]).toMatchObject({ reason: 'calling_hours', details: { closed_by: expect.any(Array) } })
  installation.keepsLegalHours = false
  // A batch that began before may defer them once more.
  await waitFor('all to be called', async () => {
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

/** Waits for a schedule that starts one and a half seconds after the test. */
test('no call is placed before the schedule starts, and an ended schedule pauses the campaign', async () => {
  const { acme, agentId } = await createTenant(testServer())
  const soon = new Date(Date.now() + 1_500)
  const early = await createCampaign(acme.id, agentId, { phones: ['+12285550100'], campaign: { schedule: { start_date: soon.toISOString() } } })
  const late = await createCampaign(acme.id, agentId, {
    phones: ['+12295550100'],
    campaign: { schedule: { end_date: new Date(Date.now() - 1).toISOString() } },
  })
  await Promise.all([early.start(), late.start()])
  expect(await late.pausedFor()).toBe('schedule_ended')
  expect((await leadsOf(late.id))[0]).toMatchObject({ status: 'pending', attempts: 0 })
  await early.over()
  expect((await early.calls())[0]!.createdAt.getTime()).toBeGreaterThanOrEqual(soon.getTime())
})

/** Waits for eight calls to begin, at four per second. */
test('new calls do not exceed the dialing rate', async () => {
  const { acme, agentId } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('231', 8), settings: { callsPerSecond: 4 } })
  await campaign.start()
  await campaign.over()
  const times = (await campaign.calls()).map(({ createdAt }) => createdAt.getTime())
  for (const time of times) expect(times.filter((other) => other >= time && other < time + 990).length).toBeLessThanOrEqual(6)
  expect(times.at(-1)! - times[0]!).toBeGreaterThanOrEqual(1_700)
})

test('a campaign whose agent is archived is paused with that reason', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, { phones: ['+12325550100'] })
  await key.delete(`/agents/${agentId}`)
  await campaign.start()
  expect(await campaign.pausedFor()).toBe('agent_not_published')
  expect(await campaign.calls()).toEqual([])
})

test('a campaign whose only number is disconnected is paused with that reason', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const number = (await key.get('/phone-numbers')).body.items[0] as { id: number }
  const campaign = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('228', 3), campaign: { fromNumberId: number.id } })
  expect((await key.delete(`/phone-numbers/${number.id}`)).status).toBe(204)
  const { ready, missing } = (
    await key.gql<any>(`query ($id: ID!) { campaignPreflight(campaignId: $id) { ready missing { requirement message } } }`, { id: campaign.id })
  ).campaignPreflight
  expect([ready, missing]).toEqual([false, [{ requirement: 'from_number', message: expect.stringContaining('is no longer connected') }]])
  await campaign.start()
  expect(await campaign.pausedFor()).toBe('no_number')
  expect(await reasons(campaign)).toEqual([{ type: 'paused', reason: 'no_number' }])
  expect(await campaign.calls()).toEqual([])
})
