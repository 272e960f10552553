import http from 'node:http'
import https from 'node:https'
import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { interruption, refusal } from './outcomes.ts'
import type { Effect } from './outcomes.ts'
import { ProviderError } from './provider.ts'
import type { ProviderErrorKind } from './provider.ts'

const MAX_BODY_BYTES = 5 * 1024 * 1024
const DEFAULT_TIMEOUT_MS = 10_000
const RETRIES = 2

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
  for (let attempt = 0; ; attempt++) {
    try {
      return await exchange(request, payload, signal)
    } catch (thrown) {
      const error = thrown instanceof ProviderError ? thrown : interruption(thrown as Error, false, request.effect)
      if (request.effect !== 'safe' || !isPassing(error.kind) || attempt === RETRIES || signal.aborted) throw error
      await sleep(50 * 4 ** attempt)
    }
  }
}

const isPassing = (kind: ProviderErrorKind) => kind === 'unavailable' || kind === 'throttled'

async function payloadOf({ body, form }: ApiRequest): Promise<Payload | undefined> {
  if (!form) return body === undefined ? undefined : { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) }
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type')!, bytes: Buffer.from(await encoded.arrayBuffer()) }
}

/** One request on the wire. Not `fetch`, which by its standard repeats a POST that is answered with status 421. */
function exchange(request: ApiRequest, payload: Payload | undefined, signal: AbortSignal): Promise<ApiReply> {
  return new Promise((resolve, reject) => {
    const url = new URL(request.base + request.path)
    let sent = false
    const fail = (error: Error) => reject(error instanceof ProviderError ? error : interruption(signal.aborted ? tooLate() : error, sent, request.effect))
    // A fresh connection for what must not be doubled: a kept one may turn out dead only after the request was written.
    const agent = request.effect === 'safe' ? undefined : false
    const options = { method: request.method, headers: headersOf(request, payload), signal, ...(agent === false && { agent }) }
    const outgoing = (url.protocol === 'https:' ? https : http).request(url, options, (incoming) => {
      incoming.on('error', fail)
      reply(incoming, request).then(resolve, fail)
    })
    outgoing.on('socket', (socket) => {
      const connected = () => (sent = true)
      if (socket.connecting) socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected)
      else connected()
    })
    outgoing.on('error', fail)
    outgoing.end(payload?.bytes)
  })
}

function headersOf(request: ApiRequest, payload: Payload | undefined): http.OutgoingHttpHeaders {
  return {
    accept: 'application/json',
    'user-agent': 'callwright',
    ...(request.key !== null && { authorization: `Bearer ${request.key}` }),
    ...(payload && { 'content-type': payload.type, 'content-length': payload.bytes.length }),
  }
}

async function reply(incoming: http.IncomingMessage, request: ApiRequest): Promise<ApiReply> {
  const { statusCode: status = 0, headers } = incoming
  if (request.headersOnly && status < 400) {
    incoming.destroy()
    return { status, headers, body: null }
  }
  const text = await read(incoming)
  const body = parse(text)
  if (status < 200 || status > 299) throw refusal({ status, message: messageIn(body, request.key), retryAfter: headers['retry-after'] }, request.effect)
  if (body === undefined && text.trim() !== '') throw unreadable()
  return { status, headers, body }
}

async function read(incoming: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw unreadable()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const tooLate = () => Object.assign(new Error('no answer in time'), { code: 'ABORT_ERR' })
const unreadable = () => Object.assign(new Error('unreadable answer'), { code: 'UNREADABLE' })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
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

const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().catch(null)
const toDate = (value: number | string) => (Number.isNaN(new Date(value).getTime()) ? null : new Date(value))

/** Fields of vendors' JSON: what is absent or of an unexpected kind reads as null, so that no odd body can throw. */
export const field = {
  text: orNull(z.string().min(1)),
  number: orNull(z.number()),
  flag: orNull(z.boolean()),
  /** Epoch milliseconds or ISO 8601. */
  moment: orNull(z.union([z.number(), z.string()]).transform(toDate)),
  object: orNull(z.record(z.string(), z.unknown())),
  ref: orNull(z.guid()),
  of: orNull,
}

/** Whether two secrets are the same, in a time that tells nothing about where they differ. */
export function sameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
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
