import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { clock, sleep } from '../kernel/lib/clock.ts'
import { type Fault, type Faults, faultyOutcome } from './wire/faults.ts'
import { targetOf, type Answer, findRoute, type Operation, type Outcome, readBody, Refusal, type Request, sendAnswer, type Site } from './wire/http.ts'

const LOGGED_REQUESTS = 1000
const LOGGED_BYTES = 64 * 1024

/** A request to a vendor's API as it was received and answered; `status` is null when it never was. */
export interface LoggedRequest {
  at: string
  method: string
  path: string
  body: unknown
  status: number | null
  response: unknown
}

interface Serving {
  /** The most particular prefix first; empty until the server is ready. */
  sites: Site[]
  faults: Faults
  requests: LoggedRequest[]
  log(line: string): void
}

/** Answers requests by the site they are for, as they deserve or as a fault wants it, and keeps a log of them. */
export function newServing({ sites, faults, requests, log }: Serving) {
  const siteOf = (pathname: string) => sites.find((site) => prefixIn(site, pathname) !== null)
  const faultOf = (site: Site, operation: Operation | null) => (site.provider ? faults.take(site.provider, operation) : null)

  function logged(site: Site, { method = '', url = '' }: IncomingMessage): LoggedRequest {
    const entry: LoggedRequest = { at: clock.now().toISOString(), method, path: url, body: null, status: null, response: null }
    if (site.provider) requests.push(entry)
    if (requests.length > LOGGED_REQUESTS) requests.shift()
    return entry
  }

  async function outcomeOf(site: Site, request: IncomingMessage, { pathname, searchParams }: URL, entry: LoggedRequest): Promise<Outcome> {
    const method = request.method ?? ''
    const { headers } = request
    const prefix = prefixIn(site, pathname)!
    const path = pathname.slice(prefix.length)
    const { body, text } = await readBody(request, site.wording.malformed)
    const isXml = text.trimStart().startsWith('<')
    entry.body = sizedForLog(isXml ? text : body)
    site.authorize(path, (headers.authorization ?? '').replace(/^Bearer /i, ''), headers, prefix)
    const match = findRoute(site.routes, method, path)
    const asked: Request = { params: match?.params ?? {}, query: searchParams, headers, body, text, path: pathname }
    const handle = async (): Promise<Outcome> => {
      if (!match) throw new Refusal(404, site.wording.notFound(method, path))
      return match.route.handle(asked)
    }
    const operation = match?.route.operation ?? null
    const fault = faultOf(site, typeof operation === 'function' ? operation(asked) : operation)
    return fault ? befallen(site, fault, handle) : handle()
  }

  async function befallen(site: Site, fault: Fault, handle: () => Promise<Outcome>): Promise<Outcome> {
    if (fault.mode === 'slow') {
      const outcome = await handle()
      await sleep(fault.delay_ms)
      return outcome
    }
    const truth = fault.placed ? await handle() : null
    return faultyOutcome(site, fault, typeof truth === 'string' ? null : truth)
  }

  function refusal(site: Site, error: Error): Answer {
    if (!(error instanceof Refusal)) log(`simulator: ${error.stack}`)
    const { status, message, headers, detail } = error instanceof Refusal ? error : new Refusal(500, site.wording.failed)
    const words = message || (status === 429 ? site.wording.throttled : site.wording.failed)
    return { status, body: site.refuse(status, words, detail), headers: { ...(site.refusalType && { 'content-type': site.refusalType }), ...headers } }
  }

  return {
    async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const url = targetOf(request)
      const site = siteOf(url.pathname)
      if (!site) return void response.writeHead(503).end()
      const entry = logged(site, request)
      const outcome = await outcomeOf(site, request, url, entry).catch((error: Error) => refusal(site, error))
      if (outcome === 'hang') return
      if (outcome === 'reset') return void request.socket.destroy()
      entry.status = outcome.status
      if (site.provider) entry.response = sizedForLog(Buffer.isBuffer(outcome.body) ? outcome.body.toString() : outcome.body)
      sendAnswer(response, outcome)
    },

    /** A request for a WebSocket: `open` takes it, or throws why not. */
    upgrade(request: IncomingMessage, socket: Duplex, open: () => void): void {
      socket.on('error', () => {})
      const site = siteOf(targetOf(request).pathname)
      if (!site?.provider) return void socket.destroy()
      const entry = logged(site, request)
      try {
        const fault = faultOf(site, 'listen')
        if (fault?.mode === 'hang') return
        if (fault && fault.mode !== 'slow') throw new Refusal(Number(/^http(\d+)$/.exec(fault.mode)?.[1] ?? 502), site.wording.failed)
        open()
        entry.status = 101
      } catch (error) {
        const { status } = refusal(site, error as Error)
        entry.status = status
        socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      }
    },
  }
}

/** What of a path is the site's prefix; null when the path is not the site's. */
function prefixIn({ prefix }: Site, pathname: string): string | null {
  const found = typeof prefix === 'string' ? prefix : prefix.exec(pathname)?.[0]
  return found !== undefined && pathname.startsWith(`${found}/`) ? found : null
}

/** The body itself, or for a big one only its size: the log is kept in memory. */
function sizedForLog(body: unknown): unknown {
  const bytes = body === undefined ? 0 : JSON.stringify(body).length
  return bytes > LOGGED_BYTES ? { omitted_bytes: bytes } : (body ?? null)
}
