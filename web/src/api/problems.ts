import type { CombinedError } from 'urql'
import { RequestError, type ErrorExtensions } from './execute.ts'

/** What an error says: its reason with facts, for words in the language of the dashboard, its kind, and the server's English sentence. */
export interface Problem {
  reason?: string
  details?: unknown
  code?: string
  message: string
}

interface InvalidField {
  loc: (string | number)[]
  msg: string
}

type AnyError = CombinedError | Error

const extensionsOf = (error: AnyError): ErrorExtensions =>
  error instanceof RequestError ? error.extensions : (('graphQLErrors' in error ? error.graphQLErrors[0]?.extensions : undefined) ?? {})

/** Returns what an error says; null if the server couldn't be reached. */
export function problemOf(error: AnyError): Problem | null {
  const isUnreached = 'graphQLErrors' in error ? error.graphQLErrors.length === 0 : error.name === 'TypeError'
  if (isUnreached) return null
  const { code, detail, reason, details } = extensionsOf(error)
  const { message } = 'graphQLErrors' in error ? error.graphQLErrors[0]! : error
  return { code, reason, details, message: toSentence(detail, message) }
}

/** The domain's error code: CONFLICT, NOT_FOUND, … */
export const getErrorCode = (error: AnyError): string | undefined => extensionsOf(error).code

/** The error's structured detail, such as a campaign's missing requirements. */
export const getErrorDetail = (error: AnyError): unknown => extensionsOf(error).detail

/** Returns what is wrong with the fields of a form, by their dotted path. */
export function getFieldProblems(error: AnyError): Record<string, Problem> {
  const { detail, details } = extensionsOf(error)
  if (!isInvalidFields(detail)) return {}
  const reasons = (details as { fields?: Problem[] } | undefined)?.fields ?? []
  return Object.fromEntries(detail.map(({ loc, msg }, at) => [pathOf(loc), { ...reasons[at], message: msg }]))
}

const pathOf = (loc: InvalidField['loc']) => loc.filter((step) => step !== 'body' && step !== 'input').join('.')

function toSentence(detail: unknown, otherwise: string): string {
  if (typeof detail === 'string') return detail
  if (isInvalidFields(detail)) return detail.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; ')
  if (typeof detail === 'object' && detail !== null && 'message' in detail) return String(detail.message)
  return otherwise
}

const isInvalidFields = (detail: unknown): detail is InvalidField[] =>
  Array.isArray(detail) && detail.every((item) => typeof item === 'object' && item !== null && 'loc' in item)
