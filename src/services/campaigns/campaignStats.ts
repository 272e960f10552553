import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { query, sql } from '../../kernel/db/sql.ts'

/** Statistics of a campaign. Calls are counted by status and by outcome; cost is in micro-units. */
export interface CampaignStats {
  leads: Record<string, number>
  calls: Record<string, number>
  outcomes: Record<string, number>
  talkSeconds: number
  cost: bigint
}

/** Reads the statistics of many campaigns in the order of `campaignIds`: stored totals of finished calls, plus current counts of active calls and leads. */
export async function listMany({ workspaceId }: Actor, campaignIds: readonly CampaignId[]): Promise<CampaignStats[]> {
  const rows = await query<CampaignStats & { campaignId: CampaignId; active: Record<string, number> }>(sql`
    select wanted.id as "campaignId",
      coalesce((select jsonb_object_agg(status, n) from (
        select status, count(*) as n from leads where campaign_id = wanted.id and workspace_id = ${workspaceId} and deleted_at is null group by status) l), '{}') as leads,
      coalesce((select jsonb_object_agg(status, n) from (
        select status, count(*) as n from calls where campaign_id = wanted.id and workspace_id = ${workspaceId} and finished_at is null group by status) c), '{}') as active,
      coalesce(t.statuses, '{}') as calls, coalesce(t.outcomes, '{}') as outcomes, coalesce(t.talk_seconds, 0) as "talkSeconds", coalesce(t.cost_micros, 0) as cost
    from unnest(${campaignIds}::int[]) as wanted (id) left join campaign_totals t on t.campaign_id = wanted.id and t.workspace_id = ${workspaceId}`)
  const byId = new Map(rows.map(({ campaignId, active, calls, ...row }) => [campaignId, { ...row, calls: addCounts(calls, active) }]))
  return campaignIds.map((id) => byId.get(id)!)
}

function addCounts(counts: Record<string, number>, more: Record<string, number>) {
  const sum = { ...counts }
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
