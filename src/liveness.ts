import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DomainError } from './errors.ts'
import { log } from './log.ts'

/**
 * Proof that this process lives: advisory locks on one connection of its own. The database frees them at once when
 * the process dies, and keeps them while it is merely slow or stopped; so a free lock means nobody will report any more.
 */
let client: pg.Client | null = null
let owner: string | null = null
let ended = false
const held = new Set<string>()

/** Connects and takes the first identity. */
export async function startLiveness(url: string): Promise<void> {
  ended = false
  const fresh = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'callwright-liveness' })
  fresh.on('error', (err) => log.warn({ err: err.message }, 'the liveness connection was lost'))
  fresh.once('end', () => {
    if (client !== fresh) return
    client = owner = null
    if (!ended) void reconnect(url)
  })
  await fresh.connect()
  const identity = randomUUID()
  for (const name of [identity, ...held]) await fresh.query('select pg_advisory_lock(hashtextextended($1, 9))', [name])
  client = fresh
  owner = identity
}

async function reconnect(url: string) {
  while (!ended && !client) {
    await sleep(500)
    await startLiveness(url).catch((err: Error) => log.warn({ err: err.message }, 'no liveness connection yet'))
  }
}

/** This process as owner of what it does now, or null while it cannot prove that it lives: then it must not send. */
export const currentOwner = () => owner

/** The same. Throws BUSY while the process cannot prove that it lives. */
export function aliveOwner(): string {
  if (!owner) throw new DomainError('BUSY', 'The server has lost its database for a moment: try again')
  return owner
}

/** Holds a lock of that name too, such as a job worker's. */
export async function hold(name: string) {
  held.add(name)
  await client?.query('select pg_advisory_lock(hashtextextended($1, 9))', [name])
}

/** Whether the process that holds that name is gone. */
export async function isGone(connection: Pick<pg.Pool, 'query'>, name: string): Promise<boolean> {
  const { rows } = await connection.query<{ gone: boolean }>(
    "select not exists (select 1 from pg_locks where locktype = 'advisory' and granted and ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 9)) as gone",
    [name],
  )
  return rows[0]!.gone
}

export async function stopLiveness() {
  ended = true
  const last = client
  client = owner = null
  held.clear()
  await last?.end().catch(() => {})
}
