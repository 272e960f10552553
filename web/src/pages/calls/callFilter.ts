export const FILTER_NAMES = ['number', 'status', 'outcome', 'direction', 'agent', 'campaign', 'from', 'to'] as const
export type CallFilterName = (typeof FILTER_NAMES)[number]
/** A filter of the call history, as in the URL. */
export type CallFilter = Partial<Record<CallFilterName, string>>
