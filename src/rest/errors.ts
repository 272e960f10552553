import { DomainError, HTTP_STATUS } from '../kernel/vocabulary/errors.ts'
import { BodyError } from '../kernel/http/requestBody.ts'
import { Overloaded, RateLimited } from '../kernel/http/limits.ts'

export interface Failure {
  status: number
  detail: string | object
  /** When to try again, where that is known. */
  retryAfterSeconds?: number
}

/** Any thrown thing as the caller hears it. What is not theirs to know says nothing (contract: error body). */
export function failure(error: unknown): Failure {
  const cause = rootOf(error)
  if (cause instanceof RateLimited || cause instanceof Overloaded)
    return { status: HTTP_STATUS[cause.code], detail: cause.detail, retryAfterSeconds: cause.retryAfterSeconds }
  if (cause instanceof DomainError) return { status: HTTP_STATUS[cause.code], detail: cause.detail }
  if (cause instanceof BodyError) return { status: cause.status, detail: cause.detail }
  const state = sqlStateOf(cause)
  if (state.startsWith('22')) return { status: 422, detail: [{ loc: ['body'], msg: 'value cannot be stored', type: 'value_error' }] }
  if (state === QUERY_CANCELED) return { status: HTTP_STATUS.UNAVAILABLE, detail: TOO_SLOW }
  if (state.startsWith('08') || state.startsWith('57')) return { status: HTTP_STATUS.UNAVAILABLE, detail: 'The database is temporarily unavailable. Try again in a moment.' }
  return { status: 500, detail: 'Internal server error' }
}

const QUERY_CANCELED = '57014'
const TOO_SLOW = 'The request took too long. Request less data, or try again later.'

/** What was ended since it took too long, in words for the caller; null for any other error. */
export const tooSlow = (error: unknown): DomainError | null => (sqlStateOf(rootOf(error)) === QUERY_CANCELED ? new DomainError('UNAVAILABLE', TOO_SLOW) : null)

/** GraphQL wraps what a resolver threw. */
export function rootOf(error: unknown): unknown {
  const inner = (error as { originalError?: unknown } | null)?.originalError
  return inner ? rootOf(inner) : error
}

interface DatabaseError {
  code?: unknown
  originalCode?: unknown
  cause?: DatabaseError
  meta?: { driverAdapterError?: DatabaseError }
}

/** PostgreSQL's own code of an error, or nothing. Prisma carries it at different depths. */
function sqlStateOf(error: unknown): string {
  const { code, originalCode, cause, meta } = (error ?? {}) as DatabaseError
  const state = [originalCode, code].find((found) => typeof found === 'string' && /^[0-9][0-9A-Z]{4}$/.test(found))
  if (typeof state === 'string') return state
  return [cause, meta?.driverAdapterError].map((inner) => (inner == null ? '' : sqlStateOf(inner))).join('')
}
