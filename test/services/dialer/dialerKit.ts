import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import type { CampaignSettingsInput } from '../../../src/inputs/campaignSettings.ts'
import { until } from '../../kit/until.ts'
import type { Prisma } from '../../../src/generated/prisma/client.ts'

interface NewCampaign {
  phones: string[]
  settings?: Partial<CampaignSettingsInput>
  purpose?: string
  campaign?: Partial<Prisma.CampaignUncheckedCreateInput>
}

/** A campaign with a lead for each number, written straight into the tables: what is tested is the dialer. */
export async function campaignOf(workspaceId: number, agentId: number, { phones, settings = {}, purpose, campaign = {} }: NewCampaign) {
  const { id } = await anyWorkspace.campaign.create({
    data: { workspaceId, name: 'Campaign', agentId, purpose, settings: settings as Prisma.InputJsonObject, ...campaign },
  })
  await pool.query(
    `insert into leads (workspace_id, campaign_id, phone_number, name) select $1, $2, phone, 'Lead ' || nth from unnest($3::text[]) with ordinality as t (phone, nth)`,
    [workspaceId, id, phones],
  )
  return {
    id,
    start: () => anyWorkspace.campaign.update({ where: { id }, data: { status: 'running', startedAt: new Date(), resumedAt: new Date(), dialAt: new Date() } }),
    /** Waits until it is over. */
    over: () => until('the campaign to be over', async () => (await anyWorkspace.campaign.findUniqueOrThrow({ where: { id } })).status === 'completed'),
    /** Waits until it pauses by itself; answers why. */
    pausedFor: () => until('the campaign to pause', async () => (await anyWorkspace.campaign.findUniqueOrThrow({ where: { id } })).pauseReason),
    row: () => anyWorkspace.campaign.findUniqueOrThrow({ where: { id } }),
    events: () => anyWorkspace.campaignEvent.findMany({ where: { campaignId: id }, orderBy: { id: 'asc' } }),
    calls: () => anyWorkspace.call.findMany({ where: { campaignId: id }, orderBy: { id: 'asc' } }),
  }
}

export const leadsOf = (campaignId: number) => anyWorkspace.lead.findMany({ where: { campaignId }, orderBy: { id: 'asc' } })
export const decisionsOf = (leadId: number) => anyWorkspace.leadDecision.findMany({ where: { leadId }, orderBy: { id: 'asc' } })

/** So many numbers of an American area that all answer and are successes. */
export const phones = (area: string, count: number) => Array.from({ length: count }, (_, index) => `+1${area}${550 + index}0100`)
