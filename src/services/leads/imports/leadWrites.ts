import type { CampaignId, LeadImportId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { notFound } from '../../../kernel/vocabulary/errors.ts'
import { type Sql, sql } from '../../../kernel/db/sql.ts'
import * as campaignEvents from '../../campaigns/campaignEvents.ts'
import type { CampaignState, PauseReason } from '../../../inputs/campaignStates.ts'
import * as leadAttempts from '../../campaigns/leadAttempts.ts'
import * as storage from '../../shared/storage.ts'
import { type Draft, DUPLICATE, DUPLICATE_ID, NO_PHONE, type RowError } from './leadRows.ts'

/** How to handle a row of an existing lead: reject it, or update the lead found by its external ID or its phone number. */
export type OnExisting = 'refuse' | 'update_by_external_id' | 'update_by_number'

/** The actor recorded in the campaign's log. */
export type LogActor = Pick<Actor, 'userId' | 'keyId'>

export interface OpenCampaign {
  id: number
  workspaceId: WorkspaceId
  status: CampaignState
}

/**
 * Locks the campaign for the rest of the transaction, so that changes of its leads run one after another and validation results still hold
 * when they are written. Throws NOT_FOUND for a canceled campaign.
 */
export async function lockCampaign(tx: Tx, { workspaceId }: Pick<Actor, 'workspaceId'>, campaignId: CampaignId): Promise<OpenCampaign> {
  const [campaign] = await tx.$queryRaw<OpenCampaign[]>(sql`
    select id, workspace_id as "workspaceId", status from campaigns
    where workspace_id = ${workspaceId} and id = ${campaignId} and status <> 'cancelled' for no key update`)
  if (!campaign) throw notFound('Campaign')
  return campaign
}

/** The result of writing rows. */
export interface WriteResult {
  created: number
  updated: number
  errors: RowError[]
}

/** Maximum length of the drafts in one statement, in characters, so that it does not block others for long. */
const MAX_STATEMENT_LENGTH = 1_000_000

/**
 * Writes the drafts of an import, each validated against existing leads. The campaign must be locked. Throws CONFLICT if their data exceeds
 * the workspace's storage.
 */
export async function writeDrafts(
  tx: Tx,
  campaign: OpenCampaign,
  importId: LeadImportId,
  drafts: readonly Draft[],
  onExisting: OnExisting,
): Promise<WriteResult> {
  const sum: WriteResult = { created: 0, updated: 0, errors: [] }
  for (let from = 0, to = 0; from < drafts.length; from = to) {
    for (let size = 0; to < drafts.length && size < MAX_STATEMENT_LENGTH; to++) size += drafts[to]!.json.length
    const { created, updated, errors } = await writeStatement(tx, campaign, importId, drafts.slice(from, to), onExisting)
    sum.created += created
    sum.updated += updated
    sum.errors.push(...errors)
  }
  if (drafts.some(({ hasData }) => hasData)) await storage.requireRoom(tx, campaign.workspaceId)
  return sum
}

async function writeStatement(tx: Tx, campaign: OpenCampaign, importId: LeadImportId, drafts: readonly Draft[], onExisting: OnExisting): Promise<WriteResult> {
  const { id, workspaceId } = campaign
  const now = clock.now()
  const [result] = await tx.$queryRaw<WriteResult[]>(sql`
    with ${matchedCte(campaign, drafts, onExisting)},
    created as (
      insert into leads (workspace_id, campaign_id, external_id, phone_number, name, data, import_id, created_at, updated_at)
      select ${workspaceId}, ${id}, e, p, n, coalesce(d, '{}'), ${importId}, ${now}::timestamptz, ${now}::timestamptz
      from matched where error is null and lead_id is null order by i
      returning 1),
    ${onExisting === 'refuse' ? NOTHING_CHANGED : changedCte(campaign, importId)},
    rejected as (
      select i, p, coalesce(error, ${CALLING}) as error from matched
      where error is not null or (differs and not exists (select 1 from changed where changed.id = matched.lead_id)))
    select
      (select count(*) from created)::int as created,
      (select count(*) from matched where lead_id is not null and i not in (select i from rejected))::int as updated,
      (select coalesce(json_agg(json_build_object('index', i, 'phone_number', p, 'error', error) order by i), '[]') from rejected) as errors`)
  return result!
}

/** Returns the result of writing the drafts now, without writing them. */
export const previewDrafts = (
  tx: Pick<Tx, '$queryRaw'>,
  campaign: Pick<OpenCampaign, 'id' | 'workspaceId'>,
  drafts: readonly Draft[],
  onExisting: OnExisting,
) =>
  tx.$queryRaw<{ i: number; p: string | null; isNew: boolean; error: string | null }[]>(sql`
    with ${matchedCte(campaign, drafts, onExisting)} select i, p, lead_id is null as "isNew", error from matched order by i`)

/** Records an import that changed something in the campaign's log, and notifies subscribers. */
export async function recordImport(
  tx: Tx,
  actor: LogActor | null,
  campaign: OpenCampaign,
  importId: LeadImportId,
  counts: Record<'created' | 'updated' | 'failed', number>,
) {
  if (counts.created + counts.updated > 0) await campaignEvents.record(tx, actor, campaign, 'leads_imported', { importId, ...counts })
  if (counts.updated > 0 && campaign.status === 'running') await reopen(tx, actor, campaign)
  campaignEvents.announce(tx, campaign)
}

/** Reopens a completed campaign for new leads, and wakes the dialer for a running one. */
export async function reopen(tx: Tx, actor: LogActor | null, campaign: OpenCampaign) {
  const { id, workspaceId, status } = campaign
  const where = { workspaceId_id: { workspaceId, id } }
  if (status === 'running') await tx.campaign.update({ where, data: { dialAt: clock.now() } })
  if (status !== 'completed') return
  const pauseReason: PauseReason = 'reopened'
  await tx.campaign.update({ where, data: { status: 'paused', pauseReason, completedAt: null } })
  await campaignEvents.record(tx, actor, campaign, 'reopened')
}

const CALLING = 'the lead is being called, its number cannot change now'

/** CTE of the drafts with the leads they match: `same` by key, `other` by phone number. */
const matchedCte = ({ id }: Pick<OpenCampaign, 'id'>, drafts: readonly Draft[], onExisting: OnExisting): Sql => sql`
  matched as materialized (
    select i, p, e, n, d, same.id as lead_id, ${errorOf(onExisting)} as error,
      same.phone_number as old_p, same.name as old_n, same.data as old_d, same.attempts as old_attempts,
      same.id is not null and (coalesce(p, same.phone_number), coalesce(n, same.name), coalesce(d, same.data)::text)
        is distinct from (same.phone_number, same.name, same.data::text) as differs
    from json_to_recordset(${toRecordset(drafts)}::json) as draft (i int, p text, e text, n text, d json)
    left join leads same on same.campaign_id = ${id} and same.deleted_at is null and ${onExisting === 'update_by_number' ? BY_NUMBER : BY_ID}
    left join leads other on other.campaign_id = ${id} and other.deleted_at is null and other.phone_number = p)`
const BY_ID = sql`same.external_id is not null and same.external_id = e`
const BY_NUMBER = sql`same.phone_number = p`

const errorOf = (onExisting: OnExisting): Sql =>
  onExisting === 'refuse'
    ? sql`case when other.id is not null then ${DUPLICATE} when same.id is not null then ${DUPLICATE_ID} end`
    : sql`case
        when same.id is null and p is null then ${NO_PHONE}
        when other.id <> coalesce(same.id, 0) then ${DUPLICATE}
        when same.status = 'calling' and p <> same.phone_number then ${CALLING} end`

/** CTE that updates leads and stores their previous values, so that the import can be reverted. A lead that is being called keeps its number. */
const changedCte = ({ workspaceId }: OpenCampaign, importId: LeadImportId): Sql => sql`
  changed as (
    update leads set phone_number = coalesce(p, phone_number), name = coalesce(n, name), data = coalesce(d, data), ${leadAttempts.reconsiderColumns},
      updated_at = ${clock.now()}::timestamptz
    from matched where leads.workspace_id = ${workspaceId} and leads.id = lead_id and error is null and differs
      and deleted_at is null and (status <> 'calling' or p is null or p = phone_number)
    returning leads.id),
  saved_changes as (
    insert into lead_import_changes (import_id, lead_id, workspace_id, before)
    select ${importId}, lead_id, ${workspaceId}, json_build_object('phoneNumber', old_p, 'name', old_n, 'data', old_d, 'attempts', old_attempts)
    from matched join changed on changed.id = lead_id
    on conflict do nothing)`
const NOTHING_CHANGED = sql`changed as (select null::int as id)`

/** The drafts as one JSON text, which the database parses faster than many parameters. */
const toRecordset = (drafts: readonly Draft[]) => `[${drafts.map(({ json }) => json).join()}]`
