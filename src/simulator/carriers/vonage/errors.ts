import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../providers/provider.ts'
import { Refusal } from '../../wire/http.ts'
import type { TextTrouble } from '../types.ts'
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

/** A refusal's body: a problem document. `kind` and `title` of the detail say which. */
export function problemOf(status: number, detail: string, { kind, title, invalid }: JsonObject): JsonObject {
  const [type, name] = GENERAL[status] ?? ['#bad-request', 'Bad Request']
  const problem = { type: `${ERRORS}${asText(kind) || type}`, title: title ?? name, detail, instance: randomUUID() }
  return invalid === undefined ? problem : { ...problem, invalid_parameters: invalid }
}

/** The older API's. */
export const labelOf = (status: number, label: string): JsonObject => ({ 'error-code': String(status), 'error-code-label': label })

export const problem = (status: number, kind: string, title: string, detail: string) => new Refusal(status, detail, {}, { kind, title })

export const invalid = (status: number, kind: string, name: string, reason: string) =>
  new Refusal(status, 'The value of one or more parameters is invalid.', {}, { kind, invalid: [{ name, reason }] })

export const WORDING = {
  notFound: () => 'The requested resource does not exist, or you do not have access to it',
  malformed: 'The request body could not be read',
  failed: 'There was an error processing your request in the Platform.',
  throttled: 'You have exceeded the submission capacity allowed on this account. Please wait and retry',
}

/** Vonage takes a text to somebody who has opted out, and lets its receipt tell. */
export const REFUSALS: Record<'opted_out' | 'invalid_number' | 'blocked', Refusal | null> = {
  opted_out: null,
  invalid_number: new Refusal(
    422,
    'The value of one or more parameters is invalid.',
    {},
    { kind: '/messages#1170', invalid: [{ name: 'to', reason: 'Invalid number' }] },
  ),
  blocked: problem(422, '/messages#1470', 'Fraud Defender Traffic Rule', 'A traffic rule of the account blocks texts to this destination.'),
}

const TROUBLES: Record<TextTrouble, string> = { opted_out: '1240', invalid_number: '1170', blocked: '1210', unreachable: '1260', carrier_error: '1030' }

/** What a receipt says of why a text did not arrive. */
export function errorOf(trouble: TextTrouble | null): JsonObject | null {
  if (trouble === null) return null
  const code = TROUBLES[trouble]
  return { type: `${ERRORS}/messages#${code}`, title: code, detail: 'The message did not arrive.', instance: randomUUID() }
}
