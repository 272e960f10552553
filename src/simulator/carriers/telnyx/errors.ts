import type { JsonObject } from '../../../providers/provider.ts'
import { Refusal, type Request } from '../../wire/http.ts'
import { hasContentType, findUnknownParameter, findUnknownField } from '../validation.ts'
import type { MessageProblem } from '../types.ts'

/** Titles of Telnyx's error codes. */
const TITLES: Record<string, string> = {
  10004: 'Missing required parameter',
  10005: 'Resource not found',
  10007: 'Unexpected error',
  10009: 'Authentication failed',
  10010: 'Authorization failed',
  10011: 'Too many requests',
  10014: 'Unsupported Media Type',
  10015: 'Bad Request',
  10016: 'Phone number must be in +E.164 format',
  20012: 'Account inactive',
  40002: 'Blocked as spam - temporary',
  40004: 'Rejected by destination',
  40008: 'Undeliverable',
  40012: 'Invalid messaging destination number',
  40015: 'Blocked as spam - internal',
  40300: 'Blocked due to STOP message',
  40305: "Invalid 'from' address",
  40310: "Invalid 'to' address",
}

const CODES: Record<number, string> = { 401: '10009', 403: '10010', 404: '10005', 415: '10014', 429: '10011', 500: '10007', 503: '10007' }

export const createError = (status: number, code: string, message: string, parameter?: string) =>
  new Refusal(status, message, {}, { code, ...(parameter !== undefined && { source: { pointer: `/${parameter}` } }) })

/** The body of a refusal. */
export function toTelnyxRefusal(status: number, detail: string, { code = CODES[status] ?? '10015', source }: JsonObject): JsonObject {
  return { errors: [{ ...describeCode(String(code)), detail, ...(source !== undefined && { source }) }] }
}

const describeCode = (code: string) => ({ code, title: TITLES[code] ?? 'Error', meta: { url: `https://developers.telnyx.com/docs/overview/errors/${code}` } })

export const WORDING = {
  notFound: () => 'The requested resource or URL could not be found.',
  malformed: 'The request failed because it was not well-formed.',
  failed: 'An unexpected error occured.',
  throttled: 'You have exceeded the maximum number of allowed requests.',
}

export const REFUSALS: Record<'opted_out' | 'invalid_number' | 'blocked', Refusal> = {
  opted_out: createError(400, '40300', 'Messages cannot be sent from your number to the recipient, who has opted out.'),
  invalid_number: createError(400, '40310', 'The destination number is invalid.', 'to'),
  blocked: createError(403, '40015', 'The message was flagged by a SPAM filter and was not sent.'),
}

const PROBLEM_CODES: Record<MessageProblem, string> = {
  opted_out: '40300',
  invalid_number: '40012',
  blocked: '40002',
  unreachable: '40008',
  carrier_error: '40004',
}

/** The errors of a receipt for an undelivered message. */
export const errorsOf = (trouble: MessageProblem | null): JsonObject[] =>
  trouble === null ? [] : [{ ...describeCode(PROBLEM_CODES[trouble]), detail: 'The message did not arrive.' }]

/** Throws a Refusal if the body is not JSON or has unknown fields. */
export function requireJson(request: Request, known: readonly string[]): void {
  if (!hasContentType(request, 'application/json')) throw createError(415, '10014', 'The request failed because the server does not support the media type.')
  const unknown = findUnknownField(request.body, known)
  if (unknown !== null) throw createError(422, '10015', `'${unknown}' is not allowed.`, unknown)
}

export function requireQuery(request: Request, known: readonly string[]): void {
  const unknown = findUnknownParameter(request, known)
  if (unknown !== null) throw new Refusal(400, `'${unknown}' is not allowed.`, {}, { code: '10015', source: { parameter: unknown } })
}
