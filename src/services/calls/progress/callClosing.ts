import type { CallId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { afterCommit, type Connection } from '../../../kernel/db/db.ts'
import { publish } from '../../../kernel/events.ts'
import { countFinishedCall } from '../../../kernel/metrics.ts'
import { reportCall } from '../../../kernel/tracing/callTraces.ts'
import { hasEnded } from '../../../kernel/vocabulary/callStates.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import { fromJson } from '../../shared/jsonColumns.ts'
import * as callWords from '../callWords.ts'
import { lockCalls, type LockedCall, type Progress, save, type Update } from './callRows.ts'
import * as charges from '../../billing/charges.ts'
import type { Change, StoredLine } from './transcripts.ts'
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

/**
 * Saves changed calls, closes those that are finished now, and releases the concurrency slots of those that have ended. They are of one workspace, unless none
 * has ended. Returns how each transcript changed. The money is settled first, so that each call is written once.
 */
export async function saveAndClose(tx: Connection, updates: readonly Update[], { sendsEvents = true } = {}): Promise<(Change | null)[]> {
  const closed = updates.filter(({ before, after }) => !before.call.finishedAt && after.call.finishedAt).map(({ after }) => after.call)
  const ended = updates.filter(({ before, after }) => after !== before && hasEnded(after.call.status)).map(({ after }) => after.call)
  if (!ended[0]) return save(tx, updates, new Map())
  const { workspaceId } = ended[0]
  const settled = await charges.settle(tx, workspaceId, closed)
  const changes = await save(tx, updates, settled)
  await providerSlots.release(tx, ended)
  if (sendsEvents) await callCompleted.enqueue(tx, workspaceId, closed)
  await leadAttempts.settleAttempts(tx, workspaceId, closed)
  await campaignTotals.addCalls(tx, workspaceId, closed, settled)
  await callStats.countCalls(tx, workspaceId, closed)
  for (const call of ended) campaignWakes.wakeAfterCommit(tx, call)
  for (const call of closed) alertWatch.noteClosed(tx, call)
  for (const call of closed) afterCommit(tx, () => reportFinished(call, settled.get(call.id)?.charged ?? 0n))
  for (const call of closed) callWords.noteClosed(tx, call)
  return changes
}

function reportFinished(call: LockedCall, charged: bigint) {
  countFinishedCall(call.direction, call.status, charged)
  if (call.trace === null) return
  reportCall(call.trace, [call.createdAt, call.finishedAt!], {
    'callwright.workspace.id': call.workspaceId,
    'callwright.call.id': call.id,
    'callwright.call.direction': call.direction,
    'callwright.call.status': call.status,
    'callwright.call.ended_reason': call.endedReason,
    'callwright.campaign.id': call.campaignId,
    'callwright.lead.id': call.leadId,
    'callwright.agent.id': call.agentId,
    'callwright.provider': call.provider,
  })
}

/** The progress of a locked call that has not changed yet. */
export function begin(call: LockedCall): Progress {
  const live = fromJson<StoredLine[] | null>(call.liveLines)
  return { call, lines: live ?? fromJson(call.transcript), liveCount: live?.length ?? 0, analysis: null, isFinal: false }
}

/** Finishes a call, in the same write as its last change. */
export const finish = (progress: Progress): Progress => {
  const { summary, analysis, structuredData } = progress.analysis ?? progress.call
  const call = { ...progress.call, summary: summary ?? progress.call.summary, analysis, structuredData, finishedAt: clock.now(), nextCheckAt: null }
  return { ...progress, call: call as LockedCall }
}

/**
 * Closes an ended call once: settles the money, counts it and sends `call.completed`, unless the request for the call is answered with an
 * error instead. The caller's transaction has ended the call.
 */
export async function close(tx: Connection, workspaceId: WorkspaceId, callId: CallId, { sendsEvent = true } = {}): Promise<void> {
  const call = await lockCalls.get({ workspaceIds: [workspaceId], ids: [callId] }, tx)
  if (!call || call.finishedAt) return
  const before = begin(call)
  await saveAndClose(tx, [{ before, after: finish(before), events: [] }], { sendsEvents: sendsEvent })
}
