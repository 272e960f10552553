import { nowMs } from '../../kernel/lib/clock.ts'
import type { Allowance } from '../../kernel/http/limits.ts'
import { limitsOf } from '../../kernel/vocabulary/plans.ts'
import { localAttempts } from './attempts.ts'
import { forgetGuesses } from './attemptLimits.ts'
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
  /** Attempts that are to become slower the more there are, such as guesses at an account's password. */
  attempts: {
    /** Counts one more, unless it comes too soon: then it answers the milliseconds to wait, and counts nothing. Never throws. */
    take(name: string): Promise<{ waitMs: number }>
    /** Takes back one that was counted. */
    takeBack(name: string): Promise<void>
  }
  close(): void
}

let inUse: RateLimits | undefined
/** Has services count by these limits, and forget what was counted in this process before. */
export function useRateLimits(limits: RateLimits): RateLimits {
  forgetGuesses()
  return (inUse = limits)
}
/** What services count by: without a server, in this process alone. */
export const sharedLimits = () => (inUse ??= startRateLimits())

/**
 * The limits of all workspaces: counted in this process, or with Redis together with all other processes. While Redis
 * fails, requests are counted here from where the shared count stood.
 */
export function startRateLimits(redisUrl?: string): RateLimits {
  const counters = countersByWorkspace()
  const shared = redisUrl ? connectCounters(redisUrl) : null
  function takeOf(whose: number | string, limits: Limits) {
    const now = nowMs() + (shared?.ahead() ?? 0)
    const counter = counters.at(now, whose)
    if (!shared?.isUsable()) return takeHere(counter, limits, now)
    return shared.take(whose, counter, limits).catch(() => takeHere(counter, limits, now))
  }
  const local = localAttempts()
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
