import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Announce, openCalls } from './calls.ts'
import { controlSite, type LoggedRequest } from './control.ts'
import { type FaultMode, newFaults } from './faults.ts'
import { type Answer, findRoute, type Outcome, readJson, Refusal, sendAnswer, type Site } from './http.ts'
import { retellSite } from './retell.ts'
import { retellMessages } from './retellViews.ts'
import type { Store } from './store.ts'
import { openTables } from './tables.ts'
import { vapiSite } from './vapi.ts'
import { vapiMessages } from './vapiViews.ts'
import type { World } from './world.ts'

const LOGGED_REQUESTS = 1000
const LOGGED_BYTES = 64 * 1024
const SLOW_MS = 3000
/** Longer than clients keep idle connections, so that none is closed under a request. */
const KEEP_ALIVE_MS = 120_000

export interface SimulatorOptions {
  store: Store
  /** Simulated seconds in a real one; 1 is real time. */
  speed: number
  retellApiKey: string
  vapiApiKey: string
  /** 0, the default, takes a free one. */
  port?: number
  /** Decides what befalls numbers that are not magic. */
  seed?: string
  log?: (line: string) => void
}

export interface Simulator {
  /** `http://127.0.0.1:<port>`; the vendors' APIs are at `/retell` and `/vapi` under it. */
  url: string
  close(): Promise<void>
}

/**
 * Starts the voice simulator: a server on loopback that speaks both vendors' protocols, with everything it knew when
 * it last ended. Calls that were in progress go on at once.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { store, speed, retellApiKey, vapiApiKey, port = 0, seed = 'callwright', log = () => {} } = options
  const tables = await openTables(store)
  const faults = newFaults()
  const requests: LoggedRequest[] = []
  let sites: Site[] = []

  const server = createServer((request, response) => void serve(request, response))
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const announce: Announce = (call, beat) => (call.provider === 'retell' ? retellMessages(world, call, beat) : vapiMessages(world, call, beat))
  const calls = openCalls(tables, announce, log)
  const world: World = { tables, calls, seed, speed, retellApiKey, vapiApiKey, url }
  sites = [retellSite(world), vapiSite(world), controlSite(world, faults, requests)]
  calls.resume()

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const site = sites.find(({ prefix }) => pathname.startsWith(`${prefix}/`))
    if (!site) return void response.writeHead(503).end()
    const { method = '', url: path = '' } = request
    const entry: LoggedRequest = { at: new Date().toISOString(), method, path, body: null, status: null, response: null }
    if (site.prefix) logRequest(requests, entry)
    const outcome = await answer(site, request, pathname.slice(site.prefix.length), searchParams, entry).catch((error: Error) => refusal(site, error))
    if (outcome === 'hang') return
    if (outcome === 'reset') return void request.socket.destroy()
    entry.status = outcome.status
    if (site.prefix) entry.response = sizedForLog(outcome.body)
    sendAnswer(response, outcome)
  }

  async function answer(site: Site, request: IncomingMessage, path: string, query: URLSearchParams, entry: LoggedRequest): Promise<Outcome> {
    const method = request.method ?? ''
    const body = await readJson(request, site.wording.malformed)
    entry.body = sizedForLog(body)
    site.authorize(path, (request.headers.authorization ?? '').replace(/^Bearer /i, ''))
    const match = findRoute(site.routes, method, path)
    const fault = site.prefix ? faults.take(site.prefix === '/retell' ? 'retell' : 'vapi', match?.route.operation ?? null) : null
    if (fault && fault !== 'slow') return faulty(site, fault)
    if (!match) throw new Refusal(404, site.wording.notFound(method, path))
    const outcome = await match.route.handle({ params: match.params, query, headers: request.headers, body })
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    return outcome
  }

  function refusal(site: Site, error: Error): Answer {
    if (error instanceof Refusal) return { status: error.status, body: site.refuse(error.status, error.message), headers: error.headers }
    log(`simulator: ${error.stack}`)
    return { status: 500, body: site.refuse(500, site.wording.failed) }
  }

  return {
    url,
    async close() {
      await calls.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function faulty(site: Site, mode: Exclude<FaultMode, 'slow'>): Outcome {
  if (mode === 'hang' || mode === 'reset') return mode
  if (mode === 'http429') throw new Refusal(429, site.wording.throttled, { 'retry-after': '1' })
  throw new Refusal(mode === 'http503' ? 503 : 500, site.wording.failed)
}

function logRequest(requests: LoggedRequest[], entry: LoggedRequest): void {
  requests.push(entry)
  if (requests.length > LOGGED_REQUESTS) requests.shift()
}

/** The body itself, or for a big one only its size: the log is kept in memory. */
function sizedForLog(body: unknown): unknown {
  const bytes = body === undefined ? 0 : JSON.stringify(body).length
  return bytes > LOGGED_BYTES ? { omitted_bytes: bytes } : (body ?? null)
}
