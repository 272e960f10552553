import type { JsonObject } from '../../providers/provider.ts'
import type { Request } from '../wire/http.ts'

/** Returns the first field that is not in `known`, or null. */
export const findUnknownField = (body: JsonObject, known: readonly string[]): string | null => Object.keys(body).find((name) => !known.includes(name)) ?? null

/** Returns the first query parameter that is not in `known`, or null. */
export const findUnknownParameter = ({ query }: Pick<Request, 'query'>, known: readonly string[]): string | null =>
  [...query.keys()].find((name) => !known.includes(name)) ?? null

/** Whether the body has this content type. */
export const hasContentType = ({ headers }: Pick<Request, 'headers'>, type: string): boolean =>
  (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase() === type

/** Whether the value is an absolute http or https URL. */
export function isWebUrl(text: unknown): text is string {
  return typeof text === 'string' && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
