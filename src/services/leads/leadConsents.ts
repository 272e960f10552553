import type { ConsentId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { enterWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as campaignWakes from '../campaigns/campaignWakes.ts'
import { rulesOf } from '../campaigns/rules/dialRules.ts'
import { findDemand, hasConsent, type ValidConsent } from '../compliance/consentRules.ts'
import { locate } from '../compliance/leadLocations.ts'
import * as consents from '../compliance/consents.ts'
import { fromJson } from '../shared/jsonColumns.ts'
import { validConsentsOf } from './leadFacts.ts'

const lockCampaigns = statement(
  'leads.lockCampaignsOfNumbers',
  sql`
    select k.id, k.purpose, k.settings from campaigns k where k.workspace_id = $workspaceId and k.status not in ('completed', 'cancelled') and exists (
      select from leads l where l.workspace_id = k.workspace_id and l.campaign_id = k.id and l.phone_number = any($numbers) and l.deleted_at is null)
    order by k.id for no key update`,
)

/** Why a lead was closed that a consent opens again. */
const CLOSED_WITHOUT_CONSENT = sql`('consent_missing', 'consent_revoked')`

const lockClosed = statement(
  'leads.lockClosedWithoutConsent',
  sql`
    select l.id, l.campaign_id, l.phone_number, l.data, ${validConsentsOf(sql`l.phone_number`)} as "consents!"
    from leads l where l.workspace_id = $workspaceId and l.campaign_id = any($campaignIds) and l.phone_number = any($numbers)
      and l.status = 'failed' and l.deleted_at is null
      and (select d.reason from lead_decisions d where d.workspace_id = $workspaceId and d.lead_id = l.id order by d.id desc limit 1) in ${CLOSED_WITHOUT_CONSENT}
      and not exists (select from dnc_entries e where e.workspace_id = $workspaceId and e.phone_number = l.phone_number)
    order by l.id for no key update of l`,
)

const reopenLeads = statement(
  'leads.reopenWithConsent',
  sql`
    with reopened as (
      update leads set status = 'pending', next_attempt_at = null, wait_reason = null, updated_at = $now
      where workspace_id = $workspaceId and id = any($leadIds) returning id, campaign_id)
    insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason)
    select $workspaceId, campaign_id, id, 'wait', 'consent_given' from reopened`,
)

/**
 * Opens leads again that were closed because their number had no consent, if consents that have arrived are what their campaigns demand. Those
 * of campaigns that have ended and of listed numbers stay closed. A job that the recording of the consents added. Safe to repeat.
 */
export async function reopen(workspaceId: WorkspaceId, first: ConsentId, last: ConsentId): Promise<void> {
  enterWorkspace(workspaceId)
  for (let after = ''; ;) {
    const numbers = await consents.listNumbersBetween(workspaceId, { first, last, after })
    if (numbers.length === 0) return
    await transaction((tx) => reopenOf(tx, workspaceId, numbers))
    after = numbers.at(-1)!
  }
}

async function reopenOf(tx: Tx, workspaceId: WorkspaceId, numbers: readonly string[]): Promise<void> {
  // A dialer that has read the consents before holds its campaign until its decisions are committed.
  const campaigns = new Map((await lockCampaigns.all({ workspaceId, numbers }, tx)).map((campaign) => [campaign.id, campaign]))
  if (campaigns.size === 0) return
  const now = clock.now()
  const leads = await lockClosed.all({ workspaceId, campaignIds: [...campaigns.keys()], numbers, now }, tx)
  const reopened = leads.filter(({ campaignId, phoneNumber, data, consents: valid }) => {
    const { consent } = rulesOf(campaigns.get(campaignId)!, null)
    const demand = consent && findDemand(consent, locate({ phoneNumber, data }).country, now)
    return !demand || hasConsent(fromJson<ValidConsent[]>(valid), demand, now)
  })
  if (reopened.length === 0) return
  await reopenLeads.run({ workspaceId, leadIds: reopened.map(({ id }) => id), now }, tx)
  const campaignIds = [...new Set(reopened.map(({ campaignId }) => campaignId))]
  await campaignWakes.wake(tx, workspaceId, campaignIds)
  for (const id of campaignIds) campaignEvents.announce(tx, { workspaceId, id })
}
