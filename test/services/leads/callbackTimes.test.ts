import { expect, test } from 'vitest'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import * as leadAttempts from '../../../src/services/leads/leadAttempts.ts'
import { makeCall } from '../../kit/fixtures/rows.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { HOUR, MINUTE, stopClock } from '../../kit/waiting/clock.ts'

useDatabase()

/** Ends a call to a lead who asked to be called back at that time. Returns when they are called again. */
async function nextAttemptAfter(callback_at: string) {
  const { id: workspaceId } = await anyWorkspace.workspace.create({ data: { name: 'Test' } })
  const settings = { callbackMinutes: 90 }
  const campaign = await anyWorkspace.campaign.create({ data: { workspaceId, name: 'Autumn', status: 'running', settings } })
  const { id: callId } = await makeCall(workspaceId)
  const lead = { workspaceId, campaignId: campaign.id, phoneNumber: '+12125550009', data: {}, status: 'calling', attempts: 1, lastCallId: callId }
  const { id: leadId } = await anyWorkspace.lead.create({ data: lead })
  const call = await anyWorkspace.call.update({ where: { id: callId }, data: { leadId, status: 'completed', outcome: 'callback' } })
  await transaction((tx) => leadAttempts.settleAttempts(tx, workspaceId, [{ ...call, structuredData: { callback_at } }]))
  return (await anyWorkspace.lead.findUniqueOrThrow({ where: { id: leadId } })).nextAttemptAt
}

test('a lead is called back at the time they asked for, or after the campaign’s delay if that time is past or unreadable', async () => {
  const now = new Date('2026-11-20T10:00:00Z')
  stopClock(now)
  const after = (ms: number) => new Date(now.getTime() + ms)
  expect(await nextAttemptAfter(after(5 * HOUR).toISOString())).toEqual(after(5 * HOUR))
  for (const unusable of [after(-MINUTE).toISOString(), now.toISOString(), 'tomorrow']) {
    // Simulated calls run faster, and so do their delays.
    const delay = (await nextAttemptAfter(unusable))!.getTime() - now.getTime()
    expect([unusable, delay]).toEqual([unusable, 90 * MINUTE])
  }
})
