import pg from 'pg'
import { canPrepare, pool, sessionPool } from './db.ts'

/** How long the database may take for each answer when a server or a command starts. */
export const answerLimit = { ms: 10_000 }
const MIN_VERSION = 15

/** What keeps Callwright from using the database, and what the server administrator can do about it. */
export class DatabaseProblem extends Error {
  readonly problem: string
  readonly advice: string
  constructor(problem: string, advice: string) {
    super(`${problem} ${advice}`)
    this.problem = problem
    this.advice = advice
  }
}

/** Throws a DatabaseProblem if the database does not respond, is too old or can't keep what is stored, or if sessions don't last where locks need them. */
export async function requireDatabase(): Promise<void> {
  const isPooled = !canPrepare()
  const url = pool.options.connectionString!
  const directUrl = sessionPool().options.connectionString!
  await withClients(url, isPooled ? 1 : 2, async ([main, other]) => {
    await requireUsable(main!)
    if (!isPooled) return requireSessions(main!, other!, 'DATABASE_URL')
    await withClients(directUrl, 2, async ([direct, second]) => {
      await requireSessions(direct!, second!, 'DATABASE_DIRECT_URL')
      await requireSameDatabase(main!, direct!)
    })
  })
}

async function withClients(connectionString: string, count: number, work: (clients: pg.Client[]) => Promise<void>) {
  const connected: pg.Client[] = []
  try {
    while (connected.length < count) connected.push(await open(connectionString))
    await work(connected)
  } finally {
    await Promise.all(connected.map((client) => client.end()))
  }
}

async function open(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: answerLimit.ms, query_timeout: answerLimit.ms })
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    throw unreachable(error)
  })
  return client
}

function unreachable(error: Error & { code?: string }): DatabaseProblem {
  const isSilent = /timeout/i.test(error.message) && !error.code
  const reason = isSilent ? `it does not answer within ${answerLimit.ms / 1_000} seconds` : error.message || error.code
  return new DatabaseProblem(`Cannot reach the database: ${reason}.`, 'Start the database, or correct its URL.')
}

async function requireUsable(client: pg.Client) {
  const { rows } = await client
    .query<{ version: string; encoding: string; read_only: string }>(
      `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as read_only`,
    )
    .catch((error: Error) => {
      throw unreachable(error)
    })
  const { version, encoding, read_only: readOnly } = rows[0]!
  const major = Math.floor(Number(version) / 10_000)
  if (major < MIN_VERSION) throw new DatabaseProblem(`The database is PostgreSQL ${major}.`, `Use PostgreSQL ${MIN_VERSION} or newer.`)
  if (encoding !== 'UTF8') throw new DatabaseProblem(`The database has the encoding ${encoding}.`, "Create it with ENCODING 'UTF8'.")
  if (readOnly === 'on') throw new DatabaseProblem('The database is read-only, as a replica is.', 'Name the primary, with a user who can write.')
}

const pidOf = async (client: pg.Client) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid

/** A pooler in transaction mode gives the session of one connection to another. */
async function requireSessions(one: pg.Client, other: pg.Client, setting: string) {
  const [first, between, again] = [await pidOf(one), await pidOf(other), await pidOf(one)]
  if (first === between || first !== again)
    throw new DatabaseProblem(
      `${setting} leads to a connection pooler in transaction mode, which gives the locks of a process to others.`,
      'Set DATABASE_DIRECT_URL to the URL of the database itself. See docs/hosting-database.md.',
    )
}

/** A lock that one connection holds is not free for the other, if both lead to the same database. */
async function requireSameDatabase(main: pg.Client, direct: pg.Client) {
  const key = Math.floor(Math.random() * 2 ** 31)
  await main.query('begin')
  await main.query('select pg_advisory_xact_lock($1)', [key])
  const { rows } = await direct.query<{ is_free: boolean }>('select pg_try_advisory_xact_lock($1) as is_free', [key])
  await main.query('rollback')
  if (rows[0]!.is_free) throw new DatabaseProblem('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.', 'Name the same database in both.')
}

/** PostgreSQL extensions that the documentation search needs. */
export const EXTENSIONS = ['unaccent', 'pg_trgm', 'fuzzystrmatch']

/** Creates missing extensions. Throws an error for the server administrator if they are unavailable or this user cannot create them. */
export async function requireExtensions() {
  for (const name of EXTENSIONS)
    await pool.query(`create extension if not exists ${name}`).catch((error: Error) => {
      throw new Error(
        `The PostgreSQL extension ${name} is required and cannot be added (${error.message}). Install the PostgreSQL contrib package if it is missing, ` +
          `then run this as the database owner or a superuser: CREATE EXTENSION ${name};`,
      )
    })
}
