import type { CampaignId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { query, sql } from '../../../kernel/db/sql.ts'
import { buildCallHistoryColumns, toCandidate, type RecentCalls } from '../../leads/leadFacts.ts'
import { LOCATION_KEYS } from '../../compliance/leadLocations.ts'
import type { VirtualLead } from './dryRunSimulation.ts'

const PAGE_SIZE = 1_000

type LeadRow = Omit<VirtualLead, 'attemptTimes' | 'callTimes' | 'isOnTheLine'> & RecentCalls

/**
 * Reads the first pending leads of a campaign with the inputs of decisions about them, page by page. Of their custom fields only those about
 * the location are read. No number counts as being in a call, since current calls will have ended.
 */
export async function readLeads(workspaceId: WorkspaceId, campaignId: CampaignId, limit: number, now: Date): Promise<VirtualLead[]> {
  const leads: VirtualLead[] = []
  for (let after = 0; leads.length < limit;) {
    const page = await readPage(workspaceId, campaignId, after, Math.min(PAGE_SIZE, limit - leads.length), now)
    leads.push(...page.map((lead) => ({ ...toCandidate(lead, now), isOnTheLine: false })))
    if (page.length < PAGE_SIZE) break
    after = page.at(-1)!.id
  }
  return leads
}

const readPage = (workspaceId: WorkspaceId, campaignId: CampaignId, after: number, take: number, now: Date) =>
  query<LeadRow>(sql`
    select l.id, l.phone_number as "phoneNumber", l.attempts, l.refusals, l.next_attempt_at as "nextAttemptAt",
      coalesce((select json_object_agg(key, value) from json_each(case json_typeof(l.data) when 'object' then l.data else '{}' end)
        where lower(regexp_replace(key, '[[:space:]_-]', '', 'g')) = any(${LOCATION_KEYS}::text[])), '{}') as data,
      ${buildCallHistoryColumns(workspaceId, now)}
    from leads l
    where l.workspace_id = ${workspaceId} and l.campaign_id = ${campaignId} and l.status = 'pending' and l.deleted_at is null and l.id > ${after}
    order by l.id limit ${take}`)
