import { expect, test } from 'vitest'
import type { Call } from '../../../src/generated/prisma/client.ts'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import * as dialBatches from '../../../src/services/dialer/dialBatches.ts'
import * as dialSends from '../../../src/services/dialer/dialSends.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { listPlacements, createTenant } from '../calls/placementKit.ts'
import { addConsent, createCampaign, decisionsOf, leadsOf, phoneNumbersOf } from './dialerKit.ts'
import { countWaitingSessions } from '../../kit/waiting/waitingSessions.ts'

const testServer = useTestServer({ env: { CALLING_HOURS: 'off' } })

/** Runs a claim of the dialer while another transaction has an uncommitted change. Commits the change once the claim is done or waits for its lock. */
async function claimDuring(change: string, id: number, begin: () => Promise<unknown>, look: () => Promise<unknown> = async () => undefined) {
  const client = await pool.connect()
  try {
    await begin()
    await client.query('begin')
    await client.query(change, [id])
    await look()
    let isDone = false
    const claim = dialBatches.claimNext().finally(() => (isDone = true))
    await waitFor('the claim', async () => isDone || (await countWaitingSessions()) > 0)
    await client.query('commit')
    await claim
  } finally {
    client.release()
  }
}

test('dialers that claim concurrently together begin no more calls than the campaign allows', async () => {
  const { acme, agentId } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('218', 12), settings: { concurrency: 2 } })
  await campaign.start()
  await Promise.all(Array.from({ length: 8 }, () => dialBatches.claimNext()))
  const open = (await campaign.calls()).filter(({ finishedAt }) => finishedAt === null)
  expect(open.length).toBeLessThanOrEqual(2)
})

test('a lead that is being deleted while a dialer claims is not called', async () => {
  const { acme, agentId } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('219', 2) })
  const [deleted] = await leadsOf(campaign.id)
  await claimDuring('update leads set deleted_at = now() where id = $1', deleted!.id, campaign.start)
  expect((await campaign.calls()).filter(({ leadId }) => leadId === deleted!.id)).toEqual([])
})

test('a paused campaign begins no call, even if a dialer is claiming it', async () => {
  const { acme, agentId } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('220', 9) })
  let before: Call[] = []
  await claimDuring(`update campaigns set status = 'paused' where id = $1`, campaign.id, campaign.start, async () => (before = await campaign.calls()))
  expect(await campaign.calls()).toHaveLength(before.length)
})

/** Claims a call of a new campaign before the server's own dialer does. */
async function claimedBatch(area: string, before: (workspaceId: number, phoneNumber: string) => Promise<unknown> = async () => undefined, more: object = {}) {
  const { acme, agentId } = await createTenant(testServer())
  return waitFor('a claim before the server', async () => {
    const phones = phoneNumbersOf(area, 1)
    await before(acme.id, phones[0]!)
    const campaign = await createCampaign(acme.id, agentId, { phones, ...more })
    await campaign.start()
    const [batch] = (await dialBatches.claimNext()) ?? []
    return batch?.campaign.workspaceId === acme.id && batch
  })
}

test.each([
  [
    'whose number is added to the do-not-call list',
    '221',
    `insert into dnc_entries (workspace_id, phone_number, source) select workspace_id, to_number, 'api' from calls where id = $1`,
    'number_listed',
  ],
  ['whose campaign is paused', '222', `update campaigns set status = 'paused' where id = (select campaign_id from calls where id = $1)`, 'campaign_paused'],
])('a call %s after it was committed is never sent', async (_, area, change, reason) => {
  const batch = await claimedBatch(area)
  const [call] = batch.calls
  await pool.query(change, [call!.id])
  await Promise.all(dialSends.send(batch))
  expect(await anyWorkspace.call.findUniqueOrThrow({ where: { id: call!.id } })).toMatchObject({ endedReason: reason, status: 'canceled' })
  expect((await listPlacements(testServer(), 'retell', '+1')).filter((body) => body.includes(call!.ref))).toEqual([])
})

test('a call whose consent is revoked after it was committed is never sent, and its lead is closed with the reason', async () => {
  const batch = await claimedBatch('223', (workspaceId, phoneNumber) => addConsent(workspaceId, phoneNumber, 'express_written'), { purpose: 'cold_calling' })
  const [call] = batch.calls
  await pool.query('update consents set revoked_at = now() where workspace_id = $1', [call!.workspaceId])
  await Promise.all(dialSends.send(batch))
  expect(await anyWorkspace.call.findUniqueOrThrow({ where: { id: call!.id } })).toMatchObject({ endedReason: 'consent_revoked', status: 'canceled' })
  expect((await listPlacements(testServer(), 'retell', '+1')).filter((body) => body.includes(call!.ref))).toEqual([])
  const lead = await waitFor('the lead to close', async () => {
    const row = await anyWorkspace.lead.findUniqueOrThrow({ where: { id: call!.leadId! } })
    return row.status === 'failed' && row
  })
  expect((await decisionsOf(lead.id)).at(-1)).toMatchObject({ decision: 'end', reason: 'consent_revoked' })
})
