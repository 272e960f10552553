import type { CallId, LeadId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import type { PhonePatterns } from '../dataSubjects/phonePatterns.ts'
import { mentionsNumber } from '../../kernel/db/phoneMentions.ts'
import * as callWords from './callWords.ts'
import * as eventStore from './progress/eventStore.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as providerDeletions from './progress/providerDeletions.ts'
import * as keptRecordings from './recordings/keptRecordings.ts'

/** Condition on `call_details d`: the row contains content or personal data. Its index has the same condition. */
export const HAS_CONTENT = sql`(d.summary is not null or d.analysis is not null or d.structured_data is not null or d.validation_errors is not null
  or d.metadata::text <> '{}' or d.variables <> '{}'::jsonb or d.transcript <> '[]'::jsonb)`

const OF_CALLS = sql`where workspace_id = $workspaceId and call_id = any($ids)`
/** What depends on the calls, and then the calls. */
const ERASE_CALLS = [
  eventStore.deleteOfCalls,
  statement('calls.deleteDetails', sql`delete from call_details ${OF_CALLS}`),
  statement('calls.delete', sql`delete from calls where workspace_id = $workspaceId and id = any($ids) and finished_at is not null`),
]

/**
 * Deletes finished calls with their details and events. Jobs in the same transaction delete them at the voice providers, and the copies of
 * their recordings. The caller has
 * locked the calls, and erased what other domains have of them.
 */
export async function erase(tx: Tx, workspaceId: WorkspaceId, callIds: readonly CallId[]): Promise<void> {
  await providerDeletions.schedule(tx, workspaceId, callIds)
  await keptRecordings.remove(tx, callIds)
  for (const each of ERASE_CALLS) await each.run({ workspaceId, ids: [...callIds] }, tx)
}

const BLANK_CALLS = [
  statement(
    'calls.blankDetails',
    sql`
      update call_details set transcript = '[]', summary = null, analysis = null, structured_data = null, validation_errors = null, metadata = '{}', variables = '{}'
      ${OF_CALLS}`,
  ),
  statement('calls.blankProviderEvents', sql`update provider_events set body = '{}' where call_id = any($ids)`),
]

const listWithoutRecording = statement(
  'calls.listWithoutRecording',
  sql`
    select id from calls where workspace_id = $workspaceId and id = any($ids) and (not has_recording or recording_deleted_at is not null)`,
)

/**
 * Blanks the content of finished calls and the data submitted with them. If no recording remains, the voice provider deletes its copy too.
 * Otherwise it does so together with the recording, since it stores both as one.
 */
export async function blank(tx: Tx, workspaceId: WorkspaceId, callIds: readonly CallId[]): Promise<void> {
  const params = { workspaceId, ids: [...callIds] }
  for (const each of BLANK_CALLS) await each.run(params, tx)
  await callWords.remove(tx, workspaceId, callIds)
  const withoutRecording = await listWithoutRecording.all(params, tx)
  await providerDeletions.schedule(
    tx,
    workspaceId,
    withoutRecording.map(({ id }) => id),
  )
}

const clearLeads = statement('calls.detachLeads', sql`update calls set lead_id = null where workspace_id = $workspaceId and lead_id = any($leadIds)`)

/** Detaches calls from leads that are about to be deleted. */
export async function detachLeads(tx: Tx, workspaceId: WorkspaceId, leadIds: readonly LeadId[]): Promise<void> {
  await clearLeads.run({ workspaceId, leadIds: [...leadIds] }, tx)
}

const EVENT_BATCH_SIZE = 500

const blankMentioning = statement(
  'calls.blankMentioningEvents',
  sql`
    with part as materialized (
      select id from calls where workspace_id = $workspaceId and id > $after and id >= (select min(call_id) from provider_events) order by id limit ${EVENT_BATCH_SIZE}),
    blanked as (
      update provider_events e set body = '{}' from part c
      where e.call_id = c.id and ${mentionsNumber(sql`e.body::text`)} and not exists (select from pending_provider_events where event_id = e.id) returning e.id)
    select max(id) as last, (select count(*)::int from blanked) as count from part`,
  { isUnprepared: true },
)

/**
 * Blanks processed provider events that mention a number, of the next calls after an ID that still have events. They are about calls with other
 * contacts, whose content is already in those calls. Returns how many, and the last call, null if there are no further ones.
 */
export async function blankMentions(
  tx: Tx,
  params: { workspaceId: WorkspaceId; after: number } & Pick<PhonePatterns, 'pattern' | 'keys'>,
): Promise<{ last: CallId | null; count: number }> {
  const { last, count } = (await blankMentioning.get(params, tx))!
  return { last, count: count ?? 0 }
}
