import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { randomText } from '../src/kernel/crypto/ids.ts'
import { SIMULATOR_LOCK } from '../src/kernel/db/locks.ts'
import { fill, type Size, type Tenant } from './data.ts'
import { type Child, startChild } from './ipc.ts'
import { publishAgents } from './publish.ts'

/** The environment that all contenders share. */
export interface Environment {
  /** The folder of this run. */
  folder: string
  databaseUrl: string
  simulator: { url: string; retellApiKey: string; vapiApiKey: string }
  tenants: Tenant[]
  calls: number
}
/** The environment with its processes. */
export interface Prepared {
  environment: Environment
  simulator: Child
  end(): Promise<void>
}

/** Fills an empty, migrated database to the given size, and starts a simulator. */
export async function prepare(databaseUrl: string, size: Size): Promise<Prepared> {
  const folder = await mkdtemp(join(tmpdir(), 'callwright-bench-'))
  const simulator = startChild('./simulator', { logFile: join(folder, 'simulator.log') })
  const client = new pg.Client({ connectionString: databaseUrl })
  const end = async () => {
    await simulator.stop()
    await client.end()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await client.connect()
    const tenants = await fill(client, size)
    const keys = { retellApiKey: `key_${randomText(24)}`, vapiApiKey: randomText(24) }
    const environment: Environment = { folder, databaseUrl, simulator: { ...keys, url: await simulator.ask('start', keys) }, tenants, calls: size.calls }
    await announce(client, environment)
    await publishAgents(client, tenants, environment.simulator)
    return { environment, simulator, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Announces the simulator, so that servers use it instead of starting their own: the lock marks that it runs, the setting has its URL. */
async function announce(client: pg.Client, { simulator }: Environment) {
  await client.query('select pg_advisory_lock($1)', [SIMULATOR_LOCK])
  await client.query(`insert into settings (key, value) values ('simulator', $1)`, [JSON.stringify(simulator)])
}
