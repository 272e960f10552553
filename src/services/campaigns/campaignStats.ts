import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { query, sql } from '../../kernel/db/sql.ts'

/** What has come of a campaign so far. Calls and outcomes count by status and by outcome; money is in micro-units. */
export interface CampaignStats {
  leads: Record<string, number>
  calls: Record<string, number>
  outcomes: Record<string, number>
  talkSeconds: number
  cost: bigint
}

/** Of many campaigns at once, in the order asked: finished calls as they were added up, those under way and leads counted now. */
export async function of({ workspaceId }: Actor, campaignIds: readonly number[]): Promise<CampaignStats[]> {
  const rows = await query<CampaignStats & { campaignId: number; underWay: Record<string, number> }>(sql`
    select wanted.id as "campaignId",
      coalesce((select jsonb_object_agg(status, n) from (
        select status, count(*) as n from leads where campaign_id = wanted.id and workspace_id = ${workspaceId} and deleted_at is null group by status) l), '{}') as leads,
      coalesce((select jsonb_object_agg(status, n) from (
        select status, count(*) as n from calls where campaign_id = wanted.id and workspace_id = ${workspaceId} and finished_at is null group by status) c), '{}') as "underWay",
      coalesce(t.statuses, '{}') as calls, coalesce(t.outcomes, '{}') as outcomes, coalesce(t.talk_seconds, 0) as "talkSeconds", coalesce(t.cost_micros, 0) as cost
    from unnest(${campaignIds}::int[]) as wanted (id) left join campaign_totals t on t.campaign_id = wanted.id and t.workspace_id = ${workspaceId}`)
  const byId = new Map(rows.map(({ campaignId, underWay, calls, ...row }) => [campaignId, { ...row, calls: added(calls, underWay) }]))
  return campaignIds.map((id) => byId.get(id)!)
}

function added(some: Record<string, number>, more: Record<string, number>) {
  const sum = { ...some }
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
