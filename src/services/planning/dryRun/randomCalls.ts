import type { LeadId } from '../../../kernel/vocabulary/ids.ts'
import type { Assumptions } from '../../../inputs/dryRuns.ts'

/** The result of a simulated call. */
export interface DrawnCall {
  status: 'completed' | 'voicemail' | 'busy' | 'no_answer' | 'failed'
  outcome: string
  /** Total and billed duration in seconds. */
  seconds: number
  talkSeconds: number
}

/** Durations of voicemail messages and of rejected calls. */
const VOICEMAIL_SECONDS = 20
const REFUSED_SECONDS = 3
const MIN_TALK = 5

/**
 * Draws the result of a call to a lead: always the same for the same seed, lead and attempt, independent of other calls. Conversation lengths
 * are exponentially distributed about their mean, as in real calls; at most `longest`.
 */
export function drawCall(assumptions: Assumptions, leadId: LeadId, attempt: number, longest: number): DrawnCall {
  const random = createRandom(assumptions.seed, leadId, attempt)
  const { ringTimeoutSeconds } = assumptions
  const status = statusOf(random(), assumptions)
  if (status === 'busy' || status === 'failed') return { status, outcome: status, seconds: REFUSED_SECONDS, talkSeconds: 0 }
  if (status === 'no_answer') return { status, outcome: status, seconds: ringTimeoutSeconds, talkSeconds: 0 }
  const rawTalkSeconds = status === 'voicemail' ? VOICEMAIL_SECONDS : Math.max(MIN_TALK, -Math.log(1 - random()) * assumptions.talkSeconds)
  const talkSeconds = Math.min(longest, Math.ceil(rawTalkSeconds))
  return { status, outcome: status === 'completed' ? 'success' : status, seconds: ringTimeoutSeconds + talkSeconds, talkSeconds }
}

function statusOf(sample: number, { answerRate, voicemailRate, busyRate, failureRate }: Assumptions): DrawnCall['status'] {
  const shares: [DrawnCall['status'], number][] = [
    ['completed', answerRate],
    ['voicemail', voicemailRate],
    ['busy', busyRate],
    ['failed', failureRate],
  ]
  let below = 0
  return shares.find(([, share]) => sample < (below += share))?.[0] ?? 'no_answer'
}

/** Creates a generator of numbers from 0 to 1, from a seed of several numbers (mulberry32). */
function createRandom(...seeds: number[]): () => number {
  let state = seeds.reduce((mixed, seed) => Math.imul(mixed ^ seed ^ (seed >>> 15), 0x9e3779b1) + 0x7f4a7c15, 0) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
