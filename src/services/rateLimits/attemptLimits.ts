import { LRUCache } from 'lru-cache'
import { nowMs } from '../../kernel/lib/clock.ts'
import { RateLimitError } from '../../kernel/http/limits.ts'

/** Maximum number of sources remembered; beyond it the least recent ones are forgotten. */
const MAX_REMEMBERED = 20_000

const counters: LRUCache<string, number[]>[] = []

/** Clears all counters, so that a new server in the same process starts without attempts. */
export const resetAttemptLimiters = () => counters.forEach((guesses) => guesses.clear())

/** Limits wrong guesses per source: at most `most` within `withinMs` milliseconds. */
export function createAttemptLimiter({ most, withinMs }: { most: number; withinMs: number }) {
  const guesses = new LRUCache<string, number[]>({ max: MAX_REMEMBERED })
  counters.push(guesses)
  const recent = (who: string, now: number) => guesses.get(who)?.filter((time) => time > now - withinMs) ?? []
  const remember = (who: string, times: number[]) => (times.length > 0 ? guesses.set(who, times) : guesses.delete(who))
  return {
    /** Whether a source has made too many attempts. */
    isExceeded: (who: string) => guesses.has(who) && recent(who, nowMs()).length >= most,
    /** Throws RateLimitError while a source has made too many attempts. */
    check(who: string) {
      if (!guesses.has(who)) return
      const now = nowMs()
      const oldest = recent(who, now).at(-most)
      if (oldest !== undefined) throw new RateLimitError('Too many requests. Please try again later.', Math.ceil((oldest + withinMs - now) / 1000))
    },
    /** Counts an attempt. Returns a function that takes it back. */
    count(who: string) {
      const now = nowMs()
      remember(who, [...recent(who, now), now].slice(-2 * most))
      return () => {
        const times = recent(who, now)
        const at = times.indexOf(now)
        if (at >= 0) remember(who, times.toSpliced(at, 1))
      }
    },
  }
}
