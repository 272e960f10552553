import { exchange } from './exchange.ts'
import { describeFailure, ExchangeError } from './failures.ts'
import type { GuardOptions } from './guard.ts'

const MAX_RESPONSE_BYTES = 64 * 1024
const EXCERPT_BYTES = 1024

export interface OutgoingPost {
  /** Absolute, http or https. */
  url: string
  headers: Record<string, string>
  body: string
}

export interface PostOptions extends GuardOptions {
  /** Covers everything: DNS, connection, TLS, response. */
  timeoutMs?: number
  /** Bytes of the response to keep, at most 64 KiB. */
  keepBytes?: number
}

export interface PostResult {
  /** `null` if there was no response; then `error` says why. */
  status: number | null
  error: string | null
  /** The address is blocked; retrying does not help. */
  blocked: boolean
  /** The first bytes of the response, by default 1024, as text without NUL. */
  response: string | null
  /** Why the response body is incomplete; `null` if it is complete, or if there was none. */
  incompleteReason: string | null
  latencyMs: number
}

/** Sends a POST to a customer's URL, through the guard and on a new connection. Never rejects because of the receiver. */
export async function post(outgoing: OutgoingPost, options: PostOptions = {}): Promise<PostResult> {
  const started = performance.now()
  const result = await send(outgoing, options)
  return { ...result, latencyMs: Math.round(performance.now() - started) }
}

async function send(
  { url, headers, body }: OutgoingPost,
  { timeoutMs = 10_000, keepBytes = EXCERPT_BYTES, ...guard }: PostOptions,
): Promise<Omit<PostResult, 'latencyMs'>> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const reply = await exchange({ url: new URL(url), method: 'POST', headers, body, signal, guard, maxBytes: MAX_RESPONSE_BYTES })
    const incompleteReason = reply.failure && describeFailure(reply.failure)
    return { status: reply.status, error: null, blocked: false, response: textOf(reply.body.subarray(0, keepBytes)), incompleteReason }
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error
    return { status: null, error: describeFailure(error), blocked: error.code === 'BLOCKED', response: null, incompleteReason: null }
  }
}

/** Streaming omits a character that is cut at the limit instead of replacing it. */
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes, { stream: true }).replaceAll('\u0000', '')
