import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BuildWebhooks, openCalls, type RunTool } from './calls/calls.ts'
import { openCarriers } from './carriers/carriers.ts'
import { carrierControl } from './carriers/control.ts'
import type { House } from './carriers/builtInAccount.ts'
import { controlSite } from './control.ts'
import { newFaults } from './wire/faults.ts'
import type { Site } from './wire/http.ts'
import { serveListeners } from './listen.ts'
import { type LoggedRequest, newServing } from './requestHandler.ts'
import { retellSite } from './retell/retell.ts'
import { retellMessages } from './retell/views.ts'
import type { Store } from './wire/store.ts'
import { openTables } from './calls/tables.ts'
import { callTool } from './calls/toolRequests.ts'
import { vapiSite } from './vapi/vapi.ts'
import { vapiMessages } from './vapi/messages.ts'
import type { SimulatorContext } from './calls/context.ts'

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
  /** Credentials of the account at the simulated Twilio to which the simulator's own numbers belong. */
  house?: House
  /** Whether tools may lead to private addresses; no unless said. */
  allowPrivateTools?: boolean
  log?: (line: string) => void
}

export interface Simulator {
  /** `http://127.0.0.1:<port>`; the vendors' APIs are at `/retell`, `/vapi` and `/carriers/<host>` under it. */
  url: string
  close(): Promise<void>
}

/**
 * Starts the simulator: a server on loopback that speaks the protocols of both voice providers and of the carriers, with
 * everything it knew when it last ended. Calls and texts that were under way go on at once.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { store, speed, retellApiKey, vapiApiKey, port = 0, seed = 'callwright', house, allowPrivateTools = false, log = () => {} } = options
  const tables = await openTables(store)
  const faults = newFaults()
  const requests: LoggedRequest[] = []
  const sites: Site[] = []
  const serving = newServing({ sites, faults, requests, log })

  const server = createServer((request, response) => void serving.answer(request, response))
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const announce: BuildWebhooks = (call, beat) => (call.provider === 'retell' ? retellMessages(context, call, beat) : vapiMessages(context, call, beat))
  const use: RunTool = (call, tool, nth) => callTool(context, call, tool, nth)
  const calls = openCalls(tables, faults, { buildWebhooks, runTool }, log)
  const context: SimulatorContext = { tables, calls, seed, speed, retellApiKey, vapiApiKey, allowPrivateTools, url }
  const listeners = serveListeners(context)
  server.on('upgrade', (request, socket, head) => serving.upgrade(request, socket, () => listeners.open(request, socket, head)))
  const carriers = await openCarriers({ tables, faults, speed, url, log, house })
  sites.push(retellSite(context), vapiSite(context), ...carriers.sites, controlSite(context, faults, requests, carrierControl(tables, carriers.texts)))
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
