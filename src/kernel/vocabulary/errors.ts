import { type CodedText, type Fact, type FactsOf, writeText } from '../lib/codedTexts.ts'
import { ERROR_TEXTS, type ErrorReason } from './errorTexts.ts'

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

/** What a person needs to read an error in another language than English: a stable reason, and the facts of its words. */
export interface Reason {
  reason: ErrorReason
  details: Record<string, Fact>
}

/**
 * `detail` is sent to the caller unchanged: a sentence, an object, or the items of a failed validation. An error without a reason is for programs
 * and terminals only.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: ErrorCode
  readonly detail: string | object
  readonly reason: Reason | null
  constructor(code: ErrorCode, detail: string | object, reason: Reason | null = null) {
    super(typeof detail === 'string' ? detail : code)
    this.code = code
    this.detail = detail
    this.reason = reason
  }

  /** graphql-js copies this to its own error, so that GraphQL callers receive the code, the detail and the reason. */
  get extensions() {
    return { code: this.code, detail: this.detail, ...this.reason, http: { status: HTTP_STATUS[this.code] } }
  }
}

type Facts<R extends ErrorReason> = FactsOf<(typeof ERROR_TEXTS)[R]>
type Details<R extends ErrorReason> = object extends Facts<R> ? [] : [details: Facts<R>]

/** Writes the English sentence of a reason. */
export const sentenceOf = ({ reason, details }: Reason): string => writeText(ERROR_TEXTS[reason] as CodedText<string>, details)

/** Creates an error whose sentence follows from its reason. */
export function errorOf<R extends ErrorReason>(code: ErrorCode, reason: R, ...[details]: Details<R>): DomainError {
  const coded: Reason = { reason, details: details ?? {} }
  return new DomainError(code, sentenceOf(coded), coded)
}

const creatorOf =
  (code: ErrorCode) =>
  <R extends ErrorReason>(reason: R, ...details: Details<R>) =>
    errorOf(code, reason, ...details)

export const badRequest = creatorOf('BAD_REQUEST')
export const forbidden = creatorOf('FORBIDDEN')
export const conflict = creatorOf('CONFLICT')
export const unprocessable = creatorOf('UNPROCESSABLE_ENTITY')
export const unauthenticated = creatorOf('UNAUTHENTICATED')
export const unavailable = creatorOf('UNAVAILABLE')
export const providerFailed = creatorOf('PROVIDER_ERROR')

/** `what` names the kind of resource, such as "Agent version", which is `agent_version` in the error's details. */
export const notFound = (what: string) =>
  new DomainError('NOT_FOUND', `${what} not found`, { reason: 'not_found', details: { resource: what.toLowerCase().replaceAll(' ', '_') } })

/** An invalid field: the public item, and what its words need beyond the item's type. */
export interface InvalidField extends ValidationItem {
  reason?: ErrorReason
  details?: Record<string, Fact>
}

/** Creates the error of one invalid field. */
export const fieldError = (loc: ValidationItem['loc'], type: string, reason: Reason) => invalidFields([{ loc, msg: sentenceOf(reason), type, ...reason }])

/** Creates the error of a failed validation. REST sends the items only. */
export function invalidFields(fields: readonly InvalidField[]): DomainError {
  const items: ValidationItem[] = fields.map(({ loc, msg, type }) => ({ loc, msg, type }))
  const reasons = fields.map(({ loc, type, reason = type, details = {} }) => ({ loc, reason, details }))
  return new DomainError('UNPROCESSABLE_ENTITY', items, { reason: 'invalid_fields', details: { fields: reasons } })
}

/** The Idempotency-Key was used before, and nothing was done. Internal: never sent to callers. */
export class DuplicateRequestError extends Error {
  override readonly name = 'DuplicateRequestError'
}

/** A late save: this attempt no longer holds its row (`src/kernel/leases.ts`). What it created elsewhere belongs to the next attempt. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}
