import pg from 'pg'
import { adapterOn } from './adapter.ts'
import { DomainError } from '../vocabulary/errors.ts'
import { PrismaClient } from '../../generated/prisma/client.ts'
import { log } from '../log.ts'
import { isReading } from './reading.ts'
import { tenantGuard } from './tenantGuard.ts'

/** One pool serves Prisma, raw statements and the job worker. */
export let pool: pg.Pool
/** The connections of what requests only read: fewer, and with an end to every statement. */
let readers: pg.Pool
/** The pool for a statement on its own: by what it is part of (`reading.ts`). Transactions always take the first. */
export const poolInUse = () => (isReading() ? readers : pool)
/** For jobs, sign-in and the operator: may look across workspaces. */
export let anyWorkspace: PrismaClient
/** For everything done in a workspace's name: throws when a query does not say which one. */
export let db: Db

const guarded = (client: PrismaClient) => client.$extends(tenantGuard)
export type Db = ReturnType<typeof guarded>
/** A transaction of either client. */
export type Tx = Omit<Db, '$connect' | '$disconnect' | '$extends' | '$transaction'>
/** A client as a transaction: both take the same statements, and Prisma types them apart. */
export const asTx = (client: object) => client as Tx

const READ_TIMEOUT_MS = 15_000

/** Opens the pools, a third of the connections for readers. Called once by the composition root (and by tests). */
export function connect(url: string, connections = 30, readTimeoutMs = READ_TIMEOUT_MS) {
  const forReaders = Math.ceil(connections / 3)
  pool = watched(new pg.Pool({ connectionString: url, max: connections - forReaders }))
  readers = watched(new pg.Pool({ connectionString: url, max: forReaders, statement_timeout: readTimeoutMs, application_name: 'callwright readers' }))
  anyWorkspace = new PrismaClient({ adapter: adapterOn(pool, readers) })
  db = guarded(anyWorkspace)
}

function watched(opened: pg.Pool): pg.Pool {
  const tell = (err: Error) => log.warn({ err: err.message }, 'a database connection was lost')
  return opened.on('error', tell).on('connect', (client) => client.on('error', tell))
}

/** Throws a sentence for the operator when the database does not answer or is too old. */
export async function requireDatabase() {
  const answer = await pool.query<{ version: string }>(`select current_setting('server_version_num') as version`).catch((error: Error) => {
    throw new Error(`Cannot reach the database: ${error.message || (error as { code?: string }).code}`)
  })
  const major = Math.floor(Number(answer.rows[0]!.version) / 10_000)
  if (major < 15) throw new Error(`PostgreSQL 15 or newer is required. The database is version ${major}.`)
}

/** Those of PostgreSQL's own that the documentation search needs. */
const EXTENSIONS = ['unaccent', 'pg_trgm', 'fuzzystrmatch']

/** Adds the extensions that are missing. Throws a sentence for the operator when the database does not have them, or does not let this user add them. */
export async function requireExtensions() {
  for (const name of EXTENSIONS)
    await pool.query(`create extension if not exists ${name}`).catch((error: Error) => {
      throw new Error(
        `The PostgreSQL extension ${name} is required and cannot be added (${error.message}). Install the PostgreSQL contrib package if it is missing, ` +
          `then run this as the database owner or a superuser: CREATE EXTENSION ${name};`,
      )
    })
}

export async function disconnect() {
  await anyWorkspace.$disconnect()
  await Promise.all([pool.end(), readers.end()])
}

/**
 * Runs the work in one transaction: everything in it happens, or nothing. Retried when PostgreSQL asks for it; throws
 * UNAVAILABLE when no connection is free in time, and then nothing happened.
 */
export async function transaction<T>(work: (tx: Tx) => Promise<T>, attempts = 3): Promise<T> {
  const afterwards: (() => void)[] = []
  const begin = (tx: Tx) => (waiting.set(tx, afterwards), work(tx))
  try {
    const done = await db.$transaction((tx) => begin(asTx(tx)), { maxWait: 10_000, timeout: 30_000 })
    for (const tell of afterwards) tell()
    return done
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'P2034' && attempts > 1) return transaction(work, attempts - 1)
    throw code === 'P2028' || code === 'P2034' ? new DomainError('UNAVAILABLE', 'The server is busy. Try again in a moment.') : error
  }
}

const waiting = new WeakMap<Tx, (() => void)[]>()

/** Does something once the transaction has committed, and never if it does not: announcing what it changed, for one. */
export const afterCommit = (tx: Tx, tell: () => void) => void waiting.get(tx)!.push(tell)

/** Whether the error is a broken unique constraint. */
export const isDuplicate = (error: unknown) => (error as { code?: string } | null)?.code === 'P2002'
