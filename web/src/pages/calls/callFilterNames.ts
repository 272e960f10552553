export const FILTER_NAMES = [
  'number',
  'lead',
  'said',
  'status',
  'outcome',
  'direction',
  'agent',
  'campaign',
  'from',
  'to',
  'minDuration',
  'maxDuration',
  'minCost',
  'maxCost',
  'recording',
  'sentiment',
  'disclosure',
] as const
export type CallFilterName = (typeof FILTER_NAMES)[number]
/** A filter of the call history, as in the URL. Durations are in seconds. */
export type CallFilter = Partial<Record<CallFilterName, string>>
