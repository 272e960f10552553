import { type Allowance, RateLimitError } from '../../kernel/http/limits.ts'
import { createAttemptLimiter } from './attemptLimits.ts'
import { rateLimits } from './rateLimits.ts'
import type { Limits } from './requestCounters.ts'

/** Limits of requests from one network address within some time, and from all addresses together per minute and day. */
interface Quotas {
  fromOne: { most: number; withinMs: number }
  fromAll: Limits
  /** A second quota as large as `fromAll`, only for addresses with fewer requests than this. No reserve if missing. */
  reserve?: { most: number; withinMs: number }
}

/** Limits an action of callers without a credential: per address in this process, and for all addresses together, in Redis if available. */
export function createAnonymousLimit(what: string, { fromOne, fromAll, reserve }: Quotas) {
  const byAddress = createAttemptLimiter(fromOne)
  const few = reserve && createAttemptLimiter(reserve)
  /** Whether an address can use the reserve; counts the request. */
  const isSmall = (address: string) => {
    try {
      few?.check(address)
    } catch {
      return false
    }
    few?.count(address)
    return few !== undefined
  }
  /** Counts a request. Throws RateLimitError. */
  return async (address: string) => {
    byAddress.check(address)
    byAddress.count(address)
    const mayUseReserve = isSmall(address)
    const allowance: Allowance = await rateLimits().takeOf(what, fromAll)
    if (allowance.allowed || (mayUseReserve && (await rateLimits().takeOf(`${what} reserve`, fromAll)).allowed)) return
    throw new RateLimitError('too_many_attempts', allowance[allowance.window].resetSeconds)
  }
}
