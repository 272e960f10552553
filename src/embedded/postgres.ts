import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { forkBeside } from '../kernel/threads/fork.ts'
import { lockFolder } from './folderLock.ts'

export interface EmbeddedPostgres {
  url: string
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that lives in `dataDir`, making it the first time, and answers its address. Throws when
 * another server is at work there; takes over from one that died.
 */
export const startPostgres = async (dataDir: string, flags: string[] = []): Promise<EmbeddedPostgres> => (await launchPostgres(dataDir, flags)).started

/** The same, answered as soon as its process runs: what the caller does meanwhile does not keep it from starting. */
export async function launchPostgres(dataDir: string, flags: string[] = []): Promise<{ started: Promise<EmbeddedPostgres> }> {
  const unlock = await lockFolder(dataDir)
  const unlocked = async (error: unknown) => {
    await unlock()
    throw error
  }
  const dir = resolve(dataDir, 'postgres')
  await outlive(dir).catch(unlocked)
  const kept = forkBeside<{ url: string }>(import.meta.url, './keeper', { dir, flags })
  const started = kept.then(async ({ ready, stop }) => {
    await writeFile(addressFile(dataDir), JSON.stringify(ready), { mode: 0o600 })
    return { url: ready.url, stop: () => stop().then(unlock) }
  })
  return { started: started.catch(unlocked) }
}

const addressFile = (dataDir: string) => join(dataDir, 'postgres.json')

/** The address of the PostgreSQL that runs in `dataDir` now, or null when none answers. */
export async function runningPostgres(dataDir: string): Promise<string | null> {
  const { url } = JSON.parse(await readFile(addressFile(dataDir), 'utf8').catch(() => '{}')) as { url?: string }
  return url && (await ask(url, 'select 1')) ? url : null
}

/** A keeper whose server died is stopping its cluster; a cluster that lost its keeper too is asked to stop. */
async function outlive(dir: string) {
  if (await gone(dir, 5_000)) return
  process.kill((await postmaster(dir))!, 'SIGINT')
  if (!(await gone(dir, 30_000))) throw new Error(`The PostgreSQL in ${dir} does not stop; end process ${await postmaster(dir)}`)
}

async function gone(dir: string, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(50)) if (!(await postmaster(dir))) return true
  return false
}

/** The process id of the cluster's server while it lives. */
async function postmaster(dir: string): Promise<number | null> {
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

/** Whether the query answers a row; false also when nothing is there to ask. */
async function ask(url: string, query: string): Promise<boolean> {
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
