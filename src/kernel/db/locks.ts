import type { Pool } from 'pg'

/** Advisory locks of this product, by number: held by sessions, so the database frees them when a process dies. */
export const MIGRATION_LOCK = 730_002
export const SIMULATOR_LOCK = 730_003
/** Per workspace and transaction: batches of campaign calls start one after another, so that the workspace's limits apply to all of them. */
export const DIALS_LOCK = 730_004

/** Per workspace and transaction: accounts are connected one after another, so that the same account is not stored twice. */
export const CONNECT_LOCK = 730_005

/** Per workspace and transaction: documents change one after another, so that their word counts stay correct. */
export const DOCUMENTS_LOCK = 730_014

/** Per workspace and transaction: alerts are evaluated one after another, so that none is raised twice. */
export const ALERTS_LOCK = 730_006

export const ROTATION_LOCK = 730_008

/** Per workspace and transaction: shared by updates of its statistics, exclusive for a recount. */
export const STATS_LOCK = 730_009

/** One process at a time counts the rows that are older than the statistics. */
export const STATS_START_LOCK = 730_015

/** Runs the work while holding an advisory lock. */
export async function withAdvisoryLock<T>(pool: Pool, lock: number, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]).catch(() => {})
    client.release()
  }
}

/** Runs the work if the advisory lock is free. */
export async function tryWithAdvisoryLock(pool: Pool, lock: number, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lock])
    if (!rows[0]!.mine) return
    await work().finally(() => client.query('select pg_advisory_unlock($1)', [lock]).catch(() => {}))
  } finally {
    client.release()
  }
}
