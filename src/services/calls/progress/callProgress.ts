import type { CallId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import { type Connection, type StatementTx, statementTransaction } from '../../../kernel/db/db.ts'
import type { EndedReason } from '../../../kernel/vocabulary/endedReasons.ts'
import { publish } from '../../../kernel/events.ts'
import { type Call, Prisma } from '../../../generated/prisma/client.ts'
import { columnOf, ifGiven, rawSql, selectList, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import type { Redaction } from '../../../inputs/privacySettings.ts'
import type { CallSnapshot, TranscriptLine } from '../../../providers/provider.ts'
import { paceOf } from '../../../kernel/config/simulation.ts'
import * as callAnswers from './callAnswers.ts'
import * as callCompleted from '../../webhooks/callCompleted.ts'
import * as callTexts from './callTexts.ts'
import * as eventStore from './eventStore.ts'
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

/** The columns of the call's details that change while it is active, or that its `call.completed` has. */
const DETAIL_FIELDS = ['transcript', 'summary', 'analysis', 'structuredData', 'successEvaluation', 'metadata']

const lockCall = statement(
  'calls.lock',
  sql`
    select ${selectList(Object.keys(Prisma.CallScalarFieldEnum), 'calls')}, ${selectList(DETAIL_FIELDS, 'detail')}, workspaces.redactions as "redactions!"
    from calls join workspaces on workspaces.id = calls.workspace_id join call_details detail on detail.workspace_id = $workspaceId and detail.call_id = calls.id
    where calls.workspace_id = $workspaceId and calls.id = $id for update of calls`,
)
type LockedCall = NonNullable<Awaited<ReturnType<typeof lockCall.get>>>

/** Delay before checking a call whose webhook reported an end that the provider has not confirmed. */
const CONFIRM_DELAY_MS = 5_000

/** What a webhook or the provider's API says about a call: a state with its facts, or transcript lines. */
export type Change =
  | { type: 'facts'; snapshot: CallSnapshot; facts: SnapshotFacts }
  /** All lines so far (`replace`), or the next ones (`append`), in any order. */
  | { type: 'lines'; lines: TranscriptLine[]; mode: 'replace' | 'append' }

/** The facts of a snapshot that are applied. `isConfirmed` if they come from the provider's API. */
type SnapshotFacts = Pick<
  CallSnapshot,
  'state' | 'startedAt' | 'endedAt' | 'endedReason' | 'providerEndedReason' | 'durationSeconds' | 'providerCostMicros'
> & {
  isConfirmed: boolean
}

/** The change by a snapshot from the provider's API, which can end the call. */
export const confirmedChangeOf = (snapshot: CallSnapshot): Change => ({ type: 'facts', snapshot, facts: { ...snapshot, isConfirmed: true } })

/**
 * The change by a webhook. It moves a call forward and brings transcript and answers, which only the webhook may have, but it neither ends the
 * call nor sets its duration. The last webhook closes the call only after the API has reported the end.
 */
export const hintOf = (snapshot: CallSnapshot): Change => ({
  type: 'facts',
  snapshot,
  facts: {
    ...snapshot,
    state: hasEnded(snapshot.state) ? 'queued' : snapshot.state,
    durationSeconds: null,
    providerCostMicros: null,
    isConfirmed: false,
  },
})

/** Applies a snapshot from the provider's API. */
export const applySnapshot = (key: CallKey, snapshot: CallSnapshot) => applyChanges(key, [confirmedChangeOf(snapshot)])

/** A change with what was extracted from it before the call's row is locked, since that may take a second. */
interface Prepared {
  change: Change
  extracted: callAnswers.ExtractedAnalysis | null
  isOptOut: boolean
}

async function prepare(key: CallKey, change: Change): Promise<Prepared> {
  if (change.type === 'lines') return { change, extracted: null, isOptOut: false }
  const extracted = await callAnswers.extractAnalysis(key, change.snapshot)
  const lateOutcomes = extracted ? [] : await callAnswers.listLateOutcomes(key, change.snapshot)
  return { change, extracted, isOptOut: voiceOptOuts.isOptOut(change.snapshot.outcome, extracted?.outcome, ...lateOutcomes) }
}

/** A locked call while changes are applied to it, one after another. */
interface Progress {
  call: LockedCall
  lines: transcripts.StoredLine[]
  analysis: callAnswers.ExtractedAnalysis | null
  /** Whether the provider has nothing more to report. */
  isFinal: boolean
}

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
    await save(tx, before, after, eventIds)
    if (isOver) await (after.isFinal ? settle(tx, after.call) : releaseSlot(tx, stored))
    return after === before ? null : { call: stored, change: transcripts.findChange(before.lines, after.lines) }
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

const apply = (progress: Progress, { change, extracted }: Prepared): Promise<Progress> =>
  change.type === 'lines' ? applyLines(progress, change) : applyFacts(progress, change, extracted)

async function applyFacts(progress: Progress, { snapshot, facts }: Extract<Change, { type: 'facts' }>, extracted: callAnswers.ExtractedAnalysis | null) {
  const { call } = progress
  const kinds = call.redactions as Redaction[]
  const analysis = extracted ? await callAnswers.redactAnalysis(call.workspaceId, extracted, kinds) : null
  const status = advance(call.status, facts.state)
  const isOverNow = hasEnded(status)
  const successEvaluation = analysis?.successEvaluation ?? call.successEvaluation
  const knownOutcome = analysis?.outcome ?? snapshot.outcome ?? call.outcome
  return {
    call: {
      ...call,
      status,
      successEvaluation,
      outcome: isOverNow ? outcomeOf(status, knownOutcome, successEvaluation) : knownOutcome,
      ...(call.providerCallId ? {} : { providerCallId: snapshot.providerCallId, placement: 'placed' }),
      startedAt: facts.isConfirmed ? (facts.startedAt ?? call.startedAt) : (call.startedAt ?? facts.startedAt),
      endedAt: call.endedAt ?? (isOverNow ? (facts.endedAt ?? clock.now()) : null),
      durationSeconds: facts.durationSeconds ?? call.durationSeconds,
      ...(isOverNow && endReasonFieldsOf(call, facts, snapshot.final)),
      detectedLanguage: snapshot.detectedLanguage ?? call.detectedLanguage,
      hasRecording: call.recorded && (call.hasRecording || snapshot.hasRecording),
      providerCostMicros: facts.providerCostMicros == null ? call.providerCostMicros : BigInt(facts.providerCostMicros),
      nextCheckAt: !isOverNow && hasEnded(snapshot.state) ? fromNow(CONFIRM_DELAY_MS / paceOf(call.provider)) : nextCheckAt(call.provider, status),
    },
    lines: await mergeTranscript(call.workspaceId, progress.lines, snapshot, kinds),
    analysis: analysis ? { ...analysis, summary: analysis.summary ?? progress.analysis?.summary ?? null, successEvaluation } : progress.analysis,
    isFinal: progress.isFinal || snapshot.final,
  }
}

/** Adds transcript lines of an active call. */
async function applyLines(progress: Progress, { lines, mode }: Extract<Change, { type: 'lines' }>): Promise<Progress> {
  const { call } = progress
  if (hasEnded(call.status)) return progress
  const next = transcripts.mergeLines(progress.lines, lines, mode)
  const redacted = next && (await transcripts.redactStored(call.workspaceId, next, call.redactions as Redaction[]))
  if (!redacted || !transcripts.findChange(progress.lines, redacted)) return progress
  return {
    ...progress,
    call: { ...call, status: advance(call.status, 'in_progress'), nextCheckAt: nextCheckAt(call.provider, 'in_progress') },
    lines: redacted,
  }
}

const SAVED_FIELDS = [
  'status',
  'outcome',
  'providerCallId',
  'placement',
  'startedAt',
  'endedAt',
  'durationSeconds',
  'endedReason',
  'providerEndedReason',
  'detectedLanguage',
  'hasRecording',
  'providerCostMicros',
  'nextCheckAt',
  'finishedAt',
] as const

type Nullable<Fields> = { [Field in keyof Fields]: Fields[Field] | null }
const ASSIGNMENTS = rawSql(SAVED_FIELDS.map((field) => `${columnOf(field)} = $${field}?`).join(', '))

const saveProgress = statement(
  'calls.saveProgress',
  sql`
    with changed as (
      ${ifGiven('status', sql`update calls set ${ASSIGNMENTS} where workspace_id = $workspaceId and id = $id returning 1`, sql`select 1`)}),
    written as (
      ${ifGiven('transcript', sql`update call_details set transcript = $transcript::jsonb where workspace_id = $workspaceId and call_id = $id returning 1`, sql`select 1`)}),
    ${eventStore.markProcessed(sql`$id`, sql`case when $isRedacting then '{}' else body end`)}`,
)

const saveAnalysis = statement(
  'calls.saveAnalysis',
  sql`
    update call_details set summary = coalesce($summary?, summary), analysis = $analysis::jsonb, structured_data = $structuredData::jsonb,
      validation_errors = $validationErrors?::jsonb, success_evaluation = $successEvaluation?
    where workspace_id = $workspaceId and call_id = $id`,
)

/** Saves what changed. Events of a workspace that redacts lose their bodies, since the call now has the redacted text. */
async function save(tx: StatementTx, before: Progress, after: Progress, eventIds: readonly number[]): Promise<void> {
  const { workspaceId, id, redactions } = before.call
  const isLonger = transcripts.findChange(before.lines, after.lines) !== null
  const isChanged = hasNews(before.call, after.call)
  if (isChanged || isLonger || eventIds.length > 0)
    await saveProgress.run(
      {
        workspaceId,
        id,
        ...(Object.fromEntries(SAVED_FIELDS.map((field) => [field, isChanged ? after.call[field] : null])) as Nullable<
          Pick<LockedCall, (typeof SAVED_FIELDS)[number]>
        >),
        transcript: isLonger ? JSON.stringify(after.lines) : null,
        eventIds: eventIds.map(String),
        isRedacting: redactions.length > 0,
        now: clock.now(),
      },
      tx,
    )
  if (!after.analysis) return
  const { summary, analysis, structuredData, errors, successEvaluation } = after.analysis
  const json = {
    analysis: JSON.stringify(analysis),
    structuredData: JSON.stringify(structuredData),
    validationErrors: errors.length > 0 ? JSON.stringify(errors) : null,
  }
  await saveAnalysis.run({ workspaceId, id, summary, successEvaluation, ...json }, tx)
}

/** A check may come this much earlier than after the full time without news, so that not every line of a transcript moves it. */
const CHECK_TOLERANCE_MS = 30_000

/** Whether the row has to be written: a call that only had a sign of life is checked early enough without. */
function hasNews(before: LockedCall, after: LockedCall): boolean {
  if (before === after) return false
  const isEqual = SAVED_FIELDS.every((field) => field === 'nextCheckAt' || valueOf(before[field]) === valueOf(after[field]))
  if (after.nextCheckAt === null) return true
  const delay = (after.nextCheckAt?.getTime() ?? 0) - (before.nextCheckAt?.getTime() ?? 0)
  return !isEqual || delay < 0 || delay > CHECK_TOLERANCE_MS / paceOf(after.provider)
}
const valueOf = (value: unknown) => (value instanceof Date ? value.getTime() : value)

/** Upper limit for the provider's end reason, since outsiders fill this field. */
const MAX_PROVIDER_REASON_LENGTH = 200

/** Sets the end reason of an ended call. The first known reason stays; a final snapshot without one sets `unknown`. */
function endReasonFieldsOf(
  call: LockedCall,
  { endedReason, providerEndedReason }: SnapshotFacts,
  isFinal: boolean,
): Partial<Pick<Call, 'endedReason' | 'providerEndedReason'>> {
  if (call.endedReason !== null) return {}
  if (endedReason === null) return isFinal ? { endedReason: 'unknown' } : {}
  return { endedReason, providerEndedReason: providerEndedReason?.slice(0, MAX_PROVIDER_REASON_LENGTH) ?? null }
}

/** Merges a transcript: the final one replaces the stored lines; before that the longer one wins. */
async function mergeTranscript(workspaceId: WorkspaceId, stored: transcripts.StoredLine[], { transcript, final }: CallSnapshot, kinds: Redaction[]) {
  if (transcript === null) return stored
  if (final && transcript.length >= stored.length) return callTexts.maskLines<transcripts.StoredLine>(workspaceId, transcript, kinds)
  const next = transcripts.mergeLines(stored, transcript, 'replace')
  return next ? transcripts.redactStored(workspaceId, next, kinds) : stored
}

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
async function settle(tx: Connection, call: Omit<LockedCall, 'redactions'>, sendsEvent = true): Promise<void> {
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
async function releaseSlot(tx: StatementTx, call: LockedCall) {
  await providerSlots.release(tx, call.id)
  campaignWakes.wakeAfterCommit(tx, call)
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
