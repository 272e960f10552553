import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { DuplicateRequestError, notFound } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import { type Campaign, Prisma } from '../../generated/prisma/client.ts'
import type { CampaignInput } from '../../inputs/campaigns.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { assignmentsOf, columnsOf, ifGiven, insertColumnsOf, insertValuesOf, selectList, sql } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement, toRow } from '../../kernel/db/statement.ts'
import { toColumns } from './campaignChecks.ts'
import * as campaignEvents from './campaignEvents.ts'
import * as idempotency from '../shared/idempotency.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

type CampaignPatch = Partial<Omit<Campaign, JsonField>> & { [Field in JsonField]?: object | null }
type JsonField = 'extractionSchema' | 'analysisConfig' | 'schedule' | 'settings' | 'waiting'

export const FIELDS = Object.keys(Prisma.CampaignScalarFieldEnum)

const listCampaigns = statement(
  'campaigns.list',
  sql`
    select ${columnsOf('campaigns', 'fields')} from campaigns where workspace_id = $workspaceId and status <> 'cancelled'
      ${ifGiven('status', sql`and status = $status`)} ${ifGiven('before', sql`and id < $before`)}
    order by id desc limit $take`,
)

/** Lists campaigns, newest first, optionally of one status. Canceled ones are excluded (contract: Campaign). */
export const list = ({ workspaceId }: Actor, page: PageArgs, status?: string | null, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, ({ where: { id }, take }) => listCampaigns.all({ workspaceId, fields, status, before: id?.lt, take }) as Promise<Campaign[]>)

/** Returns a campaign. Throws NOT_FOUND, also for a canceled one. */
export async function get(actor: Actor, id: CampaignId): Promise<Campaign> {
  const campaign = await find(actor, id)
  if (!campaign || campaign.status === 'cancelled') throw notFound('Campaign')
  return campaign
}

const createCampaign = statement(
  'campaigns.create',
  sql`
    with new_row as (select nextval('campaigns_id_seq')::int as id), ${idempotency.CLAIM},
    created as (
      insert into campaigns (id, ${insertColumnsOf('campaigns', 'campaign', 'id')})
      select new_row.id, ${insertValuesOf('campaigns', 'campaign', 'id')} from new_row, claim where ${AUDIT_ACTOR} returning *),
    new_event as (
      insert into campaign_events (workspace_id, campaign_id, type, user_id, api_key_id)
      select workspace_id, id, 'created', $userId?, $keyId? from created)
    select ${selectList(FIELDS)} from created`,
)

/** Creates a draft campaign, once per Idempotency-Key. Throws BAD_REQUEST as `toColumns` does. */
export async function create(actor: Actor, input: CampaignInput): Promise<Campaign> {
  const { workspaceId, claim, userId = null, keyId = null } = actor
  if (claim?.effect !== undefined) return (await find(actor, claim.effect as number))!
  const { displayColumns, ...fields } = await toColumns(actor, input)
  const now = clock.now()
  const campaign = await createCampaign.get({
    workspaceId,
    userId,
    keyId,
    campaign: { ...toRow({ ...fields, workspaceId, createdAt: now, updatedAt: now }), displayColumns },
    ...idempotency.claimParams(actor),
  })
  if (!campaign) throw new DuplicateRequestError()
  publish('campaign.updated', { workspaceId, campaignId: campaign.id })
  return campaign as Campaign
}

const lockCampaign = statement(
  'campaigns.lock',
  sql`select ${selectList(FIELDS)} from campaigns where workspace_id = $workspaceId and id = $campaignId and status <> 'cancelled' for no key update`,
)

/**
 * Runs `work` in a transaction with the campaign locked, so that no other request changes it and none of its calls begins. Notifies
 * subscribers after the commit. Throws NOT_FOUND, also for a canceled campaign.
 */
export const withCampaign = <T>({ workspaceId }: Pick<Actor, 'workspaceId'>, id: CampaignId, work: (tx: Tx, campaign: Campaign) => Promise<T>): Promise<T> =>
  transaction(async (tx) => {
    const campaign = await lockCampaign.get({ workspaceId, campaignId: id }, tx)
    if (!campaign) throw notFound('Campaign')
    campaignEvents.announce(tx, campaign)
    return work(tx, campaign as Campaign)
  })

const saveCampaign = statement(
  'campaigns.save',
  sql`update campaigns set ${assignmentsOf('campaigns', 'changes')} where workspace_id = $workspaceId and id = $campaignId returning ${selectList(FIELDS)}`,
)

/** Saves the given fields, free JSON as it was sent, and returns the campaign. */
export async function save(tx: Tx, { workspaceId, id }: Campaign, { displayColumns, ...fields }: CampaignPatch): Promise<Campaign> {
  const changes = { ...toRow({ ...fields, updatedAt: clock.now() }), displayColumns }
  const saved = await saveCampaign.get({ workspaceId, campaignId: id, changes }, tx)
  return saved as Campaign
}

const findCampaign = statement('campaigns.find', sql`select ${selectList(FIELDS)} from campaigns where workspace_id = $workspaceId and id = $campaignId`)

const find = ({ workspaceId }: Actor, campaignId: CampaignId) => findCampaign.get({ workspaceId, campaignId }) as Promise<Campaign | undefined>
