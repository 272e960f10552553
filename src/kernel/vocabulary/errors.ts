/** Error codes of the domain. Each API maps them to its own protocol. */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHENTICATED'
  | 'INSUFFICIENT_FUNDS'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'UNPROCESSABLE_ENTITY'
  | 'RATE_LIMITED'
  | 'PROVIDER_ERROR'
  | 'UNAVAILABLE'

/** The HTTP status of each code. */
export const HTTP_STATUS: Record<ErrorCode, number> = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  INSUFFICIENT_FUNDS: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNPROCESSABLE_ENTITY: 422,
  RATE_LIMITED: 429,
  PROVIDER_ERROR: 502,
  UNAVAILABLE: 503,
}

/** One field that failed validation (spec: Errors, 422 items). */
export interface ValidationItem {
  loc: (string | number)[]
  msg: string
  type: string
}

/** `detail` is sent to the caller unchanged: a sentence, an object, or the items of a failed validation. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: ErrorCode
  readonly detail: string | object
  constructor(code: ErrorCode, detail: string | object) {
    super(typeof detail === 'string' ? detail : code)
    this.code = code
    this.detail = detail
  }

  /** graphql-js copies this to its own error, so that GraphQL callers receive the code and the detail. */
  get extensions() {
    return { code: this.code, detail: this.detail, http: { status: HTTP_STATUS[this.code] } }
  }
}

export const badRequest = (detail: string) => new DomainError('BAD_REQUEST', detail)
export const notFound = (what: string) => new DomainError('NOT_FOUND', `${what} not found`)
export const forbidden = (detail: string) => new DomainError('FORBIDDEN', detail)
export const conflict = (detail: string) => new DomainError('CONFLICT', detail)
export const unprocessable = (detail: string | ValidationItem[]) => new DomainError('UNPROCESSABLE_ENTITY', detail)
export const unauthenticated = (detail: string) => new DomainError('UNAUTHENTICATED', detail)

/** The Idempotency-Key was used before, and nothing was done. Internal: never sent to callers. */
export class DuplicateRequestError extends Error {
  override readonly name = 'DuplicateRequestError'
}

/** A late save: this attempt no longer holds its row (`src/kernel/leases.ts`). What it created elsewhere belongs to the next attempt. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}
