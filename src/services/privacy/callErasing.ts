import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sql.ts'
import * as deliveryErasing from './deliveryErasing.ts'
import * as providerDeletions from '../calls/progress/providerDeletions.ts'

/** Why something was erased: it came of age, or somebody asked for it. */
export type Reason = 'retention' | 'request'

/** What of a call's details is somebody's words or about somebody, as a condition on `call_details d`; its index knows the same. */
export const HELD = sql`(d.summary is not null or d.analysis is not null or d.structured_data is not null or d.validation_errors is not null
  or d.metadata::text <> '{}' or d.variables <> '{}'::jsonb or d.transcript <> '[]'::jsonb)`

/**
 * Deletes finished calls with everything that hangs on them. Facts and money, which name nobody, move to `erased_calls`; the
 * ledger, the months' usage, the campaigns' totals and the statistics were counted when the calls ended and stay. What the
 * voice providers hold is deleted there by jobs of the same transaction. The caller has locked the rows.
 */
export async function erase(tx: Tx, workspaceId: number, ids: readonly number[], reason: Reason): Promise<void> {
  if (ids.length === 0) return
  const of = sql`workspace_id = ${workspaceId} and call_id = any(${ids}::int[])`
  await tx.$executeRaw(sql`
    insert into erased_calls (id, workspace_id, agent_id, campaign_id, number_id, country, direction, provider, status, outcome, duration_seconds,
      cost_micros, cost_lines, created_at, ended_at, finished_at, reason)
    select c.id, c.workspace_id, c.agent_id, c.campaign_id, c.number_id, c.country, c.direction, c.provider, c.status, c.outcome, c.duration_seconds,
      c.cost_micros, coalesce(d.cost_lines, '[]'), c.created_at, c.ended_at, c.finished_at, ${reason}
    from calls c left join call_details d on d.call_id = c.id
    where c.workspace_id = ${workspaceId} and c.id = any(${ids}::int[]) and c.finished_at is not null
    on conflict do nothing`)
  await providerDeletions.wish(tx, workspaceId, ids)
  await deliveryErasing.erase(tx, workspaceId, 'call.completed', ids)
  await forgetInLeads(tx, workspaceId, ids)
  await tx.$executeRaw(sql`delete from provider_events where call_id = any(${ids}::int[])`)
  await tx.$executeRaw(sql`update provider_slots set call_id = null where call_id = any(${ids}::int[])`)
  await tx.$executeRaw(sql`delete from wallet_holds where ${of}`)
  await tx.$executeRaw(sql`delete from call_details where ${of}`)
  await tx.$executeRaw(sql`delete from calls where workspace_id = ${workspaceId} and id = any(${ids}::int[]) and finished_at is not null`)
}

/** Leads go on knowing what came of them, and no more in which call. */
async function forgetInLeads(tx: Tx, workspaceId: number, ids: readonly number[]) {
  await tx.$executeRaw(sql`
    update lead_decisions d set call_id = null from calls c
    where c.workspace_id = ${workspaceId} and c.id = any(${ids}::int[]) and d.workspace_id = ${workspaceId} and d.lead_id = c.lead_id and d.call_id = c.id`)
  await tx.$executeRaw(sql`
    update leads l set last_call_id = null from calls c
    where c.workspace_id = ${workspaceId} and c.id = any(${ids}::int[]) and l.workspace_id = ${workspaceId} and l.id = c.lead_id and l.last_call_id = c.id`)
}

/**
 * Blanks what was said in finished calls, and what was written and given along with them, here, in providers' events and in what was
 * sent to the customer's server. The calls stay. Where no recording is offered any more, the voice provider deletes its copy too;
 * where one is, it does so together with the recording, since it keeps both in one.
 */
export async function blank(tx: Tx, workspaceId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.$executeRaw(sql`
    update call_details set transcript = '[]', summary = null, analysis = null, structured_data = null, validation_errors = null, metadata = '{}', variables = '{}'
    where workspace_id = ${workspaceId} and call_id = any(${ids}::int[])`)
  await tx.$executeRaw(sql`update provider_events set body = '{}' where call_id = any(${ids}::int[])`)
  await deliveryErasing.blankCalls(tx, workspaceId, ids)
  const silent = await tx.$queryRaw<{ id: number }[]>(sql`
    select id from calls where workspace_id = ${workspaceId} and id = any(${ids}::int[]) and (not has_recording or recording_deleted_at is not null)`)
  await providerDeletions.wish(
    tx,
    workspaceId,
    silent.map(({ id }) => id),
  )
}
