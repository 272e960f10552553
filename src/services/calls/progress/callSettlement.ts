import { anyWorkspace, isDuplicate } from '../../../kernel/db/db.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import { log } from '../../../kernel/log.ts'
import type { CallSnapshot } from '../../../providers/provider.ts'
import { hasEnded } from '../../../kernel/vocabulary/callStates.ts'
import { type Change, confirmedChangeOf, hintOf } from './callChanges.ts'
import type { QueuedEvent } from './eventQueue.ts'
import * as callSnapshots from './callSnapshots.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'

/**
 * Turns the webhooks of one call into changes. A webhook is only a hint: before a call ends, which releases its slot and settles its money, the
 * provider's API is asked, once for all webhooks that are processed together. Status, times, duration and cost come from the API; transcript and
 * answers come from the webhook if the API has none. If the API says that the call is active, does not know it, or cannot be reached, nothing
 * ends, and the reconciler asks again soon. An unknown provider ID is stored only after the API has confirmed it. This usually takes one API
 * request per call: once the API has reported the end, the last webhook closes the call with its own data. Safe to run twice and to die at any
 * moment: asking changes nothing. Throws if the events have to be processed again later.
 */
export async function toChanges(call: Call, events: readonly Pick<QueuedEvent, 'event' | 'hasAudio'>[]): Promise<Change[]> {
  const changes: Change[] = []
  const asked = new Map<string, ReturnType<Ask>>()
  const ask = (providerCallId: string) => {
    const known = asked.get(providerCallId) ?? callSnapshots.fetchSnapshot(call, providerCallId)
    asked.set(providerCallId, known)
    return known
  }
  for (const { event, hasAudio } of events) {
    if (event.type === 'transcript') changes.push({ type: 'lines', spoken: event.spoken })
    else {
      const change = await toChange(call, { ...event.call, hasRecording: hasAudio }, ask)
      if (change) changes.push(change)
    }
  }
  return changes
}

type Ask = (providerCallId: string) => Promise<CallSnapshot | null | undefined>

async function toChange(call: Call, report: CallSnapshot, ask: Ask): Promise<Change | null> {
  if (call.placement === 'refused') return hangUpUntracked(call, report)
  if (call.finishedAt) return null
  const isKnown = call.providerCallId === report.providerCallId
  if (isKnown && (!isEndReport(report) || isSettled(call))) return hintOf(report)
  const fetched = await ask(report.providerCallId)
  if (!isKnown) {
    if (fetched === undefined) throw new Error('Could not look up a call at the voice provider')
    if (fetched === null || !(await changeProviderCallId(call, report.providerCallId))) return null
  }
  if (!fetched || !hasEnded(fetched.state)) return hintOf(report)
  return confirmedChangeOf(mergeSnapshots(fetched, report))
}

const isEndReport = ({ state, final }: CallSnapshot) => final || hasEnded(state)

/** Whether the API has reported the end and the cost. It has nothing to add to a call that never connected. */
const isSettled = ({ status, startedAt, durationSeconds, providerCostMicros }: Call) =>
  hasEnded(status) && (startedAt === null || (durationSeconds !== null && providerCostMicros !== null))

/** Adds the webhook's transcript and answers to the API's snapshot: Retell keeps none for a call that it does not store. */
function mergeSnapshots(fetched: CallSnapshot, report: CallSnapshot): CallSnapshot {
  const merged = {
    ...fetched,
    transcript: fetched.transcript ?? report.transcript,
    analysis: fetched.analysis ?? report.analysis,
    isAnalysisTooLong: fetched.isAnalysisTooLong || report.isAnalysisTooLong,
    outcome: fetched.outcome ?? report.outcome,
    detectedLanguage: fetched.detectedLanguage ?? report.detectedLanguage,
    hasRecording: fetched.hasRecording || report.hasRecording,
  }
  return { ...merged, final: report.final || isComplete(merged) }
}

/** Whether nothing more will arrive, including the transcript of a conversation, which some answers lack. */
export const isComplete = ({ final, transcript, durationSeconds }: CallSnapshot) => final && (transcript !== null || !durationSeconds)

/** Stores another provider ID for an inbound call than the one in the provider's request. Returns false if that ID belongs to another call. */
async function changeProviderCallId({ id, providerCallId: previous }: Call, providerCallId: string): Promise<boolean> {
  if (previous === null) return true
  try {
    await anyWorkspace.call.updateMany({ where: { id, providerCallId: previous, direction: 'inbound', finishedAt: null }, data: { providerCallId } })
    return true
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}

/** Hangs up a call that has ended here (never placed, or rejected) but is active at the provider, where it is neither monitored nor charged. */
async function hangUpUntracked(call: Call, { providerCallId, state }: CallSnapshot): Promise<null> {
  if (hasEnded(state)) return null
  const snapshot = await callSnapshots.fetchSnapshot(call, providerCallId)
  if (snapshot === undefined) throw new Error('Could not look up a call at the voice provider')
  if (snapshot === null || hasEnded(snapshot.state)) return null
  log.error({ callId: call.id, providerCallId }, 'hanging up a call that has ended here but is still active at the voice provider')
  await provider(call.provider).endCall(providerCallId)
  return null
}
