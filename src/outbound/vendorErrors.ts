import { nowMs } from '../kernel/lib/clock.ts'
import type { ExchangeError } from './failures.ts'

/**
 * Error kinds of every vendor. `rejected`, `not_found` and `throttled`: the request had no effect. `unavailable`: the vendor was not reached,
 * or failed on a request that sends nothing. `unknown_outcome`: a call or a message may have been sent.
 */
export type VendorErrorKind = 'rejected' | 'not_found' | 'throttled' | 'unavailable' | 'unknown_outcome'

export interface VendorErrorInfo {
  status?: number
  code?: string
  retryAfterMs?: number
}

/** An error of a voice provider or a carrier. `message` is shown to customers: one short line without credentials. */
export class VendorError<Kind extends string = string, Info extends VendorErrorInfo = VendorErrorInfo> extends Error {
  readonly kind: Kind
  readonly info: Info
  constructor(kind: Kind, message: string, info?: Info) {
    super(message)
    this.kind = kind
    this.info = info ?? ({} as Info)
  }
}

/**
 * Effect of a request. `send` starts a call or sends a message: if its reply is lost, the outcome is unknown. `change` is another change that
 * is not idempotent. `safe` can be repeated.
 */
export type Effect = 'send' | 'change' | 'safe'

/** The kind of an error after which it is unknown what the vendor did. */
export const kindOfLostReply = (effect: Effect) => (effect === 'send' ? 'unknown_outcome' : 'unavailable')

/** The kind of a reply that is not a success, by its status alone. */
export function kindOfStatus(status: number, effect: Effect): VendorErrorKind {
  if (status === 404) return 'not_found'
  if (status === 429) return 'throttled'
  return status === 408 || status < 400 || status >= 500 ? kindOfLostReply(effect) : 'rejected'
}

/** Whether a request failed for the moment only, so that a repeated one may succeed. */
export const isTransient = (error: unknown) => error instanceof VendorError && (error.kind === 'unavailable' || error.kind === 'throttled')

/** Awaits a reply. Returns null if the vendor responds that the resource does not exist. */
export async function nullIfNotFound<Reply>(reply: Promise<Reply>): Promise<Reply | null> {
  return reply.catch((error: unknown) => {
    if (error instanceof VendorError && error.kind === 'not_found') return null
    throw error
  })
}

/** Describes a request without a usable reply. */
export function describeInterruption(vendorName: string, { sent, code }: Pick<ExchangeError, 'sent' | 'code'>): string {
  if (!sent) return `The ${vendorName} could not be reached`
  if (code === 'ABORT_ERR') return `The ${vendorName} did not respond in time`
  if (code === 'UNREADABLE' || code === 'TOO_LARGE') return `The ${vendorName} sent an unreadable response`
  return `The connection to the ${vendorName} was lost`
}

const DEFAULT_RETRY_MS = 2_000

/** Parses `Retry-After`, a number of seconds or a date, to milliseconds; defaults to `DEFAULT_RETRY_MS`. */
export function retryAfterMs(retryAfter: string | undefined): number {
  if (!retryAfter) return DEFAULT_RETRY_MS
  const ms = /^\d+(\.\d+)?$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - nowMs()
  return Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : DEFAULT_RETRY_MS
}
