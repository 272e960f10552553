import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { Allowance } from '../../kernel/http/limits.ts'
import { limitsOf } from '../../kernel/vocabulary/plans.ts'
import { createLocalAttempts } from './attempts.ts'
import { resetAttemptLimiters } from './attemptLimits.ts'
import { connectSharedCounters } from './rateLimitsShared.ts'
import { allowanceOf, type Counter, countOf, startWindow, indexAt, newCounter, WIDTH_MS } from './rateLimitWindows.ts'

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
  take(workspaceId: WorkspaceId, plan: string): Allowance | Promise<Allowance>
  /** Does the same for any other limited resource, by its name. */
  takeOf(name: string, limits: Limits): Allowance | Promise<Allowance>
  /** Attempts that become slower the more there are, such as guesses of an account's password. */
  attempts: {
    /** Counts an attempt and returns 0, or returns the milliseconds to wait if it comes too soon, without counting it. Never throws. */
    take(name: string): Promise<{ waitMs: number }>
    /** Takes back a counted attempt. */
    takeBack(name: string): Promise<void>
  }
  close(): void
}

let inUse: RateLimits | undefined
/** Sets the rate limits that services use, and clears the counters of this process. */
export function setRateLimits(limits: RateLimits): RateLimits {
  resetAttemptLimiters()
  return (inUse = limits)
}
/** Returns the rate limits that services use. Without a server they count in this process alone. */
export const getRateLimits = () => (inUse ??= startRateLimits())

/**
 * Creates the rate limits of all workspaces: counted in this process, or with Redis across all processes. While Redis is unavailable,
 * requests are counted here on top of the last shared count.
 */
export function startRateLimits(redisUrl?: string): RateLimits {
  const counters = createCounters()
  const shared = redisUrl ? connectSharedCounters(redisUrl) : null
  function takeOf(whose: number | string, limits: Limits) {
    const now = nowMs() + (shared?.ahead() ?? 0)
    const counter = counters.at(now, whose)
    if (!shared?.isUsable()) return takeLocally(counter, limits, now)
    return shared.take(whose, counter, limits).catch(() => takeLocally(counter, limits, now))
  }
  const local = createLocalAttempts()
  return {
    take: (workspaceId, plan) => takeOf(workspaceId, limitsOf(plan)),
    takeOf,
    attempts: {
      async take(name) {
        const here = () => local.take(name, nowMs())
        return { waitMs: shared?.isUsable() ? await shared.takeAttempt(name).catch(here) : here() }
      },
      async takeBack(name) {
        local.takeBack(name)
        if (shared?.isUsable()) await shared.takeBackAttempt(name).catch(() => {})
      },
    },
    close: () => shared?.close(),
  }
}

function takeLocally(counter: Counter, limits: Limits, now: number): Allowance {
  const { minute, day } = counter
  const allowed = countOf(minute) < limits.rpm && countOf(day) < limits.rpd
  if (allowed) {
    minute.own++
    day.own++
  }
  return allowanceOf(allowed, now, limits, { minute: countOf(minute), day: countOf(day) })
}

/** Counters of the workspaces seen today; cleared every day. */
function createCounters() {
  const counters = new Map<number | string, Counter>()
  let today = 0
  return {
    at(now: number, whose: number | string): Counter {
      const day = indexAt(now, WIDTH_MS.day)
      if (day !== today) counters.clear()
      today = day
      const known = counters.get(whose)
      if (known) {
        startWindow(known.minute, indexAt(now, WIDTH_MS.minute))
        return known
      }
      const fresh = newCounter(now)
      counters.set(whose, fresh)
      return fresh
    },
  }
}
