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
