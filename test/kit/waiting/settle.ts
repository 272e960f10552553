import { clock } from '../../../src/kernel/lib/clock.ts'
import { pool } from '../../../src/kernel/db/db.ts'
import * as eventQueue from '../../../src/services/calls/progress/eventQueue.ts'
import * as deliveryQueue from '../../../src/services/webhooks/deliveryQueue.ts'
import { runLoopsNow } from '../../../src/kernel/loops.ts'
import { waitFor } from './waitFor.ts'

/**
 * Waits until nothing is due by the current clock: every loop of this process's server has run again, no job is due or running, and events from providers and
 * carriers are processed. Jobs that a moved clock has made due start immediately.
 */
export async function settle(): Promise<void> {
  await waitFor('no work to be due', async () => {
    await pool.query('update graphile_worker._private_jobs set run_at = now() where run_at > now() and run_at <= $1 and locked_at is null', [clock.now()])
    await runLoopsNow()
    return deliveryQueue.isIdle() && eventQueue.isIdle() && !(await isAnythingDue())
  })
}

async function isAnythingDue(): Promise<boolean> {
  const { rows } = await pool.query<{ due: boolean }>(
    `select exists (select from graphile_worker._private_jobs where (run_at <= $1 and attempts < max_attempts) or locked_at is not null)
       or exists (select from pending_provider_events where due_at <= $1 or attempts = 0)
       or exists (select from webhook_deliveries where status = 'pending' and (next_attempt_at <= $1 or attempt_count = 0))
       or exists (select from calls where next_check_at <= $1) or exists (select from messages where next_check_at <= $1) as due`,
    [clock.now()],
  )
  return rows[0]!.due
}
