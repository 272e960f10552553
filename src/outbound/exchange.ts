import http from 'node:http'
import https from 'node:https'
import { finished } from 'node:stream'
import { perServer } from '../kernel/serverState.ts'
import { connectionLostError, ExchangeError, timeoutError, tooLargeError } from './failures.ts'
import { type GuardOptions, guardedRequest } from './guard.ts'

export interface Exchange {
  url: URL
  method: string
  headers: http.OutgoingHttpHeaders
  body?: string | Buffer
  /** Covers everything: DNS, connection, TLS, response. */
  signal: AbortSignal
  /** Checks the address before connecting. Null only for hosts that the server administrator chose. */
  guard: GuardOptions | null
  /** Keeps the connection for other requests to the host, and uses one of them (`KEPT_MS`), unless there is a guard. */
  reuse?: boolean
  /** Maximum length of the response body. */
  maxBytes: number
  /** Whether to read the body of a response with this status. Defaults to yes. */
  readsBody?: (status: number) => boolean
}

export interface ExchangeResult {
  status: number
  headers: http.IncomingHttpHeaders
  /** Empty if the body was not read. Only the beginning if there is a `failure`. */
  body: Buffer<ArrayBuffer>
  /** Why the body is incomplete. */
  failure: ExchangeError | null
}

/**
 * How long a connection is kept. A host may close one that is idle while a request is written to it, and then nobody knows whether the host
 * has read the request. Hosts keep connections for at least five seconds, so only one that stops does that within a second.
 */
const KEPT_MS = 1_000
const keptConnections = perServer(() => {
  const options = { keepAlive: true, timeout: KEPT_MS }
  return { http: new http.Agent(options), https: new https.Agent(options) }
})

/**
 * Sends one HTTP request exactly once, without following redirects and without a proxy. Does not use `fetch`, whose standard repeats a POST
 * after status 421. Once a status has arrived, it is final, however the body ends. Throws ExchangeError if none arrives.
 */
export function exchange(request: Exchange): Promise<ExchangeResult> {
  const { url, body, signal, reuse = false, maxBytes, readsBody = () => true } = request
  return new Promise((resolve, reject) => {
    let sent = false
    let answered = false
    const toFailure = (error: Error) => (error instanceof ExchangeError ? error : new ExchangeError(sent, signal.aborted ? timeoutError() : error))
    const outgoing = startRequest(request)
    outgoing.on('socket', (socket) => {
      const markSent = () => (sent = true)
      if (socket.connecting) socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', markSent)
      else markSent()
    })
    outgoing.on('error', (error) => answered || reject(toFailure(error)))
    outgoing.on('close', () => answered || reject(toFailure(connectionLostError())))
    outgoing.on('response', (incoming) => {
      answered = true
      const { statusCode: status = 0, headers } = incoming
      const finish = (bytes: Buffer<ArrayBuffer>, error?: Error | null) => {
        resolve({ status, headers, body: bytes, failure: error ? toFailure(error) : null })
        if (!reuse) outgoing.destroy()
      }
      if (readsBody(status)) return readBody(incoming, maxBytes, finish)
      incoming.destroy()
      finish(Buffer.alloc(0))
    })
    outgoing.end(body)
  })
}

/** Throws ExchangeError for a blocked address, and for a header that cannot be sent. */
function startRequest({ url, method, headers, body, signal, guard, reuse = false }: Exchange): http.ClientRequest {
  const length = body !== undefined && { 'content-length': Buffer.byteLength(body) }
  const options = { method, headers: { ...headers, ...length }, signal }
  try {
    if (guard) return guardedRequest(url, options, guard)
    const agent = reuse && keptConnections()[url.protocol === 'https:' ? 'https' : 'http']
    return (url.protocol === 'https:' ? https : http).request(url, { ...options, agent })
  } catch (error) {
    throw error instanceof ExchangeError ? error : new ExchangeError(false, error as Error)
  }
}

function readBody(incoming: http.IncomingMessage, maxBytes: number, finish: (bytes: Buffer<ArrayBuffer>, error?: Error | null) => void) {
  const chunks: Buffer[] = []
  let size = 0
  incoming.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) incoming.destroy(tooLargeError())
  })
  finished(incoming, (error) => finish(Buffer.concat(chunks), error))
}
