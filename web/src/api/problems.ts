import type { CombinedError } from 'urql'
import { RequestError } from './execute.ts'

interface ValidationError {
  loc: (string | number)[]
  msg: string
}

/** Returns an error as one sentence: the server's, or `offline` if the server couldn't be reached. */
export function getErrorMessage(error: CombinedError | Error, offline: string): string {
  if (error instanceof RequestError) return toSentence(error.detail, error.message)
  if ('networkError' in error) {
    const [first] = error.graphQLErrors
    return first ? toSentence(first.extensions.detail, first.message) : offline
  }
  return error.name === 'TypeError' ? offline : error.message
}

/** The domain's error code: CONFLICT, NOT_FOUND, … */
export const getErrorCode = (error: CombinedError | Error): string | undefined =>
  error instanceof RequestError ? error.code : 'graphQLErrors' in error ? (error.graphQLErrors[0]?.extensions.code as string | undefined) : undefined

/** The error's structured detail, such as a campaign's missing requirements. */
export const getErrorDetail = (error: CombinedError | Error): unknown =>
  error instanceof RequestError ? error.detail : 'graphQLErrors' in error ? error.graphQLErrors[0]?.extensions.detail : undefined

/** Returns validation errors by field for a form. The key is the field's dotted path. */
export function getFieldErrors(error: CombinedError | Error): Record<string, string> {
  const detail = getErrorDetail(error)
  if (!isValidationErrors(detail)) return {}
  return Object.fromEntries(detail.map(({ loc, msg }) => [loc.filter((step) => step !== 'body' && step !== 'input').join('.'), msg]))
}

function toSentence(detail: unknown, otherwise: string): string {
  if (typeof detail === 'string') return detail
  if (isValidationErrors(detail)) return detail.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; ')
  if (typeof detail === 'object' && detail !== null && 'message' in detail) return String(detail.message)
  return otherwise
}

const isValidationErrors = (detail: unknown): detail is ValidationError[] =>
  Array.isArray(detail) && detail.every((item) => typeof item === 'object' && item !== null && 'loc' in item)
