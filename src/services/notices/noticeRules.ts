/** How a share of the latest calls stands to its limit. */
export interface Share {
  /** How many of them were bad, and how many were looked at. */
  bad: number
  of: number
  /** From how many on it is judged. */
  wanted: number
  /** In percent; null judges nothing. */
  limit: number | null
  /** Whether a notice of it stands. */
  stands: boolean
}

/**
 * What is to be said of a share: it is raised at the limit and cleared only at four fifths of it, so that a share near the limit
 * does not raise one notice after the other. Too few calls change nothing.
 */
export function verdictOn({ bad, of, wanted, limit, stands }: Share): 'raise' | 'clear' | null {
  if (limit === null) return stands ? 'clear' : null
  if (of < wanted) return null
  if (!stands) return bad * 100 >= limit * of ? 'raise' : null
  return bad * 500 <= limit * 4 * of ? 'clear' : null
}

export const percentOf = (bad: number, of: number) => Math.round((bad * 1_000) / of) / 10
