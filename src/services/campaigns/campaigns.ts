import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { DuplicateRequestError, badRequest, conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import { type Campaign, Prisma } from '../../generated/prisma/client.ts'
import type { CampaignChanges, CampaignInput } from '../../inputs/campaigns.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { insertPartsOf, assignmentsOf, columns, columnsInTransaction, empty, query, queryInTransaction, sql, auditCondition } from '../../kernel/db/sql.ts'
import { toColumns } from './campaignChecks.ts'
import * as campaignEvents from './campaignEvents.ts'
import * as campaignAlerts from '../alerts/campaignAlerts.ts'
import * as leadAttempts from './leadAttempts.ts'
import * as idempotency from '../shared/idempotency.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

type CampaignPatch = Partial<Omit<Campaign, JsonField>> & { [Field in JsonField]?: object | null }
type JsonField = 'extractionSchema' | 'analysisConfig' | 'schedule' | 'settings' | 'waiting'

export const FIELDS = Object.keys(Prisma.CampaignScalarFieldEnum)

/** Lists campaigns, newest first, optionally of one status. Canceled ones are excluded (contract: Campaign). */
export const list = ({ workspaceId }: Actor, page: PageArgs, status?: string | null, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, ({ where: { id }, take }) =>
    query<Campaign>(sql`
      select ${columns(fields)} from campaigns where workspace_id = ${workspaceId} and status <> 'cancelled'
        ${status == null ? empty : sql`and status = ${status}`} ${id ? sql`and id < ${id.lt}` : empty}
      order by id desc limit ${take}`),
  )

/** Returns a campaign. Throws NOT_FOUND, also for a canceled one. */
export async function get(actor: Actor, id: CampaignId): Promise<Campaign> {
  const campaign = await find(actor, id)
  if (!campaign || campaign.status === 'cancelled') throw notFound('Campaign')
  return campaign
}

/** Creates a draft campaign, once per Idempotency-Key. Throws BAD_REQUEST as `toColumns` does. */
export async function create(actor: Actor, input: CampaignInput): Promise<Campaign> {
  const { workspaceId, claim, userId = null, keyId = null } = actor
  if (claim?.effect !== undefined) return (await find(actor, claim.effect as number))!
  const { displayColumns, ...fields } = Object.fromEntries(Object.entries(await toColumns(actor, input)).filter(([, value]) => value != null))
  const now = clock.now()
  const row = insertPartsOf({ ...fields, displayColumns: displayColumns && sql`${displayColumns}::text[]`, workspaceId, createdAt: now, updatedAt: now })
  const [campaign] = await query<Campaign>(sql`
    with new_row as (select nextval('campaigns_id_seq')::int as id), ${idempotency.claimSql(actor)},
    created as (insert into campaigns (id, ${row.into}) select new_row.id, ${row.values} from new_row, claim where ${auditCondition()} returning *),
    new_event as (insert into campaign_events (workspace_id, campaign_id, type, user_id, api_key_id)
      select workspace_id, id, 'created', ${userId}::int, ${keyId}::int from created)
    select ${columns(FIELDS)} from created`)
  if (!campaign) throw new DuplicateRequestError()
  publish('campaign.updated', { workspaceId, campaignId: campaign.id })
  return campaign
}

/** Changes the given fields of a draft or paused campaign; otherwise throws CONFLICT (spec: PATCH). An empty change is a BAD_REQUEST. */
export async function update(actor: Actor, id: CampaignId, changes: CampaignChanges): Promise<Campaign> {
  const fields = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  if (fields.length === 0) throw badRequest('No fields to update')
  requireEditable(await get(actor, id))
  const row = await toColumns(actor, changes)
  return withCampaign(actor, id, async (tx, campaign) => {
    requireEditable(campaign)
    await campaignEvents.record(tx, actor, campaign, 'changed', { fields })
    await leadAttempts.reconsider(tx, campaign)
    return save(tx, campaign, row)
  })
}

/** Cancels a campaign and its pending leads; calls and results stay. Throws CONFLICT for a running one (spec: DELETE). */
export const remove = (actor: Actor, id: CampaignId): Promise<Campaign> =>
  withCampaign(actor, id, async (tx, campaign) => {
    if (campaign.status === 'running') throw conflict('The campaign is running. Pause it first.')
    const { count } = await tx.lead.updateMany({
      where: { workspaceId: actor.workspaceId, campaignId: id, status: 'pending', deletedAt: null },
      data: { status: 'cancelled', nextAttemptAt: null, updatedAt: clock.now() },
    })
    await campaignEvents.record(tx, actor, campaign, 'cancelled', { leads: count })
    await campaignAlerts.clearForCampaign(tx, campaign)
    return save(tx, campaign, { status: 'cancelled', pauseReason: null, waiting: null })
  })

/**
 * Runs `work` in a transaction with the campaign locked, so that no other request changes it and none of its calls begins. Notifies
 * subscribers after the commit. Throws NOT_FOUND, also for a canceled campaign.
 */
export const withCampaign = <T>({ workspaceId }: Actor, id: CampaignId, work: (tx: Tx, campaign: Campaign) => Promise<T>): Promise<T> =>
  transaction(async (tx) => {
    const [campaign] = await queryInTransaction<Campaign>(
      tx,
      sql`select ${columnsInTransaction(FIELDS)} from campaigns where workspace_id = ${workspaceId} and id = ${id} and status <> 'cancelled' for no key update`,
    )
    if (!campaign) throw notFound('Campaign')
    campaignEvents.announce(tx, campaign)
    return work(tx, campaign)
  })

/** Saves the given fields, free JSON as it was sent, and returns the campaign. */
export async function save(tx: Tx, { workspaceId, id }: Campaign, { displayColumns, ...fields }: CampaignPatch): Promise<Campaign> {
  const changes = assignmentsOf({ ...fields, displayColumns: displayColumns && sql`${displayColumns}::text[]`, updatedAt: clock.now() })
  const [saved] = await queryInTransaction<Campaign>(
    tx,
    sql`update campaigns set ${changes} where workspace_id = ${workspaceId} and id = ${id} returning ${columnsInTransaction(FIELDS)}`,
  )
  return saved!
}

async function find({ workspaceId }: Actor, id: CampaignId): Promise<Campaign | undefined> {
  const [campaign] = await query<Campaign>(sql`select ${columns(FIELDS)} from campaigns where workspace_id = ${workspaceId} and id = ${id}`)
  return campaign
}

function requireEditable({ status }: Campaign) {
  if (status === 'draft' || status === 'paused') return
  throw conflict(
    status === 'running' ? 'The campaign is running. Pause it first.' : 'The campaign is completed. You can change only draft and paused campaigns.',
  )
}
