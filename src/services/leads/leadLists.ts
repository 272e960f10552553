import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { invalidFields } from '../../kernel/vocabulary/errors.ts'
import type { Lead } from '../../generated/prisma/client.ts'
import type { LeadOrder } from '../../inputs/leads.ts'
import { partOf } from '../../kernel/db/patterns.ts'
import { LONG_PAGE, MAX_COUNT, MAX_ID } from '../../kernel/db/rows.ts'
import { columnsOf, ifGiven, rawSql, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as campaigns from '../campaigns/campaigns.ts'
import { type Page, pageById, type PageArgs, pageSizeOf } from '../shared/paging.ts'
import { FIELDS } from './leads.ts'

export interface LeadFilter {
  status?: string | null
  /** Part of the name, the number or the external ID. */
  search?: string | null
}

/** Conditions of a campaign's leads. */
const MATCHES_FILTER = sql`
  workspace_id = $workspaceId and campaign_id = $campaignId and deleted_at is null ${ifGiven('status', sql`and status = $status`)}
  ${ifGiven('part', sql`and (name ilike $part or phone_number like $part or external_id ilike $part)`)}`

const selectLeads = sql`select ${columnsOf('leads')} from leads where ${MATCHES_FILTER}`
/** A page in the order of a column that an index has within a campaign. */
const pageBy = (column: string, operator: '<' | '>') =>
  sql`${selectLeads} ${ifGiven('cursor', rawSql(`and ${column} ${operator} $cursor`))} order by ${rawSql(column + (operator === '<' ? ' desc' : ''))} limit $take`

const listNewestLeads = statement('leads.list', pageBy('id', '<'))
const listOldestLeads = statement('leads.listOldest', pageBy('id', '>'))
const listLeadsByNumber = statement('leads.listByNumber', pageBy('phone_number', '>'))
const listLeadsByNumberDown = statement('leads.listByNumberDown', pageBy('phone_number', '<'))
const countLeads = statement(
  'leads.countMatching',
  sql`select count(*)::int as "count!" from (select id from leads where ${MATCHES_FILTER} limit $take) matching`,
)

/** Returns the cursor of a lead in a list of this order: its number, which is unique in a campaign, or its ID. */
export const cursorOf = ({ id, phoneNumber }: Pick<Lead, 'id' | 'phoneNumber'>, order: LeadOrder) => (isByNumber(order) ? phoneNumber : String(id))

const isByNumber = (order: LeadOrder) => order === 'phone_number' || order === 'phone_number_descending'

/** Lists a campaign's leads, newest first by default. Throws NOT_FOUND for a canceled campaign. */
export async function list(
  actor: Actor,
  campaignId: CampaignId,
  page: PageArgs,
  filter: LeadFilter = {},
  fields: readonly string[] = FIELDS,
  order: LeadOrder = 'newest',
): Promise<Page<Lead>> {
  await campaigns.get(actor, campaignId)
  const params = { ...paramsOf(actor, campaignId, filter), fields }
  if (isByNumber(order)) return pageByNumber(page, params, order)
  const { all } = order === 'oldest' ? listOldestLeads : listNewestLeads
  return pageById<Lead>(page, LONG_PAGE, ({ where: { id }, take }) => all({ ...params, cursor: id?.lt, take }))
}

type Params = ReturnType<typeof paramsOf> & { fields: readonly string[] }

async function pageByNumber({ first, after }: PageArgs, params: Params, order: LeadOrder): Promise<Page<Lead>> {
  const take = pageSizeOf(first, LONG_PAGE)
  if (after != null && !/^\+\d{1,15}$/.test(after))
    throw invalidFields([{ loc: ['query', 'cursor'], msg: 'value is not a valid cursor', type: 'value_error.cursor' }])
  const { all } = order === 'phone_number' ? listLeadsByNumber : listLeadsByNumberDown
  const rows = await all({ ...params, fields: [...new Set([...params.fields, 'phoneNumber'])], cursor: after ?? null, take: take + 1 })
  return { rows: rows.slice(0, take), hasMore: rows.length > take }
}

/** Counts the leads of a filter, up to `MAX_COUNT`. Throws NOT_FOUND for a canceled campaign. */
export async function countMatching(actor: Actor, campaignId: CampaignId, filter: LeadFilter): Promise<number> {
  await campaigns.get(actor, campaignId)
  return count(actor, campaignId, filter, MAX_COUNT)
}

/** Counts all leads of a filter. */
export const count = async (actor: Actor, campaignId: CampaignId, filter: LeadFilter, limit = MAX_ID): Promise<number> =>
  (await countLeads.get({ ...paramsOf(actor, campaignId, filter), take: limit }))!.count

const paramsOf = ({ workspaceId }: Actor, campaignId: CampaignId, { status, search }: LeadFilter) => ({
  workspaceId,
  campaignId,
  status,
  part: search ? partOf(search) : null,
})
