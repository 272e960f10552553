import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as deliveryErasing from './deliveryErasing.ts'
import * as providerDeletions from '../calls/progress/providerDeletions.ts'

/** Reason of an erasure: the retention period ended, or a request. */
export type ErasureReason = 'retention' | 'request'

/** Condition on `call_details d`: the row contains content or personal data. Its index has the same condition. */
export const HAS_CONTENT = sql`(d.summary is not null or d.analysis is not null or d.structured_data is not null or d.validation_errors is not null
  or d.metadata::text <> '{}' or d.variables <> '{}'::jsonb or d.transcript <> '[]'::jsonb)`

const archiveCalls = statement(
  'calls.archiveErased',
  sql`
    insert into erased_calls (id, workspace_id, agent_id, campaign_id, number_id, country, direction, provider, status, outcome, duration_seconds,
      cost_micros, cost_lines, created_at, ended_at, finished_at, reason)
    select c.id, c.workspace_id, c.agent_id, c.campaign_id, c.number_id, c.country, c.direction, c.provider, c.status, c.outcome, c.duration_seconds,
      c.cost_micros, coalesce(d.cost_lines, '[]'), c.created_at, c.ended_at, c.finished_at, $reason
    from calls c left join call_details d on d.call_id = c.id
    where c.workspace_id = $workspaceId and c.id = any($ids) and c.finished_at is not null
    on conflict do nothing`,
)

const OF_CALLS = sql`where workspace_id = $workspaceId and call_id = any($ids)`
/** What depends on the calls, and then the calls. */
const ERASE_CALLS = [
  statement('calls.deleteProviderEvents', sql`delete from provider_events where call_id = any($ids)`),
  statement('calls.detachSlots', sql`update provider_slots set call_id = null where call_id = any($ids)`),
  statement('calls.deleteHolds', sql`delete from wallet_holds ${OF_CALLS}`),
  statement('calls.deleteDetails', sql`delete from call_details ${OF_CALLS}`),
  statement('calls.delete', sql`delete from calls where workspace_id = $workspaceId and id = any($ids) and finished_at is not null`),
]

/**
 * Deletes finished calls and all dependent rows. Facts and amounts, which contain no personal data, move to `erased_calls`; the ledger,
 * monthly usage, campaign totals and statistics were counted when the calls ended and stay. Jobs in the same transaction delete the data at
 * the voice providers. The caller has locked the rows.
 */
export async function eraseCalls(tx: Tx, workspaceId: WorkspaceId, callIds: readonly number[], reason: ErasureReason): Promise<void> {
  if (callIds.length === 0) return
  const params = { workspaceId, ids: [...callIds] }
  await archiveCalls.run({ ...params, reason }, tx)
  await providerDeletions.schedule(tx, workspaceId, callIds)
  await deliveryErasing.eraseDeliveries(tx, workspaceId, 'call.completed', callIds)
  for (const clear of CLEAR_LEAD_REFERENCES) await clear.run(params, tx)
  for (const erase of ERASE_CALLS) await erase.run(params, tx)
}

/** Clear the call references of leads; their outcomes stay. */
const CLEAR_LEAD_REFERENCES = [
  statement(
    'leads.detachDecisions',
    sql`
      update lead_decisions d set call_id = null from calls c
      where c.workspace_id = $workspaceId and c.id = any($ids) and d.workspace_id = $workspaceId and d.lead_id = c.lead_id and d.call_id = c.id`,
  ),
  statement(
    'leads.detachLastCalls',
    sql`
      update leads l set last_call_id = null from calls c
      where c.workspace_id = $workspaceId and c.id = any($ids) and l.workspace_id = $workspaceId and l.id = c.lead_id and l.last_call_id = c.id`,
  ),
]

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
 * Blanks the content of finished calls and the data submitted with them: here, in provider events and in webhook deliveries. The calls stay.
 * If no recording remains, the voice provider deletes its copy too; otherwise it does so together with the recording, since it stores both as
 * one.
 */
export async function blankCalls(tx: Tx, workspaceId: WorkspaceId, callIds: readonly number[]): Promise<void> {
  if (callIds.length === 0) return
  const params = { workspaceId, ids: [...callIds] }
  for (const blank of BLANK_CALLS) await blank.run(params, tx)
  await deliveryErasing.blankCallDeliveries(tx, workspaceId, callIds)
  const withoutRecording = await listWithoutRecording.all(params, tx)
  await providerDeletions.schedule(
    tx,
    workspaceId,
    withoutRecording.map(({ id }) => id),
  )
}
