import type { Connection } from '../../../kernel/db/db.ts'
import { hasEnded } from '../../../kernel/vocabulary/callStates.ts'
import type { Redaction } from '../../../inputs/privacySettings.ts'
import * as voiceOptOuts from '../../compliance/voiceOptOuts.ts'
import type { Prepared } from './callChanges.ts'
import type { Progress } from './callRows.ts'
import * as callTexts from './callTexts.ts'
import { findChange } from './transcripts.ts'

/** A call before and after changes. */
interface Step {
  before: Progress
  after: Progress
}

/** Records an opt-out that these changes of a call bring, and lists the number, in the transaction that applies them. */
export async function recordHeard(tx: Connection, step: Step, prepared: readonly Prepared[]): Promise<void> {
  const wish = await findWish(step, prepared)
  const isReported = prepared.some(({ isOptOut }) => isOptOut)
  if (wish !== null || isReported) await voiceOptOuts.record(tx, step.after.call, { wish, isReported })
}

/** Records an opt-out in the whole transcript of a call that is closed without its analysis. */
export async function recordAtClosing(tx: Connection, { call, lines }: Progress): Promise<void> {
  const wish = voiceOptOuts.findWish(lines, { isOver: true })
  if (wish !== null) await voiceOptOuts.record(tx, call, { wish, isReported: false })
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
