import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../providers/provider.ts'
import { Refusal } from '../../wire/http.ts'
import type { MessageProblem } from '../types.ts'
import { asText } from '../../wire/json.ts'

const ERRORS = 'https://developer.vonage.com/api-errors'

const GENERAL: Record<number, [string, string]> = {
  401: ['#unauthorized', 'Unauthorized'],
  402: ['#low-balance', 'Low balance'],
  403: ['#forbidden', 'Forbidden'],
  404: ['#not-found', 'Not Found'],
  415: ['#unsupported-media-type', 'Unsupported Media Type'],
  422: ['/messages#1020', 'Invalid params'],
  429: ['/messages#1000', 'Throttled'],
  500: ['/messages#1030', 'Internal error'],
}

/** The problem document of a refusal, with `kind` and `title` from its detail. */
export function toProblemDocument(status: number, detail: string, { kind, title, invalid }: JsonObject): JsonObject {
  const [type, name] = GENERAL[status] ?? ['#bad-request', 'Bad Request']
  const document = { type: `${ERRORS}${asText(kind) || type}`, title: title ?? name, detail, instance: randomUUID() }
  return invalid === undefined ? document : { ...document, invalid_parameters: invalid }
}

/** The error format of the older API. */
export const toLabel = (status: number, label: string): JsonObject => ({ 'error-code': String(status), 'error-code-label': label })

export const createError = (status: number, kind: string, title: string, detail: string) => new Refusal(status, detail, {}, { kind, title })

export const createParameterError = (status: number, kind: string, name: string, reason: string) =>
  new Refusal(status, 'The value of one or more parameters is invalid.', {}, { kind, invalid: [{ name, reason }] })

export const WORDING = {
  notFound: () => 'The requested resource does not exist, or you do not have access to it',
  malformed: 'The request body could not be read',
  failed: 'There was an error processing your request in the Platform.',
  throttled: 'You have exceeded the submission capacity allowed on this account. Please wait and retry',
}

/** Vonage accepts messages to recipients who opted out, and reports the problem in a receipt. */
export const REFUSALS: Record<'opted_out' | 'invalid_number' | 'blocked', Refusal | null> = {
  opted_out: null,
  invalid_number: new Refusal(
    422,
    'The value of one or more parameters is invalid.',
    {},
    { kind: '/messages#1170', invalid: [{ name: 'to', reason: 'Invalid number' }] },
  ),
  blocked: createError(422, '/messages#1470', 'Fraud Defender Traffic Rule', 'A traffic rule of the account blocks texts to this destination.'),
}

const PROBLEM_CODES: Record<MessageProblem, string> = { opted_out: '1240', invalid_number: '1170', blocked: '1210', unreachable: '1260', carrier_error: '1030' }

/** The error of a receipt for an undelivered message. */
export function toError(trouble: MessageProblem | null): JsonObject | null {
  if (trouble === null) return null
  const code = PROBLEM_CODES[trouble]
  return { type: `${ERRORS}/messages#${code}`, title: code, detail: 'The message did not arrive.', instance: randomUUID() }
}
