import { query, sql } from '../../../kernel/db/sql.ts'
import { behind, decidable, type Recent } from '../../leads/leadFacts.ts'
import { PLACE_KEYS } from '../../compliance/leadPlaces.ts'
import type { VirtualLead } from './dryRunSimulation.ts'

const PAGE = 1_000

type Found = Omit<VirtualLead, 'attemptTimes' | 'callTimes' | 'isOnTheLine'> & Recent

/**
 * The first leads of a campaign that wait, with what decisions about them are made of, read a page at a time. Of their data
 * only what says where they are is read. Nobody counts as being on the line: calls under way now will have ended.
 */
export async function read(workspaceId: number, campaignId: number, most: number, now: Date): Promise<VirtualLead[]> {
  const leads: VirtualLead[] = []
  for (let after = 0; leads.length < most;) {
    const page = await pageOf(workspaceId, campaignId, after, Math.min(PAGE, most - leads.length), now)
    leads.push(...page.map((lead) => ({ ...decidable(lead, now), isOnTheLine: false })))
    if (page.length < PAGE) break
    after = page.at(-1)!.id
  }
  return leads
}

const pageOf = (workspaceId: number, campaignId: number, after: number, take: number, now: Date) =>
  query<Found>(sql`
    select l.id, l.phone_number as "phoneNumber", l.attempts, l.refusals, l.next_attempt_at as "nextAttemptAt",
      coalesce((select json_object_agg(key, value) from json_each(case json_typeof(l.data) when 'object' then l.data else '{}' end)
        where lower(regexp_replace(key, '[[:space:]_-]', '', 'g')) = any(${PLACE_KEYS}::text[])), '{}') as data,
      ${behind(workspaceId, now)}
    from leads l
    where l.workspace_id = ${workspaceId} and l.campaign_id = ${campaignId} and l.status = 'pending' and l.deleted_at is null and l.id > ${after}
    order by l.id limit ${take}`)
