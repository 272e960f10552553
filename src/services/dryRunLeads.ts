import { query, sql } from '../sql.ts'
import { PLACE_KEYS } from './places.ts'
import type { VirtualLead } from './virtualCampaigns.ts'

const PAGE = 1_000
const DAY_MS = 86_400_000

interface Found extends Omit<VirtualLead, 'attemptTimes' | 'callTimes' | 'isOnTheLine'> {
  recent: { at: string; lead: number | null }[]
}

/**
 * The first leads of a campaign that wait, with what decisions about them are made of, read a page at a time. Of their data
 * only what says where they are is read. Nobody counts as being on the line: calls under way now will have ended.
 */
export async function read(workspaceId: number, campaignId: number, most: number, now: Date): Promise<VirtualLead[]> {
  const leads: VirtualLead[] = []
  for (let after = 0; leads.length < most;) {
    const page = await pageOf(workspaceId, campaignId, after, Math.min(PAGE, most - leads.length), now)
    leads.push(...page.map((lead) => virtual(lead, now)))
    if (page.length < PAGE) break
    after = page.at(-1)!.id
  }
  return leads
}

const pageOf = (workspaceId: number, campaignId: number, after: number, take: number, now: Date) =>
  query<Found>(sql`
    select l.id, l.phone_number as "phoneNumber", l.attempts, l.refusals, l.next_attempt_at as "nextAttemptAt",
      coalesce((select jsonb_object_agg(key, value) from jsonb_each(case jsonb_typeof(l.data) when 'object' then l.data else '{}' end)
        where lower(regexp_replace(key, '[[:space:]_-]', '', 'g')) = any(${PLACE_KEYS}::text[])), '{}') as data,
      exists (select from dnc_entries d where d.workspace_id = ${workspaceId} and d.phone_number = l.phone_number) as "isListed",
      (select max(c.ended_at) from calls c where c.workspace_id = ${workspaceId} and c.to_number = l.phone_number and c.outcome = 'not_interested') as "refusedAt",
      coalesce((select jsonb_agg(jsonb_build_object('at', r.created_at, 'lead', r.lead_id)) from (
        select c.created_at, c.lead_id from calls c
        where c.workspace_id = ${workspaceId} and c.to_number = l.phone_number and c.direction = 'outbound' and c.placement <> 'refused'
          and c.created_at > ${now}::timestamptz - interval '30 days'
        order by c.created_at desc limit 100) r), '[]') as recent
    from leads l
    where l.workspace_id = ${workspaceId} and l.campaign_id = ${campaignId} and l.status = 'pending' and l.deleted_at is null and l.id > ${after}
    order by l.id limit ${take}`)

function virtual({ recent, ...lead }: Found, now: Date): VirtualLead {
  const calls = recent.map((call) => ({ at: new Date(call.at), isOwn: call.lead === lead.id }))
  const dayAgo = now.getTime() - DAY_MS
  return {
    ...lead,
    isOnTheLine: false,
    callTimes: calls.map(({ at }) => at),
    attemptTimes: calls.filter(({ at, isOwn }) => isOwn && at.getTime() > dayAgo).map(({ at }) => at),
  }
}
