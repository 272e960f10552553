import type { Pool } from 'pg'
import { pool } from '../../../kernel/db/db.ts'
import { DomainError } from '../../../kernel/vocabulary/errors.ts'

const DONE = 'call_stats'
const ready = new WeakSet<Pool>()

/** Whether all calls from before the first statistics are counted. Queries the database only until they are. */
export async function isReady(): Promise<boolean> {
  if (ready.has(pool)) return true
  const { rowCount } = await pool.query('select from settings where key = $1', [DONE])
  if (rowCount) ready.add(pool)
  return ready.has(pool)
}

/** Throws UNAVAILABLE while older calls are still being counted, so that statistics are always exact. */
export async function requireReady(): Promise<void> {
  if (!(await isReady())) throw new DomainError('UNAVAILABLE', 'Statistics for earlier calls are still being calculated. Try again in a few minutes.')
}

/** Marks the statistics as complete. */
export const markReady = () => pool.query('insert into settings (key, value) values ($1, to_jsonb(now())) on conflict do nothing', [DONE])
