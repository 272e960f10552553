import { expect, test } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createCampaign, decisionsOf, leadsOf } from '../dialer/dialerKit.ts'
import { createTenant } from '../calls/placementKit.ts'

const testServer = useTestServer({ env: { CALLING_HOURS: 'off' } })
const redial = 'mutation ($id: ID!, $outcomes: [String!]!) { requeueLeads(campaignId: $id, input: { outcomes: $outcomes }) }'
const callBack = 'mutation ($id: ID!, $at: DateTime!) { scheduleCallback(leadId: $id, at: $at) { status nextAttemptAt } }'
const explain = 'query ($id: ID!, $at: DateTime) { leadExplanation(leadId: $id, at: $at) { status reason message callId } }'

/** Waits twice for a campaign of simulated calls to complete. */
test('only leads with a chosen outcome are called again; a completed campaign is paused until it is started', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, { phones: ['+12335550001', '+12335560100'], settings: { maxAttempts: 1 } })
  await campaign.start()
  await campaign.over()
  expect(await key.gql(redial, { id: campaign.id, outcomes: ['no_answer'] })).toEqual({ requeueLeads: 0 })
  expect(await campaign.row()).toMatchObject({ status: 'completed' })
  expect(await key.gql(redial, { id: campaign.id, outcomes: ['busy'] })).toEqual({ requeueLeads: 1 })
  expect(await campaign.row()).toMatchObject({ status: 'paused', pauseReason: 'reopened' })
  await campaign.start()
  await campaign.over()
  const calls = await campaign.calls()
  expect(calls.map(({ toNumber }) => toNumber)).toEqual(['+12335550001', '+12335560100', '+12335550001'])
  const other = await (await testServer().workspace()).key()
  await expect(other.gql(redial, { id: campaign.id, outcomes: ['busy'] })).rejects.toThrow('Campaign not found')
})

test('a lead that must not be called again is not, whatever the outcome of its last call', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, { phones: ['+12335570001', '+12335570002'] })
  await pool.query("update leads set status = 'failed', last_outcome = 'busy' where campaign_id = $1", [campaign.id])
  await pool.query("update leads set status = 'do_not_call' where campaign_id = $1 and phone_number = '+12335570002'", [campaign.id])
  expect(await key.gql(redial, { id: campaign.id, outcomes: ['busy'] })).toEqual({ requeueLeads: 1 })
  expect((await leadsOf(campaign.id)).map(({ status }) => status)).toEqual(['pending', 'do_not_call'])
})

/** Waits twice for a campaign to complete, and for the time of the callback, about a second later. */
test('a lead is called back at the scheduled time, once more than its maximum attempts, and not in the past', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, { phones: ['+12345550100'], settings: { maxAttempts: 1 } })
  await campaign.start()
  await campaign.over()
  const [lead] = await leadsOf(campaign.id)
  await expect(key.gql(callBack, { id: lead!.id, at: new Date(Date.now() - 1_000) })).rejects.toThrow('at: must be in the future')
  const at = new Date(Date.now() + 1_200)
  expect(await key.gql(callBack, { id: lead!.id, at })).toEqual({ scheduleCallback: { status: 'pending', nextAttemptAt: at.toISOString() } })
  await campaign.start()
  await campaign.over()
  const [, second] = await campaign.calls()
  expect(second!.createdAt.getTime()).toBeGreaterThanOrEqual(at.getTime())
})

/** Waits for the second attempt: five minutes after the first, one and a half seconds at this speed. */
test('for every point in time a lead is explained: why it was called or not', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, { phones: ['+12355550001'], settings: { maxAttempts: 2, retryBusyMinutes: 5 } })
  const [lead] = await leadsOf(campaign.id)
  const explainAt = async (at?: Date) => (await key.gql<any>(explain, { id: lead!.id, at })).leadExplanation
  expect(await explainAt(new Date(lead!.createdAt.getTime() - 1))).toMatchObject({ status: 'not_there', reason: 'not_added_yet' })
  expect(await explainAt()).toMatchObject({ status: 'waiting', reason: 'campaign_not_started' })
  await campaign.start()
  await campaign.over()
  const [first, second] = await campaign.calls()
  expect(await explainAt(new Date(first!.createdAt.getTime() + 1))).toMatchObject({ status: 'calling', callId: String(first!.id) })
  expect(await explainAt(new Date(first!.finishedAt!.getTime() + 100))).toMatchObject({ status: 'waiting', reason: 'retry_busy' })
  expect(await explainAt(new Date(second!.createdAt.getTime() + 1))).toMatchObject({ status: 'calling', callId: String(second!.id) })
  expect(await explainAt()).toMatchObject({ status: 'ended', reason: 'attempts_used', message: expect.stringContaining('2 calls were made') })
  expect((await decisionsOf(lead!.id)).length).toBe(4)
  const other = await (await testServer().workspace()).key()
  await expect(other.gql(explain, { id: lead!.id })).rejects.toThrow('Lead not found')
})

test('a manual call counts for its lead and its campaign, and a lead has one call at a time', async () => {
  const { acme, agentId, place, key } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, { phones: ['+12365550100'] })
  const [lead] = await leadsOf(campaign.id)
  const firstCall = await place('+12365550100', { lead_id: lead!.id })
  expect(firstCall).toMatchObject({ status: 202, body: { campaign_id: campaign.id, lead_id: lead!.id } })
  const again = await Promise.all([1, 2, 3].map(() => place('+12365550100', { lead_id: lead!.id, campaign_id: campaign.id })))
  expect(again.map(({ status, body }) => [status, body.detail])).toEqual(Array(3).fill([409, 'The lead is being called. Try again after the call.']))
  expect((await place('+12365550100', { campaign_id: 999_999 })).body.detail).toBe('Campaign not found')
  expect((await place('+12365550100', { lead_id: 999_999 })).body.detail).toBe('Lead not found')
  await expect.poll(async () => (await leadsOf(campaign.id))[0]).toMatchObject({ status: 'completed', attempts: 1, lastCallId: firstCall.body.id })
  expect((await key.get(`/calls?campaign_id=${campaign.id}`)).body.items).toHaveLength(1)
})
