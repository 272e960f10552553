import type { Campaign } from '../../../generated/prisma/client.ts'
import { type SqlText, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import type { OpenVariable } from '../../agents/agentVariables.ts'

/** Maximum number of pending leads to count; further ones are only searched for a value. */
const MAX_LEADS = 10_000

/** How far the pending leads fill a variable that has no default. */
export interface VariableCount {
  name: string
  /** How many of the first 10,000 pending leads have no value. */
  empty: number
  /** Whether at least one pending lead has a value. */
  isFilled: boolean
}

/** Whether a lead has a value for a variable, as `callBatches` gives it to the call. Compares JSON as written, because that reads any value. */
const isFilled = (lead: SqlText): SqlText => sql`
  (n.name = 'phone_number' or (n.name = 'name' and ${lead}.name <> '')
    or (json_typeof(${lead}.data -> n.name) in ('string', 'number', 'boolean') and (${lead}.data -> n.name)::text <> '""'))`

const countEmpty = statement(
  'preflights.countEmptyVariables',
  sql`
    with names as (select unnest($names::text[]) as name),
    pending as materialized (
      select l.name, l.data from leads l
      where l.workspace_id = $workspaceId and l.campaign_id = $campaignId and l.status = 'pending' and l.deleted_at is null order by l.id limit $limit),
    counted as (
      select n.name, count(*)::int as empty, (select count(*)::int from pending) as pending from names n cross join pending p
      where ${isFilled(sql`p`)} is not true group by n.name)
    select n.name as "name!", n.empty as "empty!",
      n.empty < n.pending or exists (
        select from leads l where l.workspace_id = $workspaceId and l.campaign_id = $campaignId and l.status = 'pending' and l.deleted_at is null
          and ${isFilled(sql`l`)}) as "is_filled!"
    from counted n order by array_position($names, n.name)`,
)

/**
 * Lists the variables without a default for which pending leads have no value, in one statement. Counts the first 10,000 pending leads. Only if
 * none of them has a value does it read on, to the first lead that has one: so a variable is exactly known to have none. It takes at most the
 * time of reading the campaign's pending leads once for each such variable.
 */
export async function countEmptyVariables({ workspaceId, id: campaignId }: Campaign, variables: readonly OpenVariable[]): Promise<VariableCount[]> {
  const names = variables.filter(({ defaultValue }) => defaultValue === null).map(({ name }) => name)
  return names.length === 0 ? [] : countEmpty.all({ workspaceId, campaignId, names, limit: MAX_LEADS })
}
