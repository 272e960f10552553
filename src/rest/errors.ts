import { DomainError, HTTP_STATUS } from '../errors.ts'
import { BodyError } from '../json.ts'

export interface Failure {
  status: number
  detail: string | object
}

/** Any thrown thing as the caller hears it. What is not theirs to know says nothing (contract: error body). */
export function failure(error: unknown): Failure {
  const cause = rootOf(error)
  if (cause instanceof DomainError) return { status: HTTP_STATUS[cause.code], detail: cause.detail }
  if (cause instanceof BodyError) return { status: cause.status, detail: cause.detail }
  if (isUnstorable(cause)) return { status: 422, detail: [{ loc: ['body'], msg: 'a value cannot be stored', type: 'value_error' }] }
  return { status: 500, detail: 'Internal server error' }
}

/** GraphQL wraps what a resolver threw. */
function rootOf(error: unknown): unknown {
  const inner = (error as { originalError?: unknown } | null)?.originalError
  return inner ? rootOf(inner) : error
}

interface DatabaseError {
  code?: unknown
  originalCode?: unknown
  cause?: DatabaseError
  meta?: { driverAdapterError?: DatabaseError }
}

/** Whether PostgreSQL refused a value: SQLSTATE class 22. Prisma carries its code at different depths. */
function isUnstorable(error: unknown): boolean {
  const { code, originalCode, cause, meta } = (error ?? {}) as DatabaseError
  if ([code, originalCode].some((state) => /^22[0-9A-Z]{3}$/.test(String(state)))) return true
  return [cause, meta?.driverAdapterError].some((inner) => inner != null && isUnstorable(inner))
}
