import http from 'node:http'
import https from 'node:https'
import { nowMs } from '../kernel/lib/clock.ts'

const MAX_BODY_BYTES = 5 * 1024 * 1024

export interface Exchange {
  url: URL
  method: string
  headers: http.OutgoingHttpHeaders
  bytes?: Buffer
  /** Of everything: connecting and reading the answer. */
  signal: AbortSignal
  /** Over a connection of its own: for what must not be doubled, since a kept one may turn out dead only after the request was written. */
  fresh: boolean
  /** Answers as soon as the headers are there; the body is not read. */
  headersOnly?: (status: number) => boolean
}

export interface Exchanged {
  status: number
  headers: http.IncomingHttpHeaders
  /** Empty where the body was not read. */
  text: string
}

/** No usable answer came. `sent` tells whether any of the request can have reached the other side. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly sent: boolean
  /** ABORT_ERR: no answer in time; UNREADABLE: an answer that cannot be read; else the system's code. */
  readonly code: string | undefined
  constructor(sent: boolean, error: Error & { code?: unknown }) {
    super(error.message)
    this.sent = sent
    this.code = typeof error.code === 'string' ? error.code : undefined
  }
}

/**
 * One HTTP request on the wire, sent once, its redirects not followed. Not `fetch`, which by its standard repeats a POST
 * that is answered with status 421. Throws Interrupted.
 */
export function exchange({ url, method, headers, bytes, signal, fresh, headersOnly }: Exchange): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    let sent = false
    const fail = (error: Error) => reject(error instanceof Interrupted ? error : new Interrupted(sent, signal.aborted ? tooLate() : error))
    const length = bytes && { 'content-length': bytes.length }
    const outgoing = (url.protocol === 'https:' ? https : http).request(
      url,
      { method, headers: { ...headers, ...length }, signal, ...(fresh && { agent: false }) },
      (incoming) => {
        const { statusCode: status = 0, headers: answered } = incoming
        incoming.on('error', fail)
        if (headersOnly?.(status)) return (incoming.destroy(), resolve({ status, headers: answered, text: '' }))
        read(incoming).then((text) => resolve({ status, headers: answered, text }), fail)
      },
    )
    outgoing.on('socket', (socket) => {
      const connected = () => (sent = true)
      if (socket.connecting) socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected)
      else connected()
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
    if (size > MAX_BODY_BYTES) throw unreadable()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const tooLate = () => Object.assign(new Error('no response in time'), { code: 'ABORT_ERR' })
export const unreadable = () => Object.assign(new Error('unreadable response'), { code: 'UNREADABLE' })

const DEFAULT_RETRY_MS = 2_000

/** What a `Retry-After` asks for, a number of seconds or a date, in milliseconds; a little while where there is none. */
export function retryAfterMs(retryAfter: string | undefined): number {
  if (!retryAfter) return DEFAULT_RETRY_MS
  const ms = /^\d+(\.\d+)?$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - nowMs()
  return Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : DEFAULT_RETRY_MS
}

/** What became of a request without a usable answer, as a sentence. */
export function interruptionInWords(who: string, sent: boolean, code: string | undefined): string {
  if (!sent) return `The ${who} could not be reached`
  if (code === 'ABORT_ERR') return `The ${who} did not respond in time`
  if (code === 'UNREADABLE') return `The ${who} sent an unreadable response`
  return `The connection to the ${who} was lost`
}
