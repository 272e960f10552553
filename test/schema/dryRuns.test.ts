import { expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { MINUTE } from '../kit/waiting/clock.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createCampaign, leadsOf } from '../services/dialer/dialerKit.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { dryRun } from './dryRunKit.ts'

const testServer = useTestServer()

const NOBODY_ANSWERS = { answerRate: 0, voicemailRate: 0, busyRate: 0, failureRate: 0 }
const phonesOf = (area: string, count: number, ending = '0002') => Array.from({ length: count }, (_, i) => `+1${area}${550 + i}${ending}`)

/** Waits for a campaign of 14 simulated calls to end, seven of them after a delay. */
test('a dry run forecasts the calls and statuses of the real campaign, and changes nothing', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const numbers = phonesOf('212', 8)
  const settings = { maxAttempts: 2, retryNoAnswerMinutes: 1 }
  const campaign = await createCampaign(acme.id, agentId, { phones: numbers, settings, purpose: 'appointment' })
  await key.post('/dnc', { phone_number: numbers[0] })
  const before = await campaign.row()
  const forecast = await dryRun(key, campaign.id, NOBODY_ANSWERS)
  expect(forecast).toMatchObject({
    leads: 8,
    leftOut: 0,
    endedBy: 'completed',
    calls: { total: 14, noAnswer: 14 },
    leadStatuses: [
      { name: 'do_not_call', leads: 1 },
      { name: 'failed', leads: 7 },
    ],
    skipped: [{ name: 'do_not_call_list', leads: 1 }],
    cost: { low: '0.0000', expected: '0.0000', high: '0.0000', currency: 'USD' },
  })
  expect(await campaign.row()).toEqual(before)
  expect(await campaign.calls()).toEqual([])
  expect(await anyWorkspace.leadDecision.count({ where: { campaignId: campaign.id } })).toBe(0)

  await campaign.start()
  await campaign.over()
  expect(await campaign.calls()).toHaveLength(forecast.calls.total)
  const states = (await leadsOf(campaign.id)).map(({ status }) => status)
  expect(states.filter((status) => status === 'failed')).toHaveLength(7)
  expect(states.filter((status) => status === 'do_not_call')).toHaveLength(1)
})

test('the same seed returns the same forecast, and longer conversations cost more', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, { phones: phonesOf('213', 60) })
  const input = { beginsAt: '2026-06-02T15:00:00Z', seed: 7 }
  const [first, second, other] = [
    await dryRun(key, campaign.id, input),
    await dryRun(key, campaign.id, input),
    await dryRun(key, campaign.id, { ...input, seed: 8 }),
  ]
  expect(first).toEqual(second)
  expect(first).not.toEqual(other)
  expect([first.seed, first.beginsAt]).toEqual([7, '2026-06-02T15:00:00.000Z'])
  expect(Number(first.cost.low)).toBeLessThan(Number(first.cost.expected))
  expect(Number(first.cost.expected)).toBeLessThan(Number(first.cost.high))
})

test("a dry run uses the campaign's legal calling hours, custom time zones, earlier calls, schedule and budget", async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const schedule = { timezone: 'America/Los_Angeles', start_date: '2026-06-03T00:00:00.000Z', end_date: '2026-06-30T00:00:00.000Z' }
  const campaign = await createCampaign(acme.id, agentId, {
    phones: phonesOf('214', 3),
    purpose: 'cold_calling',
    settings: { budget: '1.30', consentRequired: 'none' },
    campaign: { schedule },
  })
  const [lead, waits, deletedLead] = await leadsOf(campaign.id)
  await anyWorkspace.lead.update({ where: { id: lead!.id }, data: { data: { 'Time Zone': 'Europe/Paris', name: 'x'.repeat(1_000) }, attempts: 2 } })
  await anyWorkspace.lead.update({ where: { id: waits!.id }, data: { nextAttemptAt: new Date('2026-06-05T18:00Z') } })
  await anyWorkspace.lead.update({ where: { id: deletedLead!.id }, data: { deletedAt: new Date() } })
  const forecast = await dryRun(key, campaign.id, { ...NOBODY_ANSWERS, beginsAt: '2026-06-02' })
  // In Texas, legal calling hours start at 9:00, and the schedule at 7:00 UTC in Paris.
  expect(forecast).toMatchObject({
    leads: 2,
    firstCallAt: '2026-06-03T07:00:00.000Z',
    lastCallAt: expect.stringContaining('2026-06-05T18:0'),
    calls: { total: 4 },
  })
  expect(forecast.days[0]).toEqual({ date: '2026-06-03', calls: 1 })
  expect(forecast.waits.map(({ reason }: { reason: string }) => reason)).toEqual(
    expect.arrayContaining(['not_begun', 'calling_hours', 'earlier_attempt', 'retry']),
  )
  const withConversations = await dryRun(key, campaign.id, {
    beginsAt: '2026-06-02',
    answerRate: 1,
    voicemailRate: 0,
    busyRate: 0,
    failureRate: 0,
    talkSeconds: 600,
  })
  expect(withConversations).toMatchObject({ endedBy: 'budget_reached', calls: { total: 1 } })
  expect(Number(withConversations.cost.high)).toBeLessThanOrEqual(1.3)
})

test('a dry run is refused without the scope, for another workspace’s campaign, and with impossible assumptions', async () => {
  const [{ acme, key, agentId }, other] = [await createTenant(testServer()), await createTenant(testServer())]
  const { id } = await createCampaign(acme.id, agentId, { phones: phonesOf('215', 1) })
  await expect(dryRun(await acme.key('leads:read'), id)).rejects.toMatchObject({ extensions: { code: 'FORBIDDEN' } })
  await expect(dryRun(other.key, id)).rejects.toMatchObject({ extensions: { code: 'NOT_FOUND' } })
  for (const input of [
    { answerRate: 0.9, voicemailRate: 0.2 },
    { answerRate: 1.1 },
    { talkSeconds: 0 },
    { ringTimeoutSeconds: 121 },
    { beginsAt: 'soon' },
    { seed: -1 },
  ])
    await expect(dryRun(key, id, input)).rejects.toMatchObject({ extensions: { code: 'UNPROCESSABLE_ENTITY' } })
  await expect(dryRun(key, id, { beginsAt: new Date(Date.now() + MINUTE).toISOString() })).resolves.toMatchObject({ leads: 1 })
})
