import { LRUCache } from 'lru-cache'
import { nowMs } from '../../kernel/lib/clock.ts'
import { RateLimitError } from '../../kernel/http/limits.ts'
import { perServer } from '../../kernel/serverState.ts'

/** Maximum number of sources remembered; beyond it the least recent ones are forgotten. */
const MAX_REMEMBERED = 20_000

/** The times of recent attempts by source, for each limiter. */
const counters = perServer(() => new Map<symbol, LRUCache<string, number[]>>())

/** Forgets all attempts. */
export const resetAttemptLimiters = () => counters().clear()

/** Limits wrong guesses per source: at most `most` within `withinMs` milliseconds. Each server counts for itself. */
export function createAttemptLimiter({ most, withinMs }: { most: number; withinMs: number }) {
  const limiter = Symbol(`${most} within ${withinMs} ms`)
  function guesses() {
    const known = counters().get(limiter) ?? new LRUCache<string, number[]>({ max: MAX_REMEMBERED })
    counters().set(limiter, known)
    return known
  }
  const recent = (source: string, now: number) =>
    guesses()
      .get(source)
      ?.filter((time) => time > now - withinMs) ?? []
  const remember = (source: string, times: number[]) => (times.length > 0 ? guesses().set(source, times) : guesses().delete(source))
  return {
    /** Whether a source has made too many attempts. */
    isExceeded: (source: string) => guesses().has(source) && recent(source, nowMs()).length >= most,
    /** Throws RateLimitError while a source has made too many attempts. */
    check(source: string) {
      if (!guesses().has(source)) return
      const now = nowMs()
      const oldest = recent(source, now).at(-most)
      if (oldest !== undefined) throw new RateLimitError('too_many_attempts', Math.ceil((oldest + withinMs - now) / 1000))
    },
    /** Counts an attempt. Returns a function that takes it back. */
    count(source: string) {
      const now = nowMs()
      remember(source, [...recent(source, now), now].slice(-2 * most))
      return () => {
        const times = recent(source, now)
        const at = times.indexOf(now)
        if (at >= 0) remember(source, times.toSpliced(at, 1))
      }
    },
  }
}
