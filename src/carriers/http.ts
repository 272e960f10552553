import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import { tryParseLongJson } from '../kernel/json/json.ts'
import { exchange, ExchangeError, describeInterruption, retryAfterMs } from '../outbound/exchange.ts'
import { isTransient, withRetries } from '../outbound/retries.ts'
import { CarrierError, type CarrierErrorKind } from './carrier.ts'
import { hostUrl } from './hosts.ts'

/** Covers a whole request: connecting, repeating it, and reading the reply. */
export const DEFAULT_TIMEOUT_MS = 10_000

/** send: sends a message, so never repeat the request. change: another change that is not idempotent. safe: can be repeated. */
export type RequestEffect = 'send' | 'change' | 'safe'

export interface CarrierRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Host name, mapped by `hostUrl`. */
  host: string
  path: string
  query?: Record<string, string | undefined>
  /** The body, in one of three formats. Fields that are undefined are left out. */
  form?: Record<string, string | undefined>
  json?: object
  xml?: string
  /** Format of the reply. Defaults to JSON. */
  accept?: 'application/xml'
  authorization: string
  effect: RequestEffect
  timeoutMs?: number
  /** Values to redact in error messages. */
  secrets: readonly string[]
}

export interface CarrierReply {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The text parsed as JSON. Undefined if it is not JSON. */
  body: unknown
}

/** Reads the code and message of an error reply, and the error's kind if the code is known. */
export type ErrorParser = (reply: CarrierReply) => { code?: string; message?: string; kind?: CarrierErrorKind }

export const basicAuth = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
export const bearerAuth = (token: string) => `Bearer ${token}`

/**
 * Sends a request. Follows no redirects. Repeats only `safe` requests, at most twice, within the same timeout. Throws CarrierError
 * unless the reply has a 2xx status.
 */
export async function sendRequest(request: CarrierRequest, parse: ErrorParser): Promise<CarrierReply> {
  const signal = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const attempt = () =>
    sendOnce(request, parse, signal).catch((error: unknown) => {
      throw error instanceof CarrierError ? error : toConnectionError(error as Error, request.effect)
    })
  return withRetries(attempt, (error) => request.effect === 'safe' && error instanceof CarrierError && isTransient(error.kind), signal)
}

async function sendOnce(request: CarrierRequest, parse: ErrorParser, signal: AbortSignal): Promise<CarrierReply> {
  const { type, bytes } = payloadOf(request)
  const url = new URL(hostUrl(request.host) + request.path)
  for (const [name, value] of Object.entries(request.query ?? {})) if (value !== undefined) url.searchParams.append(name, value)
  const { status, headers, text } = await exchange({
    url,
    method: request.method,
    headers: {
      accept: request.accept ?? 'application/json',
      'user-agent': 'callwright',
      authorization: request.authorization,
      ...(type && { 'content-type': type }),
    },
    bytes,
    signal,
    fresh: request.effect === 'send',
  })
  const reply = { status, headers, text, body: await tryParseLongJson(text) }
  if (status < 200 || status > 299) throw toCarrierError(reply, parse, request)
  return reply
}

function payloadOf({ form, json, xml }: CarrierRequest): { type?: string; bytes?: Buffer } {
  if (json) return { type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) }
  if (xml !== undefined) return { type: 'application/xml', bytes: Buffer.from(xml) }
  if (!form) return {}
  const fields = Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined)
  return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(new URLSearchParams(fields).toString()) }
}

/** Validates a reply. Throws if its shape is unexpected: unknown_outcome after sending, otherwise unavailable. */
export function parseReply<Schema extends z.ZodType>(schema: Schema, body: unknown, effect: RequestEffect = 'safe'): z.output<Schema> {
  const { data } = schema.safeParse(body)
  if (data === undefined) throw new CarrierError(kindOfLostReply(effect), 'The carrier sent an unreadable response', { code: 'UNREADABLE' })
  return data
}

/** Awaits a reply. Returns null if the carrier responds that the resource does not exist. */
export async function orNullIfNotFound<Reply>(reply: Promise<Reply>): Promise<Reply | null> {
  return reply.catch((error) => {
    if (error instanceof CarrierError && error.kind === 'not_found') return null
    throw error
  })
}

/** The kind of an error after which it is unknown what the carrier did. */
const kindOfLostReply = (effect: RequestEffect): CarrierErrorKind => (effect === 'send' ? 'unknown_outcome' : 'unavailable')

function toCarrierError(reply: CarrierReply, parse: ErrorParser, { effect, secrets, authorization }: CarrierRequest): CarrierError {
  const { status, headers } = reply
  const { code, message, kind = kindOf(status, effect) } = parse(reply)
  const safeMessage = sanitize(message ?? `The carrier responded with status ${status}`, [authorization.split(' ')[1] ?? '', ...secrets])
  const info = { status, ...(code !== undefined && { code }) }
  return new CarrierError(kind, safeMessage, kind === 'throttled' ? { ...info, retryAfterMs: retryAfterMs(headers['retry-after']) } : info)
}

function kindOf(status: number, effect: RequestEffect): CarrierErrorKind {
  if (status === 401) return 'bad_credentials'
  if (status === 402) return 'insufficient_funds'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 429) return 'throttled'
  if (status === 408 || status < 400 || status >= 500) return kindOfLostReply(effect)
  return 'rejected'
}

function toConnectionError(error: Error, effect: RequestEffect): CarrierError {
  const sent = error instanceof ExchangeError && error.sent
  const code = error instanceof ExchangeError ? error.code : undefined
  return new CarrierError(sent ? kindOfLostReply(effect) : 'unavailable', describeInterruption('carrier', sent, code), code === undefined ? {} : { code })
}

/** Shortens the carrier's message to one line and redacts our credentials in it. */
function sanitize(text: string, secrets: readonly string[]): string {
  const redacted = secrets.filter(Boolean).reduce((line, secret) => line.replaceAll(secret, '***'), text)
  return redacted
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300)
}
