import { LRUCache } from 'lru-cache'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { sha256 } from '../../kernel/crypto/ids.ts'
import { createLimiter } from './limiters.ts'
import type { SharedRedis } from './sharedRedis.ts'

/** Attempts per account and hour without a delay; each further attempt waits twice as long as the one before. */
const FREE_ATTEMPTS = 10
const WINDOW_SECONDS = 3_600
const FIRST_DELAY_SECONDS = 15
const MAX_DELAY_SECONDS = 900
/** Maximum number of invented names remembered in this process; beyond it the least recent ones are forgotten. */
const MAX_INVENTED = 20_000

/** Returns the required delay after the attempt with this number, in seconds. */
const delayAfter = (number: number) => Math.min(FIRST_DELAY_SECONDS * 2 ** (number - FREE_ATTEMPTS), MAX_DELAY_SECONDS)

/** Counts attempts that become slower the more there are, such as guesses of an account's password. */
export function createAccountAttempts(redis?: SharedRedis) {
  const attempts = createLimiter('account-attempts', { seconds: WINDOW_SECONDS }, redis)
  const delays = createLimiter('account-delays', { points: 1, seconds: MAX_DELAY_SECONDS }, redis)
  const invented = new LRUCache<string, true>({
    max: MAX_INVENTED,
    dispose: (_, key) => void Promise.all([attempts.own.delete(key), delays.own.delete(key)]),
  })
  return {
    /** Counts an attempt and returns 0, or returns the milliseconds to wait if it comes too soon, without counting it. */
    async take(name: string): Promise<{ waitMs: number }> {
      const key = keyOf(name)
      if (!name.startsWith('user ')) invented.set(key, true)
      const { consumedPoints: number } = await attempts.run((limiter) => limiter.penalty(key))
      if (number < FREE_ATTEMPTS) return { waitMs: 0 }
      const refusal = await delays.run((limiter) => limiter.consume(key, 1, { customDuration: delayAfter(number) })).then(() => null, asRefusal)
      if (refusal) await attempts.run((limiter) => limiter.reward(key))
      return { waitMs: refusal?.msBeforeNext ?? 0 }
    },
    /** Takes back a counted attempt. */
    async takeBack(name: string) {
      const { consumedPoints: number } = await attempts.run((limiter) => limiter.reward(keyOf(name)))
      if (number < FREE_ATTEMPTS) await delays.run((limiter) => limiter.delete(keyOf(name)))
    },
  }
}

/** Names are hashed, since they can contain email addresses. */
const keyOf = (name: string) => Buffer.from(sha256(name)).toString('base64url')

function asRefusal(error: unknown): RateLimiterRes {
  if (error instanceof RateLimiterRes) return error
  throw error
}
