import type { Agent } from '../../generated/prisma/client.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { findZoneCountry } from '../compliance/countries.ts'
import { locateNumber } from '../compliance/numberZones.ts'

/** How many leads of a campaign are looked at. */
const MAX_LEADS = 20_000

/** One number for each prefix of the leads of campaigns that have not ended, the agent's inbound numbers, and the workspace's time zone. */
const readPlaces = statement(
  'agents.readPlaces',
  sql`
    select w.timezone, array(
      select min(sample.phone_number) from campaigns k, lateral (
        select l.phone_number from leads l where l.workspace_id = $workspaceId and l.campaign_id = k.id and l.deleted_at is null limit ${MAX_LEADS}) sample
      where k.workspace_id = $workspaceId and k.agent_id = $agentId and k.status not in ('completed', 'cancelled')
      group by left(sample.phone_number, 5)) as "lead_numbers!",
      array(select n.phone_number from phone_numbers n where n.workspace_id = $workspaceId and n.is_active and n.inbound_agent_id = $agentId) as "own_numbers!"
    from workspaces w where w.id = $workspaceId`,
)

/**
 * Lists the countries of an agent's calls (ISO 3166, sorted): those of its campaigns' leads and of its inbound numbers, or else that of the
 * workspace's time zone. Empty if none is known.
 */
export async function list({ workspaceId, id: agentId }: Pick<Agent, 'workspaceId' | 'id'>): Promise<string[]> {
  const { timezone, leadNumbers, ownNumbers } = (await readPlaces.get({ workspaceId, agentId }))!
  const called = [...leadNumbers, ...ownNumbers].flatMap((number) => locateNumber(number!).country ?? [])
  const countries = called.length > 0 ? called : [findZoneCountry(timezone) ?? []].flat()
  return [...new Set(countries)].toSorted()
}
