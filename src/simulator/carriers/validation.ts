import type { JsonObject } from '../../providers/provider.ts'
import type { Request } from '../wire/http.ts'

/** The first field of a body that is none of those named, or null. */
export const strangerIn = (body: JsonObject, known: readonly string[]): string | null => Object.keys(body).find((name) => !known.includes(name)) ?? null

/** The first parameter of the query that is none of those named, or null. */
export const strangerAsked = ({ query }: Pick<Request, 'query'>, known: readonly string[]): string | null =>
  [...query.keys()].find((name) => !known.includes(name)) ?? null

/** Whether a request's body is of that type. */
export const isOfType = ({ headers }: Pick<Request, 'headers'>, type: string): boolean =>
  (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase() === type

/** Whether a text is an absolute address of the web. */
export function isWebAddress(text: unknown): text is string {
  return typeof text === 'string' && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
