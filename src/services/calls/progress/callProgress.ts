import type { CallId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../../kernel/db/db.ts'
import type { EndedReason } from '../../../kernel/vocabulary/endedReasons.ts'
import { publish } from '../../../kernel/events.ts'
import { type Call, type CallDetail, Prisma } from '../../../generated/prisma/client.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import type { Redaction } from '../../../inputs/privacySettings.ts'
import { toVerbatimJson } from '../../../kernel/json/jsonSource.ts'
import type { CallSnapshot, TranscriptLine } from '../../../providers/provider.ts'
import { paceOf } from '../../../kernel/config/simulation.ts'
import * as callAnswers from './callAnswers.ts'
import * as callCompleted from '../../webhooks/callCompleted.ts'
import * as callTexts from './callTexts.ts'
import * as callStats from '../../analytics/counting/callStats.ts'
import * as campaignTotals from '../../campaigns/campaignTotals.ts'
import * as campaignWakes from '../../campaigns/campaignWakes.ts'
import { advance, type CallState, hasEnded, outcomeOf } from '../../../kernel/vocabulary/callStates.ts'
import * as callCharges from './callCharges.ts'
import * as leadAttempts from '../../leads/leadAttempts.ts'
import * as providerSlots from '../../voiceProviders/providerSlots.ts'
import * as alertWatch from '../../alerts/alertWatch.ts'
import * as transcripts from './transcripts.ts'
import * as voiceOptOuts from '../../compliance/voiceOptOuts.ts'
import { fromJson } from '../../shared/jsonColumns.ts'

type CallKey = Pick<Call, 'workspaceId' | 'id'>

/** When the reconciler next checks a call of this engine and status if no webhook arrives. */
export const nextCheckAt = (engine: string, state: CallState) => fromNow((state === 'in_progress' || hasEnded(state) ? 120_000 : 60_000) / paceOf(engine))

/** Notifies subscribers that the call changed, and from which line on its transcript differs. */
export const announce = (call: CallKey, change: transcripts.Change | null = null) =>
  publish('call.updated', { workspaceId: call.workspaceId, callId: call.id, lines: change?.lines ?? [], startIndex: change?.startIndex ?? 0 })

const lockCall = statement(
  'calls.lock',
  sql`
    select workspaces.redactions from calls join workspaces on workspaces.id = calls.workspace_id
    where calls.workspace_id = $workspaceId and calls.id = $id for update of calls`,
)

/** Runs `work` with the call's row locked, so that updates of one call are applied one after another. Passes the workspace's redaction settings. */
const withLockedCall = <T>({ workspaceId, id }: CallKey, work: (tx: Tx, call: Call & { detail: CallDetail }, kinds: Redaction[]) => Promise<T>): Promise<T> =>
  transaction(async (tx) => {
    const workspace = await lockCall.get({ workspaceId, id }, tx)
    const call = await tx.call.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } }, include: { detail: true } })
    return work(tx, { ...call, detail: call.detail! }, workspace!.redactions as Redaction[])
  })

/** Delay before checking a call whose webhook reported an end that the provider has not confirmed. */
const CONFIRM_DELAY_MS = 5_000

/**
 * Applies a snapshot from the provider's API. Safe to repeat and in any order: the status only moves forward, known values are never cleared,
 * and the end is settled once (contract: Status). A spoken opt-out is on the do-not-call list before the call is closed, also if its analysis
 * arrives after the settlement.
 */
export const applySnapshot = (key: CallKey, snapshot: CallSnapshot) => applyFacts(key, snapshot, { ...snapshot, isConfirmed: true })

/**
 * Applies a webhook. It moves a call forward and brings transcript and answers, which only the webhook may have, but it neither ends the call
 * nor sets its duration. The last webhook closes the call only after the API has reported the end.
 */
export const applyHint = (key: CallKey, snapshot: CallSnapshot) =>
  applyFacts(key, snapshot, {
    ...snapshot,
    state: hasEnded(snapshot.state) ? 'queued' : snapshot.state,
    durationSeconds: null,
    providerCostMicros: null,
    isConfirmed: false,
  })

/** The facts of a snapshot that are applied. `isConfirmed` if they come from the provider's API. */
type SnapshotFacts = Pick<
  CallSnapshot,
  'state' | 'startedAt' | 'endedAt' | 'endedReason' | 'providerEndedReason' | 'durationSeconds' | 'providerCostMicros'
> & {
  isConfirmed: boolean
}

async function applyFacts(key: CallKey, snapshot: CallSnapshot, facts: SnapshotFacts): Promise<void> {
  const extracted = await callAnswers.extractAnalysis(key, snapshot)
  const lateOutcomes = extracted ? [] : await callAnswers.listLateOutcomes(key, snapshot)
  const applied = await withLockedCall(key, async (tx, call, kinds) => {
    if (voiceOptOuts.isOptOut(snapshot.outcome, extracted?.outcome, ...lateOutcomes)) await voiceOptOuts.addToDnc(tx, call)
    if (call.finishedAt) return null
    const analysis = extracted && (await callAnswers.redactAnalysis(call.workspaceId, extracted, kinds))
    const status = advance(call.status, facts.state)
    const isOverNow = hasEnded(status)
    const knownOutcome = analysis?.outcome ?? snapshot.outcome ?? call.outcome
    const outcome = isOverNow ? outcomeOf(status, knownOutcome, analysis?.successEvaluation ?? call.detail.successEvaluation) : knownOutcome
    await tx.call.update({
      where: { workspaceId_id: { workspaceId: call.workspaceId, id: call.id } },
      data: {
        status,
        outcome,
        ...(call.providerCallId ? {} : { providerCallId: snapshot.providerCallId, placement: 'placed' }),
        startedAt: facts.isConfirmed ? (facts.startedAt ?? call.startedAt) : (call.startedAt ?? facts.startedAt),
        endedAt: call.endedAt ?? (isOverNow ? (facts.endedAt ?? clock.now()) : null),
        durationSeconds: facts.durationSeconds ?? call.durationSeconds,
        ...(isOverNow && endReasonFieldsOf(call, facts, snapshot.final)),
        detectedLanguage: snapshot.detectedLanguage ?? call.detectedLanguage,
        hasRecording: call.recorded && (call.hasRecording || snapshot.hasRecording),
        providerCostMicros: facts.providerCostMicros ?? call.providerCostMicros,
        nextCheckAt: !isOverNow && hasEnded(snapshot.state) ? fromNow(CONFIRM_DELAY_MS / paceOf(call.provider)) : nextCheckAt(call.provider, status),
      },
    })
    const storedLines = storedLinesOf(call)
    const transcript = await mergeTranscript(call.workspaceId, storedLines, snapshot, kinds)
    const change = transcripts.findChange(storedLines, transcript)
    if (change || analysis)
      await tx.callDetail.update({
        where: { callId: call.id, workspaceId: call.workspaceId },
        data: detailChangesOf(call.detail, change && transcript, analysis),
      })
    if (isOverNow) await (snapshot.final ? close(tx, call.workspaceId, call.id) : releaseSlot(tx, call))
    return { call, change }
  })
  if (applied) announce(applied.call, applied.change)
}

/** Upper limit for the provider's end reason, since outsiders fill this field. */
const MAX_PROVIDER_REASON_LENGTH = 200

/** Sets the end reason of an ended call. The first known reason stays; a final snapshot without one sets `unknown`. */
function endReasonFieldsOf(
  call: Call,
  { endedReason, providerEndedReason }: SnapshotFacts,
  isFinal: boolean,
): Partial<Pick<Call, 'endedReason' | 'providerEndedReason'>> {
  if (call.endedReason !== null) return {}
  if (endedReason === null) return isFinal ? { endedReason: 'unknown' } : {}
  return { endedReason, providerEndedReason: providerEndedReason?.slice(0, MAX_PROVIDER_REASON_LENGTH) ?? null }
}

const storedLinesOf = ({ detail }: { detail: CallDetail }) => fromJson<transcripts.StoredLine[]>(detail.transcript)

/** Merges a transcript: the final one replaces the stored lines; before that the longer one wins. */
async function mergeTranscript(workspaceId: WorkspaceId, stored: transcripts.StoredLine[], { transcript, final }: CallSnapshot, kinds: Redaction[]) {
  if (transcript === null) return stored
  if (final && transcript.length >= stored.length) return callTexts.maskLines<transcripts.StoredLine>(workspaceId, transcript, kinds)
  const next = transcripts.mergeLines(stored, transcript, 'replace')
  return next ? transcripts.redactStored(workspaceId, next, kinds) : stored
}

/** The changes of the call's details; null leaves a part as it is. */
const detailChangesOf = (
  stored: CallDetail,
  transcript: TranscriptLine[] | null,
  analysis: callAnswers.ExtractedAnalysis | null,
): Prisma.CallDetailUncheckedUpdateInput => ({
  ...(transcript ? { transcript: toVerbatimJson(transcript) } : {}),
  ...(analysis
    ? {
        summary: analysis.summary ?? stored.summary,
        analysis: toVerbatimJson(analysis.analysis),
        structuredData: toVerbatimJson(analysis.structuredData),
        validationErrors: analysis.errors.length > 0 ? toVerbatimJson(analysis.errors) : Prisma.DbNull,
        successEvaluation: analysis.successEvaluation ?? stored.successEvaluation,
      }
    : {}),
})

/** Adds transcript lines during a call: all lines so far (`replace`), or the next ones (`append`), in any order. */
export async function appendTranscript(key: CallKey, lines: TranscriptLine[], mode: 'replace' | 'append'): Promise<void> {
  const applied = await withLockedCall(key, async (tx, call, kinds) => {
    if (call.finishedAt || hasEnded(call.status)) return null
    const storedLines = storedLinesOf(call)
    const next = transcripts.mergeLines(storedLines, lines, mode)
    const transcript = next && (await transcripts.redactStored(call.workspaceId, next, kinds))
    const change = transcript && transcripts.findChange(storedLines, transcript)
    if (!change) return null
    await tx.callDetail.update({
      where: { callId: call.id, workspaceId: call.workspaceId },
      data: { transcript: toVerbatimJson(transcript) },
    })
    await tx.call.update({
      where: { workspaceId_id: { workspaceId: call.workspaceId, id: call.id } },
      data: { status: advance(call.status, 'in_progress'), nextCheckAt: nextCheckAt(call.provider, 'in_progress') },
    })
    return { call, change }
  })
  if (applied) announce(applied.call, applied.change)
}

/**
 * Closes an ended call once: settles the money, counts it and sends `call.completed`, unless the request for the call is answered with an
 * error instead. If the analysis never arrives, the reconciler calls it with the known data. The caller's transaction must have locked or
 * changed the call's row.
 */
export async function close(tx: Tx, workspaceId: WorkspaceId, callId: CallId, { sendsEvent = true } = {}): Promise<void> {
  const { count } = await tx.call.updateMany({ where: { workspaceId, id: callId, finishedAt: null }, data: { finishedAt: clock.now(), nextCheckAt: null } })
  if (count === 0) return
  const call = await tx.call.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: callId } }, include: { detail: true } })
  await providerSlots.release(tx, callId)
  if (sendsEvent) await callCompleted.enqueue(tx, { ...call, detail: call.detail! })
  await leadAttempts.settleAttempt(tx, { ...call, detail: call.detail! })
  const charge = await callCharges.charge(tx, call)
  await campaignTotals.addCall(tx, call, charge)
  await callStats.countCall(tx, call)
  campaignWakes.wakeAfterCommit(tx, call)
  alertWatch.noteClosed(tx, call)
}

/** Releases the concurrency slot of an ended call whose analysis is still to come. */
async function releaseSlot(tx: Tx, call: Call) {
  await providerSlots.release(tx, call.id)
  campaignWakes.wakeAfterCommit(tx, call)
}

/** Closes a call with the known data if nothing more will arrive. `reason` applies if the provider gave none. */
export async function forceClose(key: CallKey, reason: EndedReason): Promise<void> {
  const closedCall = await withLockedCall(key, async (tx, call) => {
    if (call.finishedAt) return null
    const status = hasEnded(call.status) ? call.status : 'failed'
    await tx.call.update({
      where: { workspaceId_id: { workspaceId: call.workspaceId, id: call.id } },
      data: {
        status,
        outcome: outcomeOf(status, call.outcome, call.detail.successEvaluation),
        endedAt: call.endedAt ?? clock.now(),
        endedReason: call.endedReason ?? reason,
      },
    })
    await close(tx, call.workspaceId, call.id)
    return call
  })
  if (closedCall) announce(closedCall)
}
