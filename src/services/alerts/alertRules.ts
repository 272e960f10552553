/** A share of the latest calls and its limit. */
export interface Share {
  /** The number of bad calls, and the number of calls checked. */
  bad: number
  of: number
  /** The minimum number of calls for a decision. */
  minCalls: number
  /** In percent. `null` turns the alert off. */
  limit: number | null
  /** Whether the alert is raised. */
  isRaised: boolean
}

/**
 * Decides what to do about a share. The alert is raised at the limit and cleared at four fifths of it, so that a share near the limit
 * does not raise one alert after another. Too few calls change nothing.
 */
export function decide({ bad, of, minCalls, limit, isRaised }: Share): 'raise' | 'clear' | null {
  if (limit === null) return isRaised ? 'clear' : null
  if (of < minCalls) return null
  if (!isRaised) return bad * 100 >= limit * of ? 'raise' : null
  return bad * 500 <= limit * 4 * of ? 'clear' : null
}

export const toPercent = (bad: number, of: number) => Math.round((bad * 1_000) / of) / 10
