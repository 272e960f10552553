/** What happens to a single call that is not permitted, at its time or without a consent: it is placed with an advisory, or refused. */
export const CALL_TIMINGS = ['advise', 'refuse'] as const
export type CallTiming = (typeof CALL_TIMINGS)[number]
