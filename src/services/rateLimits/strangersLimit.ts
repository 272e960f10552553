import { type Allowance, RateLimited } from '../../kernel/http/limits.ts'
import { guessCounter } from './attemptLimits.ts'
import { type Limits, sharedLimits } from './rateLimits.ts'

/** Requests from one network address within a time, and from all of them together in a minute and a day. */
interface Quotas {
  fromOne: { most: number; withinMs: number }
  fromAll: Limits
  /** As much again as `fromAll`, for addresses with fewer requests than these within that time; none where absent. */
  reserve?: { most: number; withinMs: number }
}

/** How often callers without a credential may have the server do something: counted for each address in this process, and for all of them in Redis where there is one. */
export function strangersLimit(what: string, { fromOne, fromAll, reserve }: Quotas) {
  const byAddress = guessCounter(fromOne)
  const few = reserve && guessCounter(reserve)
  /** Whether an address may draw on the reserve; counts the request towards that. */
  const isSmall = (address: string) => {
    try {
      few?.check(address)
    } catch {
      return false
    }
    few?.count(address)
    return few !== undefined
  }
  /** Counts one more. Throws RateLimited. */
  return async (address: string) => {
    byAddress.check(address)
    byAddress.count(address)
    const mayUseReserve = isSmall(address)
    const allowance: Allowance = await sharedLimits().takeOf(what, fromAll)
    if (allowance.allowed || (mayUseReserve && (await sharedLimits().takeOf(`${what} reserve`, fromAll)).allowed)) return
    throw new RateLimited('Too many requests. Please try again later.', allowance[allowance.window].resetSeconds)
  }
}
