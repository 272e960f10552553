import { clock } from '../../src/kernel/lib/clock.ts'
import { pool } from '../../src/kernel/db/db.ts'
import { runLoopsNow } from '../../src/kernel/loops.ts'
import { until } from './until.ts'

/**
 * Waits until nothing is left to do by the clock as it stands: every loop of this process's server has looked once more, no job is due
 * or under way, and what was told by providers and carriers is worked on. Jobs that a moved clock has made due begin at once.
 */
export async function settle(): Promise<void> {
  await until('nothing to be due', async () => {
    await pool.query('update graphile_worker._private_jobs set run_at = now() where run_at > now() and run_at <= $1 and locked_at is null', [clock.now()])
    await runLoopsNow()
    return !(await isAnythingDue())
  })
}

async function isAnythingDue(): Promise<boolean> {
  const { rows } = await pool.query<{ due: boolean }>(
    `select exists (select from graphile_worker._private_jobs where (run_at <= $1 and attempts < max_attempts) or locked_at is not null)
       or exists (select from calls where check_at <= $1) or exists (select from messages where check_at <= $1) as due`,
    [clock.now()],
  )
  return rows[0]!.due
}
