import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { dayOf } from '../../../kernel/lib/zoneDays.ts'
import { selectList, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import type { Campaign } from '../../../generated/prisma/client.ts'
import { FIELDS } from '../../campaigns/campaigns.ts'
import { rulesOf } from '../../campaigns/rules/dialRules.ts'
import { windowsOn } from '../../compliance/dayRules.ts'
import { listCountryZones } from '../../compliance/countries.ts'
import { ruleFor } from '../../compliance/legalHours.ts'
import { type ConsentCounts, countWithoutConsent } from '../preflight/consentCounts.ts'

/** Campaigns that are reviewed at once, and pending leads of each. */
export const MAX_CAMPAIGNS = 10
const MAX_LEADS = 1_000

/** Drafts count once they have an agent. */
const listCampaigns = statement(
  'compliance.listCampaigns',
  sql`
    select ${selectList(FIELDS, 'c')} from unnest('{running,paused,draft}'::text[]) with ordinality as of_status (status, place), lateral (
      select * from campaigns k where k.workspace_id = $workspaceId and k.status = of_status.status and (k.status <> 'draft' or k.agent_id is not null)
      order by k.id desc limit ${MAX_CAMPAIGNS + 1}) c
    order by place, c.id desc limit ${MAX_CAMPAIGNS + 1}`,
)

/** A campaign that calls or may call soon, with what its next leads need. */
export interface CampaignReview {
  campaign: Campaign
  leads: ConsentCounts
  /** Countries whose legal calling hours the campaign's own hours exceed, if it doesn't keep them and no purpose says why. */
  beyondHours: string[]
}

/** Reviews the workspace's campaigns: running ones first, then paused ones and drafts, the newest first. */
export async function reviewCampaigns(workspaceId: WorkspaceId): Promise<{ reviews: CampaignReview[]; hasMore: boolean }> {
  const campaigns = (await listCampaigns.all({ workspaceId })) as Campaign[]
  const reviews: CampaignReview[] = []
  for (const campaign of campaigns.slice(0, MAX_CAMPAIGNS)) {
    const leads = await countWithoutConsent(campaign, MAX_LEADS)
    reviews.push({
      campaign,
      leads,
      beyondHours: findBeyondHours(
        campaign,
        [...leads.places].filter((place) => !place.includes('-')),
      ),
    })
  }
  return { reviews, hasMore: campaigns.length > MAX_CAMPAIGNS }
}

/** Days that are compared: every day of the week. */
const DAYS = 7

function findBeyondHours(campaign: Campaign, countries: readonly string[]): string[] {
  const { settings, isLegal } = rulesOf(campaign, null)
  if (isLegal || campaign.purpose !== null) return []
  const today = dayOf(clock.now().getTime())
  return countries.filter((country) => {
    if (ruleFor({ country, region: null }).certainty === 'low') return false
    const place = { country, region: null, zones: listCountryZones(country), source: 'country' as const }
    const minutes = (keepsLaw: boolean, day: number) => windowsOn(place, settings, keepsLaw, day).reduce((sum, { from, to }) => sum + to - from, 0)
    return Array.from({ length: DAYS }, (_, day) => today + day).some((day) => minutes(false, day) > minutes(true, day))
  })
}
