import { DomainError, HTTP_STATUS, unavailable } from '../kernel/vocabulary/errors.ts'
import { BodyError } from '../kernel/http/requestBody.ts'
import { OverloadError, RateLimitError } from '../kernel/http/limits.ts'

export interface Failure {
  status: number
  detail: string | object
  /** Seconds until a retry makes sense, if known. */
  retryAfterSeconds?: number
}

/** Maps any thrown error to a response. Unknown errors reveal nothing to the client (contract: error body). */
export function toFailure(error: unknown): Failure {
  const cause = rootCauseOf(error)
  if (cause instanceof RateLimitError || cause instanceof OverloadError)
    return { status: HTTP_STATUS[cause.code], detail: cause.detail, retryAfterSeconds: cause.retryAfterSeconds }
  if (cause instanceof DomainError) return { status: HTTP_STATUS[cause.code], detail: cause.detail }
  if (cause instanceof BodyError) return { status: cause.status, detail: cause.detail }
  const state = sqlStateOf(cause)
  if (state.startsWith('22')) return { status: 422, detail: [{ loc: ['body'], msg: 'value cannot be stored', type: 'value_error' }] }
  if (state === QUERY_CANCELED) return { status: HTTP_STATUS.UNAVAILABLE, detail: unavailable('request_too_slow').detail }
  if (state.startsWith('08') || state.startsWith('57')) return { status: HTTP_STATUS.UNAVAILABLE, detail: unavailable('database_unavailable').detail }
  return { status: 500, detail: 'Internal server error' }
}

const QUERY_CANCELED = '57014'

/** Returns the error to show for a query that was canceled because it took too long; null for any other error. */
export const toTimeoutError = (error: unknown): DomainError | null =>
  sqlStateOf(rootCauseOf(error)) === QUERY_CANCELED ? unavailable('request_too_slow') : null

/** Unwraps the errors in which GraphQL wraps what a resolver threw. */
export function rootCauseOf(error: unknown): unknown {
  const inner = (error as { originalError?: unknown } | null)?.originalError
  return inner ? rootCauseOf(inner) : error
}

interface DatabaseError {
  code?: unknown
  originalCode?: unknown
  cause?: DatabaseError
  meta?: { driverAdapterError?: DatabaseError }
}

/** Returns PostgreSQL's code of an error, or an empty string. Prisma carries it at different depths. */
function sqlStateOf(error: unknown): string {
  const { code, originalCode, cause, meta } = (error ?? {}) as DatabaseError
  const state = [originalCode, code].find((found) => typeof found === 'string' && /^[0-9][0-9A-Z]{4}$/.test(found))
  if (typeof state === 'string') return state
  return [cause, meta?.driverAdapterError].map((inner) => (inner == null ? '' : sqlStateOf(inner))).join('')
}
