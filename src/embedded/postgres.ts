import { access, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { forkModule } from '../kernel/threads/fork.ts'
import { lockFolder } from './folderLock.ts'

export interface EmbeddedPostgres {
  /** For the processes of this server. It may name a Unix socket. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL in `dataDir`, after creating it the first time, and returns its URL. Throws if another server is running there;
 * takes over from a dead one.
 */
export const startPostgres = async (dataDir: string, flags: string[] = []): Promise<EmbeddedPostgres> => (await launchPostgres(dataDir, flags)).started

/** Launches PostgreSQL and returns as soon as its process runs, so that it starts while the caller does other work. `isNew` is true if it creates its files first. */
export async function launchPostgres(dataDir: string, flags: string[] = []): Promise<{ started: Promise<EmbeddedPostgres>; isNew: boolean }> {
  const unlock = await lockFolder(dataDir)
  const unlockAndThrow = async (error: unknown) => {
    await unlock()
    throw error
  }
  const dir = resolve(dataDir, 'postgres')
  await waitForPredecessor(dir).catch(unlockAndThrow)
  const isNew = await access(join(dir, 'PG_VERSION')).then(
    () => false,
    () => true,
  )
  const keeper = forkModule<{ url: string; socketUrl: string | null }>(import.meta.url, './keeper', { dir, flags })
  const started = keeper.then(async ({ ready: { url, socketUrl }, stop }) => {
    await writeFile(urlFileOf(dataDir), JSON.stringify({ url }), { mode: 0o600 })
    return { url: socketUrl ?? url, stop: () => stop().then(unlock) }
  })
  return { started: started.catch(unlockAndThrow), isNew }
}

const urlFileOf = (dataDir: string) => join(dataDir, 'postgres.json')

/** The URL of the PostgreSQL running in `dataDir`; null if none responds. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const { url } = JSON.parse(await readFile(urlFileOf(dataDir), 'utf8').catch(() => '{}')) as { url?: string }
  return url && (await hasRows(url, 'select 1')) ? url : null
}

/** Waits for the cluster of a dead server to stop. A cluster without a keeper gets a SIGINT. */
async function waitForPredecessor(dir: string) {
  if (await waitUntilStopped(dir, 5_000)) return
  process.kill((await findPostmaster(dir))!, 'SIGINT')
  if (!(await waitUntilStopped(dir, 30_000))) throw new Error(`PostgreSQL in ${dir} does not stop. End the process ${await findPostmaster(dir)}.`)
}

async function waitUntilStopped(dir: string, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(50)) if (!(await findPostmaster(dir))) return true
  return false
}

/** The process id of the cluster's server; null if it is not running. */
async function findPostmaster(dir: string): Promise<number | null> {
  const pid = Number((await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return null
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  if (command !== null) return command.includes(dir) ? pid : null
  try {
    process.kill(pid, 0)
    return process.platform === 'linux' ? null : pid
  } catch {
    return null
  }
}

/** Whether the query returns a row; false if the database is unreachable. */
async function hasRows(url: string, query: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return ((await client.query(query)).rowCount ?? 0) > 0
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
