import type { CampaignId, LeadId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badRequest, conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import type { Lead } from '../../generated/prisma/client.ts'
import { settingsOf } from '../../inputs/campaignSettings.ts'
import type { RequeueLeadsInput } from '../../inputs/redials.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as openCampaigns from '../campaigns/openCampaigns.ts'

const requeueLeads = statement(
  'leads.requeue',
  sql`
    with requeued as (
      update leads set status = 'pending', attempts = 0, refusals = 0, next_attempt_at = null, wait_reason = null, updated_at = $now
      where workspace_id = $workspaceId and campaign_id = $campaignId and status in ('completed', 'failed') and deleted_at is null
        and last_outcome = any($outcomes) returning id, last_outcome)
    insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason, details)
    select $workspaceId, $campaignId, id, 'wait', 'redialled', jsonb_build_object('outcome', last_outcome) from requeued`,
)

/**
 * Requeues the leads whose last call had one of these outcomes, with attempts reset to 0. A completed campaign becomes paused, ready to be
 * started. Returns the number of leads. Throws NOT_FOUND.
 */
export const requeue = (actor: Actor, campaignId: CampaignId, { outcomes }: RequeueLeadsInput): Promise<number> =>
  transaction(async (tx) => {
    const campaign = await openCampaigns.lock(tx, actor, campaignId)
    const leads = await requeueLeads.run({ workspaceId: actor.workspaceId, campaignId, outcomes, now: clock.now() }, tx)
    if (leads === 0) return 0
    await campaignEvents.record(tx, actor, campaign, 'leads_redialled', { outcomes, leads })
    await resumeCampaign(tx, actor, campaign)
    return leads
  })

/**
 * Schedules a callback for a lead, regardless of its last outcome; if its attempts are used up it gets one more. Legal hours and the
 * do-not-call list still apply. Throws BAD_REQUEST for a time in the past, CONFLICT while it is being called, NOT_FOUND.
 */
export async function scheduleCallback(actor: Actor, leadId: LeadId, at: Date): Promise<Lead> {
  const { workspaceId } = actor
  if (at <= clock.now()) throw badRequest('callback_in_past')
  const lead = await db.lead.findFirst({ where: { workspaceId, id: leadId, deletedAt: null } })
  if (!lead) throw notFound('Lead')
  return transaction(async (tx) => {
    const campaign = await openCampaigns.lock(tx, actor, lead.campaignId)
    const { settings } = await tx.campaign.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: campaign.id } }, select: { settings: true } })
    const { maxAttempts } = settingsOf(settings)
    const { count } = await tx.lead.updateMany({
      where: { workspaceId, id: leadId, deletedAt: null, status: { in: ['pending', 'completed', 'failed'] } },
      data: {
        status: 'pending',
        nextAttemptAt: at,
        waitReason: 'callback_scheduled',
        attempts: Math.min(lead.attempts, maxAttempts - 1),
        refusals: 0,
        updatedAt: clock.now(),
      },
    })
    if (count === 0) throw conflict('lead_not_callable')
    await tx.leadDecision.create({
      data: { workspaceId, campaignId: campaign.id, leadId, decision: 'wait', reason: 'callback_scheduled', until: at },
    })
    await campaignEvents.record(tx, actor, campaign, 'callback_scheduled', { lead_id: leadId, at: at.toISOString() })
    await resumeCampaign(tx, actor, campaign)
    return tx.lead.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: leadId } } })
  })
}

/** Reopens a completed campaign, and wakes the dialer for a running one. */
async function resumeCampaign(tx: Tx, actor: Actor, campaign: openCampaigns.OpenCampaign) {
  await openCampaigns.reopen(tx, actor, campaign)
  campaignEvents.announce(tx, campaign)
}
