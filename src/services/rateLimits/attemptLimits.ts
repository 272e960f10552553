import { LRUCache } from 'lru-cache'
import { nowMs } from '../../kernel/lib/clock.ts'
import { RateLimited } from '../../kernel/http/limits.ts'

/** How many guessers are remembered; past it, whoever guessed longest ago is forgotten. */
const REMEMBERED = 20_000

const counters: LRUCache<string, number[]>[] = []

/** A server that starts knows of no guesses, whatever was guessed in this process before. */
export const forgetGuesses = () => counters.forEach((guesses) => guesses.clear())

/** Slows guessing: wrong guesses by whoever makes them, at most so many within so many milliseconds. */
export function guessCounter({ most, withinMs }: { most: number; withinMs: number }) {
  const guesses = new LRUCache<string, number[]>({ max: REMEMBERED })
  counters.push(guesses)
  const recent = (who: string, now: number) => guesses.get(who)?.filter((time) => time > now - withinMs) ?? []
  const remember = (who: string, times: number[]) => (times.length > 0 ? guesses.set(who, times) : guesses.delete(who))
  return {
    /** Whether somebody has guessed too often. */
    isBeyond: (who: string) => guesses.has(who) && recent(who, nowMs()).length >= most,
    /** Throws RateLimited while somebody has guessed too often. */
    check(who: string) {
      if (!guesses.has(who)) return
      const now = nowMs()
      const oldest = recent(who, now).at(-most)
      if (oldest !== undefined) throw new RateLimited('Too many requests. Please try again later.', Math.ceil((oldest + withinMs - now) / 1000))
    },
    /** Counts a guess. The answered function takes it back. */
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
