import type { Connection } from '../../kernel/db/db.ts'
import type { Call } from '../../generated/prisma/client.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { DO_NOT_CALL } from '../../providers/analysis.ts'
import * as dnc from './dnc.ts'
import { findOptOut } from './optOuts/findOptOut.ts'

interface Line {
  role: string
  text: string
}

/**
 * Returns the sentence in which the contact asks not to be called again, or null. While the call is active, what the contact is still saying
 * does not count. `from` is the first line that is new; the contact's words right before it belong to it.
 */
export function findSentence(lines: readonly Line[], { isOver, from = 0 }: { isOver: boolean; from?: number }): string | null {
  let [first, end] = [from, lines.length]
  while (first > 0 && lines[first - 1]!.role === 'user') first--
  while (!isOver && end > 0 && lines[end - 1]!.role === 'user') end--
  return findOptOut(lines.slice(0, end), first)?.sentence ?? null
}

/** Whether one of these outcomes, as the provider or as the campaign names them, is an opt-out. */
export const isOptOut = (...outcomes: readonly (string | null | undefined)[]) => outcomes.includes(DO_NOT_CALL)

/**
 * Adds the contact of a call to the DNC list after an opt-out: the called number, or the caller of an inbound call unless withheld. Runs in
 * the transaction of the caller, so that no later dial misses it; safe to repeat. The entry keeps the call and, if it is known, the sentence.
 * If the process dies before the commit, nothing happened, and the events that bring the wish are processed again.
 */
export async function addToDnc(tx: Connection, { workspaceId, id, direction, fromNumber, toNumber }: Call, sentence: string | null = null): Promise<void> {
  const phoneNumber = parseE164(direction === 'inbound' ? fromNumber : toNumber)
  if (phoneNumber === null) return
  const reason = `Asked not to be called again, on call ${id}${sentence === null ? '' : `: “${sentence}”`}`
  await dnc.addIfMissing(tx, { workspaceId, phoneNumber, reason, source: 'voice_opt_out' })
}
