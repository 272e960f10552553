import type { CombinedError } from 'urql'
import { Refused } from './ask.ts'

interface Item {
  loc: (string | number)[]
  msg: string
}

/** What went wrong in one sentence: the server's, or `offline` where it could not be asked. */
export function messageOf(error: CombinedError | Error, offline: string): string {
  if (error instanceof Refused) return sentence(error.detail, error.message)
  if ('networkError' in error) {
    const [first] = error.graphQLErrors
    return first ? sentence(first.extensions.detail, first.message) : offline
  }
  return error.name === 'TypeError' ? offline : error.message
}

/** The domain's word for it: CONFLICT, NOT_FOUND, … */
export const codeOf = (error: CombinedError | Error): string | undefined =>
  error instanceof Refused ? error.code : 'graphQLErrors' in error ? (error.graphQLErrors[0]?.extensions.code as string | undefined) : undefined

/** What the server said besides the sentence: an object such as a campaign's missing requirements. */
export const detailOf = (error: CombinedError | Error): unknown =>
  error instanceof Refused ? error.detail : 'graphQLErrors' in error ? error.graphQLErrors[0]?.extensions.detail : undefined

/** Problems by the field they are about, for a form: of 422 items the field's path, with dots. */
export function fieldProblems(error: CombinedError | Error): Record<string, string> {
  const detail = detailOf(error)
  if (!isItems(detail)) return {}
  return Object.fromEntries(detail.map(({ loc, msg }) => [loc.filter((step) => step !== 'body' && step !== 'input').join('.'), msg]))
}

function sentence(detail: unknown, otherwise: string): string {
  if (typeof detail === 'string') return detail
  if (isItems(detail)) return detail.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; ')
  if (typeof detail === 'object' && detail !== null && 'message' in detail) return String(detail.message)
  return otherwise
}

const isItems = (detail: unknown): detail is Item[] =>
  Array.isArray(detail) && detail.every((item) => typeof item === 'object' && item !== null && 'loc' in item)
