import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { clock } from '../../../kernel/lib/clock.ts'

const deleteFailedEvents = statement(
  'providerEvents.deleteFailed',
  sql`
    with failed as (
      select event_id, received_at from pending_provider_events left join provider_events on id = event_id
      where due_at = 'infinity' and received_at < $before is not false),
    deleted as (delete from provider_events e using failed where e.id = failed.event_id and e.received_at = failed.received_at)
    delete from pending_provider_events p using failed where p.event_id = failed.event_id`,
)

/** Deletes events that failed at every attempt and arrived before a moment: their bodies may contain what the calls must not. */
export const deleteFailed = (before: Date) => deleteFailedEvents.run({ before })

const deleteKeys = statement('providerEvents.deleteKeys', sql`delete from provider_event_keys where received_at < $now::timestamptz - interval '6 hours'`)

/** Deletes keys that no repetition can meet any more. */
export const deleteOldKeys = () => deleteKeys.run({ now: clock.now() })
