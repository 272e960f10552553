import type { CampaignId, LeadId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { transaction } from '../../kernel/db/db.ts'
import { conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import { type Lead, Prisma } from '../../generated/prisma/client.ts'
import { LONG_PAGE } from '../../kernel/db/rows.ts'
import { columns, empty, query, sql } from '../../kernel/db/sql.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as campaigns from '../campaigns/campaigns.ts'
import { lockCampaign } from './imports/leadWrites.ts'
import { findNewest, pageById, type PageArgs } from '../shared/paging.ts'

export const FIELDS = Object.keys(Prisma.LeadScalarFieldEnum)

export interface LeadFilter {
  status?: string | null
  /** Part of the name, the number or the external ID. */
  search?: string | null
}

/** Lists a campaign's leads, newest first. Throws NOT_FOUND for a canceled campaign. */
export async function list(actor: Actor, campaignId: CampaignId, page: PageArgs, { status, search }: LeadFilter = {}, fields: readonly string[] = FIELDS) {
  await campaigns.get(actor, campaignId)
  const where = { workspaceId: actor.workspaceId, campaignId, deletedAt: null, status: status ?? undefined }
  return pageById(page, LONG_PAGE, search ? createSearch(where, search, fields) : findNewest<Lead>('leads', fields, where))
}

export async function get({ workspaceId }: Actor, id: LeadId) {
  const [lead] = await query<Lead>(sql`select ${columns(FIELDS)} from leads where workspace_id = ${workspaceId} and id = ${id} and deleted_at is null`)
  if (!lead) throw notFound('Lead')
  return lead
}

/** The data that stays when a lead is removed: none if it was never called; otherwise all, since results show it. */
export const REMAINING_DATA = sql`case when attempts = 0 and last_call_id is null then '{}' else data end`

/** Removes a lead from its campaign; its calls stay, and its data if it has calls. Throws CONFLICT while it is being called (contract: Leads). */
export const remove = (actor: Actor, campaignId: CampaignId, id: LeadId): Promise<number> =>
  transaction(async (tx) => {
    const campaign = await lockCampaign(tx, actor, campaignId)
    const now = clock.now()
    const condition = sql`workspace_id = ${actor.workspaceId} and campaign_id = ${campaignId} and id = ${id} and deleted_at is null`
    const [lead] = await tx.$queryRaw<Pick<Lead, 'phoneNumber' | 'externalId'>[]>(sql`
      update leads set deleted_at = ${now}, updated_at = ${now}, status = 'cancelled', data = ${REMAINING_DATA} where ${condition} and status <> 'calling'
      returning phone_number as "phoneNumber", external_id as "externalId"`)
    if (!lead)
      throw (await tx.$queryRaw<unknown[]>(sql`select id from leads where ${condition}`)).length > 0
        ? conflict('The lead is being called. End the call first.')
        : notFound('Lead')
    await campaignEvents.record(tx, actor, campaign, 'lead_deleted', { leadId: id, ...lead })
    campaignEvents.announce(tx, campaign)
    return id
  })

const createSearch =
  ({ workspaceId, campaignId, status }: { workspaceId: WorkspaceId; campaignId: CampaignId; status?: string }, search: string, fields: readonly string[]) =>
  ({ where: { id }, take }: { where: { id?: { lt: number } }; take: number }) => {
    const part = `%${search.replace(/[\\%_]/g, '\\$&')}%`
    return query<Lead>(sql`
      select ${columns(fields)} from leads
      where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and deleted_at is null
        ${status === undefined ? empty : sql`and status = ${status}`} ${id ? sql`and id < ${id.lt}` : empty}
        and (name ilike ${part} or phone_number like ${part} or external_id ilike ${part})
      order by id desc limit ${take}`)
  }
