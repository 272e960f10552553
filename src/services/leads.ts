import type { Actor } from '../actor.ts'
import { clock } from '../clock.ts'
import { transaction } from '../db.ts'
import { conflict, notFound } from '../errors.ts'
import { type Lead, Prisma } from '../generated/prisma/client.ts'
import { LONG_PAGE } from '../rows.ts'
import { columns, empty, query, sql } from '../sql.ts'
import * as campaignEvents from './campaignEvents.ts'
import * as campaigns from './campaigns.ts'
import { hold } from './leadWrites.ts'
import { newest, pageById, type PageArgs } from './paging.ts'

export const FIELDS = Object.keys(Prisma.LeadScalarFieldEnum)

export interface LeadFilter {
  status?: string | null
  /** Part of the name, the number or the external id. */
  search?: string | null
}

/** A campaign's leads, newest first. NOT_FOUND of a campaign that is cancelled. */
export async function list(actor: Actor, campaignId: number, page: PageArgs, { status, search }: LeadFilter = {}, fields: readonly string[] = FIELDS) {
  await campaigns.get(actor, campaignId)
  const where = { workspaceId: actor.workspaceId, campaignId, deletedAt: null, status: status ?? undefined }
  return pageById(page, LONG_PAGE, search ? found(where, search, fields) : newest<Lead>('leads', fields, where))
}

export async function get({ workspaceId }: Actor, id: number) {
  const [lead] = await query<Lead>(sql`select ${columns(FIELDS)} from leads where workspace_id = ${workspaceId} and id = ${id} and deleted_at is null`)
  if (!lead) throw notFound('Lead')
  return lead
}

/** Takes a lead out of its campaign; its calls stay. CONFLICT while it is being called (contract: Leads). */
export const remove = (actor: Actor, campaignId: number, id: number): Promise<number> =>
  transaction(async (tx) => {
    const campaign = await hold(tx, actor, campaignId)
    const where = { workspaceId: actor.workspaceId, campaignId, id, deletedAt: null }
    const [lead] = await tx.lead.updateManyAndReturn({
      where: { ...where, status: { not: 'calling' } },
      data: { deletedAt: clock.now(), updatedAt: clock.now(), status: 'cancelled' },
      select: { phoneNumber: true, externalId: true },
    })
    if (!lead) throw (await tx.lead.count({ where })) > 0 ? conflict('The lead is being called: end the call first') : notFound('Lead')
    await campaignEvents.record(tx, actor, campaign, 'lead_deleted', { leadId: id, ...lead })
    campaignEvents.announce(tx, campaign)
    return id
  })

const found =
  ({ workspaceId, campaignId, status }: { workspaceId: number; campaignId: number; status?: string }, search: string, fields: readonly string[]) =>
  ({ where: { id }, take }: { where: { id?: { lt: number } }; take: number }) => {
    const part = `%${search.replace(/[\\%_]/g, '\\$&')}%`
    return query<Lead>(sql`
      select ${columns(fields)} from leads
      where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and deleted_at is null
        ${status === undefined ? empty : sql`and status = ${status}`} ${id ? sql`and id < ${id.lt}` : empty}
        and (name ilike ${part} or phone_number like ${part} or external_id ilike ${part})
      order by id desc limit ${take}`)
  }
