import type http from 'node:http'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { tryParseLongJson } from '../kernel/json/json.ts'
import { exchange, ExchangeError, unreadableError } from '../outbound/exchange.ts'
import { isTransient, withRetries } from '../outbound/retries.ts'
import { toInterruptionError, toRefusalError } from './outcomes.ts'
import type { Effect } from './outcomes.ts'
import { ProviderError } from './provider.ts'

const DEFAULT_TIMEOUT_MS = 10_000

export interface ApiRequest {
  /** Scheme, host and path prefix, without a trailing slash. */
  base: string
  /** Sent as a bearer token; null sends none. */
  key: string | null
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** Multipart form, sent instead of `body`. */
  form?: FormData
  effect: Effect
  /** Total time for connecting, retries and reading the response. */
  timeoutMs?: number
  /** Returns after the headers, also for a redirect; the body is not read. */
  headersOnly?: boolean
}

export interface ApiReply {
  status: number
  headers: http.IncomingHttpHeaders
  body: unknown
}

/** Sends a request to the vendor, with base URL and key filled in. */
export type Send = (request: Omit<ApiRequest, 'base' | 'key'>) => Promise<ApiReply>

/** Encoded request body. */
interface Payload {
  type: string
  bytes: Buffer
}

/**
 * Sends a JSON request or a form. Does not follow redirects. Retries only `safe` requests, at most twice, within the same timeout. Throws
 * ProviderError with a message that customers may see.
 */
export async function request(request: ApiRequest): Promise<ApiReply> {
  const payload = await encodePayload(request)
  const signal = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const attempt = () =>
    sendOnce(request, payload, signal).catch((error: unknown) => {
      throw error instanceof ProviderError ? error : toInterruptionError(error as Error, error instanceof ExchangeError && error.sent, request.effect)
    })
  return withRetries(attempt, (error) => request.effect === 'safe' && error instanceof ProviderError && isTransient(error.kind), signal)
}

async function encodePayload({ body, form }: ApiRequest): Promise<Payload | undefined> {
  if (!form) return body === undefined ? undefined : { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) }
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type')!, bytes: Buffer.from(await encoded.arrayBuffer()) }
}

/** Sends one request, without retries. */
async function sendOnce(request: ApiRequest, payload: Payload | undefined, signal: AbortSignal): Promise<ApiReply> {
  const { status, headers, text } = await exchange({
    url: new URL(request.base + request.path),
    method: request.method,
    headers: buildHeaders(request, payload),
    bytes: payload?.bytes,
    signal,
    fresh: request.effect !== 'safe',
    headersOnly: (replyStatus) => request.headersOnly === true && replyStatus < 400,
  })
  if (request.headersOnly && status < 400) return { status, headers, body: null }
  const body = await tryParseLongJson(text)
  if (status < 200 || status > 299)
    throw toRefusalError({ status, message: readVendorMessage(body, request.key), retryAfter: headers['retry-after'] }, request.effect)
  if (body === undefined && text.trim() !== '') throw toInterruptionError(unreadableError(), true, request.effect)
  return { status, headers, body }
}

function buildHeaders(request: ApiRequest, payload: Payload | undefined): http.OutgoingHttpHeaders {
  return {
    accept: 'application/json',
    'user-agent': 'callwright',
    ...(request.key !== null && { authorization: `Bearer ${request.key}` }),
    ...(payload && { 'content-type': payload.type }),
  }
}

/** Parses a response of the vendor. Throws ProviderError if it does not match the schema. */
export function parseReply<Schema extends z.ZodType>(schema: Schema, body: unknown, effect: Effect = 'safe'): z.output<Schema> {
  const { data } = schema.safeParse(body)
  if (data === undefined) throw toInterruptionError(unreadableError(), true, effect)
  return data
}

const VendorMessage = z.union([
  z.object({ message: z.union([z.string(), z.array(z.string()).transform((lines) => lines.join('; '))]) }).transform(({ message }) => message),
  z.object({ error: z.string() }).transform(({ error }) => error),
])

/** Returns the error message of the vendor: one line, at most 500 characters, with our key masked. */
function readVendorMessage(body: unknown, key: string | null): string | null {
  const { data } = VendorMessage.safeParse(body)
  if (!data) return null
  const line = (key ? data.replaceAll(key, '***') : data).replace(/\p{Cc}+/gu, ' ').trim()
  return line.slice(0, 500) || null
}

/** Returns a hash of a body of unknown shape; equal bodies have equal hashes. */
export const fingerprint = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('hex')
    .slice(0, 32)

const AUDIO_LINK = /^https?:\/\/[^\s]+\.(wav|mp3|mp4|m4a|ogg|webm|pcap)([?#]|$)/i

/** Returns a copy without the matching keys and without URLs of audio files, at any depth. */
export function removeLinks(body: unknown, isLink: (key: string) => boolean): unknown {
  if (Array.isArray(body)) return body.map((item) => removeLinks(item, isLink))
  if (typeof body === 'string') return AUDIO_LINK.test(body) ? null : body
  if (body === null || typeof body !== 'object') return body
  const entries = Object.entries(body).filter(([key]) => !isLink(key))
  return Object.fromEntries(entries.map(([key, value]) => [key, removeLinks(value, isLink)]))
}
