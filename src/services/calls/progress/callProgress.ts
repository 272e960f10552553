import { clock } from '../../../kernel/lib/clock.ts'
import { statementTransaction } from '../../../kernel/db/db.ts'
import type { EndedReason } from '../../../kernel/vocabulary/endedReasons.ts'
import type { CallSnapshot } from '../../../providers/provider.ts'
import { hasEnded, outcomeOf } from '../../../kernel/vocabulary/callStates.ts'
import { apply, type CallKey, type Change, confirmedChangeOf, prepare, type Prepared } from './callChanges.ts'
import { announce, releaseSlot, settle } from './callClosing.ts'
import { lockCall, type LockedCall, type Progress, save } from './callRows.ts'
import * as eventStore from './eventStore.ts'
import * as voiceOptOuts from '../../compliance/voiceOptOuts.ts'
import { fromJson } from '../../shared/jsonColumns.ts'

/** Applies a snapshot from the provider's API. */
export const applySnapshot = (key: CallKey, snapshot: CallSnapshot) => applyChanges(key, [confirmedChangeOf(snapshot)])

/**
 * Applies changes in one transaction, which also marks the events that brought them as processed. Safe to repeat and in any order: the status
 * only moves forward, known values are never cleared, and the end is settled once (contract: Status). A spoken opt-out is on the do-not-call
 * list before the call is closed, also if its analysis arrives after the settlement.
 */
export async function applyChanges(key: CallKey, changes: readonly Change[], eventIds: readonly number[] = []): Promise<void> {
  const prepared: Prepared[] = []
  for (const change of changes) prepared.push(await prepare(key, change))
  const applied = await statementTransaction(async (tx) => {
    const stored = await lockCall.get({ workspaceId: key.workspaceId, id: key.id }, tx)
    if (!stored) return 'erased'
    if (prepared.some(({ isOptOut }) => isOptOut)) await voiceOptOuts.addToDnc(tx, stored)
    const before: Progress = { call: stored, lines: fromJson(stored.transcript), analysis: null, isFinal: false }
    let after = before
    if (!stored.finishedAt) for (const change of prepared) after = await apply(after, change)
    const isOver = after !== before && hasEnded(after.call.status)
    if (isOver && after.isFinal) after = finish(after)
    const change = await save(tx, before, after, eventIds)
    if (isOver) await (after.isFinal ? settle(tx, after.call) : releaseSlot(tx, stored))
    return after === before ? null : { call: stored, change }
  })
  if (applied === 'erased') await eventStore.discard(eventIds)
  else if (applied) announce(applied.call, applied.change)
}

/** Closes the call in the same write as its last change. */
const finish = (progress: Progress): Progress => {
  const { summary, analysis, structuredData } = progress.analysis ?? progress.call
  const call = { ...progress.call, summary: summary ?? progress.call.summary, analysis, structuredData, finishedAt: clock.now(), nextCheckAt: null }
  return { ...progress, call: call as LockedCall }
}

/** Closes a call with the known data if nothing more will arrive. `reason` applies if the provider gave none. */
export async function forceClose({ workspaceId, id }: CallKey, reason: EndedReason): Promise<void> {
  const closedCall = await statementTransaction(async (tx) => {
    const call = await lockCall.get({ workspaceId, id }, tx)
    if (!call || call.finishedAt) return null
    const status = hasEnded(call.status) ? call.status : 'failed'
    const end = { endedAt: call.endedAt ?? clock.now(), endedReason: call.endedReason ?? reason }
    const before: Progress = { call, lines: [], analysis: null, isFinal: true }
    const after = finish({ ...before, call: { ...call, ...end, status, outcome: outcomeOf(status, call.outcome, call.successEvaluation) } })
    await save(tx, before, after, [])
    await settle(tx, after.call)
    return call
  })
  if (closedCall) announce(closedCall)
}
