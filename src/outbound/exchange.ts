import http from 'node:http'
import https from 'node:https'
import { nowMs } from '../kernel/lib/clock.ts'

const MAX_BODY_BYTES = 5 * 1024 * 1024

export interface Exchange {
  url: URL
  method: string
  headers: http.OutgoingHttpHeaders
  bytes?: Buffer
  /** Covers everything: connecting and reading the response. */
  signal: AbortSignal
  /** Uses a new connection: for requests that must not be sent twice, since a kept-alive one can turn out dead after the request was written. */
  fresh: boolean
  /** Whether to resolve after the headers, without reading the body. */
  headersOnly?: (status: number) => boolean
}

export interface ExchangeResult {
  status: number
  headers: http.IncomingHttpHeaders
  /** Empty if the body was not read. */
  text: string
}

/** The exchange had no usable response. `sent` is true if any part of the request may have reached the other side. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'
  readonly sent: boolean
  /** ABORT_ERR: no response in time; UNREADABLE: an unreadable response; otherwise the system's code. */
  readonly code: string | undefined
  constructor(sent: boolean, error: Error & { code?: unknown }) {
    super(error.message)
    this.sent = sent
    this.code = typeof error.code === 'string' ? error.code : undefined
  }
}

/**
 * Sends one HTTP request exactly once, without following redirects. Does not use `fetch`, whose standard repeats a POST after status 421.
 * Throws ExchangeError.
 */
export function exchange({ url, method, headers, bytes, signal, fresh, headersOnly }: Exchange): Promise<ExchangeResult> {
  return new Promise((resolve, reject) => {
    let sent = false
    const fail = (error: Error) => reject(error instanceof ExchangeError ? error : new ExchangeError(sent, signal.aborted ? timeoutError() : error))
    const length = bytes && { 'content-length': bytes.length }
    const outgoing = (url.protocol === 'https:' ? https : http).request(
      url,
      { method, headers: { ...headers, ...length }, signal, ...(fresh && { agent: false }) },
      (incoming) => {
        const { statusCode: status = 0, headers: responseHeaders } = incoming
        incoming.on('error', fail)
        if (headersOnly?.(status)) return (incoming.destroy(), resolve({ status, headers: responseHeaders, text: '' }))
        read(incoming).then((text) => resolve({ status, headers: responseHeaders, text }), fail)
      },
    )
    outgoing.on('socket', (socket) => {
      const markSent = () => (sent = true)
      if (socket.connecting) socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', markSent)
      else markSent()
    })
    outgoing.on('error', fail)
    outgoing.end(bytes)
  })
}

async function read(incoming: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw unreadableError()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const timeoutError = () => Object.assign(new Error('no response in time'), { code: 'ABORT_ERR' })
export const unreadableError = () => Object.assign(new Error('unreadable response'), { code: 'UNREADABLE' })

const DEFAULT_RETRY_MS = 2_000

/** Parses `Retry-After`, a number of seconds or a date, to milliseconds; defaults to `DEFAULT_RETRY_MS`. */
export function retryAfterMs(retryAfter: string | undefined): number {
  if (!retryAfter) return DEFAULT_RETRY_MS
  const ms = /^\d+(\.\d+)?$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - nowMs()
  return Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : DEFAULT_RETRY_MS
}

/** Describes an exchange without a usable response. */
export function describeInterruption(party: string, sent: boolean, code: string | undefined): string {
  if (!sent) return `The ${party} could not be reached`
  if (code === 'ABORT_ERR') return `The ${party} did not respond in time`
  if (code === 'UNREADABLE') return `The ${party} sent an unreadable response`
  return `The connection to the ${party} was lost`
}
