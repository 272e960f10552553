import { clock } from '../../kernel/lib/clock.ts'
import { keepBriefly } from '../../kernel/lib/keepBriefly.ts'
import { perServer } from '../../kernel/serverState.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

/** What the database says about the work of all processes: a value for each name and label. Times are in seconds. */
const read = statement(
  'operator.readState',
  sql`
    select 'calls' as "name!", status as "label!", count(*)::float8 as "value!" from calls where finished_at is null group by status
    union all select 'campaigns_running', '', count(*)::float8 from campaigns where status = 'running'
    union all select 'dial_lag', '', coalesce(extract(epoch from $now::timestamptz - min(dial_at)), 0)::float8 from campaigns where status = 'running' and dial_at <= $now
    union all select 'slots_used', provider, count(call_id)::float8 from provider_slots group by provider
    union all select 'rate_wait', provider, greatest(0, extract(epoch from next_at - now()))::float8 from provider_gates
    union all select 'oldest_call_check', '', coalesce(extract(epoch from $now - min(next_check_at)), 0)::float8 from calls where next_check_at <= $now
    union all select 'oldest_message_check', '', coalesce(extract(epoch from $now - min(next_check_at)), 0)::float8 from messages where next_check_at <= $now
    union all select 'oldest_event', '', coalesce(extract(epoch from $now - min(due_at)), 0)::float8 from pending_provider_events where due_at <= $now
    union all select 'oldest_webhook', '', coalesce(extract(epoch from $now - min(next_attempt_at)), 0)::float8
      from webhook_deliveries where status = 'pending' and next_attempt_at <= $now
    union all select 'jobs_waiting', '', count(*)::float8 from (${dueJobs()}) waiting
    union all select 'oldest_job', '', coalesce(extract(epoch from now() - min(run_at)), 0)::float8 from (${dueJobs()}) waiting
    union all select 'jobs_failed', '', count(*)::float8 from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null`,
  { acrossWorkspaces: 'The metrics of a server count the work of all workspaces, and name none.' },
)

/** The jobs that are counted, which bounds the work if very many wait. */
function dueJobs() {
  return sql`select run_at from graphile_worker._private_jobs where is_available and run_at <= now() order by priority, run_at limit 10000`
}

export type StateRow = Awaited<ReturnType<typeof read.all>>[number]

/** How long a scrape waits, so that metrics are shown even while no connection is free, and how long its answer is used again. */
const SCRAPE = { keptMs: 5_000, timeoutMs: 2_000 }
const askOrRecall = perServer(() => keepBriefly(() => read.all({ now: clock.now() }), SCRAPE))

/** Reads the state of the work of all processes. Asks the database at most every five seconds. Throws if it doesn't answer within two. */
export const readState = (): Promise<StateRow[]> => askOrRecall()()
