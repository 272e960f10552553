import { randomUUID } from 'node:crypto'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import type { CampaignSettingsInput } from '../../../src/inputs/campaignSettings.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import type { Prisma } from '../../../src/generated/prisma/client.ts'

interface NewCampaign {
  phones: string[]
  settings?: Partial<CampaignSettingsInput>
  purpose?: string
  campaign?: Partial<Prisma.CampaignUncheckedCreateInput>
}

/** Creates a campaign with a lead for each number, directly in the tables, since only the dialer is tested. */
export async function createCampaign(workspaceId: number, agentId: number, { phones, settings = {}, purpose, campaign = {} }: NewCampaign) {
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
    /** Waits until the campaign is completed. */
    over: () => waitFor('the campaign to complete', async () => (await anyWorkspace.campaign.findUniqueOrThrow({ where: { id } })).status === 'completed'),
    /** Waits until the campaign pauses, and returns the pause reason. */
    pausedFor: () => waitFor('the campaign to pause', async () => (await anyWorkspace.campaign.findUniqueOrThrow({ where: { id } })).pauseReason),
    row: () => anyWorkspace.campaign.findUniqueOrThrow({ where: { id } }),
    events: () => anyWorkspace.campaignEvent.findMany({ where: { campaignId: id }, orderBy: { id: 'asc' } }),
    calls: () => anyWorkspace.call.findMany({ where: { campaignId: id }, orderBy: { id: 'asc' } }),
  }
}

export const leadsOf = (campaignId: number) => anyWorkspace.lead.findMany({ where: { campaignId }, orderBy: { id: 'asc' } })
export const decisionsOf = (leadId: number) => anyWorkspace.leadDecision.findMany({ where: { leadId }, orderBy: { id: 'asc' } })

/** Lists `count` US numbers of an area code whose calls all succeed. */
export const phoneNumbersOf = (area: string, count: number) => Array.from({ length: count }, (_, index) => `+1${area}${550 + index}0100`)

/** Records a valid consent of a number, directly in the table. */
export const addConsent = (workspaceId: number, phoneNumber: string, basis: string, more: { purpose?: string; expiresAt?: Date } = {}) =>
  anyWorkspace.consent.create({
    data: { workspaceId, phoneNumber, basis, purpose: 'any', givenAt: new Date('2026-01-31'), fingerprint: randomUUID(), ...more },
  })
