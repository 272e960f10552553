import type http from 'node:http'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { longJsonIn } from '../kernel/json/json.ts'
import { exchange, Interrupted, unreadable } from '../outbound/exchange.ts'
import { isPassing, repeating } from '../outbound/repeating.ts'
import { interruption, refusal } from './outcomes.ts'
import type { Effect } from './outcomes.ts'
import { ProviderError } from './provider.ts'

const DEFAULT_TIMEOUT_MS = 10_000

export interface ApiRequest {
  /** Scheme, host and path prefix, without a slash at the end. */
  base: string
  /** Sent as a bearer token; null sends none. */
  key: string | null
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** Sent as multipart, instead of a body. */
  form?: FormData
  effect: Effect
  /** For everything: connecting, retries, reading the answer. */
  timeoutMs?: number
  /** Answers as soon as the headers are there, with a redirect as well; the body is not read. */
  headersOnly?: boolean
}

export interface ApiReply {
  status: number
  headers: http.IncomingHttpHeaders
  body: unknown
}

/** An adapter's way to its vendor: `request` with address and key filled in. */
export type Send = (request: Omit<ApiRequest, 'base' | 'key'>) => Promise<ApiReply>

/** What a request says, as it is sent. */
interface Payload {
  type: string
  bytes: Buffer
}

/**
 * Sends a JSON request, or a form. Follows no redirect. Only `safe` requests are repeated, at most twice, within the same timeout.
 * Throws ProviderError, with a message fit for a customer.
 */
export async function request(request: ApiRequest): Promise<ApiReply> {
  const payload = await payloadOf(request)
  const signal = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const attempt = () =>
    exchangeOf(request, payload, signal).catch((error: unknown) => {
      throw error instanceof ProviderError ? error : interruption(error as Error, error instanceof Interrupted && error.sent, request.effect)
    })
  return repeating(attempt, (error) => request.effect === 'safe' && error instanceof ProviderError && isPassing(error.kind), signal)
}

async function payloadOf({ body, form }: ApiRequest): Promise<Payload | undefined> {
  if (!form) return body === undefined ? undefined : { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) }
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type')!, bytes: Buffer.from(await encoded.arrayBuffer()) }
}

/** One request on the wire. */
async function exchangeOf(request: ApiRequest, payload: Payload | undefined, signal: AbortSignal): Promise<ApiReply> {
  const { status, headers, text } = await exchange({
    url: new URL(request.base + request.path),
    method: request.method,
    headers: headersOf(request, payload),
    bytes: payload?.bytes,
    signal,
    fresh: request.effect !== 'safe',
    headersOnly: (answered) => request.headersOnly === true && answered < 400,
  })
  if (request.headersOnly && status < 400) return { status, headers, body: null }
  const body = await longJsonIn(text)
  if (status < 200 || status > 299) throw refusal({ status, message: messageIn(body, request.key), retryAfter: headers['retry-after'] }, request.effect)
  if (body === undefined && text.trim() !== '') throw interruption(unreadable(), true, request.effect)
  return { status, headers, body }
}

function headersOf(request: ApiRequest, payload: Payload | undefined): http.OutgoingHttpHeaders {
  return {
    accept: 'application/json',
    'user-agent': 'callwright',
    ...(request.key !== null && { authorization: `Bearer ${request.key}` }),
    ...(payload && { 'content-type': payload.type }),
  }
}

/** A vendor's answer in the shape expected of it. Throws when it has another one. */
export function understood<Schema extends z.ZodType>(schema: Schema, body: unknown, effect: Effect = 'safe'): z.output<Schema> {
  const { data } = schema.safeParse(body)
  if (data === undefined) throw interruption(unreadable(), true, effect)
  return data
}

const VendorMessage = z.union([
  z.object({ message: z.union([z.string(), z.array(z.string()).transform((lines) => lines.join('; '))]) }).transform(({ message }) => message),
  z.object({ error: z.string() }).transform(({ error }) => error),
])

/** The vendor's own words, on one line, short, and without our key should they quote it. */
function messageIn(body: unknown, key: string | null): string | null {
  const { data } = VendorMessage.safeParse(body)
  if (!data) return null
  const line = (key ? data.replaceAll(key, '***') : data).replace(/\p{Cc}+/gu, ' ').trim()
  return line.slice(0, 500) || null
}

/** A short name for a body of unknown shape; equal bodies have equal names. */
export const fingerprint = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('hex')
    .slice(0, 32)

const AUDIO_LINK = /^https?:\/\/[^\s]+\.(wav|mp3|mp4|m4a|ogg|webm|pcap)([?#]|$)/i

/** A copy without the keys that are named, and without any address of an audio file, at any depth. */
export function withoutLinks(body: unknown, isLink: (key: string) => boolean): unknown {
  if (Array.isArray(body)) return body.map((item) => withoutLinks(item, isLink))
  if (typeof body === 'string') return AUDIO_LINK.test(body) ? null : body
  if (body === null || typeof body !== 'object') return body
  const kept = Object.entries(body).filter(([key]) => !isLink(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutLinks(value, isLink)]))
}
