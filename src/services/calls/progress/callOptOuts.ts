import type { Connection } from '../../../kernel/db/db.ts'
import { hasEnded } from '../../../kernel/vocabulary/callStates.ts'
import type { Redaction } from '../../../inputs/privacySettings.ts'
import * as optOuts from '../../compliance/optOuts/optOuts.ts'
import * as voiceOptOuts from '../../compliance/voiceOptOuts.ts'
import { DO_NOT_CALL } from '../../../providers/analysis.ts'
import * as callAnswers from './callAnswers.ts'
import type { Prepared } from './callChanges.ts'
import type { Progress } from './callRows.ts'
import * as callTexts from './callTexts.ts'
import { findChange } from './transcripts.ts'

/** A call before and after changes. */
interface Step {
  before: Progress
  after: Progress
}

/**
 * Records an opt-out that these changes of a call bring, and lists the number, in the transaction that applies them. Returns the step, with the
 * outcome of an opt-out where the call's questions have it.
 */
export async function recordHeard(tx: Connection, step: Step, prepared: readonly Prepared[]): Promise<Step> {
  const wish = await findWish(step, prepared)
  const isReported = prepared.some(({ isOptOut }) => isOptOut)
  const isHeard = wish !== null || isReported
  if (isHeard) await voiceOptOuts.record(tx, step.after.call, { wish, isReported })
  return (isHeard || step.before.call.hasOptOut) && !step.before.call.finishedAt ? { ...step, after: await withOutcome(tx, step.after) } : step
}

/** Records an opt-out in the whole transcript of a call that is closed without its analysis. Returns the call, with its outcome. */
export async function recordAtClosing(tx: Connection, progress: Progress): Promise<Progress> {
  const wish = voiceOptOuts.findWish(progress.lines, { isOver: true })
  if (wish !== null) await voiceOptOuts.record(tx, progress.call, { wish, isReported: false })
  return wish !== null || progress.call.hasOptOut ? withOutcome(tx, progress) : progress
}

/** The states whose calls have the outcome of their conversation. */
const CONVERSATIONS = ['completed', 'canceled']

/** Gives an ended call with an opt-out that stands this outcome, if it could have been the answer to the question for the outcome. */
async function withOutcome(tx: Connection, progress: Progress): Promise<Progress> {
  const { call } = progress
  if (call.outcome === DO_NOT_CALL || !CONVERSATIONS.includes(call.status)) return progress
  if (!(await optOuts.stands(tx, call)) || !(await callAnswers.asksForOptOut(tx, call))) return progress
  return { ...progress, call: { ...call, outcome: DO_NOT_CALL } }
}

/** Finds a wish among the lines that are new, or in a transcript that arrives after the call was closed. */
async function findWish({ before, after }: Step, prepared: readonly Prepared[]): Promise<voiceOptOuts.Wish | null> {
  if (before.call.finishedAt) return findLateWish(before, prepared)
  const isOver = hasEnded(after.call.status)
  if (isOver && !hasEnded(before.call.status)) return voiceOptOuts.findWish(after.lines, { isOver })
  const change = findChange(before.lines, after.lines)
  return change && voiceOptOuts.findWish(after.lines, { isOver, from: change.startIndex })
}

/** A late transcript is not stored, so only its sentence is redacted. */
async function findLateWish({ call }: Progress, prepared: readonly Prepared[]): Promise<voiceOptOuts.Wish | null> {
  for (const { change } of prepared) {
    const wish = change.type === 'facts' ? voiceOptOuts.findWish(change.snapshot.transcript ?? [], { isOver: true }) : null
    if (wish === null) continue
    const [line] = await callTexts.maskLines(call.workspaceId, [{ role: 'user', text: wish.sentence, startSeconds: null }], call.redactions as Redaction[])
    return { ...wish, sentence: line!.text }
  }
  return null
}
