import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { campaignOf, decisionsOf, leadsOf, phones } from './dialerKit.ts'
import { dialled, money, tenant } from '../calls/placementKit.ts'

const world = useWorld({ env: { CALLING_HOURS: 'off' } })

/** Waits for a campaign of four simulated calls to be over. */
test('a campaign calls each lead once, and is over when all of them have ended', async () => {
  const { acme, key, agentId } = await tenant(world())
  const campaign = await campaignOf(acme.id, agentId, { phones: ['+12125550100', '+12125560009', '+12125570007', '+12125580100'] })
  await campaign.start()
  await campaign.over()
  expect((await leadsOf(campaign.id)).map(({ status, attempts }) => [status, attempts])).toEqual(Array(4).fill(['completed', 1]))
  expect(await dialled(world(), 'retell', '+12125')).toHaveLength(4)
  expect((await money(key)).reserved).toBe('0.0000')
  expect((await campaign.events()).map(({ kind }) => kind)).toEqual(['completed'])
  const totals = await anyWorkspace.campaignTotal.findUniqueOrThrow({ where: { campaignId: campaign.id } })
  const calls = await campaign.calls()
  expect(totals).toMatchObject({ calls: 4, statuses: { completed: 4 }, costMicros: calls.reduce((sum, { costMicros }) => sum + costMicros!, 0n) })
})

/** Waits for a campaign of seven simulated calls to be over, four of them after delays of up to 600 ms at this speed. */
test('what is not reached is called again after its delay, up to the attempt limit, and then failed', async () => {
  const { acme, agentId } = await tenant(world())
  const settings = { maxAttempts: 3, retryBusyMinutes: 1, retryNoAnswerMinutes: 2 }
  const campaign = await campaignOf(acme.id, agentId, {
    phones: ['+12135550001', '+12135560002', '+12135570003'],
    settings: { ...settings, retryOutcomes: ['busy', 'no_answer'] },
  })
  await campaign.start()
  await campaign.over()
  const [busy, silent, voicemail] = await leadsOf(campaign.id)
  expect(busy).toMatchObject({ status: 'failed', attempts: 3, lastOutcome: 'busy' })
  expect(silent).toMatchObject({ status: 'failed', attempts: 3, lastOutcome: 'no_answer' })
  expect(voicemail).toMatchObject({ status: 'failed', attempts: 1, lastOutcome: 'voicemail' })
  expect((await decisionsOf(busy!.id)).map(({ verdict, reason }) => `${verdict} ${reason}`)).toEqual([
    'call called',
    'wait retry_busy',
    'call called',
    'wait retry_busy',
    'call called',
    'end attempts_used',
  ])
  const calls = (await campaign.calls()).filter(({ leadId }) => leadId === silent!.id)
  // Two minutes, divided by how much faster than life the simulator runs.
  for (const [index, call] of calls.slice(1).entries()) expect(call.createdAt.getTime() - calls[index]!.finishedAt!.getTime()).toBeGreaterThanOrEqual(600)
})

/** Waits for a campaign to be over that calls its leads one after another. */
test('a number on the do-not-call list is never dialled, also when it is added while the campaign runs', async () => {
  const { acme, key, agentId } = await tenant(world())
  const numbers = phones('214', 12)
  const campaign = await campaignOf(acme.id, agentId, { phones: numbers, settings: { concurrency: 1 } })
  await key.post('/dnc', { phone_number: numbers[0] })
  await campaign.start()
  await until('the first call', async () => (await campaign.calls()).length > 0)
  const calledBefore = new Set((await campaign.calls()).map(({ toNumber }) => toNumber))
  const late = numbers.slice(6).filter((number) => !calledBefore.has(number))
  for (const phone_number of late) await key.post('/dnc', { phone_number })
  const dialledBefore = await dialled(world(), 'retell', '+1214')
  await campaign.over()
  const after = (await dialled(world(), 'retell', '+1214')).slice(dialledBefore.length)
  for (const number of [numbers[0]!, ...late]) expect(after.join()).not.toContain(number)
  const leads = await leadsOf(campaign.id)
  expect(leads[0]).toMatchObject({ status: 'do_not_call', attempts: 0 })
  expect(leads.filter(({ status }) => status === 'do_not_call').length).toBeGreaterThanOrEqual(6)
})

test('a premium-rate or satellite number is never dialled, and its lead says why', async () => {
  const { acme, agentId } = await tenant(world())
  const [premium, satellite, usual] = ['+19005550133', '+881612345633', '+12145550100']
  const campaign = await campaignOf(acme.id, agentId, { phones: [premium, satellite, usual] })
  await campaign.start()
  await campaign.over()
  const leads = await leadsOf(campaign.id)
  expect(leads.map(({ status, attempts }) => [status, attempts])).toEqual([
    ['failed', 0],
    ['failed', 0],
    ['completed', 1],
  ])
  expect((await campaign.calls()).map(({ toNumber }) => toNumber)).toEqual([usual])
  const [decision] = await anyWorkspace.leadDecision.findMany({ where: { leadId: leads[0]!.id } })
  expect(decision).toMatchObject({ verdict: 'end', reason: 'premium_number' })
})

/** Waits for two campaigns to be over, with 26 simulated calls of which five at most are under way at once. */
test('there are never more calls at once than the campaign, or the plan, allows', async () => {
  const acme = await world().workspace({ plan: 'starter', wallet: '100' })
  const key = await acme.key()
  const { id: agentId } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body
  await key.post(`/agents/${agentId}/publish`)
  const one = await campaignOf(acme.id, agentId, { phones: phones('215', 12), settings: { concurrency: 2 } })
  const other = await campaignOf(acme.id, agentId, { phones: phones('216', 14) })
  let mostOfOne = 0
  let mostOfAll = 0
  const watching = setInterval(async () => {
    const open = await anyWorkspace.call.findMany({ where: { workspaceId: acme.id, endedAt: null }, select: { campaignId: true } })
    mostOfOne = Math.max(mostOfOne, open.filter(({ campaignId }) => campaignId === one.id).length)
    mostOfAll = Math.max(mostOfAll, open.length)
  }, 15)
  await Promise.all([one.start(), other.start()])
  await Promise.all([one.over(), other.over()]).finally(() => clearInterval(watching))
  expect([...(await one.calls()), ...(await other.calls())]).toHaveLength(26)
  expect([mostOfOne, mostOfAll]).toEqual([2, 5])
})

/** Waits for two campaigns of six simulated calls each to be over; a number that is on the line is put off. */
test('two campaigns never have the same number on the line at once', async () => {
  const { acme, agentId } = await tenant(world())
  const numbers = phones('217', 6)
  const campaigns = [await campaignOf(acme.id, agentId, { phones: numbers }), await campaignOf(acme.id, agentId, { phones: numbers })]
  await Promise.all(campaigns.map((campaign) => campaign.start()))
  await Promise.all(campaigns.map((campaign) => campaign.over()))
  const calls = (await Promise.all(campaigns.map((campaign) => campaign.calls()))).flat().toSorted((a, b) => a.id - b.id)
  expect(calls).toHaveLength(12)
  for (const number of numbers) {
    const [first, second] = calls.filter(({ toNumber }) => toNumber === number)
    expect(second!.createdAt.getTime()).toBeGreaterThanOrEqual(first!.finishedAt!.getTime())
  }
})

test('a lead is called from the same number every time, and a pool is shared out', async () => {
  const { acme, agentId } = await tenant(world())
  const pool = await Promise.all(
    ['+12025557001', '+12025557002'].map((phoneNumber) =>
      anyWorkspace.phoneNumber.create({ data: { workspaceId: acme.id, phoneNumber, carrier: 'simulator' } }),
    ),
  )
  const settings = { numberIds: pool.map(({ id }) => id), maxAttempts: 2, retryBusyMinutes: 0 }
  const campaign = await campaignOf(acme.id, agentId, { phones: ['+12185550001', '+12185560001', '+12185570001', '+12185580001'], settings })
  await campaign.start()
  await campaign.over()
  const calls = await campaign.calls()
  expect(new Set(calls.map(({ fromNumber }) => fromNumber))).toEqual(new Set(['+12025557001', '+12025557002']))
  for (const { id } of await leadsOf(campaign.id)) expect(new Set(calls.filter(({ leadId }) => leadId === id).map(({ numberId }) => numberId)).size).toBe(1)
})

/** Waits between five placements, each time twice as long as before: some two seconds in all at this speed. */
test('a provider that has no room is asked again, which is no attempt until it happened five times', async () => {
  const { acme, agentId } = await tenant(world())
  const campaign = await campaignOf(acme.id, agentId, { phones: ['+12195550102'], settings: { maxAttempts: 1, failureRateWindow: 50 } })
  await campaign.start()
  await campaign.over()
  const [lead] = await leadsOf(campaign.id)
  expect(lead).toMatchObject({ status: 'failed', attempts: 1 })
  expect(await campaign.calls()).toHaveLength(5)
  expect((await decisionsOf(lead!.id)).filter(({ reason }) => reason === 'not_taken')).toHaveLength(4)
})

/** Waits two seconds, until the provider must have listed a call that it did not place. */
test('a call whose fate at the provider is unknown keeps its lead until it is settled, and the phone rings once', async () => {
  const { acme, agentId } = await tenant(world())
  // 0104: a server error though the call was placed; 0103: one without; 0106: a broken connection after placing.
  const campaign = await campaignOf(acme.id, agentId, { phones: ['+12205550104', '+12205550103', '+12205550106'], settings: { maxAttempts: 1 } })
  await campaign.start()
  await campaign.over()
  expect((await leadsOf(campaign.id)).map(({ status, attempts }) => [status, attempts])).toEqual([
    ['completed', 1],
    ['failed', 1],
    ['completed', 1],
  ])
  expect(await dialled(world(), 'retell', '+1220555')).toHaveLength(3)
})
