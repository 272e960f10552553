import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import type { Redaction } from '../../../inputs/privacySettings.ts'
import type { CallSnapshot, SpokenLines } from '../../../providers/provider.ts'
import { paceOf } from '../../../kernel/config/simulation.ts'
import { advance, type CallState, hasEnded, outcomeOf } from '../../../kernel/vocabulary/callStates.ts'
import * as callAnswers from './callAnswers.ts'
import type { LockedCall, Progress } from './callRows.ts'
import * as callTexts from './callTexts.ts'
import * as transcripts from './transcripts.ts'
import * as voiceOptOuts from '../../compliance/voiceOptOuts.ts'

export type CallKey = Pick<Call, 'workspaceId' | 'id'>

/** When the reconciler next checks a call of this engine and status if no webhook arrives. */
export const nextCheckAt = (engine: string, state: CallState) => fromNow((state === 'in_progress' || hasEnded(state) ? 120_000 : 60_000) / paceOf(engine))

/** Delay before checking a call whose webhook reported an end that the provider has not confirmed. */
const CONFIRM_DELAY_MS = 5_000

/** What a webhook or the provider's API says about a call: a state with its facts, or transcript lines. */
export type Change = { type: 'facts'; snapshot: CallSnapshot; facts: SnapshotFacts } | { type: 'lines'; spoken: SpokenLines }

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

/** A change with what was extracted from it before the call's row is locked, since that may take a second. */
export interface Prepared {
  change: Change
  extracted: callAnswers.ExtractedAnalysis | null
  isOptOut: boolean
}

export async function prepare(key: CallKey, change: Change): Promise<Prepared> {
  if (change.type === 'lines') return { change, extracted: null, isOptOut: false }
  const extracted = await callAnswers.extractAnalysis(key, change.snapshot)
  const lateOutcomes = extracted ? [] : await callAnswers.listLateOutcomes(key, change.snapshot)
  return { change, extracted, isOptOut: voiceOptOuts.isOptOut(change.snapshot.outcome, extracted?.outcome, ...lateOutcomes) }
}

/** Applies a change. The result is the same object if nothing changes. */
export const apply = (progress: Progress, { change, extracted }: Prepared): Promise<Progress> =>
  change.type === 'lines' ? applyLines(progress, change) : applyFacts(progress, change, extracted)

/**
 * A time of the provider, or now if it is later: its clock may be ahead of ours, and a simulated call is reported with the duration that it stands for.
 * An end in the future would leave the call out of every export until then.
 */
function notAhead(time: Date | null): Date | null {
  const now = clock.now()
  return time && time > now ? now : time
}

async function applyFacts(progress: Progress, { snapshot, facts }: Extract<Change, { type: 'facts' }>, extracted: callAnswers.ExtractedAnalysis | null) {
  const { call } = progress
  const kinds = call.redactions as Redaction[]
  const analysis = extracted ? await callAnswers.redactAnalysis(call.workspaceId, extracted, kinds) : null
  const status = advance(call.status, facts.state)
  const isOverNow = hasEnded(status)
  const successEvaluation = analysis?.successEvaluation ?? call.successEvaluation
  const knownOutcome = analysis?.outcome ?? snapshot.outcome ?? call.outcome
  return {
    ...progress,
    call: {
      ...call,
      status,
      successEvaluation,
      outcome: isOverNow ? outcomeOf(status, knownOutcome, successEvaluation) : knownOutcome,
      ...(call.providerCallId ? {} : { providerCallId: snapshot.providerCallId, placement: 'placed' }),
      startedAt: facts.isConfirmed ? (notAhead(facts.startedAt) ?? call.startedAt) : (call.startedAt ?? notAhead(facts.startedAt)),
      endedAt: call.endedAt ?? (isOverNow ? (notAhead(facts.endedAt) ?? clock.now()) : null),
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
async function applyLines(progress: Progress, { spoken }: Extract<Change, { type: 'lines' }>): Promise<Progress> {
  const { call } = progress
  if (hasEnded(call.status)) return progress
  const next = transcripts.mergeLines(progress.lines, spoken)
  const redacted = next && (await transcripts.redactStored(call.workspaceId, next, call.redactions as Redaction[]))
  if (!redacted || !transcripts.findChange(progress.lines, redacted)) return progress
  return {
    ...progress,
    call: { ...call, status: advance(call.status, 'in_progress'), nextCheckAt: nextCheckAt(call.provider, 'in_progress') },
    lines: redacted,
  }
}

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
  const next = transcripts.mergeLines(stored, { lines: transcript, mode: 'replace', start: 0 })
  return next ? transcripts.redactStored(workspaceId, next, kinds) : stored
}
