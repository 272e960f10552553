import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { Allowance } from '../../kernel/http/limits.ts'
import { perServer } from '../../kernel/serverState.ts'
import { limitsOf } from '../../kernel/vocabulary/plans.ts'
import { createAccountAttempts } from './accountAttempts.ts'
import { createRequestCounters, type Limits } from './requestCounters.ts'
import type { SharedRedis } from './sharedRedis.ts'

export interface RateLimits {
  /**
   * Counts a request of a workspace against the limits of its plan (spec: Limits), unless one of them is used up: a
   * refused request consumes nothing. Never throws.
   */
  take(workspaceId: WorkspaceId, plan: string): Promise<Allowance>
  /** Does the same for any other limited resource, by its name. */
  takeOf(name: string, limits: Limits): Promise<Allowance>
  /** Attempts that become slower the more there are. Never throws. */
  attempts: ReturnType<typeof createAccountAttempts>
  close(): void
}

/** The rate limits that services use. Without a server they count in this process alone. */
export const rateLimits = perServer(() => startRateLimits())

/**
 * Creates the rate limits of all workspaces: counted in this process, or with Redis across all processes. While Redis is unavailable, each
 * process continues from the last count that it knows, and what it counts then stays its own.
 */
export function startRateLimits(redis?: SharedRedis): RateLimits {
  const requests = createRequestCounters(redis)
  return {
    take: (workspaceId, plan) => requests.take(workspaceId, limitsOf(plan), nowMs()),
    takeOf: (name, limits) => requests.take(name, limits, nowMs()),
    attempts: createAccountAttempts(redis),
    close: () => redis?.close(),
  }
}
