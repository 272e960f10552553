import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { transaction } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as campaignWakes from '../campaigns/campaignWakes.ts'

const lockCampaigns = statement(
  'leads.lockCampaignsOfNumber',
  sql`
    select k.id from campaigns k where k.workspace_id = $workspaceId and exists (
      select from leads l where l.workspace_id = k.workspace_id and l.campaign_id = k.id and l.phone_number = $phoneNumber and l.deleted_at is null and l.status = 'pending')
    order by k.id for no key update`,
)

const closeLeads = statement(
  'leads.closeListed',
  sql`
    with closed as (
      update leads set status = 'do_not_call', next_attempt_at = null, wait_reason = null, updated_at = $now
      where workspace_id = $workspaceId and campaign_id = any($campaignIds) and phone_number = $phoneNumber and deleted_at is null and status = 'pending'
        and exists (select from dnc_entries where workspace_id = $workspaceId and phone_number = $phoneNumber)
      returning id, campaign_id)
    insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason)
    select $workspaceId, campaign_id, id, 'end', 'do_not_call_list' from closed`,
)

/**
 * Closes the waiting leads of a listed number in all campaigns, with a decision each. A lead that is being called is closed when its call is.
 * The dialer refuses listed numbers too, so this only makes the campaigns show it at once. Safe to repeat.
 */
export const closeListed = (workspaceId: WorkspaceId, phoneNumber: string): Promise<void> =>
  transaction(async (tx) => {
    // Every change of a campaign's leads locks the campaign.
    const campaignIds = (await lockCampaigns.all({ workspaceId, phoneNumber }, tx)).map(({ id }) => id)
    if (campaignIds.length === 0) return
    const closed = await closeLeads.run({ workspaceId, phoneNumber, campaignIds, now: clock.now() }, tx)
    if (closed === 0) return
    await campaignWakes.wake(tx, workspaceId, campaignIds)
    for (const id of campaignIds) campaignEvents.announce(tx, { workspaceId, id })
  })

const lockCampaignsOfClosed = statement(
  'leads.lockCampaignsOfClosedNumber',
  sql`
    select k.id from campaigns k where k.workspace_id = $workspaceId and k.status not in ('completed', 'cancelled') and exists (
      select from leads l where l.workspace_id = k.workspace_id and l.campaign_id = k.id and l.phone_number = $phoneNumber and l.deleted_at is null
        and l.status = 'do_not_call')
    order by k.id for no key update`,
)

const reopenLeads = statement(
  'leads.reopenUnlisted',
  sql`
    with reopened as (
      update leads l set status = 'pending', next_attempt_at = null, wait_reason = null, updated_at = $now
      where l.workspace_id = $workspaceId and l.campaign_id = any($campaignIds) and l.phone_number = $phoneNumber and l.deleted_at is null and l.status = 'do_not_call'
        and not exists (select from dnc_entries where workspace_id = $workspaceId and phone_number = $phoneNumber)
        and exists (select from (
          select d.reason, d.created_at from lead_decisions d where d.workspace_id = $workspaceId and d.lead_id = l.id order by d.id desc limit 1) newest
          where newest.reason = 'do_not_call_list' and newest.created_at >= $since)
      returning l.id, l.campaign_id)
    insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason)
    select $workspaceId, campaign_id, id, 'wait', 'opt_out_undone' from reopened`,
)

/**
 * Has the leads of a number wait again that were closed since a time because it was listed, if it no longer is. Those of campaigns that have ended
 * stay closed, and so does the lead on whose call the opt-out was heard. Safe to repeat.
 */
export const reopenUnlisted = (workspaceId: WorkspaceId, phoneNumber: string, since: Date): Promise<void> =>
  transaction(async (tx) => {
    const campaignIds = (await lockCampaignsOfClosed.all({ workspaceId, phoneNumber }, tx)).map(({ id }) => id)
    if (campaignIds.length === 0) return
    const reopened = await reopenLeads.run({ workspaceId, phoneNumber, campaignIds, since, now: clock.now() }, tx)
    if (reopened === 0) return
    await campaignWakes.wake(tx, workspaceId, campaignIds)
    for (const id of campaignIds) campaignEvents.announce(tx, { workspaceId, id })
  })
