/** A call's state as every provider's words are translated into. The order of the first four is the order of life. */
export type CallState = 'queued' | 'dialing' | 'ringing' | 'in_progress' | 'completed' | 'no_answer' | 'busy' | 'voicemail' | 'failed' | 'canceled'

/** The states of a call in the order of life; every ended state ranks alike and last (contract: Call). */
const RANK: Record<CallState, number> = {
  queued: 0,
  dialing: 1,
  ringing: 2,
  in_progress: 3,
  completed: 4,
  no_answer: 4,
  busy: 4,
  voicemail: 4,
  failed: 4,
  canceled: 4,
}
export const CALL_STATES = Object.keys(RANK) as CallState[]

/** Where a call is that goes on. */
export const STATES_UNDER_WAY = CALL_STATES.filter((state) => RANK[state] < 4)

/** How a call ends. */
export const ENDED_STATES = CALL_STATES.filter((state) => RANK[state] === 4)

export const hasEnded = (state: string) => RANK[state as CallState] === 4

/** The state after news of another: it only moves forward, and an ended call stays as it ended. */
export const advance = (state: string, news: CallState): CallState => (RANK[news] > RANK[state as CallState] ? news : (state as CallState))

/** What came of a call, from how it ended and what its analysis says (contract: Outcome). */
export function outcomeOf(state: string, analysed: string | null, success: string | null): string {
  if (state === 'no_answer' || state === 'busy' || state === 'voicemail' || state === 'failed') return state
  if (analysed && analysed !== 'unknown') return analysed
  return state === 'completed' && success === 'true' ? 'success' : 'unknown'
}
