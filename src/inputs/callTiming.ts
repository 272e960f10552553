/** What happens to a single call at a time when calls to its number are not permitted: it is placed with an advisory, or refused. */
export const CALL_TIMINGS = ['advise', 'refuse'] as const
export type CallTiming = (typeof CALL_TIMINGS)[number]
