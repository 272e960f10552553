import type { CallId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import type { Connection } from '../../../kernel/db/db.ts'
import { publish } from '../../../kernel/events.ts'
import { type Call, Prisma } from '../../../generated/prisma/client.ts'
import { selectList, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import * as callCharges from './callCharges.ts'
import { DETAIL_FIELDS, type LockedCall } from './callRows.ts'
import type { Change } from './transcripts.ts'
import * as callCompleted from '../../webhooks/callCompleted.ts'
import * as callStats from '../../analytics/counting/callStats.ts'
import * as campaignTotals from '../../campaigns/campaignTotals.ts'
import * as campaignWakes from '../../campaigns/campaignWakes.ts'
import * as leadAttempts from '../../leads/leadAttempts.ts'
import * as providerSlots from '../../voiceProviders/providerSlots.ts'
import * as alertWatch from '../../alerts/alertWatch.ts'

/** Notifies subscribers that the call changed, and from which line on its transcript differs. */
export const announce = (call: Pick<Call, 'workspaceId' | 'id'>, change: Change | null = null) =>
  publish('call.updated', { workspaceId: call.workspaceId, callId: call.id, lines: change?.lines ?? [], startIndex: change?.startIndex ?? 0 })

const finishCall = statement(
  'calls.finish',
  sql`
    with finished as (
      update calls set finished_at = $now, next_check_at = null where workspace_id = $workspaceId and id = $callId and finished_at is null
      returning ${selectList(Object.keys(Prisma.CallScalarFieldEnum))})
    select finished.*, ${selectList(DETAIL_FIELDS, 'detail')}
    from finished join call_details detail on detail.workspace_id = $workspaceId and detail.call_id = finished.id`,
)

/**
 * Closes an ended call once: settles the money, counts it and sends `call.completed`, unless the request for the call is answered with an
 * error instead. If the analysis never arrives, the reconciler calls it with the known data. The caller's transaction must have locked or
 * changed the call's row.
 */
export async function close(tx: Connection, workspaceId: WorkspaceId, callId: CallId, { sendsEvent = true } = {}): Promise<void> {
  const call = await finishCall.get({ workspaceId, callId, now: clock.now() }, tx)
  if (call) await settle(tx, call, sendsEvent)
}

/** Does what follows from the end of a call, in the transaction that has set `finishedAt`. */
export async function settle(tx: Connection, call: Omit<LockedCall, 'redactions'>, sendsEvent = true): Promise<void> {
  await providerSlots.release(tx, call.id)
  if (sendsEvent) await callCompleted.enqueue(tx, call)
  await leadAttempts.settleAttempt(tx, call)
  const charge = await callCharges.charge(tx, call)
  await campaignTotals.addCall(tx, call, charge)
  await callStats.countCall(tx, call)
  campaignWakes.wakeAfterCommit(tx, call)
  alertWatch.noteClosed(tx, call)
}

/** Releases the concurrency slot of an ended call whose analysis is still to come. */
export async function releaseSlot(tx: Connection, call: LockedCall) {
  await providerSlots.release(tx, call.id)
  campaignWakes.wakeAfterCommit(tx, call)
}
