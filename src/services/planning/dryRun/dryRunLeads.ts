import type { CampaignId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { CALL_HISTORY_COLUMNS, toCandidate, type RecentCalls, validConsentsOf } from '../../leads/leadFacts.ts'
import { callReach } from '../../compliance/legalHours.ts'
import { LOCATION_KEYS } from '../../compliance/leadLocations.ts'
import { registerKeys } from '../../compliance/registers/registerHashes.ts'
import { fromJson } from '../../shared/jsonColumns.ts'
import type { VirtualLead } from './dryRunSimulation.ts'

const PAGE_SIZE = 1_000

/** Select column with the custom fields of a lead `l` that are about its location. */
export const LOCATION_DATA = sql`coalesce((select json_object_agg(key, value) from json_each(case json_typeof(l.data) when 'object' then l.data else '{}' end)
  where lower(regexp_replace(key, '[[:space:]_-]', '', 'g')) = any($locationKeys)), '{}')`

const listLeads = statement(
  'dryRuns.listLeads',
  sql`
    select l.id, l.phone_number, l.attempts, l.refusals, l.next_attempt_at,
      ${LOCATION_DATA} as data, ${validConsentsOf(sql`l.phone_number`)} as consents,
      ${CALL_HISTORY_COLUMNS}
    from leads l
    where l.workspace_id = $workspaceId and l.campaign_id = $campaignId and l.status = 'pending' and l.deleted_at is null and l.id > $after
    order by l.id limit $take`,
)

/**
 * Reads the first pending leads of a campaign with the inputs of decisions about them, page by page. Of their custom fields only those about
 * the location are read. No number counts as being in a call, since current calls will have ended.
 */
export async function readLeads(workspaceId: WorkspaceId, campaignId: CampaignId, limit: number, now: Date): Promise<VirtualLead[]> {
  const leads: VirtualLead[] = []
  for (let after = 0; leads.length < limit;) {
    const take = Math.min(PAGE_SIZE, limit - leads.length)
    const page = await listLeads.all({ workspaceId, campaignId, after, take, locationKeys: LOCATION_KEYS, now, registerKeys: registerKeys(), ...callReach() })
    for (const { data, recent, consents, register, ...lead } of page) {
      const facts = { ...lead, ...fromJson<Pick<VirtualLead, 'data' | 'consents' | 'register'> & RecentCalls>({ data, recent, consents, register }) }
      leads.push({ ...toCandidate(facts, now), isOnTheLine: false })
    }
    if (page.length < PAGE_SIZE) break
    after = page.at(-1)!.id
  }
  return leads
}
