import { listMigrations } from '../prisma/migrations.ts'
import { configure } from './configure.ts'
import { startSimulator, type Simulator, type StartSimulator } from './embedded/simulator.ts'
import { startEngines } from './engines.ts'
import { createRouter } from './router.ts'
import { trustProxies } from './http/address.ts'
import { createAdmit } from './http/caller.ts'
import { createHealthChecks } from './http/health.ts'
import { watchRevocations } from './http/sockets/revocations.ts'
import { serveSockets } from './http/sockets/sockets.ts'
import type { Env } from './kernel/config/env.ts'
import { settings } from './kernel/config/settings.ts'
import { endStreams } from './kernel/events.ts'
import * as parts from './parts.ts'
import { prepareDatabase, prepareDocumentation } from './prepare.ts'
import { useAdministratorData } from './services/operator/administratorData.ts'
import { knownMigrations } from './services/operator/serverStatus.ts'
import * as providerSlots from './services/voiceProviders/providerSlots.ts'

export interface Running {
  url: string
  simulator: Simulator | null
  /** Stops gracefully: accepts no new work, finishes active requests and jobs, closes sockets, then connections. */
  close(): Promise<void>
}

const DRAIN_MS = 20_000

interface Hooks {
  /** Called once the database is prepared, while no other process starts. */
  prepared?: () => Promise<void>
  /** Called when everything has started, before the server reports that it is ready. */
  started?: (running: Running) => Promise<void>
  /** Runs the simulator. Defaults to a separate process. */
  keepSimulator?: StartSimulator
}

/**
 * Starts the server's parts on a database. They stop in reverse order. If one cannot start, stops the parts before it and throws its error. What
 * the parts set and remember belongs to the current server (`serverState.ts`).
 */
export async function startServer(env: Env, databaseUrl: string, { prepared, started, keepSimulator = startSimulator }: Hooks = {}): Promise<Running> {
  const { add, close } = parts.collectParts()
  try {
    useAdministratorData(env)
    trustProxies(env.TRUSTED_PROXIES)
    await add(parts.openDatabase(env, databaseUrl))
    const port = await add(parts.openPort(env.PORT))
    configure(env, port.number)
    const directUrl = env.DATABASE_DIRECT_URL ?? databaseUrl
    await prepareDatabase(env, directUrl, prepared)
    await providerSlots.createSlots()
    await add(parts.openLiveness(directUrl))
    await add(parts.openTracing(env))
    const { limits } = await add(parts.openRateLimits(env))
    const admit = createAdmit(limits)
    const migrations = listMigrations()
    knownMigrations.set(migrations)
    const checks = createHealthChecks(env, migrations.at(-1)!)
    await add(parts.openEvents(env))
    await add(parts.openFiles(env))
    const { simulator, runsSimulator } = await add(startEngines(env, directUrl, keepSimulator))
    const answer = createRouter(env, checks.router, admit, limits)
    await add(parts.threads)
    await add(parts.openMail(env))
    const { jobs } = await add(parts.openWorker(env))
    await add(parts.openReports(env.ROLE))
    await add(parts.openReports('simulator', runsSimulator))
    await add(parts.openMetrics(env))
    await add({ stop: watchRevocations() })
    await add(prepareDocumentation())
    const sockets = env.ROLE === 'worker' ? null : serveSockets(port.server, admit, limits)
    await add({
      async stop() {
        checks.draining()
        await sockets?.close()
        await endStreams()
        await port.drain(DRAIN_MS)
      },
    })
    port.serve(answer)
    const server: Running = {
      url: settings.publicUrl,
      get simulator() {
        return simulator()
      },
      close,
    }
    await started?.(server)
    checks.ready(jobs)
    return server
  } catch (error) {
    await close()
    throw error
  }
}
