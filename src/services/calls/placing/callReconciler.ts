import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, pool } from '../../../kernel/db/db.ts'
import { type Call, Prisma } from '../../../generated/prisma/client.ts'
import { MAX_CALL_SECONDS } from '../../../inputs/agents.ts'
import { isProcessDead } from '../../../kernel/liveness.ts'
import type { CallSnapshot } from '../../../providers/provider.ts'
import { paceOf } from '../../../kernel/config/simulation.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import * as callProgress from '../progress/callProgress.ts'
import * as callSettlement from '../progress/callSettlement.ts'
import * as callSnapshots from '../progress/callSnapshots.ts'
import { hasEnded } from '../../../kernel/vocabulary/callStates.ts'
import { claimDueRows, processRows, RECHECK_INTERVAL_MS } from '../../shared/dueRows.ts'
import { intervalAtPace, paces } from '../../shared/pacedIntervals.ts'
import * as callSends from './callSends.ts'

const RETRY_DELAY_MS = 5_000

const claimDue = statement('calls.claimDue', claimDueRows('calls', intervalAtPace(sql`provider`, RECHECK_INTERVAL_MS)))

/** Reconciles up to `limit` calls that have been silent too long. Returns how many. */
export const reconcileDue = async (limit = 50): Promise<number> => processRows('calls', await claimDue.all({ now: clock.now(), limit, ...paces() }), reconcile)

async function reconcile(callId: CallId): Promise<void> {
  const call = await anyWorkspace.call.findUnique({ where: { id: callId } })
  if (!call || call.finishedAt) return
  if (call.placement === 'sending') return checkSender(call)
  if (call.placement === 'unknown') return reconcileUnknown(call)
  if (call.placement === 'placed') return reconcilePlaced(call)
}

/**
 * A placement in progress. If its sender is dead, the outcome is unknown. A sender that is alive but has not reported within its time has lost
 * the answer, for example with its database connection.
 */
async function checkSender(call: Call) {
  const mayReport = call.createdAt > fromNow(-callSends.SEND_REPORT_TIMEOUT_MS)
  if (mayReport && call.owner && !(await isProcessDead(pool, call.owner))) return scheduleCheck(call, RETRY_DELAY_MS)
  await callSends.markUnknown(call)
}

/** A placement of unknown outcome. Waits until the provider lists the call or must have listed it. Never sends it again. */
async function reconcileUnknown(call: Call) {
  const snapshot = await callSnapshots.findSnapshot(call)
  if (snapshot) {
    await callProgress.applySnapshot(call, await toPolledSnapshot(call, snapshot))
    return scheduleCheck(call, 1_000)
  }
  if (snapshot === null && call.reconcileAfter && call.reconcileAfter < clock.now())
    return callSends.fail(call, call.direction === 'inbound' ? 'not_connected' : 'not_placed')
  return scheduleCheck(call, RETRY_DELAY_MS / paceOf(call.provider))
}

/** A call that the provider has and that has been silent too long: its end or its analysis was not reported. */
async function reconcilePlaced(call: Call) {
  const snapshot = await callSnapshots.fetchSnapshot(call, call.providerCallId!)
  // The inbound call was answered but never connected: the caller hung up, or the provider timed out.
  if (snapshot === null && call.status === 'ringing' && call.reconcileAfter)
    return call.reconcileAfter < clock.now() ? callProgress.forceClose(call, 'not_connected') : scheduleCheck(call, RETRY_DELAY_MS / paceOf(call.provider))
  const isEnded = hasEnded(call.status) || (snapshot && hasEnded(snapshot.state))
  if (snapshot) await callProgress.applySnapshot(call, await toPolledSnapshot(call, snapshot))
  if (isEnded && call.endedAt && call.endedAt < fromNow(-120_000 / paceOf(call.provider))) return callProgress.forceClose(call, 'unknown')
  if (!isEnded && snapshot !== undefined && call.createdAt < fromNow(-maxLifetimeMsOf(call)))
    return callProgress.forceClose(call, snapshot ? 'never_ended' : 'lost_by_provider')
  return isEnded ? scheduleCheck(call, RETRY_DELAY_MS) : undefined
}

/**
 * Call lists and API answers about unrecorded calls have no transcript; only webhooks bring it. Such an answer is final only if a webhook has
 * already brought the analysis, which comes last.
 */
const toPolledSnapshot = async (call: Call, snapshot: CallSnapshot): Promise<CallSnapshot> => ({
  ...snapshot,
  final: callSettlement.isComplete(snapshot) || (hasEnded(snapshot.state) && snapshot.transcript === null && (await isAnalyzed(call))),
})

const isAnalyzed = async ({ workspaceId, id }: Call) =>
  (await anyWorkspace.callDetail.count({ where: { workspaceId, callId: id, analysis: { not: Prisma.AnyNull } } })) > 0

/** Upper limit on the time from placement to analysis. */
const maxLifetimeMsOf = ({ provider: engine }: Call) => ((MAX_CALL_SECONDS + 300) * 1000) / paceOf(engine)

const scheduleCheck = async ({ id }: Call, ms: number) => {
  await anyWorkspace.call.updateMany({ where: { id, finishedAt: null }, data: { nextCheckAt: fromNow(ms) } })
}
