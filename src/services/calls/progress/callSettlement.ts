import { anyWorkspace, isDuplicate } from '../../../kernel/db/db.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import { log } from '../../../kernel/log.ts'
import type { CallSnapshot } from '../../../providers/provider.ts'
import { hasEnded } from '../../../kernel/vocabulary/callStates.ts'
import * as callProgress from './callProgress.ts'
import * as callSnapshots from './callSnapshots.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'

/**
 * Takes in what a webhook says of a call. It is a hint: before the call ends, which frees its line and settles its money, the provider's
 * API is asked, and state, times, duration and cost are the API's; words and answers are taken from the webhook where
 * the API has none. Where the API says that the call goes on, knows it not, or cannot be asked, nothing ends, and the watchdog
 * asks again soon. An id that is not known of the call is taken over only once the API has confirmed it. One question a call as a rule: once
 * the API has told the end, the last webhook closes with what it told.
 *
 * Safe to run twice and to die at any moment: asking changes nothing, and each change is one transaction that locks the call.
 * Throws where the event has to be worked on later.
 */
export async function takeReport(call: Call, news: CallSnapshot): Promise<void> {
  if (call.placement === 'refused') return hangUp(call, news)
  if (call.finishedAt) return
  const isKnown = call.providerCallId === news.providerCallId
  if (isKnown && (!claimsEnd(news) || isSettled(call))) return callProgress.takeHint(call, news)
  const found = await callSnapshots.ask(call, news.providerCallId)
  if (!isKnown) {
    if (found === undefined) throw new Error('Could not look up a call at the voice provider')
    if (found === null || !(await rename(call, news.providerCallId))) return
  }
  if (!found || !hasEnded(found.state)) return callProgress.takeHint(call, news)
  await callProgress.take(call, merged(found, news))
}

const claimsEnd = ({ state, final }: CallSnapshot) => final || hasEnded(state)

/** The API has told how the call ended and what it cost; it has nothing to add to a call that never connected. */
const isSettled = ({ status, startedAt, durationSeconds, providerCostMicros }: Call) =>
  hasEnded(status) && (startedAt === null || (durationSeconds !== null && providerCostMicros !== null))

/** The API's answer with the words and answers that only the webhook has: Retell keeps none of a call it does not store. */
function merged(found: CallSnapshot, news: CallSnapshot): CallSnapshot {
  const both = {
    ...found,
    transcript: found.transcript ?? news.transcript,
    analysis: found.analysis ?? news.analysis,
    isAnalysisTooLong: found.isAnalysisTooLong || news.isAnalysisTooLong,
    outcome: found.outcome ?? news.outcome,
    detectedLanguage: found.detectedLanguage ?? news.detectedLanguage,
    hasRecording: found.hasRecording || news.hasRecording,
  }
  return { ...both, final: news.final || isWhole(both) }
}

/** Whether nothing more will come: the words of a conversation included, which some answers lack. */
export const isWhole = ({ final, transcript, durationSeconds }: CallSnapshot) => final && (transcript !== null || !durationSeconds)

/** An inbound call goes by another id than the provider's question named. Answers false where that id is another call's. */
async function rename({ id, providerCallId: known }: Call, providerCallId: string): Promise<boolean> {
  if (known === null) return true
  try {
    await anyWorkspace.call.updateMany({ where: { id, providerCallId: known, direction: 'inbound', finishedAt: null }, data: { providerCallId } })
    return true
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}

/** A call that was given up as never placed, or turned away, is alive after all: nobody watches or pays for it, so it is hung up. */
async function hangUp(call: Call, { providerCallId, state }: CallSnapshot) {
  if (hasEnded(state)) return
  const found = await callSnapshots.ask(call, providerCallId)
  if (found === undefined) throw new Error('Could not look up a call at the voice provider')
  if (found === null || hasEnded(found.state)) return
  log.error({ callId: call.id, providerCallId }, 'hanging up a call that has ended here but is still active at the voice provider')
  await provider(call.provider).endCall(providerCallId)
}
