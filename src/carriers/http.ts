import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import { tryParseLongJson } from '../kernel/json/json.ts'
import { exchange, ExchangeError, describeInterruption, retryAfterMs } from '../outbound/exchange.ts'
import { isTransient, withRetries } from '../outbound/retries.ts'
import { CarrierError, type CarrierErrorKind } from './carrier.ts'
import { hostUrl } from './hosts.ts'

/** For everything: connecting, repetitions, reading the answer. */
export const DEFAULT_TIMEOUT_MS = 10_000

/** send: a message goes out, once; change: something else is set; safe: may be repeated without harm. */
export type RequestEffect = 'send' | 'change' | 'safe'

export interface CarrierRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Where, as `https://` host and path; the host is looked up. */
  host: string
  path: string
  query?: Record<string, string | undefined>
  /** Sent as a form, as JSON or as it is; undefined values are left out. */
  form?: Record<string, string | undefined>
  json?: object
  xml?: string
  /** What the answer is to be in; JSON when absent. */
  accept?: 'application/xml'
  authorization: string
  effect: RequestEffect
  timeoutMs?: number
  /** What must not be seen in an error's message. */
  secrets: readonly string[]
}

export interface CarrierReply {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The text as JSON; undefined when it is none. */
  body: unknown
}

/** What a refusal says in the carrier's own words: its code, its message, and what the code means, where that is known. */
export type ErrorParser = (reply: CarrierReply) => { code?: string; message?: string; kind?: CarrierErrorKind }

export const basicAuth = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
export const bearerAuth = (token: string) => `Bearer ${token}`

/**
 * Sends a request. Follows no redirect. Only `safe` ones are repeated, at most twice, within the same timeout.
 * Throws CarrierError for every answer that is not a success.
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

/** A carrier's answer in the shape expected of it. Throws when it has another one: after sending, nobody knows what happened. */
export function parseReply<Schema extends z.ZodType>(schema: Schema, body: unknown, effect: RequestEffect = 'safe'): z.output<Schema> {
  const { data } = schema.safeParse(body)
  if (data === undefined) throw new CarrierError(kindOfLostReply(effect), 'The carrier sent an unreadable response', { code: 'UNREADABLE' })
  return data
}

/** The answer, or null when the carrier does not know what was asked for. */
export async function orNullIfNotFound<Reply>(reply: Promise<Reply>): Promise<Reply | null> {
  return reply.catch((error) => {
    if (error instanceof CarrierError && error.kind === 'not_found') return null
    throw error
  })
}

/** The kind of every failure that leaves open what the carrier did. */
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

/** The carrier's words on one line, short, and without our credentials should it quote them. */
function sanitize(text: string, secrets: readonly string[]): string {
  const redacted = secrets.filter(Boolean).reduce((line, secret) => line.replaceAll(secret, '***'), text)
  return redacted
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300)
}
