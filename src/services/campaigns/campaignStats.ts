import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { fromJson } from '../shared/jsonColumns.ts'

/** Statistics of a campaign. Calls are counted by status and by outcome; cost is in micro-units. */
export interface CampaignStats {
  leads: Record<string, number>
  calls: Record<string, number>
  outcomes: Record<string, number>
  talkSeconds: number
  cost: bigint
}

const readStats = statement(
  'campaigns.readStats',
  sql`
    select wanted.id as "campaignId!",
      coalesce((select jsonb_object_agg(status, number) from (
        select status, count(*) as number from leads where campaign_id = wanted.id and workspace_id = $workspaceId and deleted_at is null group by status) lead_counts), '{}') as leads,
      coalesce((select jsonb_object_agg(status, number) from (
        select status, count(*) as number from calls where campaign_id = wanted.id and workspace_id = $workspaceId and finished_at is null group by status) call_counts), '{}') as active,
      coalesce(t.statuses, '{}') as calls, coalesce(t.outcomes, '{}') as outcomes, coalesce(t.talk_seconds, 0) as talk_seconds, coalesce(t.cost_micros, 0) as cost
    from unnest($campaignIds::int[]) as wanted (id) left join campaign_totals t on t.campaign_id = wanted.id and t.workspace_id = $workspaceId`,
)

/** Reads the statistics of many campaigns in the order of `campaignIds`: stored totals of finished calls, plus current counts of active calls and leads. */
export async function listMany({ workspaceId }: Actor, campaignIds: readonly CampaignId[]): Promise<CampaignStats[]> {
  const rows = await readStats.all({ workspaceId, campaignIds: [...campaignIds] })
  const byId = new Map(
    rows.map(({ campaignId, leads, active, calls, outcomes, ...row }): [CampaignId, CampaignStats] => [
      campaignId,
      { ...row, leads: fromJson<Counts>(leads), calls: addCounts(fromJson<Counts>(calls), fromJson<Counts>(active)), outcomes: fromJson<Counts>(outcomes) },
    ]),
  )
  return campaignIds.map((id) => byId.get(id)!)
}

type Counts = Record<string, number>

function addCounts(counts: Counts, more: Counts) {
  const sum = { ...counts }
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
