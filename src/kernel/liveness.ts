import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DomainError } from './vocabulary/errors.ts'
import { log } from './log.ts'

/**
 * Proof that this process lives: advisory locks on one connection of its own. The database frees them at once when
 * the process dies, and keeps them while it is merely slow or stopped; so a free lock means nobody will report any more.
 */
let client: pg.Client | null = null
let owner: string | null = null
let ended = false
const held = new Set<string>()
const LOCK = 'select pg_advisory_lock(hashtextextended($1, 9))'

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
  await fresh.query(LOCK, [identity])
  // Live: a name that is added meanwhile is come to as well.
  for (const name of held) await fresh.query(LOCK, [name])
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

/** The same. Throws UNAVAILABLE while the process cannot prove that it lives. */
export function aliveOwner(): string {
  if (!owner) throw new DomainError('UNAVAILABLE', 'The database is temporarily unavailable. Try again in a moment.')
  return owner
}

/** Holds a lock of that name too, such as a job worker's. */
export async function hold(name: string) {
  held.add(name)
  await inTurn(async () => client?.query(LOCK, [name]))
}

/** The last question on the liveness connection, which takes one at a time. */
let turn: Promise<unknown> = Promise.resolve()

function inTurn<T>(question: () => Promise<T>): Promise<T> {
  const asked = turn.then(question, question)
  turn = asked
  return asked
}

/** Whether the process that holds that name is gone. */
export async function isGone(connection: Pick<pg.Pool, 'query'>, name: string): Promise<boolean> {
  const { rows } = await connection.query<{ gone: boolean }>(
    "select not exists (select 1 from pg_locks where locktype = 'advisory' and granted and ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 9)) as gone",
    [name],
  )
  return rows[0]!.gone
}

/** How long somebody waits for work of the same name, and how often it looks, in milliseconds. */
const TIMEOUT_MS = 30_000
const POLL_INTERVAL_MS = 25
/** Names under which this process works or is about to. */
const busy = new Set<string>()

/**
 * Does the work while nobody else, here or in another process, does work of that name. Waiting and working hold no
 * connection of the pool. Throws UNAVAILABLE when its turn does not come in time, or while this process cannot prove that it lives.
 * Should the liveness connection break meanwhile, somebody else may begin: the work must be safe to run twice.
 */
export async function alone<T>(name: string, work: () => Promise<T>, patienceMs = TIMEOUT_MS): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const leave = await enter(name)
    if (leave) return work().finally(leave)
    if (performance.now() > deadline) throw new DomainError('UNAVAILABLE', 'Another operation is in progress. Try again in a moment.')
    await sleep(POLL_INTERVAL_MS)
  }
}

/** Takes the name and answers how to leave it; null when it is taken. */
async function enter(name: string): Promise<(() => Promise<void>) | null> {
  if (busy.has(name)) return null
  busy.add(name)
  const connection = client
  const ask = (verb: string) => inTurn(async () => connection!.query<{ done: boolean }>(`select ${verb}(hashtextextended($1, 9)) as done`, [name]))
  const isMine = await (connection ? ask('pg_try_advisory_lock') : Promise.reject(new Error('no connection'))).then(
    ({ rows }) => rows[0]!.done,
    () => {
      busy.delete(name)
      throw new DomainError('UNAVAILABLE', 'The database is temporarily unavailable. Try again in a moment.')
    },
  )
  if (!isMine) return (busy.delete(name), null)
  return async () => {
    await ask('pg_advisory_unlock').catch(() => {})
    busy.delete(name)
  }
}

export async function stopLiveness() {
  ended = true
  const last = client
  client = owner = null
  held.clear()
  await last?.end().catch(() => {})
}
