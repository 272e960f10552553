import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { AlreadyDone, badInput, conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import { type Campaign, Prisma } from '../../generated/prisma/client.ts'
import type { CampaignChanges, CampaignInput } from '../../inputs/campaigns.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { assigned, changesOf, columns, columnsIn, empty, query, queryIn, sql, told } from '../../kernel/db/sql.ts'
import { columnsOf } from './campaignChecks.ts'
import * as campaignEvents from './campaignEvents.ts'
import * as campaignNotices from '../notices/campaignNotices.ts'
import * as leadAttempts from './leadAttempts.ts'
import * as idempotency from '../shared/idempotency.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

type Changes = Partial<Omit<Campaign, JsonField>> & { [Field in JsonField]?: object | null }
type JsonField = 'extractionSchema' | 'analysisConfig' | 'schedule' | 'settings' | 'waiting'

export const FIELDS = Object.keys(Prisma.CampaignScalarFieldEnum)

/** Campaigns, newest first, of one status if it is named; cancelled ones are not shown (contract: Campaign). */
export const list = ({ workspaceId }: Actor, page: PageArgs, status?: string | null, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, ({ where: { id }, take }) =>
    query<Campaign>(sql`
      select ${columns(fields)} from campaigns where workspace_id = ${workspaceId} and status <> 'cancelled'
        ${status == null ? empty : sql`and status = ${status}`} ${id ? sql`and id < ${id.lt}` : empty}
      order by id desc limit ${take}`),
  )

/** NOT_FOUND also for one that is cancelled. */
export async function get(actor: Actor, id: number): Promise<Campaign> {
  const campaign = await find(actor, id)
  if (!campaign || campaign.status === 'cancelled') throw notFound('Campaign')
  return campaign
}

/** A draft. Under an Idempotency-Key it is made once. BAD_REQUEST as `columnsOf` says. */
export async function create(actor: Actor, input: CampaignInput): Promise<Campaign> {
  const { workspaceId, claim, userId = null, keyId = null } = actor
  if (claim?.effect !== undefined) return (await find(actor, claim.effect as number))!
  const { displayColumns, ...given } = Object.fromEntries(Object.entries(await columnsOf(actor, input)).filter(([, value]) => value != null))
  const now = clock.now()
  const row = assigned({ ...given, displayColumns: displayColumns && sql`${displayColumns}::text[]`, workspaceId, createdAt: now, updatedAt: now })
  const [campaign] = await query<Campaign>(sql`
    with made as (select nextval('campaigns_id_seq')::int as id), ${idempotency.claiming(actor)},
    created as (insert into campaigns (id, ${row.into}) select made.id, ${row.values} from made, claim where ${told()} returning *),
    noted as (insert into campaign_events (workspace_id, campaign_id, kind, user_id, api_key_id)
      select workspace_id, id, 'created', ${userId}::int, ${keyId}::int from created)
    select ${columns(FIELDS)} from created`)
  if (!campaign) throw new AlreadyDone()
  publish('campaign.updated', { workspaceId, campaignId: campaign.id })
  return campaign
}

/** Changes the fields that are given of a draft or a paused campaign, else CONFLICT (spec: PATCH). An empty change is a BAD_REQUEST. */
export async function update(actor: Actor, id: number, changes: CampaignChanges): Promise<Campaign> {
  const fields = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  if (fields.length === 0) throw badInput('No fields to update')
  requireStill(await get(actor, id))
  const row = await columnsOf(actor, changes)
  return change(actor, id, async (tx, campaign) => {
    requireStill(campaign)
    await campaignEvents.record(tx, actor, campaign, 'changed', { fields })
    await leadAttempts.reconsider(tx, campaign)
    return save(tx, campaign, row)
  })
}

/** Cancels a campaign and the leads that wait; calls and their results stay. A running one is a CONFLICT (spec: DELETE). */
export const remove = (actor: Actor, id: number): Promise<Campaign> =>
  change(actor, id, async (tx, campaign) => {
    if (campaign.status === 'running') throw conflict('The campaign is running. Pause it first.')
    const { count } = await tx.lead.updateMany({
      where: { workspaceId: actor.workspaceId, campaignId: id, status: 'pending', deletedAt: null },
      data: { status: 'cancelled', nextAttemptAt: null, updatedAt: clock.now() },
    })
    await campaignEvents.record(tx, actor, campaign, 'cancelled', { leads: count })
    await campaignNotices.over(tx, campaign)
    return save(tx, campaign, { status: 'cancelled', pauseReason: null, waiting: null })
  })

/**
 * Does something to a campaign in one transaction, while nobody else does and no call of it begins; whoever watches
 * hears of it afterwards. NOT_FOUND for none and for one that is cancelled.
 */
export const change = <T>({ workspaceId }: Actor, id: number, work: (tx: Tx, campaign: Campaign) => Promise<T>): Promise<T> =>
  transaction(async (tx) => {
    const [campaign] = await queryIn<Campaign>(
      tx,
      sql`select ${columnsIn(FIELDS)} from campaigns where workspace_id = ${workspaceId} and id = ${id} and status <> 'cancelled' for no key update`,
    )
    if (!campaign) throw notFound('Campaign')
    campaignEvents.announce(tx, campaign)
    return work(tx, campaign)
  })

/** Writes what is given of a campaign, free JSON as it was sent, and answers the campaign. */
export async function save(tx: Tx, { workspaceId, id }: Campaign, { displayColumns, ...given }: Changes): Promise<Campaign> {
  const changes = changesOf({ ...given, displayColumns: displayColumns && sql`${displayColumns}::text[]`, updatedAt: clock.now() })
  const [saved] = await queryIn<Campaign>(
    tx,
    sql`update campaigns set ${changes} where workspace_id = ${workspaceId} and id = ${id} returning ${columnsIn(FIELDS)}`,
  )
  return saved!
}

async function find({ workspaceId }: Actor, id: number): Promise<Campaign | undefined> {
  const [campaign] = await query<Campaign>(sql`select ${columns(FIELDS)} from campaigns where workspace_id = ${workspaceId} and id = ${id}`)
  return campaign
}

function requireStill({ status }: Campaign) {
  if (status === 'draft' || status === 'paused') return
  throw conflict(status === 'running' ? 'The campaign is running. Pause it first.' : 'The campaign is completed. You can change only draft and paused campaigns.')
}
