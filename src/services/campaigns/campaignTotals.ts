import type { CallId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Connection } from '../../kernel/db/db.ts'
import type { Call } from '../../generated/prisma/client.ts'
import { groupBy } from '../../kernel/lib/groups.ts'
import { rawSql, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

/** Adds up two columns of counts by name. */
const addCounts = (column: 'statuses' | 'outcomes') =>
  rawSql(`(select jsonb_object_agg(name, total) from (
    select name, sum(count::int) as total from (select * from jsonb_each_text(t.${column}) union all select * from jsonb_each_text(excluded.${column})) as counts (name, count)
    group by name) as totals)`)

const addToTotals = statement(
  'campaigns.addToTotals',
  sql`
    insert into campaign_totals as t (campaign_id, workspace_id, calls, talk_seconds, cost_micros, statuses, outcomes)
    select campaign_id, $workspaceId, calls, talk_seconds, cost_micros, statuses, outcomes
    from jsonb_to_recordset($totals::jsonb) as s (campaign_id int, calls int, talk_seconds int, cost_micros bigint, statuses jsonb, outcomes jsonb)
    order by campaign_id
    on conflict (campaign_id) do update set
      calls = t.calls + excluded.calls,
      talk_seconds = t.talk_seconds + excluded.talk_seconds,
      cost_micros = t.cost_micros + excluded.cost_micros,
      statuses = ${addCounts('statuses')},
      outcomes = ${addCounts('outcomes')}
    where t.workspace_id = excluded.workspace_id`,
)

type Charges = ReadonlyMap<CallId, { charged: bigint }>

/**
 * Adds calls to the totals of their campaigns, in the transaction that closes them and as late as possible, since all such transactions of a
 * campaign wait for each other here. The charges are in micro-units.
 */
export async function addCalls(tx: Connection, workspaceId: WorkspaceId, calls: readonly Call[], charges: Charges): Promise<void> {
  const byCampaign = groupBy(calls, ({ campaignId }) => campaignId)
  byCampaign.delete(null)
  if (byCampaign.size === 0) return
  const totals = [...byCampaign].map(([campaignId, ofCampaign]) => ({ campaign_id: campaignId, ...addUp(ofCampaign, charges) }))
  await addToTotals.run({ workspaceId, totals: JSON.stringify(totals) }, tx)
}

const addUp = (calls: readonly Call[], charges: Charges) => ({
  calls: calls.length,
  talk_seconds: calls.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0),
  cost_micros: String(calls.reduce((sum, { id }) => sum + (charges.get(id)?.charged ?? 0n), 0n)),
  statuses: countBy(calls, ({ status }) => status),
  outcomes: countBy(calls, ({ outcome }) => outcome ?? 'unknown'),
})

const countBy = (calls: readonly Call[], nameOf: (call: Call) => string) =>
  Object.fromEntries([...groupBy(calls, nameOf)].map(([name, group]) => [name, group.length]))
