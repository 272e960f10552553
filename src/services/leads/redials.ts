import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badInput, conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import type { Lead } from '../../generated/prisma/client.ts'
import { settingsOf } from '../../inputs/campaignSettings.ts'
import type { RequeueLeadsInput } from '../../inputs/redials.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as leadWrites from './imports/leadWrites.ts'

/**
 * Has the leads whose last call came to one of these outcomes called again, with a fresh count of attempts. A campaign that
 * was over is paused then, to be started. Answers how many leads there are. NOT_FOUND.
 */
export const redial = (actor: Actor, campaignId: number, { outcomes }: RequeueLeadsInput): Promise<number> =>
  transaction(async (tx) => {
    const campaign = await leadWrites.hold(tx, actor, campaignId)
    const leads = await tx.$executeRaw`
      with chosen as (
        update leads set status = 'pending', attempts = 0, refusals = 0, next_attempt_at = null, wait_reason = null, updated_at = now()
        where workspace_id = ${actor.workspaceId} and campaign_id = ${campaignId} and status in ('completed', 'failed') and deleted_at is null
          and last_outcome = any(${outcomes}::text[]) returning id, last_outcome)
      insert into lead_decisions (workspace_id, campaign_id, lead_id, verdict, reason, facts)
      select ${actor.workspaceId}::int, ${campaignId}::int, id, 'wait', 'redialled', jsonb_build_object('outcome', last_outcome) from chosen`
    if (leads === 0) return 0
    await campaignEvents.record(tx, actor, campaign, 'leads_redialled', { outcomes, leads })
    await goOn(tx, actor, campaign)
    return leads
  })

/**
 * Has a lead called back at a moment, whatever its last call came to: once more where its attempts are used up. Legal hours
 * and the do-not-call list still hold. BAD_REQUEST for a moment that has passed, CONFLICT while it is being called, NOT_FOUND.
 */
export async function callBack(actor: Actor, leadId: number, at: Date): Promise<Lead> {
  const { workspaceId } = actor
  if (at <= clock.now()) throw badInput('at: must be in the future')
  const known = await db.lead.findFirst({ where: { workspaceId, id: leadId, deletedAt: null } })
  if (!known) throw notFound('Lead')
  return transaction(async (tx) => {
    const campaign = await leadWrites.hold(tx, actor, known.campaignId)
    const { settings } = await tx.campaign.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: campaign.id } }, select: { settings: true } })
    const { maxAttempts } = settingsOf(settings)
    const { count } = await tx.lead.updateMany({
      where: { workspaceId, id: leadId, deletedAt: null, status: { in: ['pending', 'completed', 'failed'] } },
      data: {
        status: 'pending',
        nextAttemptAt: at,
        waitReason: 'callback_scheduled',
        attempts: Math.min(known.attempts, maxAttempts - 1),
        refusals: 0,
        updatedAt: clock.now(),
      },
    })
    if (count === 0) throw conflict('The lead is being called, or must never be called again.')
    await tx.leadDecision.create({
      data: { workspaceId, campaignId: campaign.id, leadId, verdict: 'wait', reason: 'callback_scheduled', until: at },
    })
    await campaignEvents.record(tx, actor, campaign, 'callback_scheduled', { lead_id: leadId, at: at.toISOString() })
    await goOn(tx, actor, campaign)
    return tx.lead.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: leadId } } })
  })
}

/** The campaign has something to do again: one that was over is opened, one that runs is looked at. */
async function goOn(tx: Tx, actor: Actor, campaign: leadWrites.OpenCampaign) {
  await leadWrites.reopen(tx, actor, campaign)
  campaignEvents.announce(tx, campaign)
}
