import { clock, nowMs } from '../kernel/lib/clock.ts'
import { sql } from '../kernel/db/sqlText.ts'
import { statement } from '../kernel/db/statement.ts'
import { countHurries } from '../kernel/loops.ts'
import { perServer } from '../kernel/serverState.ts'
import { IS_RECOVERED } from '../services/calls/progress/eventRecovery.ts'

/** How often the loops of a server look for due work together. */
export const LOOK_INTERVAL_MS = 1_000
/** Loops that begin within this time share a look. Less than the interval, so that each loop's next run has a new one. */
const SHARED_FOR_MS = 900

const look = statement(
  'dueWork.look',
  sql`
    select exists (select from calls where next_check_at <= $now) as "calls!",
      exists (select from messages where next_check_at <= $now) as "messages!",
      not ${IS_RECOVERED} as "lostEvents!",
      exists (select from pending_provider_events where due_at <= $now) as "events!",
      exists (select from webhook_deliveries where status = 'pending' and next_attempt_at <= $now) as "deliveries!",
      exists (select from graphile_worker._private_jobs where is_available and run_at <= now()) as "jobs!",
      exists (select from graphile_worker._private_jobs where locked_at is not null)
        or exists (select from graphile_worker._private_job_queues where locked_at is not null) as "lockedJobs!",
      exists (select from graphile_worker._private_jobs where last_error is not null and locked_at is null) as "failedJobs!"`,
  { acrossWorkspaces: 'A worker looks for due work of all workspaces.' },
)
type Due = NonNullable<Awaited<ReturnType<typeof look.get>>>

interface Look {
  due: Promise<Due | undefined>
  at: number
  clockAt: number
  hurries: number
}
const latest = perServer(() => ({ look: null as Look | null }))

/** Looks for due work, or returns what another loop has just seen. A moved clock and a hurried loop need a new look. */
function lookForDue(): Promise<Due | undefined> {
  const [at, clockAt, hurries] = [performance.now(), nowMs(), countHurries()]
  const last = latest().look
  if (last && at - last.at < SHARED_FOR_MS && Math.abs(clockAt - last.clockAt) < SHARED_FOR_MS && hurries === last.hurries) return last.due
  const due = look.get({ now: clock.now() })
  latest().look = { due, at, clockAt, hurries }
  return due
}

/** The work of a loop that only runs if some is due. An idle server asks for all kinds of it in one statement a second. */
export const ifDue = (kind: keyof Due, work: () => Promise<unknown>) => async () => {
  if ((await lookForDue())?.[kind]) await work()
}
