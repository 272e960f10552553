import { pool } from '../../../src/kernel/db/db.ts'

/** Counts the sessions of this test's database that wait for a lock, and whose statement contains `text`. */
export async function countWaitingSessions(text = ''): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
    [text],
  )
  return rows[0]!.count
}
