import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BuildWebhooks, openCalls, type RunTool } from './calls/calls.ts'
import { openCarriers } from './carriers/carriers.ts'
import { carrierControl } from './carriers/control.ts'
import type { BuiltInAccount } from './carriers/builtInAccount.ts'
import { controlSite } from './control.ts'
import { createFaults } from './wire/faults.ts'
import type { Site } from './wire/http.ts'
import { serveListeners } from './listen.ts'
import { type LoggedRequest, createRequestHandler } from './requestHandler.ts'
import { retellSite } from './retell/retell.ts'
import { retellWebhooks } from './retell/views.ts'
import type { Store } from './wire/store.ts'
import { openTables } from './calls/tables.ts'
import { callTool } from './calls/toolRequests.ts'
import { type Detour, post, postVia } from './calls/webhooks.ts'
import { vapiSite } from './vapi/vapi.ts'
import { vapiWebhooks } from './vapi/messages.ts'
import type { SimulatorContext } from './calls/context.ts'

/** Longer than clients keep idle connections, so that none is closed while a request is being sent. */
const KEEP_ALIVE_MS = 120_000

export interface SimulatorOptions {
  store: Store
  /** Simulated seconds per real second. */
  speed: number
  retellApiKey: string
  vapiApiKey: string
  /** Defaults to 0, any free port. */
  port?: number
  /** Whether a free port is used while another program uses `port`. Defaults to false. */
  canUseOtherPort?: boolean
  /** Determines the behavior of numbers that are not test numbers. */
  seed?: string
  /** Credentials of the account at the simulated Twilio that owns the built-in numbers. */
  builtInAccount?: BuiltInAccount
  /** Whether tools can call private addresses. Defaults to false. */
  allowPrivateTools?: boolean
  /** URL at which other machines find it. With it, the simulator listens on all addresses, otherwise on loopback. */
  url?: string
  /** Where webhooks go instead of a base URL. */
  detour?: Detour
  log?: (line: string) => void
}

export interface Simulator {
  /** The given one, or `http://127.0.0.1:<port>`, with the vendors' APIs under `/retell`, `/vapi` and `/carriers/<host>`. */
  url: string
  close(): Promise<void>
}

/**
 * Starts the simulator, a server with the APIs of both voice providers and the carriers, and all records in its store. Calls and
 * messages in progress resume immediately.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { store, speed, retellApiKey, vapiApiKey, port = 0, seed = 'callwright', builtInAccount, allowPrivateTools = false, log = () => {} } = options
  const { canUseOtherPort = false, detour } = options
  const send = detour ? postVia(detour) : post
  const tables = await openTables(store)
  const faults = createFaults()
  const requests: LoggedRequest[] = []
  const sites: Site[] = []
  const requestHandler = createRequestHandler({ sites, faults, requests, log })

  const server = createServer((request, response) => void requestHandler.handle(request, response))
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const host = options.url ? undefined : '127.0.0.1'
  await listen(server, port, host).catch((error: NodeJS.ErrnoException) =>
    canUseOtherPort && error.code === 'EADDRINUSE' ? listen(server, 0, host) : Promise.reject(error),
  )
  const url = options.url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const buildWebhooks: BuildWebhooks = (call, event) => (call.provider === 'retell' ? retellWebhooks(context, call, event) : vapiWebhooks(context, call, event))
  const runTool: RunTool = (call, tool, index) => callTool(context, call, tool, index)
  const calls = openCalls(tables, faults, { buildWebhooks, runTool, post: send }, log)
  const context: SimulatorContext = { tables, calls, seed, speed, retellApiKey, vapiApiKey, allowPrivateTools, url, post: send }
  const listeners = serveListeners(context)
  server.on('upgrade', (request, socket, head) => requestHandler.upgrade(request, socket, () => listeners.open(request, socket, head)))
  const carriers = await openCarriers({ tables, faults, speed, url, post: send, log, builtInAccount })
  sites.push(retellSite(context), vapiSite(context), ...carriers.sites, controlSite(context, faults, requests, carrierControl(tables, carriers.messages)))
  calls.resume()
  carriers.resume()

  return {
    url,
    async close() {
      listeners.close()
      await Promise.all([calls.close(), carriers.close()])
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const listen = (server: Server, port: number, host: string | undefined) =>
  new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, () => (server.off('error', reject), resolve())))
