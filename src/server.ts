import { startSimulator, type Simulator, type StartSimulator } from './embedded/simulator.ts'
import { engines, SIMULATOR_LIST_LAG_MS, VENDOR_LIST_LAG_MS } from './engines.ts'
import { faces } from './faces.ts'
import { trustProxies } from './http/address.ts'
import { createAdmit } from './http/caller.ts'
import { health } from './http/health.ts'
import { watchRevocations } from './http/sockets/revocations.ts'
import { serveSockets } from './http/sockets/sockets.ts'
import { engineAccountsOf } from './kernel/config/engineAccounts.ts'
import { type Env, isAllSimulated } from './kernel/config/env.ts'
import { settings } from './kernel/config/settings.ts'
import { simulationOf } from './kernel/config/simulation.ts'
import { endStreams } from './kernel/events.ts'
import * as parts from './parts.ts'
import { prepareDatabase, prepareDocumentation } from './prepare.ts'
import { useAdministratorData } from './services/billing/administratorData.ts'
import * as providerSlots from './services/voiceProviders/providerSlots.ts'

export interface Running {
  url: string
  simulator: Simulator | null
  /** Stops in order: no new work, requests and jobs in progress finish, sockets close, connections end. */
  close(): Promise<void>
}

const DRAIN_MS = 20_000

interface Hooks {
  /** Once the tables are there, while no other process starts. */
  prepared?: () => Promise<void>
  /** When everything works, before the server says that it is ready. */
  started?: (running: Running) => Promise<void>
  /** How the simulator is run: as a process of its own by default. */
  keepSimulator?: StartSimulator
}

/** Starts the server's parts on a database. They stop in reverse order; when one cannot start, the parts before it stop as well. */
export async function startServer(env: Env, databaseUrl: string, { prepared, started, keepSimulator = startSimulator }: Hooks = {}): Promise<Running> {
  const running: parts.Part[] = []
  const add = async <P extends parts.Part>(starting: P | Promise<P>): Promise<P> => {
    const part = await starting
    running.unshift(part)
    return part
  }
  const close = async () => {
    for (const part of running.splice(0)) await part.stop?.()
  }
  try {
    useAdministratorData(env)
    trustProxies(env.TRUSTED_PROXIES)
    await add(parts.database(databaseUrl))
    const port = await add(parts.port(env.PORT))
    configure(env, port.number)
    await prepareDatabase(env, databaseUrl, prepared)
    await providerSlots.createSlots()
    await add(parts.liveness(databaseUrl))
    const { limits } = await add(parts.rateLimits(env))
    const admit = createAdmit(limits)
    const checks = health(env)
    await add(parts.events(env))
    await add(parts.files(env))
    // The simulator is a process of its own, and starts meanwhile.
    const [{ simulator }, answer] = await Promise.all([
      add(engines(env, databaseUrl, keepSimulator)),
      prepareDocumentation().then(() => faces(env, checks.router, admit, limits)),
    ])
    await add(parts.threads)
    await add(parts.mail(env))
    await add(parts.worker(env))
    await add(parts.ownMetrics(env))
    await add({ stop: watchRevocations() })
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
    checks.ready()
    return server
  } catch (error) {
    await close()
    throw error
  }
}

/** The settings of the process, once its port is known. */
function configure(env: Env, port: number) {
  const simulation = simulationOf(env)
  const publicUrl = (env.PUBLIC_URL ?? `http://127.0.0.1:${port}`).replace(/\/$/, '')
  Object.assign(settings, {
    allowPrivateWebhooks: env.ALLOW_PRIVATE_WEBHOOKS,
    allowOpenTransfers: env.ALLOW_OPEN_TRANSFERS,
    publicUrl,
    bases: env.PUBLIC_URL ? [publicUrl] : [publicUrl, `http://localhost:${port}`],
    signUp: env.SIGN_UP ?? (isAllSimulated(env) ? 'open' : 'invited'),
    ...simulation,
    carrierListLagMs: simulation.simulatedCarriers ? SIMULATOR_LIST_LAG_MS : VENDOR_LIST_LAG_MS,
    mailsAnHour: env.MAILS_AN_HOUR,
    keepsLegalHours: env.CALLING_HOURS === 'law',
    accounts: engineAccountsOf(env),
  })
}
