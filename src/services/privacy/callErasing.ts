import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sql.ts'
import * as deliveryErasing from './deliveryErasing.ts'
import * as providerDeletions from '../calls/progress/providerDeletions.ts'

/** Reason of an erasure: the retention period ended, or a request. */
export type ErasureReason = 'retention' | 'request'

/** SQL condition on `call_details d`: the row contains content or personal data. Its index has the same condition. */
export const HAS_CONTENT = sql`(d.summary is not null or d.analysis is not null or d.structured_data is not null or d.validation_errors is not null
  or d.metadata::text <> '{}' or d.variables <> '{}'::jsonb or d.transcript <> '[]'::jsonb)`

/**
 * Deletes finished calls and all dependent rows. Facts and amounts, which contain no personal data, move to `erased_calls`; the ledger,
 * monthly usage, campaign totals and statistics were counted when the calls ended and stay. Jobs in the same transaction delete the data at
 * the voice providers. The caller has locked the rows.
 */
export async function eraseCalls(tx: Tx, workspaceId: WorkspaceId, ids: readonly number[], reason: ErasureReason): Promise<void> {
  if (ids.length === 0) return
  const condition = sql`workspace_id = ${workspaceId} and call_id = any(${ids}::int[])`
  await tx.$executeRaw(sql`
    insert into erased_calls (id, workspace_id, agent_id, campaign_id, number_id, country, direction, provider, status, outcome, duration_seconds,
      cost_micros, cost_lines, created_at, ended_at, finished_at, reason)
    select c.id, c.workspace_id, c.agent_id, c.campaign_id, c.number_id, c.country, c.direction, c.provider, c.status, c.outcome, c.duration_seconds,
      c.cost_micros, coalesce(d.cost_lines, '[]'), c.created_at, c.ended_at, c.finished_at, ${reason}
    from calls c left join call_details d on d.call_id = c.id
    where c.workspace_id = ${workspaceId} and c.id = any(${ids}::int[]) and c.finished_at is not null
    on conflict do nothing`)
  await providerDeletions.schedule(tx, workspaceId, ids)
  await deliveryErasing.eraseDeliveries(tx, workspaceId, 'call.completed', ids)
  await clearLeadReferences(tx, workspaceId, ids)
  await tx.$executeRaw(sql`delete from provider_events where call_id = any(${ids}::int[])`)
  await tx.$executeRaw(sql`update provider_slots set call_id = null where call_id = any(${ids}::int[])`)
  await tx.$executeRaw(sql`delete from wallet_holds where ${condition}`)
  await tx.$executeRaw(sql`delete from call_details where ${condition}`)
  await tx.$executeRaw(sql`delete from calls where workspace_id = ${workspaceId} and id = any(${ids}::int[]) and finished_at is not null`)
}

/** Clears the call references of leads; their outcomes stay. */
async function clearLeadReferences(tx: Tx, workspaceId: WorkspaceId, ids: readonly number[]) {
  await tx.$executeRaw(sql`
    update lead_decisions d set call_id = null from calls c
    where c.workspace_id = ${workspaceId} and c.id = any(${ids}::int[]) and d.workspace_id = ${workspaceId} and d.lead_id = c.lead_id and d.call_id = c.id`)
  await tx.$executeRaw(sql`
    update leads l set last_call_id = null from calls c
    where c.workspace_id = ${workspaceId} and c.id = any(${ids}::int[]) and l.workspace_id = ${workspaceId} and l.id = c.lead_id and l.last_call_id = c.id`)
}

/**
 * Blanks the content of finished calls and the data submitted with them: here, in provider events and in webhook deliveries. The calls stay.
 * If no recording remains, the voice provider deletes its copy too; otherwise it does so together with the recording, since it stores both as
 * one.
 */
export async function blankCalls(tx: Tx, workspaceId: WorkspaceId, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.$executeRaw(sql`
    update call_details set transcript = '[]', summary = null, analysis = null, structured_data = null, validation_errors = null, metadata = '{}', variables = '{}'
    where workspace_id = ${workspaceId} and call_id = any(${ids}::int[])`)
  await tx.$executeRaw(sql`update provider_events set body = '{}' where call_id = any(${ids}::int[])`)
  await deliveryErasing.blankCallDeliveries(tx, workspaceId, ids)
  const withoutRecording = await tx.$queryRaw<{ id: number }[]>(sql`
    select id from calls where workspace_id = ${workspaceId} and id = any(${ids}::int[]) and (not has_recording or recording_deleted_at is not null)`)
  await providerDeletions.schedule(
    tx,
    workspaceId,
    withoutRecording.map(({ id }) => id),
  )
}
