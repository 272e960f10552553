import { clock } from '../clock.ts'
import type { Allowance } from '../limits.ts'
import { limitsOf } from '../plans.ts'
import { connectCounters } from './rateLimitsShared.ts'
import { allowanceOf, type Counter, countOf, enter, indexAt, newCounter, WIDTH_MS } from './rateLimitWindows.ts'

export interface RateLimits {
  /**
   * Counts a request of a workspace against the limits of its plan (spec: Limits), unless one of them is used up: a
   * refused request consumes nothing. Never throws.
   */
  take(workspaceId: number, plan: string): Allowance | Promise<Allowance>
  close(): void
}

/**
 * The limits of all workspaces: counted in this process, or with Redis together with all other processes. While Redis
 * fails, requests are counted here from where the shared count stood.
 */
export function startRateLimits(redisUrl?: string): RateLimits {
  const counters = countersByWorkspace()
  const shared = redisUrl ? connectCounters(redisUrl) : null
  return {
    take(workspaceId, plan) {
      const limits = limitsOf(plan)
      const now = clock.now().getTime() + (shared?.ahead() ?? 0)
      const counter = counters.at(now, workspaceId)
      if (!shared?.isUsable()) return takeHere(counter, limits, now)
      return shared.take(workspaceId, counter, limits).catch(() => takeHere(counter, limits, now))
    },
    close: () => shared?.close(),
  }
}

function takeHere(counter: Counter, limits: { rpm: number; rpd: number }, now: number): Allowance {
  const { minute, day } = counter
  const allowed = countOf(minute) < limits.rpm && countOf(day) < limits.rpd
  if (allowed) {
    minute.own++
    day.own++
  }
  return allowanceOf(allowed, now, limits, { minute: countOf(minute), day: countOf(day) })
}

/** A counter for each workspace that was seen today; a new day forgets all of them. */
function countersByWorkspace() {
  const counters = new Map<number, Counter>()
  let today = 0
  return {
    at(now: number, workspaceId: number): Counter {
      const day = indexAt(now, WIDTH_MS.day)
      if (day !== today) counters.clear()
      today = day
      const known = counters.get(workspaceId)
      if (known) {
        enter(known.minute, indexAt(now, WIDTH_MS.minute))
        return known
      }
      const fresh = newCounter(now)
      counters.set(workspaceId, fresh)
      return fresh
    },
  }
}
