import { clock } from '../../kernel/lib/clock.ts'
import type { Connection } from '../../kernel/db/db.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import type { Call } from '../../generated/prisma/client.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { DO_NOT_CALL } from '../../providers/analysis.ts'
import * as dnc from './dnc.ts'
import { writeReason } from './dncReasons.ts'
import { findOptOut } from './optOuts/findOptOut.ts'
import * as optOuts from './optOuts/optOuts.ts'

interface Line {
  role: string
  text: string
  startSeconds: number | null
}

/** The contact's wish not to be called again, as it was said. */
export interface Wish {
  sentence: string
  /** When its line began, in seconds of the call; null if unknown. */
  startSeconds: number | null
}

/**
 * Returns the sentence in which the contact asks not to be called again, or null. While the call is active, what the contact is still saying
 * does not count. `from` is the first line that is new; the contact's words right before it belong to it.
 */
export function findWish(lines: readonly Line[], { isOver, from = 0 }: { isOver: boolean; from?: number }): Wish | null {
  let [first, end] = [from, lines.length]
  while (first > 0 && lines[first - 1]!.role === 'user') first--
  while (!isOver && end > 0 && lines[end - 1]!.role === 'user') end--
  const optOut = findOptOut(lines.slice(0, end), first)
  return optOut && { sentence: optOut.sentence, startSeconds: lines[optOut.line]!.startSeconds }
}

/** Whether one of these outcomes, as the provider or as the campaign names them, is an opt-out. */
export const isOptOut = (...outcomes: readonly (string | null | undefined)[]) => outcomes.includes(DO_NOT_CALL)

/**
 * Records the opt-out of a call as proof, and adds its contact to the DNC list: the called number, or the caller of an inbound call unless
 * withheld. `wish` is what our rules found, `isReported` whether the provider's analysis has it. A job closes the number's leads. Runs in the
 * transaction of the caller, so that no later dial misses it. Only the first time of a call lists the number: one that was taken off since
 * stays off. If the process dies before the commit, nothing happened, and the events that bring the wish are processed again.
 */
export async function record(tx: Connection, call: Call, { wish, isReported }: { wish: Wish | null; isReported: boolean }): Promise<void> {
  const { workspaceId, id, direction, fromNumber, toNumber } = call
  const phoneNumber = parseE164(direction === 'inbound' ? fromNumber : toNumber)
  if (phoneNumber === null) return
  const sentence = wish?.sentence ?? null
  const heardBy = wish === null ? 'provider' : isReported ? 'both' : 'rules'
  const optOutId = await optOuts.record(tx, { workspaceId, callId: id, phoneNumber, sentence, heardBy, saidAt: findSaidAt(call, wish) })
  if (optOutId === null) return
  const reason = sentence === null ? writeReason('asked_on_call', { call_id: id }) : writeReason('asked_on_call_in_words', { call_id: id, sentence })
  await dnc.addIfMissing(tx, { workspaceId, phoneNumber, reason, source: 'voice_opt_out' })
  await enqueue(tx, 'optOuts.follow', { optOutId }, { key: `opt-out:${optOutId}` })
}

/** The time of the line, or else the end of the call, or now. */
const findSaidAt = ({ startedAt, endedAt }: Call, wish: Wish | null): Date =>
  startedAt && wish && wish.startSeconds !== null ? new Date(startedAt.getTime() + wish.startSeconds * 1000) : (endedAt ?? clock.now())
