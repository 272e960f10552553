import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findRunningPostgres, startPostgres } from '../embedded/postgres.ts'
import type { Env } from '../kernel/config/env.ts'
import { loadKeys } from '../kernel/crypto/keys.ts'
import { connect, disconnect } from '../kernel/db/db.ts'
import { requireDatabase } from '../kernel/db/requirements.ts'
import { DomainError } from '../kernel/vocabulary/errors.ts'
import { prepareDatabase } from '../prepare.ts'

/** Where a command's database is. */
interface Database {
  /** Whether it runs for this command only. */
  isOwn: boolean
  /** The URL for sessions, such as for migrations. */
  directUrl: string
}

/** Runs work on the configured database, the running embedded one, or the embedded one that is started for the time of the work. */
export async function withDatabase<T>(env: Env, work: (database: Database) => Promise<T>): Promise<T> {
  const runningUrl = env.DATABASE_URL ?? (await findRunningPostgres(env.DATA_DIR))
  const embedded = runningUrl ? null : await startPostgres(env.DATA_DIR)
  const url = runningUrl ?? embedded!.url
  // A backup holds one for a lock and one for its transaction, and two thirds are for writing.
  connect(url, { size: 9, directUrl: env.DATABASE_DIRECT_URL })
  try {
    await requireDatabase()
    return await work({ isOwn: embedded !== null, directUrl: env.DATABASE_DIRECT_URL ?? url })
  } finally {
    await disconnect()
    await embedded?.stop()
  }
}

/** Runs work on a prepared database. A running server has prepared its embedded one. */
export const withPreparedDatabase = <T>(env: Env, work: () => Promise<T>): Promise<T> =>
  withDatabase(env, async ({ isOwn, directUrl }) => {
    if (isOwn || env.DATABASE_URL) await prepareDatabase(env, directUrl)
    else await loadKeys(env)
    return work()
  })

/** Throws CONFLICT if there is no database that a server has created. */
export function requireExistingDatabase(env: Env): void {
  if (!env.DATABASE_URL && !existsSync(join(env.DATA_DIR, 'postgres')))
    throw new DomainError('CONFLICT', `There is no database in ${env.DATA_DIR}. Set DATA_DIR or DATABASE_URL as for the server.`)
}
