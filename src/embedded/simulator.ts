import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { forkModule } from '../kernel/threads/fork.ts'
import { randomText } from '../kernel/crypto/ids.ts'
import { SIMULATOR_LOCK } from '../kernel/db/locks.ts'
import * as storedSettings from '../kernel/db/storedSettings.ts'
import { log } from '../kernel/log.ts'

/** URL and credentials of the simulator, identical for all processes on one database. */
export interface Simulator {
  url: string
  retellApiKey: string
  vapiApiKey: string
}

export interface SimulatorOptions {
  speed: number
  port: number
  /** Whether a free port is used while another program uses `port`. */
  canUseOtherPort?: boolean
  /** Credentials of the account at the simulated Twilio that owns the built-in numbers. */
  builtInAccount: { accountSid: string; authToken: string }
  /** Whether tools can call private addresses. */
  allowPrivateTools: boolean
  /** Key that encrypts its records, 32 bytes in hex. */
  storeKey: string
  /** URL at which all processes find it. Without it, its own URL, on loopback. */
  url?: string
  /** Whether this process runs it (`here`), another one does (`elsewhere`), or whichever is first (default). */
  runs?: 'here' | 'elsewhere'
  /** Where its webhooks go instead of a base URL. */
  detour?: { from: string; to: string }
}

/** Runs a simulator on a database until stopped. Calls `onChange` with its URL, and again whenever it changes. */
export type StartSimulator = (databaseUrl: string, options: SimulatorOptions, onChange: (simulator: Simulator) => void) => Promise<SimulatorKeeper>

export interface SimulatorKeeper {
  /** Whether a child of this process is the simulator now. */
  isHere(): boolean
  stop(): Promise<void>
}

/** How long a start waits for the simulator of another process, or for the end of one that runs too. */
const WAIT_MS = 60_000

/**
 * Keeps one simulator running for all processes on a database: the process that holds the lock runs it; the others use it, and take over
 * when that process dies, unless it `runs` elsewhere. Calls `onChange` with the URL, and again whenever it changes. Throws if there is none in time.
 */
export const startSimulator: StartSimulator = async (databaseUrl, options, onChange) => {
  let client = await openClient(databaseUrl)
  let child: Child | null = null
  let currentUrl = ''
  const stopping = new AbortController()

  const refresh = async () => {
    if (!client.connected) {
      // The lock was lost with the connection: another process may run a simulator by now.
      await child?.stop()
      child = null
      client = await openClient(databaseUrl)
    }
    if (!child && options.runs !== 'elsewhere' && (await tryLock(client))) {
      child = await runSimulator(client, databaseUrl, options)
      void child.ended.then(() => (child = null))
    }
    const current = await readSimulator(client)
    if (!current || current.url === currentUrl || !isWanted(current, child !== null, options)) return
    currentUrl = current.url
    onChange(current)
  }
  // A previous simulator may not have released its port yet.
  for (let attempt = 1; !currentUrl; attempt++) {
    await refresh().catch((error: unknown) => (attempt < 20 ? undefined : Promise.reject(error as Error)))
    if (currentUrl) break
    if (options.runs && attempt > WAIT_MS / POLL_MS) {
      await client.end()
      throw new Error(MISSING[options.runs])
    }
    await sleep(POLL_MS)
  }
  const watchLoop = (async () => {
    const wait = () => sleep(1_000, undefined, { signal: stopping.signal }).catch(() => {})
    for (await wait(); !stopping.signal.aborted; await wait())
      await refresh().catch((err: Error) => log.warn({ err: err.message }, 'could not check or restart the simulator'))
  })()
  return {
    isHere: () => child !== null,
    async stop() {
      stopping.abort()
      await watchLoop
      await child?.stop()
      await client.end()
    },
  }
}

const POLL_MS = 250

const MISSING = {
  here: 'Another process runs the simulator of this database. Stop it, or give it the same SIMULATOR_URL, so that it leaves the simulator to this process.',
  elsewhere:
    'No simulator runs at SIMULATOR_URL. Start a process with ROLE=simulator, the same DATABASE_URL and the same SIMULATOR_URL, or remove SIMULATOR_URL.',
}

const isWanted = (current: Simulator, runsHere: boolean, { runs, url }: SimulatorOptions) =>
  runs === 'here' ? runsHere : runs === 'elsewhere' ? current.url === url : true

interface Child {
  ended: Promise<void>
  stop(): Promise<void>
}

async function openClient(databaseUrl: string) {
  const client = Object.assign(new pg.Client({ connectionString: databaseUrl }), { connected: true })
  client.on('error', (err) => log.warn({ err: err.message }, 'the simulator lost its database connection'))
  client.once('end', () => (client.connected = false))
  await client.connect()
  return client
}

const tryLock = async (client: pg.Client) => (await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [SIMULATOR_LOCK])).rows[0]!.ours

async function runSimulator(client: pg.Client, databaseUrl: string, options: SimulatorOptions): Promise<Child> {
  const previous = await readSimulator(client)
  const apiKeys = { retellApiKey: previous?.retellApiKey ?? `key_sim_${randomText(24)}`, vapiApiKey: previous?.vapiApiKey ?? `sim_${randomText(24)}` }
  // People and programs know its URL, so it keeps its port.
  const port = previous && options.canUseOtherPort ? Number(new URL(previous.url).port) || options.port : options.port
  const child = await forkModule<{ url: string }>(import.meta.url, '../simulator/child', { databaseUrl, ...options, port, ...apiKeys })
  await storedSettings.save('simulator', { url: child.ready.url, ...apiKeys }, client)
  return child
}

const readSimulator = (client: pg.Client) => storedSettings.find<Simulator>('simulator', client)
