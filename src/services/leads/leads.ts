import type { CampaignId, LeadId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import { type Campaign, type Lead, Prisma } from '../../generated/prisma/client.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as openCampaigns from '../campaigns/openCampaigns.ts'

export const FIELDS = Object.keys(Prisma.LeadScalarFieldEnum)

const getLead = statement('leads.get', sql`select ${selectList(FIELDS)} from leads where workspace_id = $workspaceId and id = $id and deleted_at is null`)

export async function get({ workspaceId }: Actor, id: LeadId): Promise<Lead> {
  const lead = await getLead.get({ workspaceId, id })
  if (!lead) throw notFound('Lead')
  return lead
}

/** The data that stays when a lead is removed: none if it was never called; otherwise all, since results show it. */
export const REMAINING_DATA = sql`case when attempts = 0 and last_call_id is null then '{}' else data end`

/** Whether `$id` is a lead of the campaign. */
const IS_LEAD = sql`workspace_id = $workspaceId and campaign_id = $campaignId and id = $id and deleted_at is null`

const removeLead = statement(
  'leads.remove',
  sql`
    update leads set deleted_at = $now, updated_at = $now, status = 'cancelled', data = ${REMAINING_DATA} where ${IS_LEAD} and status <> 'calling'
    returning phone_number, external_id`,
)
const findLead = statement('leads.find', sql`select id from leads where ${IS_LEAD}`)

/** Removes a lead from its campaign; its calls stay, and its data if it has calls. Throws CONFLICT while it is being called (contract: Leads). */
export const remove = (actor: Actor, campaignId: CampaignId, id: LeadId): Promise<number> =>
  transaction(async (tx) => {
    const campaign = await openCampaigns.lock(tx, actor, campaignId)
    const key = { workspaceId: actor.workspaceId, campaignId, id }
    const lead = await removeLead.get({ ...key, now: clock.now() }, tx)
    if (!lead) throw (await findLead.get(key, tx)) ? conflict('lead_being_called') : notFound('Lead')
    await campaignEvents.record(tx, actor, campaign, 'lead_deleted', { leadId: id, ...lead })
    campaignEvents.announce(tx, campaign)
    return id
  })

/** Cancels a campaign's pending leads. Returns their number. */
export async function cancelPending(tx: Tx, { workspaceId, id: campaignId }: Pick<Campaign, 'workspaceId' | 'id'>): Promise<number> {
  const where = { workspaceId, campaignId, status: 'pending', deletedAt: null }
  const { count } = await tx.lead.updateMany({ where, data: { status: 'cancelled', nextAttemptAt: null, updatedAt: clock.now() } })
  return count
}
