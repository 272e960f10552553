import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { badRequest, conflict } from '../../kernel/vocabulary/errors.ts'
import type { Campaign } from '../../generated/prisma/client.ts'
import type { CampaignChanges } from '../../inputs/campaigns.ts'
import { toColumns } from '../campaigns/campaignChecks.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as campaignAlerts from '../alerts/campaignAlerts.ts'
import * as campaigns from '../campaigns/campaigns.ts'
import * as leadAttempts from '../leads/leadAttempts.ts'
import * as leads from '../leads/leads.ts'

/** Changes the given fields of a draft or paused campaign; otherwise throws CONFLICT (spec: PATCH). An empty change is a BAD_REQUEST. */
export async function update(actor: Actor, id: CampaignId, changes: CampaignChanges): Promise<Campaign> {
  const fields = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  if (fields.length === 0) throw badRequest('no_changes')
  requireEditable(await campaigns.get(actor, id))
  const row = await toColumns(actor, changes)
  return campaigns.withCampaign(actor, id, async (tx, campaign) => {
    requireEditable(campaign)
    await campaignEvents.record(tx, actor, campaign, 'changed', { fields })
    await leadAttempts.reconsider(tx, campaign)
    return campaigns.save(tx, campaign, row)
  })
}

/** Cancels a campaign and its pending leads; calls and results stay. Throws CONFLICT for a running one (spec: DELETE). */
export const remove = (actor: Actor, id: CampaignId): Promise<Campaign> =>
  campaigns.withCampaign(actor, id, async (tx, campaign) => {
    if (campaign.status === 'running') throw conflict('campaign_running')
    await campaignEvents.record(tx, actor, campaign, 'cancelled', { leads: await leads.cancelPending(tx, campaign) })
    await campaignAlerts.clearForCampaign(tx, campaign)
    return campaigns.save(tx, campaign, { status: 'cancelled', pauseReason: null, waiting: null })
  })

function requireEditable({ status }: Campaign) {
  if (status === 'draft' || status === 'paused') return
  throw conflict(status === 'running' ? 'campaign_running' : 'campaign_completed')
}
