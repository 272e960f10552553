import type { Pool } from 'pg'

/** Advisory locks of this product, by number: held by sessions, so the database frees them when a process dies. */
export const MIGRATION_LOCK = 730_002
export const SIMULATOR_LOCK = 730_003
/** With the workspace's id, for a transaction: calls of its campaigns are begun one batch after another, so that its limits hold over all of them. */
export const DIALS_LOCK = 730_004

/** With the workspace's id, for a transaction: of two connects of one account the second sees what the first has kept. */
export const CONNECT_LOCK = 730_005

/** With the workspace's id, for a transaction: its documents are changed one after another, so that their words are counted right. */
export const DOCUMENTS_LOCK = 730_014

/** With the workspace's id, for a transaction: of two that judge what its people are told, the second sees what the first has said. */
export const NOTICES_LOCK = 730_006

export const ROTATION_LOCK = 730_008

/** With the workspace's id, for a transaction: shared by those that count in its statistics, alone by whoever counts them anew. */
export const STATS_LOCK = 730_009

/** One process at a time counts what was there before there were statistics. */
export const STATS_START_LOCK = 730_015

/** Does the work while no other process does work under the same lock. */
export async function underLock<T>(pool: Pool, lock: number, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]).catch(() => {})
    client.release()
  }
}

/** Does the work unless another process does work under the same lock. */
export async function tryUnderLock(pool: Pool, lock: number, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lock])
    if (!rows[0]!.mine) return
    await work().finally(() => client.query('select pg_advisory_unlock($1)', [lock]).catch(() => {}))
  } finally {
    client.release()
  }
}
