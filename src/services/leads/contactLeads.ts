import { partOf } from '../../kernel/db/patterns.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { FIELDS } from './leads.ts'

const MAX_LEADS = 50
/** How many of a workspace's leads a search by name looks at, the newest. No index on leads has names, because it would make imports slower. */
export const MAX_SEARCHED_LEADS = 10_000
const MAX_MATCHES = 50

/** A number is a lead of a campaign once at most, so this is one index lookup per campaign. */
const listLeadsOfNumber = statement(
  'leads.listOfNumber',
  sql`
    select ${selectList(FIELDS, 'lead')} from campaigns c, lateral (
      select ${selectList(FIELDS)} from leads
      where workspace_id = $workspaceId and campaign_id = c.id and phone_number = $phoneNumber and deleted_at is null limit 1) as lead
    where c.workspace_id = $workspaceId and c.status <> 'cancelled'
    order by lead.id desc limit ${MAX_LEADS}`,
)

/** Lists the leads with a phone number (E.164) in all campaigns, newest first, at most 50. */
export const listOfNumber = ({ workspaceId }: Actor, phoneNumber: string) => listLeadsOfNumber.all({ workspaceId, phoneNumber })

/** The order is that of an index with the workspace, so that the planner doesn't walk the primary key past the leads of all other workspaces. */
const searchNewestLeads = statement(
  'leads.searchNewest',
  sql`
    with newest as (
      select id, phone_number, name, external_id from leads where workspace_id = $workspaceId and deleted_at is null
      order by created_at desc, id desc limit ${MAX_SEARCHED_LEADS})
    select phone_number, name from newest
    where name ilike $part or phone_number like $part or external_id ilike $part
    order by id desc limit ${MAX_MATCHES}`,
)

/** Finds a part of the name, the number or the external ID among the 10,000 newest leads. Returns at most 50, newest first. */
export const searchNewest = ({ workspaceId }: Actor, text: string) => searchNewestLeads.all({ workspaceId, part: partOf(text) })

/** How many of a workspace's campaigns are asked for names, the newest. */
export const MAX_NAMING_CAMPAIGNS = 100

/** One index lookup per number and campaign, as no index has a workspace's numbers. `offset 0` keeps the planner from another order. */
const listContactNames = statement(
  'leads.listContactNames',
  sql`
    select distinct on (lead.phone_number) lead.phone_number, lead.name as "name!" from (
      select id from campaigns where workspace_id = $workspaceId and status <> 'cancelled' order by id desc limit ${MAX_NAMING_CAMPAIGNS}) c,
      lateral (
        select id, phone_number, name from leads
        where workspace_id = $workspaceId and campaign_id = c.id and phone_number = any($phoneNumbers) and deleted_at is null offset 0) as lead
    where lead.name is not null order by lead.phone_number, lead.id desc`,
)

/** Returns for each number the name of its newest lead that has one, or null. Asks the 100 newest campaigns. */
export async function listNames({ workspaceId }: Actor, phoneNumbers: readonly string[]): Promise<(string | null)[]> {
  const rows = await listContactNames.all({ workspaceId, phoneNumbers: [...new Set(phoneNumbers)] })
  const names = new Map(rows.map(({ phoneNumber, name }) => [phoneNumber, name]))
  return phoneNumbers.map((number) => names.get(number) ?? null)
}
