/** State of a call, to which every provider's states are mapped. The first four are in the order of the life cycle. */
export type CallState = 'queued' | 'dialing' | 'ringing' | 'in_progress' | 'completed' | 'no_answer' | 'busy' | 'voicemail' | 'failed' | 'canceled'

/** Rank of a state in the life cycle; all ended states share the last rank (contract: Call). */
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

/** States of an active call. */
export const ACTIVE_STATES = CALL_STATES.filter((state) => RANK[state] < 4)

/** States of an ended call. */
export const ENDED_STATES = CALL_STATES.filter((state) => RANK[state] === 4)

export const hasEnded = (state: string) => RANK[state as CallState] === 4

/** Returns the next state after an update: it only moves forward, and an ended call keeps its state. */
export const advance = (state: string, update: CallState): CallState => (RANK[update] > RANK[state as CallState] ? update : (state as CallState))

/** Returns the outcome of a call, from its final state and its analysis (contract: Outcome). */
export function outcomeOf(state: string, analyzed: string | null, success: string | null): string {
  if (state === 'no_answer' || state === 'busy' || state === 'voicemail' || state === 'failed') return state
  if (analyzed && analyzed !== 'unknown') return analyzed
  return state === 'completed' && success === 'true' ? 'success' : 'unknown'
}

/** Direction of a call or message, as the workspace sees it. */
export const DIRECTIONS = ['outbound', 'inbound'] as const
