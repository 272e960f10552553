import type { IncomingHttpHeaders } from 'node:http'
import { handleWhen, IterableBackoff, retry } from 'cockatiel'
import type { z } from 'zod'
import { tryParseLongJson } from '../kernel/json/json.ts'
import { exchange } from './exchange.ts'
import { ExchangeError } from './failures.ts'
import {
  describeInterruption,
  type Effect,
  isTransient,
  kindOfLostReply,
  kindOfStatus,
  retryAfterMs,
  type VendorError,
  type VendorErrorInfo,
  type VendorErrorKind,
} from './vendorErrors.ts'
import { encodePayload, headersOf, type Payload, urlOf, type VendorRequest } from './vendorRequests.ts'

/** Covers a whole request: connecting, repeating it, and reading the reply. */
export const DEFAULT_TIMEOUT_MS = 10_000
const MAX_REPLY_BYTES = 5 * 1024 * 1024
const MAX_MESSAGE_LENGTH = 500

/** What differs between voice providers and carriers. */
export interface VendorType<Kind extends string> {
  /** The name in messages, such as `carrier`. */
  name: string
  createError: (kind: Kind | VendorErrorKind, message: string, info: VendorErrorInfo) => VendorError
  /** Kinds of replies about the account. */
  accountKinds: Record<401 | 402 | 403, Kind>
  /** Whether a success with a body that is not JSON is unreadable. */
  requiresJson: boolean
}

export interface VendorReply {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The text parsed as JSON. Undefined if it is not JSON. */
  body: unknown
}

/** Reads the code and message of an error reply, and the error's kind if it is known better than by the status. */
export type ErrorParser<Kind extends string> = (reply: VendorReply) => { code?: string; message?: string; kind?: Kind }

const retryPolicy = retry(handleWhen(isTransient), { maxAttempts: 2, backoff: new IterableBackoff([50, 200]) })

/**
 * Sends a request to a vendor. Follows no redirects. Repeats only `safe` requests, at most twice, within the same timeout. Throws VendorError unless the reply is a success.
 */
export async function send<Kind extends string>(vendor: VendorType<Kind>, request: VendorRequest, parseError: ErrorParser<Kind>): Promise<VendorReply> {
  const payload = await encodePayload(request)
  const signal = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const attempt = async () => {
    const reply = await receive(vendor, request, payload, signal)
    if (isSuccess(reply) || (request.headersOnly && reply.status < 400)) return reply
    throw toRefusal(vendor, reply, request, parseError)
  }
  return request.effect === 'safe' ? retryPolicy.execute(attempt, signal) : attempt()
}

const isSuccess = ({ status }: VendorReply) => status >= 200 && status <= 299

/** Sends one request. Returns the reply whatever its status. */
async function receive<Kind extends string>(vendor: VendorType<Kind>, request: VendorRequest, payload: Payload | null, signal: AbortSignal) {
  const interrupt = (error: ExchangeError): never => {
    throw toInterruption(vendor, error, request.effect)
  }
  const { status, headers, body, failure } = await exchange({
    url: urlOf(request),
    method: request.method,
    headers: headersOf(request, payload),
    body: payload?.bytes,
    signal,
    guard: null,
    reuse: true,
    maxBytes: MAX_REPLY_BYTES,
    readsBody: (replyStatus) => !request.headersOnly || replyStatus >= 400,
  }).catch(interrupt)
  if (failure) return interrupt(failure)
  const text = body.toString('utf8')
  const reply = { status, headers, text, body: await tryParseLongJson(text) }
  const isUnreadable = vendor.requiresJson && isSuccess(reply) && reply.body === undefined && text.trim() !== ''
  return isUnreadable ? interrupt(unreadable()) : reply
}

/** Validates a reply. Throws VendorError if its shape is unexpected: `unknown_outcome` after sending, otherwise `unavailable`. */
export function parseReply<Kind extends string, Schema extends z.ZodType>(
  vendor: VendorType<Kind>,
  schema: Schema,
  body: unknown,
  effect: Effect,
): z.output<Schema> {
  const { data } = schema.safeParse(body)
  if (data === undefined) throw toInterruption(vendor, unreadable(), effect)
  return data
}

const unreadable = () => new ExchangeError(true, { message: 'unreadable response', code: 'UNREADABLE' })

const toInterruption = <Kind extends string>(vendor: VendorType<Kind>, error: ExchangeError, effect: Effect) =>
  vendor.createError(
    error.sent ? kindOfLostReply(effect) : 'unavailable',
    describeInterruption(vendor.name, error),
    error.code === undefined ? {} : { code: error.code },
  )

function toRefusal<Kind extends string>(vendor: VendorType<Kind>, reply: VendorReply, request: VendorRequest, parseError: ErrorParser<Kind>): VendorError {
  const { status, headers } = reply
  const { code, message, kind = vendor.accountKinds[status as 401] ?? kindOfStatus(status, request.effect) } = parseError(reply)
  const info = { status, ...(code !== undefined && { code }), ...(kind === 'throttled' && { retryAfterMs: retryAfterMs(headers['retry-after']) }) }
  return vendor.createError(kind, sanitize(message ?? '', request) || `The ${vendor.name} responded with status ${status}`, info)
}

/** Shortens the vendor's message to one line and masks our credentials in it. */
function sanitize(message: string, { authorization = '', secrets = [] }: VendorRequest): string {
  const credentials = [authorization.split(' ')[1] ?? '', ...secrets].filter(Boolean)
  const masked = credentials.reduce((line, credential) => line.replaceAll(credential, '***'), message)
  return masked
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_MESSAGE_LENGTH)
}
