import { clock } from '../../../kernel/lib/clock.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { log } from '../../../kernel/log.ts'

/** False after a crash of PostgreSQL, which empties unlogged tables, until the waiting events are restored. */
export const IS_RECOVERED = sql`exists (select from unlogged_marker)`

/**
 * Which events may have waited at the crash, whether or not they did: processing one again changes nothing. Those of calls that are not finished bring
 * the live transcript as well. A finished call can have had events that failed before its end, for half an hour at most, and later ones that nobody
 * processed, also for longer if no worker ran. Bodies of processed events of an unknown or redacted call are empty.
 */
const MAY_HAVE_WAITED = sql`
  e.body <> '{}' and e.processed_at is null and case
    when c.id is null then e.received_at > $now::timestamptz - interval '1 hour'
    else c.finished_at is null or e.received_at > c.finished_at or (e.received_at > c.finished_at - interval '30 minutes' and e.received_at > $now::timestamptz - interval '1 hour') end`

const restoreEvents = statement(
  'eventRecovery.restore',
  sql`
    with restoring as (insert into unlogged_marker default values on conflict do nothing returning id),
    waiting as (
      select e.id from provider_events e left join calls c on c.id = e.call_id
      where exists (select from restoring) and e.received_at > $now::timestamptz - interval '1 day' and ${MAY_HAVE_WAITED}
      union select e.id from calls c join provider_events e on e.call_id = c.id and e.received_at > c.created_at - interval '1 day'
      where exists (select from restoring) and c.finished_at is null and ${MAY_HAVE_WAITED}),
    restored as (insert into pending_provider_events (event_id, due_at) select id, $now from waiting on conflict do nothing returning 1)
    select (select count(*)::int from restored) as "events!", exists (select from restoring) as "has_restored!"`,
  { acrossWorkspaces: 'A crash of PostgreSQL empties unlogged tables of all workspaces.' },
)

/**
 * Has all events processed again that may have waited when PostgreSQL crashed. Does nothing if it has not crashed or another process was first. The marker and
 * the events are written by one statement, so a process that dies here has restored all or nothing.
 */
export async function restore(): Promise<void> {
  const { hasRestored, events } = (await restoreEvents.get({ now: clock.now() }))!
  if (hasRestored) log.warn({ events }, 'PostgreSQL has crashed: provider events that may not have been processed are processed again')
}

/** Throws while waiting events are not restored: a call that is closed now would lose what they say. Whoever tries to close it tries again. */
export function requireRecovered(isRecovered: boolean): void {
  if (!isRecovered) throw new Error('PostgreSQL has crashed, and waiting events are not restored yet')
}
