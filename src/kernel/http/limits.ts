import type { ServerResponse } from 'node:http'
import { DomainError, type Reason, sentenceOf } from '../vocabulary/errors.ts'

/** Remaining requests of one window, and whole seconds until it resets (at least one). */
export interface WindowStatus {
  limit: number
  remaining: number
  resetSeconds: number
}

/** Whether a request is allowed, and what remains of its workspace's limits (spec: Limits). */
export interface Allowance {
  allowed: boolean
  /** The window that is closer to exhaustion; for a refused request, the exhausted one. */
  window: 'minute' | 'day'
  minute: WindowStatus
  day: WindowStatus
}

type LimitReason = 'too_many_attempts' | 'too_many_searches' | 'too_many_requests_per_minute' | 'too_many_requests_per_day'
const BUSY: Reason = { reason: 'server_busy', details: {} }

/** Too many requests. `retryAfterSeconds` is the wait in whole seconds. */
export class RateLimitError extends DomainError {
  readonly retryAfterSeconds: number
  constructor(reason: LimitReason, retryAfterSeconds: number) {
    const coded = { reason, details: {} }
    super('RATE_LIMITED', sentenceOf(coded), coded)
    this.retryAfterSeconds = retryAfterSeconds
  }

  override get extensions() {
    return withRetryAfter(super.extensions, this.retryAfterSeconds)
  }
}

/** Too much work is queued. `retryAfterSeconds` is the wait in whole seconds. */
export class OverloadError extends DomainError {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('UNAVAILABLE', sentenceOf(BUSY), BUSY)
    this.retryAfterSeconds = retryAfterSeconds
  }

  override get extensions() {
    return withRetryAfter(super.extensions, this.retryAfterSeconds)
  }
}

const withRetryAfter = ({ http, ...rest }: DomainError['extensions'], retryAfterSeconds: number) => ({
  ...rest,
  retryAfterSeconds,
  http: { ...http, headers: { 'Retry-After': String(retryAfterSeconds) } },
})

const REFUSALS = {
  minute: 'too_many_requests_per_minute',
  day: 'too_many_requests_per_day',
} as const

/** Throws RateLimitError with the specified message (spec: Errors) unless the request is allowed. */
export function requireAllowance(allowance: Allowance) {
  const { allowed, window } = allowance
  if (!allowed) throw new RateLimitError(REFUSALS[window], allowance[window].resetSeconds)
}

/** Sets the rate-limit headers (contract: rate-limit headers): of the closer window, and of both in the format of the IETF draft. */
export function setRateLimitHeaders(res: ServerResponse, allowance: Allowance) {
  const { minute, day, window } = allowance
  const nearer = allowance[window]
  res.setHeader('X-RateLimit-Limit', nearer.limit)
  res.setHeader('X-RateLimit-Remaining', nearer.remaining)
  res.setHeader('X-RateLimit-Reset', nearer.resetSeconds)
  res.setHeader('RateLimit-Policy', `"minute";q=${minute.limit};w=60, "day";q=${day.limit};w=86400`)
  res.setHeader('RateLimit', `"minute";r=${minute.remaining};t=${minute.resetSeconds}, "day";r=${day.remaining};t=${day.resetSeconds}`)
}
