import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, type Faults, faultyOutcome } from './faults.ts'
import { targetOf, type Answer, findRoute, type Operation, type Outcome, readBody, Refusal, sendAnswer, type Site } from './http.ts'

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
  const siteOf = (pathname: string) => sites.find(({ prefix }) => pathname.startsWith(`${prefix}/`))
  const faultOf = (site: Site, operation: Operation | null) => (site.provider ? faults.take(site.provider, operation) : null)

  function logged(site: Site, { method = '', url = '' }: IncomingMessage): LoggedRequest {
    const entry: LoggedRequest = { at: new Date().toISOString(), method, path: url, body: null, status: null, response: null }
    if (site.provider) requests.push(entry)
    if (requests.length > LOGGED_REQUESTS) requests.shift()
    return entry
  }

  async function outcomeOf(site: Site, request: IncomingMessage, { pathname, searchParams }: URL, entry: LoggedRequest): Promise<Outcome> {
    const method = request.method ?? ''
    const path = pathname.slice(site.prefix.length)
    const body = await readBody(request, site.wording.malformed)
    entry.body = sizedForLog(body)
    site.authorize(path, (request.headers.authorization ?? '').replace(/^Bearer /i, ''))
    const match = findRoute(site.routes, method, path)
    const handle = async (): Promise<Outcome> => {
      if (!match) throw new Refusal(404, site.wording.notFound(method, path))
      return match.route.handle({ params: match.params, query: searchParams, headers: request.headers, body })
    }
    const fault = faultOf(site, match?.route.operation ?? null)
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
    if (error instanceof Refusal) return { status: error.status, body: site.refuse(error.status, error.message), headers: error.headers }
    log(`simulator: ${error.stack}`)
    return { status: 500, body: site.refuse(500, site.wording.failed) }
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

/** The body itself, or for a big one only its size: the log is kept in memory. */
function sizedForLog(body: unknown): unknown {
  const bytes = body === undefined ? 0 : JSON.stringify(body).length
  return bytes > LOGGED_BYTES ? { omitted_bytes: bytes } : (body ?? null)
}
