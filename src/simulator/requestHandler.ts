import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { clock, sleep } from '../kernel/lib/clock.ts'
import { type Fault, type Faults, faultOutcomeOf } from './wire/faults.ts'
import { targetOf, type Answer, findRoute, type Operation, type Outcome, readBody, Refusal, type Request, sendAnswer, type Site } from './wire/http.ts'

const MAX_LOGGED_REQUESTS = 1000
const MAX_LOGGED_BYTES = 64 * 1024

/** A request to a vendor's API and its response; `status` is null if there was no response. */
export interface LoggedRequest {
  at: string
  method: string
  path: string
  body: unknown
  status: number | null
  response: unknown
}

interface HandlerOptions {
  /** The most specific prefix first. Empty until the server is ready. */
  sites: Site[]
  faults: Faults
  requests: LoggedRequest[]
  log(line: string): void
}

/** Routes requests to their site, applies faults, and logs requests and responses. */
export function createRequestHandler({ sites, faults, requests, log }: HandlerOptions) {
  const siteOf = (pathname: string) => sites.find((site) => matchPrefix(site, pathname) !== null)
  const takeFault = (site: Site, operation: Operation | null) => (site.provider ? faults.take(site.provider, operation) : null)

  function logRequest(site: Site, { method = '', url = '' }: IncomingMessage): LoggedRequest {
    const entry: LoggedRequest = { at: clock.now().toISOString(), method, path: url, body: null, status: null, response: null }
    if (site.provider) requests.push(entry)
    if (requests.length > MAX_LOGGED_REQUESTS) requests.shift()
    return entry
  }

  async function outcomeOf(site: Site, request: IncomingMessage, { pathname, searchParams }: URL, entry: LoggedRequest): Promise<Outcome> {
    const method = request.method ?? ''
    const { headers } = request
    const prefix = matchPrefix(site, pathname)!
    const path = pathname.slice(prefix.length)
    const { body, text } = await readBody(request, site.wording.malformed)
    const isXml = text.trimStart().startsWith('<')
    entry.body = toLoggable(isXml ? text : body)
    site.authorize(path, (headers.authorization ?? '').replace(/^Bearer /i, ''), headers, prefix)
    const match = findRoute(site.routes, method, path)
    const parsed: Request = { params: match?.params ?? {}, query: searchParams, headers, body, text, path: pathname }
    const handle = async (): Promise<Outcome> => {
      if (!match) throw new Refusal(404, site.wording.notFound(method, path))
      return match.route.handle(parsed)
    }
    const operation = match?.route.operation ?? null
    const fault = takeFault(site, typeof operation === 'function' ? operation(parsed) : operation)
    return fault ? applyFault(site, fault, handle) : handle()
  }

  async function applyFault(site: Site, fault: Fault, handle: () => Promise<Outcome>): Promise<Outcome> {
    if (fault.mode === 'slow') {
      const outcome = await handle()
      await sleep(fault.delay_ms)
      return outcome
    }
    const result = fault.placed ? await handle() : null
    return faultOutcomeOf(site, fault, typeof result === 'string' ? null : result)
  }

  function toAnswer(site: Site, error: Error): Answer {
    if (!(error instanceof Refusal)) log(`simulator: ${error.stack}`)
    const { status, message, headers, detail } = error instanceof Refusal ? error : new Refusal(500, site.wording.failed)
    const text = message || (status === 429 ? site.wording.throttled : site.wording.failed)
    return { status, body: site.refuse(status, text, detail), headers: { ...(site.refusalType && { 'content-type': site.refusalType }), ...headers } }
  }

  return {
    async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const url = targetOf(request)
      const site = siteOf(url.pathname)
      if (!site) return void response.writeHead(503).end()
      const entry = logRequest(site, request)
      const outcome = await outcomeOf(site, request, url, entry).catch((error: Error) => toAnswer(site, error))
      if (outcome === 'hang') return
      if (outcome === 'reset') return void request.socket.destroy()
      entry.status = outcome.status
      if (site.provider) entry.response = toLoggable(Buffer.isBuffer(outcome.body) ? outcome.body.toString() : outcome.body)
      sendAnswer(response, outcome)
    },

    /** Handles a WebSocket request. `open` accepts it, or throws a Refusal. */
    upgrade(request: IncomingMessage, socket: Duplex, open: () => void): void {
      socket.on('error', () => {})
      const site = siteOf(targetOf(request).pathname)
      if (!site?.provider) return void socket.destroy()
      const entry = logRequest(site, request)
      try {
        const fault = takeFault(site, 'listen')
        if (fault?.mode === 'hang') return
        if (fault && fault.mode !== 'slow') throw new Refusal(Number(/^http(\d+)$/.exec(fault.mode)?.[1] ?? 502), site.wording.failed)
        open()
        entry.status = 101
      } catch (error) {
        const { status } = toAnswer(site, error as Error)
        entry.status = status
        socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      }
    },
  }
}

/** Returns the part of a path that is the site's prefix; null if the path belongs to another site. */
function matchPrefix({ prefix }: Site, pathname: string): string | null {
  const matched = typeof prefix === 'string' ? prefix : prefix.exec(pathname)?.[0]
  return matched !== undefined && pathname.startsWith(`${matched}/`) ? matched : null
}

/** Replaces a large body by its size, since the log is in memory. */
function toLoggable(body: unknown): unknown {
  const bytes = body === undefined ? 0 : JSON.stringify(body).length
  return bytes > MAX_LOGGED_BYTES ? { omitted_bytes: bytes } : (body ?? null)
}
