import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { unavailable } from './vocabulary/errors.ts'
import { log } from './log.ts'
import { perServer } from './serverState.ts'
import { sql, type SqlText } from './db/sqlText.ts'
import { statement } from './db/statement.ts'

/**
 * Proof that this process is alive: advisory locks on a dedicated connection. The database frees them as soon as the
 * process dies, and keeps them while it is slow or suspended. A free lock means that its process will never report again.
 */
const liveness = perServer(() => ({
  client: null as pg.Client | null,
  ownId: null as string | null,
  ended: false,
  heldNames: new Set<string>(),
  /** Mutexes that this process holds or is acquiring. */
  busyNames: new Set<string>(),
  /** The last query on the connection, which runs one at a time. */
  lastQuery: Promise.resolve() as Promise<unknown>,
}))

const lock = statement('liveness.lock', sql`select pg_advisory_lock(hashtextextended($name, 9))`)
const tryToLock = statement('liveness.tryToLock', sql`select pg_try_advisory_lock(hashtextextended($name, 9)) as is_mine`)
const unlock = statement('liveness.unlock', sql`select pg_advisory_unlock(hashtextextended($name, 9))`)

/** Connects and creates the ID of this process. */
export async function startLiveness(url: string): Promise<void> {
  const own = liveness()
  own.ended = false
  const fresh = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'callwright-liveness' })
  fresh.on('error', (err) => log.warn({ err: err.message }, 'the liveness connection was lost'))
  fresh.once('end', () => {
    if (own.client !== fresh) return
    own.client = own.ownId = null
    if (!own.ended) void reconnect(url)
  })
  await fresh.connect()
  const identity = randomUUID()
  await lock.run({ name: identity }, fresh)
  // The set is live: names that are added meanwhile are locked too.
  for (const name of own.heldNames) await lock.run({ name }, fresh)
  own.client = fresh
  own.ownId = identity
}

async function reconnect(url: string) {
  const own = liveness()
  while (!own.ended && !own.client) {
    await sleep(500)
    await startLiveness(url).catch((err: Error) => log.warn({ err: err.message }, 'no liveness connection yet'))
  }
}

/** Returns the ID of this process, or null while it cannot prove that it is alive and so must not send. */
export const processId = () => liveness().ownId

/** Returns the ID of this process. Throws UNAVAILABLE while it cannot prove that it is alive. */
export function requireProcessId(): string {
  const id = processId()
  if (!id) throw unavailable('database_unavailable')
  return id
}

/** Holds the lock of another name, such as a job worker's, for as long as this process lives. */
export async function holdLock(name: string) {
  const own = liveness()
  own.heldNames.add(name)
  await serialize(async () => own.client && lock.run({ name }, own.client))
}

function serialize<T>(question: () => Promise<T>): Promise<T> {
  const own = liveness()
  const query = own.lastQuery.then(question, question)
  own.lastQuery = query
  return query
}

/** Condition: the process that held the lock of a name is dead. */
export const isDead = (name: SqlText): SqlText => sql`
  not exists (select from pg_locks
    where locktype = 'advisory' and granted and ((classid::bigint << 32) | objid::bigint) = hashtextextended(${name}, 9))`

const checkLock = statement('liveness.check', sql`select ${isDead(sql`$name`)} as is_dead`)

/** Whether the process that held the lock of a name is dead. */
export const isProcessDead = async (pool: pg.Pool, name: string): Promise<boolean> => (await checkLock.get({ name }, pool))!.isDead

/** How long a caller waits for a mutex, and how often it tries, in milliseconds. */
const TIMEOUT_MS = 30_000
const POLL_INTERVAL_MS = 25

/**
 * Runs the work under a mutex shared by all processes. Neither waiting nor working holds a pool connection. Throws
 * UNAVAILABLE when the mutex is not acquired in time, or while this process cannot prove that it is alive. If the liveness
 * connection breaks, another process can start: the work must be safe to run twice.
 */
export async function withMutex<T>(name: string, work: () => Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const release = await tryAcquire(name)
    if (release) return work().finally(release)
    if (performance.now() > deadline) throw unavailable('operation_in_progress')
    await sleep(POLL_INTERVAL_MS)
  }
}

/** Acquires the mutex and returns its release function; null when it is taken. */
async function tryAcquire(name: string): Promise<(() => Promise<void>) | null> {
  const { busyNames, client: connection } = liveness()
  if (busyNames.has(name)) return null
  busyNames.add(name)
  const attempt = await (connection ? serialize(() => tryToLock.get({ name }, connection)) : Promise.reject(new Error('no connection'))).catch(() => {
    busyNames.delete(name)
    throw unavailable('database_unavailable')
  })
  if (!attempt!.isMine) return (busyNames.delete(name), null)
  return async () => {
    await serialize(() => unlock.run({ name }, connection!)).catch(() => {})
    busyNames.delete(name)
  }
}

export async function stopLiveness() {
  const own = liveness()
  const last = own.client
  own.ended = true
  own.client = own.ownId = null
  own.heldNames.clear()
  await last?.end().catch(() => {})
}
