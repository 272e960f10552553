import pg from 'pg'
import { createAdapter, type OpenTransaction, openTransaction } from './adapter.ts'
import { auditContextJson } from '../auditContext.ts'
import { unavailable } from '../vocabulary/errors.ts'
import { PrismaClient } from '../../generated/prisma/client.ts'
import { log } from '../log.ts'
import { isReading } from './readPool.ts'
import { auditedWrites, auditedWritesAcrossWorkspaces } from './auditedWrites.ts'
import { forwardTo, perServer } from '../serverState.ts'
import { tenantGuard } from './tenantGuard.ts'
import { inAnyWorkspace, openPool } from './workspaceContext.ts'

/** The pools and clients of a server. */
interface Connections {
  pool: pg.Pool
  /** Connections for read-only requests: fewer, and with a statement timeout. */
  readers: pg.Pool
  /** Connections that keep their session between transactions, for locks and notifications. */
  sessions: pg.Pool
  /** Whether a pooler gives each transaction another session, so that no session knows a prepared statement. */
  isPooled: boolean
  anyWorkspace: PrismaClient
  db: Db
}
const connections = perServer<Connections>(() => {
  throw new Error('The database is not connected yet')
})

/** One pool serves Prisma, raw statements and the job worker. */
export const pool = forwardTo(() => connections().pool)
/** Returns the pool whose connections keep their sessions, for advisory locks, and for the job worker, which listens. */
export const sessionPool = () => connections().sessions
/** Whether statements can be prepared by name. */
export const canPrepare = () => !connections().isPooled
/** Returns the pools by name, for metrics. */
export const listPools = () => ({ main: connections().pool, readers: connections().readers })
/** Returns the pool for a single statement, by its context (`readPool.ts`). Transactions always use `pool`. */
export const currentPool = () => (isReading() ? connections().readers : connections().pool)
/** For jobs, sign-in and the server administrator: queries can span workspaces. */
export const anyWorkspace = forwardTo(() => connections().anyWorkspace)
/** For all work within a workspace: throws if a query does not name the workspace. */
export const db = forwardTo(() => connections().db)

const withTenantGuard = (client: PrismaClient) => client.$extends(tenantGuard).$extends(auditedWrites)
export type Db = ReturnType<typeof withTenantGuard>
/** A transaction of either client. */
export type Tx = Omit<Db, '$connect' | '$disconnect' | '$extends' | '$transaction'>
/** A transaction for statements alone: it takes no operations of Prisma, and costs half. */
export type StatementTx = pg.PoolClient
/** Types a client as a transaction: both run the same statements, but Prisma types them differently. */
export const asTx = (client: object) => client as Tx
/** Where a statement runs: in a transaction, on a connection, or by itself. */
export type Connection = Pick<Tx, '$queryRaw'> | pg.ClientBase | pg.Pool

/** Returns what runs a statement. Throws for a transaction that has ended. */
export function executorOf(on: Connection | undefined): pg.ClientBase | pg.Pool {
  if (on === undefined || on === db || on === anyWorkspace) return currentPool()
  if (on === pool) return connections().pool
  if (on instanceof pg.Pool || on instanceof pg.Client) return on
  const client = transactions.get(on)?.client
  if (!client) throw Object.assign(new Error('The transaction has ended'), { code: TRANSACTION_OVER })
  return client
}

const READ_TIMEOUT_MS = 15_000

/** Connections of a process for locks and jobs, if `url` is a pooler. */
const SESSIONS = 12

interface ConnectOptions {
  /** Connections in all, a third of them for readers. */
  size?: number
  readTimeoutMs?: number
  /** The database itself, if `url` is a pooler in transaction mode. */
  directUrl?: string
}

/** Opens the current server's pools. Called once by the composition root (and by tests). */
export function connect(url: string, { size = 30, readTimeoutMs = READ_TIMEOUT_MS, directUrl }: ConnectOptions = {}) {
  const isPooled = directUrl !== undefined
  const forReaders = Math.ceil(size / 3)
  const main = logErrors(openPool({ connectionString: url, max: size - forReaders }))
  // A pooler takes no settings of a session, so there the client gives up by itself.
  const timeout = isPooled ? { query_timeout: readTimeoutMs } : { statement_timeout: readTimeoutMs }
  const readers = logErrors(openPool({ connectionString: url, max: forReaders, application_name: 'callwright readers', ...timeout }))
  const sessions = isPooled ? logErrors(openPool({ connectionString: directUrl, max: SESSIONS })) : main
  const client = new PrismaClient({ adapter: createAdapter(main, readers) })
  const spanning = client.$extends(auditedWritesAcrossWorkspaces) as unknown as PrismaClient
  connections.set({ pool: main, readers, sessions, isPooled, anyWorkspace: spanning, db: withTenantGuard(client) })
}

/** Logs connections that are lost. A pool that ends doesn't wait until its connections are closed, and the database may be faster. */
function logErrors(newPool: pg.Pool): pg.Pool {
  const warn = (err: Error) => {
    if (!newPool.ending) log.warn({ err: err.message }, 'a database connection was lost')
  }
  return newPool.on('error', warn).on('connect', (client) => client.on('error', warn))
}

export async function disconnect() {
  const own = connections()
  await own.anyWorkspace.$disconnect()
  await Promise.all([...new Set([own.pool, own.readers, own.sessions])].map((each) => each.end()))
}

/** How long a transaction may take. It is then rolled back, and its next statement throws. */
export const transactionLimit = { ms: 30_000 }

/**
 * Runs the work in one transaction. Retries when PostgreSQL reports a serialization conflict. Throws UNAVAILABLE if no connection is
 * free in time; then nothing happened.
 */
export async function transaction<T>(work: (tx: Tx) => Promise<T>, attempts = 3): Promise<T> {
  const opened: OpenTransaction = { client: null, afterCommit: [] }
  const begin = (tx: Tx) => (transactions.set(tx, opened), openTransaction.run(null, () => work(tx)))
  try {
    const result = await openTransaction.run(opened, () =>
      connections().db.$transaction((tx) => begin(asTx(tx)), { maxWait: 10_000, timeout: transactionLimit.ms }),
    )
    for (const callback of opened.afterCommit) inAnyWorkspace(callback)
    return result
  } catch (error) {
    const { code } = error as { code?: string }
    const isConflict = code !== undefined && CONFLICTS.includes(code)
    if (isConflict && attempts > 1) return transaction(work, attempts - 1)
    throw code === TRANSACTION_OVER || isConflict ? unavailable('server_busy') : error
  }
}

const setActor = `select set_config('callwright.by', $1, true)`

/**
 * Runs statements in one transaction, for work that is done for every call. Retries when PostgreSQL reports a serialization conflict or a
 * deadlock. If the process dies before the commit, nothing happened.
 */
export async function statementTransaction<T>(work: (tx: StatementTx) => Promise<T>, attempts = 3): Promise<T> {
  const client = await connections().pool.connect()
  const opened: OpenTransaction = { client, afterCommit: [] }
  transactions.set(client, opened)
  let broken: Error | undefined
  try {
    await client.query('begin')
    const actor = auditContextJson()
    if (actor !== null) await client.query(setActor, [actor])
    const result = await work(client)
    await client.query('commit')
    for (const callback of opened.afterCommit) inAnyWorkspace(callback)
    return result
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => (broken = lost))
    if (attempts === 1 || !CONFLICTS.includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    transactions.delete(client)
    client.release(broken)
  }
  return statementTransaction(work, attempts - 1)
}

/** Prisma's code for a transaction that has ended, for example because it took too long. */
const TRANSACTION_OVER = 'P2028'

/** PostgreSQL aborted the transaction because of another one: Prisma's code, and those of a serialization failure and a deadlock. */
const DEADLOCK = '40P01'
const CONFLICTS = ['P2034', '40001', DEADLOCK]

/** Repeats a statement outside transactions that PostgreSQL aborted to resolve a deadlock. */
export async function repeatDeadlocked<T>(work: () => Promise<T>, attempts = 3): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (attempts === 1 || (error as { code?: string }).code !== DEADLOCK) throw error
    return repeatDeadlocked(work, attempts - 1)
  }
}

const transactions = new WeakMap<object, OpenTransaction>()

/** Runs a callback once the transaction has committed, such as publishing what it changed; never if it rolls back. */
export const afterCommit = (tx: Connection, callback: () => void) => void transactions.get(tx)!.afterCommit.push(callback)

/** Whether the error is a violated unique constraint: Prisma's error, or PostgreSQL's. */
export const isDuplicate = (error: unknown) => ['P2002', '23505'].includes((error as { code?: string } | null)?.code ?? '')

/** Returns the name of the constraint that a failed statement violated, if any. */
export const violatedConstraint = (error: unknown) => (error as { constraint?: string } | null)?.constraint
