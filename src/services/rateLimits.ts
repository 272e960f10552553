import { clock } from '../clock.ts'
import type { Allowance } from '../limits.ts'
import { limitsOf } from '../plans.ts'
import { connectCounters } from './rateLimitsShared.ts'
import { allowanceOf, type Counter, countOf, enter, indexAt, newCounter, WIDTH_MS } from './rateLimitWindows.ts'

/** Requests in a minute and in a day. */
export interface Limits {
  rpm: number
  rpd: number
}

export interface RateLimits {
  /**
   * Counts a request of a workspace against the limits of its plan (spec: Limits), unless one of them is used up: a
   * refused request consumes nothing. Never throws.
   */
  take(workspaceId: number, plan: string): Allowance | Promise<Allowance>
  /** The same for something else that is limited, by its name. */
  takeOf(name: string, limits: Limits): Allowance | Promise<Allowance>
  close(): void
}

/**
 * The limits of all workspaces: counted in this process, or with Redis together with all other processes. While Redis
 * fails, requests are counted here from where the shared count stood.
 */
export function startRateLimits(redisUrl?: string): RateLimits {
  const counters = countersByWorkspace()
  const shared = redisUrl ? connectCounters(redisUrl) : null
  function takeOf(whose: number | string, limits: Limits) {
    const now = clock.now().getTime() + (shared?.ahead() ?? 0)
    const counter = counters.at(now, whose)
    if (!shared?.isUsable()) return takeHere(counter, limits, now)
    return shared.take(whose, counter, limits).catch(() => takeHere(counter, limits, now))
  }
  return {
    take: (workspaceId, plan) => takeOf(workspaceId, limitsOf(plan)),
    takeOf,
    close: () => shared?.close(),
  }
}

function takeHere(counter: Counter, limits: Limits, now: number): Allowance {
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
  const counters = new Map<number | string, Counter>()
  let today = 0
  return {
    at(now: number, whose: number | string): Counter {
      const day = indexAt(now, WIDTH_MS.day)
      if (day !== today) counters.clear()
      today = day
      const known = counters.get(whose)
      if (known) {
        enter(known.minute, indexAt(now, WIDTH_MS.minute))
        return known
      }
      const fresh = newCounter(now)
      counters.set(whose, fresh)
      return fresh
    },
  }
}
