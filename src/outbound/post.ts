import type { ClientRequest } from 'node:http'
import { BlockedAddress, inWords, TimedOut } from './failures.ts'
import { type GuardOptions, guardedRequest } from './guard.ts'

const MAX_ANSWER_BYTES = 64 * 1024
const EXCERPT_BYTES = 1024
const TOO_LARGE = 'the response is too large'

export interface OutgoingPost {
  /** Absolute, http or https. */
  url: string
  headers: Record<string, string>
  body: string
}

export interface PostOptions extends GuardOptions {
  /** For everything: name, connection, TLS, answer. */
  timeoutMs?: number
  /** How much of the answer is kept, at most the 64 KiB that are read of it. */
  keepBytes?: number
}

export interface PostResult {
  /** Null when there was no answer; then `error` says why. */
  status: number | null
  error: string | null
  /** The address must not be reached; another try will not help. */
  blocked: boolean
  /** The first bytes of the answer, 1024 unless more were asked for, as text without NUL. */
  response: string | null
  /** Why the answer's body did not arrive to its end; null when it did, or when there was none. */
  cutShort: string | null
  latencyMs: number
}

/**
 * Sends a POST to an address that a customer chose. The address is judged at connection time: an IP literal as it
 * is, a name by all its answers, and the peer once connected. Follows no redirect, knows no proxy, shares no
 * connection. Once a status has arrived it stands, however the body ends. Never rejects for what the receiver does.
 */
export async function post(outgoing: OutgoingPost, options: PostOptions = {}): Promise<PostResult> {
  const started = performance.now()
  const answer = await exchange(outgoing, options)
  return { ...answer, latencyMs: Math.round(performance.now() - started) }
}

type Answer = Omit<PostResult, 'latencyMs'>

function exchange({ url, headers, body }: OutgoingPost, options: PostOptions): Promise<Answer> {
  const { timeoutMs = 10_000, keepBytes = EXCERPT_BYTES } = options
  let request: ClientRequest
  try {
    request = guardedRequest(new URL(url), { method: 'POST', headers }, options)
  } catch (error) {
    if (error instanceof BlockedAddress) return Promise.resolve(failed(error))
    throw error
  }
  return new Promise((resolve) => {
    let status: number | undefined
    let excerpt = Buffer.alloc(0)
    let received = 0
    const finish = (problem?: Error, isWhole = false) => {
      clearTimeout(timer)
      const cutShort = isWhole ? null : received >= MAX_ANSWER_BYTES ? TOO_LARGE : inWords(problem ?? lost())
      resolve(status === undefined ? failed(problem) : { status, error: null, blocked: false, response: textOf(excerpt), cutShort })
      request.destroy()
    }
    const timer = setTimeout(() => finish(new TimedOut()), timeoutMs)
    request.on('response', (response) => {
      status = response.statusCode
      response.on('data', (chunk: Buffer) => {
        received += chunk.length
        if (excerpt.length < keepBytes) excerpt = Buffer.concat([excerpt, chunk]).subarray(0, keepBytes)
        if (received >= MAX_ANSWER_BYTES) finish()
      })
      response.on('end', () => finish(undefined, true))
      response.on('error', finish)
    })
    request.on('error', finish)
    request.on('close', () => finish())
    request.end(body)
  })
}

const lost = () => Object.assign(new Error(), { code: 'ECONNRESET' })

const failed = (problem: Error = lost()): Answer => ({
  status: null,
  error: inWords(problem),
  blocked: problem instanceof BlockedAddress,
  response: null,
  cutShort: null,
})

/** Streaming, so that a character cut at the limit is left out instead of being spoilt. */
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes, { stream: true }).replaceAll('\u0000', '')
