import { type Allowance, RateLimited } from '../limits.ts'
import { guessCounter } from '../services/guesses.ts'
import type { RateLimits } from '../services/rateLimits.ts'

/** From one address within an hour. Many people's apps come from one: those that run in their maker's cloud. */
const FROM_ONE_ADDRESS = { most: 300, withinMs: 3_600_000 }
/** From all of them together. */
const FROM_ALL = { rpm: 120, rpd: 10_000 }

/** How often strangers may have the server do something: counted for each address in this process, and for all of them in Redis where there is one. */
export function strangersLimit(limits: RateLimits, what: string) {
  const byAddress = guessCounter(FROM_ONE_ADDRESS)
  /** Counts one more. Throws RateLimited. */
  return async (address: string) => {
    byAddress.check(address)
    byAddress.count(address)
    const allowance: Allowance = await limits.takeOf(what, FROM_ALL)
    if (!allowance.allowed) throw new RateLimited('Too many requests. Please try again later.', allowance[allowance.window].resetSeconds)
  }
}
