import type { ServerResponse } from 'node:http'
import { DomainError } from '../vocabulary/errors.ts'

/** What is left of one window: requests, and whole seconds until it begins anew (at least one). */
export interface Rest {
  limit: number
  remaining: number
  resetSeconds: number
}

/** Whether a request may go on, and what is left of its workspace's limits (spec: Limits). */
export interface Allowance {
  allowed: boolean
  /** The window that is nearer exhaustion; of a request that is refused, the one that refused it. */
  window: 'minute' | 'day'
  minute: Rest
  day: Rest
}

/** Too many requests; the next one may come after so many whole seconds. */
export class RateLimited extends DomainError {
  readonly retryAfterSeconds: number
  constructor(detail: string, retryAfterSeconds: number) {
    super('RATE_LIMITED', detail)
    this.retryAfterSeconds = retryAfterSeconds
  }

  override get extensions() {
    return later(super.extensions, this.retryAfterSeconds)
  }
}

/** More work of a kind is waiting than can be done soon; the same request may be sent again after so many whole seconds. */
export class Overloaded extends DomainError {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('UNAVAILABLE', 'The server is busy. Try again in a moment.')
    this.retryAfterSeconds = retryAfterSeconds
  }

  override get extensions() {
    return later(super.extensions, this.retryAfterSeconds)
  }
}

const later = ({ http, ...rest }: DomainError['extensions'], retryAfterSeconds: number) => ({
  ...rest,
  retryAfterSeconds,
  http: { ...http, headers: { 'Retry-After': String(retryAfterSeconds) } },
})

const REFUSALS = {
  minute: 'API rate limit exceeded (per minute). Slow down and retry shortly.',
  day: 'API daily rate limit exceeded. Upgrade your plan or retry tomorrow.',
}

/** Throws RateLimited, in the words of the specification (spec: Errors), for a request that may not go on. */
export function refuseBeyond(allowance: Allowance) {
  const { allowed, window } = allowance
  if (!allowed) throw new RateLimited(REFUSALS[window], allowance[window].resetSeconds)
}

/** Tells the caller what is left (contract: rate-limit headers): of the nearer window, and of both as the IETF's draft has it. */
export function tellLimits(res: ServerResponse, allowance: Allowance) {
  const { minute, day, window } = allowance
  const nearer = allowance[window]
  res.setHeader('X-RateLimit-Limit', nearer.limit)
  res.setHeader('X-RateLimit-Remaining', nearer.remaining)
  res.setHeader('X-RateLimit-Reset', nearer.resetSeconds)
  res.setHeader('RateLimit-Policy', `"minute";q=${minute.limit};w=60, "day";q=${day.limit};w=86400`)
  res.setHeader('RateLimit', `"minute";r=${minute.remaining};t=${minute.resetSeconds}, "day";r=${day.remaining};t=${day.resetSeconds}`)
}
