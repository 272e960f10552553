import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import { anyWorkspace } from '../../../kernel/db/db.ts'
import { type Call, Prisma } from '../../../generated/prisma/client.ts'
import { MAX_CALL_SECONDS } from '../../../inputs/agents.ts'
import type { CallSnapshot } from '../../../providers/provider.ts'
import { paceOf } from '../../../kernel/config/simulation.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { traceForCall } from '../../../kernel/tracing/callTraces.ts'
import { KINDS } from '../../../kernel/tracing/spans.ts'
import { enterWorkspace } from '../../../kernel/db/workspaceContext.ts'
import * as callProgress from '../progress/callProgress.ts'
import * as callSettlement from '../progress/callSettlement.ts'
import * as callSnapshots from '../progress/callSnapshots.ts'
import { hasEnded } from '../../../kernel/vocabulary/callStates.ts'
import { claimDueRows, processRows, RECHECK_INTERVAL_MS } from '../../shared/dueRows.ts'
import { intervalAtPace, paces } from '../../shared/pacedIntervals.ts'
import { checkSender, resolveUnknown } from '../../shared/sending/sendReconciliation.ts'
import * as callSends from './callSends.ts'

const RETRY_DELAY_MS = 5_000

const claimDue = statement('calls.claimDue', sql`update calls set ${claimDueRows('calls', intervalAtPace(sql`provider`, RECHECK_INTERVAL_MS))}`, {
  acrossWorkspaces: 'The reconciler checks the calls of all workspaces.',
})

/** Reconciles up to `limit` calls that have been silent too long. Returns how many. */
export const reconcileDue = async (limit = 50): Promise<number> => processRows('calls', await claimDue.all({ now: clock.now(), limit, ...paces() }), reconcile)

async function reconcile(callId: CallId): Promise<void> {
  const call = await anyWorkspace.call.findUnique({ where: { id: callId } })
  if (!call || call.finishedAt) return
  enterWorkspace(call.workspaceId)
  await traceForCall(call.trace, { name: 'check call', kind: KINDS.internal, attributes: { 'callwright.call.id': callId } }, () => reconcileCall(call))
}

async function reconcileCall(call: Call): Promise<unknown> {
  if (call.placement === 'sending')
    return checkSender(call, { postpone: (until) => scheduleCheck(call, until), markUnknown: () => callSends.markUnknown(call) })
  if (call.placement === 'unknown') return reconcileUnknown(call)
  if (call.placement === 'placed') return reconcilePlaced(call)
}

/** A placement of unknown outcome. Waits until the provider lists the call or must have listed it. Never sends it again. */
const reconcileUnknown = (call: Call) =>
  resolveUnknown(call, {
    find: () => callSnapshots.findSnapshot(call),
    adopt: async (snapshot) => {
      await callProgress.applySnapshot(call, await toPolledSnapshot(call, snapshot))
      await scheduleCheck(call, fromNow(1_000))
    },
    refuse: () => callSends.fail(call, call.direction === 'inbound' ? 'not_connected' : 'not_placed'),
    postpone: () => scheduleCheck(call, retryTimeOf(call)),
  })

/** A call that the provider has and that has been silent too long: its end or its analysis was not reported. */
async function reconcilePlaced(call: Call) {
  const snapshot = await callSnapshots.fetchSnapshot(call, call.providerCallId!)
  // The inbound call was answered but never connected: the caller hung up, or the provider timed out.
  if (snapshot === null && call.status === 'ringing' && call.reconcileAfter)
    return call.reconcileAfter < clock.now() ? callProgress.forceClose(call, 'not_connected') : scheduleCheck(call, retryTimeOf(call))
  const isEnded = hasEnded(call.status) || (snapshot && hasEnded(snapshot.state))
  if (snapshot) await callProgress.applySnapshot(call, await toPolledSnapshot(call, snapshot))
  if (isEnded && call.endedAt && call.endedAt < fromNow(-120_000 / paceOf(call.provider))) return callProgress.forceClose(call, 'unknown')
  if (!isEnded && snapshot !== undefined && call.createdAt < fromNow(-maxLifetimeMsOf(call)))
    return callProgress.forceClose(call, snapshot ? 'never_ended' : 'lost_by_provider')
  return isEnded ? scheduleCheck(call, fromNow(RETRY_DELAY_MS)) : undefined
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

const retryTimeOf = ({ provider: engine }: Call) => fromNow(RETRY_DELAY_MS / paceOf(engine))

const scheduleCheck = async ({ id }: Call, nextCheckAt: Date) => {
  await anyWorkspace.call.updateMany({ where: { id, finishedAt: null }, data: { nextCheckAt } })
}
