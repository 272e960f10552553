import type { ClientRequest } from 'node:http'
import { BlockedAddressError, describeFailure, TimeoutError } from './failures.ts'
import { type GuardOptions, guardedRequest } from './guard.ts'

const MAX_RESPONSE_BYTES = 64 * 1024
const EXCERPT_BYTES = 1024
const TOO_LARGE = 'the response is too large'

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

/**
 * Sends a POST to a customer's URL. Checks the address on connecting: an IP literal directly, a name by all its DNS answers, and the peer
 * once connected. Follows no redirects, uses no proxy, shares no connection. Once a status has arrived, it is final, however the body ends.
 * Never rejects because of the receiver.
 */
export async function post(outgoing: OutgoingPost, options: PostOptions = {}): Promise<PostResult> {
  const started = performance.now()
  const result = await sendOnce(outgoing, options)
  return { ...result, latencyMs: Math.round(performance.now() - started) }
}

type SendResult = Omit<PostResult, 'latencyMs'>

function sendOnce({ url, headers, body }: OutgoingPost, options: PostOptions): Promise<SendResult> {
  const { timeoutMs = 10_000, keepBytes = EXCERPT_BYTES } = options
  let request: ClientRequest
  try {
    request = guardedRequest(new URL(url), { method: 'POST', headers }, options)
  } catch (error) {
    if (error instanceof BlockedAddressError) return Promise.resolve(failedResult(error))
    throw error
  }
  return new Promise((resolve) => {
    let status: number | undefined
    let excerpt = Buffer.alloc(0)
    let received = 0
    const finish = (problem?: Error, isWhole = false) => {
      clearTimeout(timer)
      const incompleteReason = isWhole ? null : received >= MAX_RESPONSE_BYTES ? TOO_LARGE : describeFailure(problem ?? connectionLost())
      resolve(status === undefined ? failedResult(problem) : { status, error: null, blocked: false, response: textOf(excerpt), incompleteReason })
      request.destroy()
    }
    const timer = setTimeout(() => finish(new TimeoutError()), timeoutMs)
    request.on('response', (response) => {
      status = response.statusCode
      response.on('data', (chunk: Buffer) => {
        received += chunk.length
        if (excerpt.length < keepBytes) excerpt = Buffer.concat([excerpt, chunk]).subarray(0, keepBytes)
        if (received >= MAX_RESPONSE_BYTES) finish()
      })
      response.on('end', () => finish(undefined, true))
      response.on('error', finish)
    })
    request.on('error', finish)
    request.on('close', () => finish())
    request.end(body)
  })
}

const connectionLost = () => Object.assign(new Error(), { code: 'ECONNRESET' })

const failedResult = (problem: Error = connectionLost()): SendResult => ({
  status: null,
  error: describeFailure(problem),
  blocked: problem instanceof BlockedAddressError,
  response: null,
  incompleteReason: null,
})

/** Streaming omits a character that is cut at the limit instead of replacing it. */
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes, { stream: true }).replaceAll('\u0000', '')
