import type { Pool } from 'pg'
import { pool } from '../../../kernel/db/db.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { DomainError } from '../../../kernel/vocabulary/errors.ts'

const DONE = 'call_stats'
const ready = new WeakSet<Pool>()

const findMark = statement('callStats.findMark', sql`select from settings where key = $key`)

/** Whether all calls from before the first statistics are counted. Queries the database only until they are. */
export async function isReady(): Promise<boolean> {
  if (ready.has(pool)) return true
  if (await findMark.run({ key: DONE })) ready.add(pool)
  return ready.has(pool)
}

/** Throws UNAVAILABLE while older calls are still being counted, so that statistics are always exact. */
export async function requireReady(): Promise<void> {
  if (!(await isReady())) throw new DomainError('UNAVAILABLE', 'Statistics for earlier calls are still being calculated. Try again in a few minutes.')
}

const addMark = statement('callStats.addMark', sql`insert into settings (key, value) values ($key, to_jsonb(now())) on conflict do nothing`)

/** Marks the statistics as complete. */
export const markReady = () => addMark.run({ key: DONE })
