import { clock } from '../../kernel/lib/clock.ts'
import { type Connection, type Tx, violatedConstraint } from '../../kernel/db/db.ts'
import type { Call, Campaign } from '../../generated/prisma/client.ts'
import { settingsOf } from '../../inputs/campaignSettings.ts'
import { paceOf } from '../../kernel/config/simulation.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as retries from '../campaigns/rules/retries.ts'

/**
 * CTE that records an attempt on the leads of new calls, for a statement with the new calls in a CTE `created`: sets the leads to calling.
 * Calls without a lead are ignored.
 */
export const RECORD_ATTEMPT = sql`new_attempts as (
  update leads l set status = 'calling', attempts = l.attempts + 1, last_call_id = created.id, next_attempt_at = null, wait_reason = null, number_id = created.number_id, updated_at = $now
  from created where l.workspace_id = $workspaceId and l.id = created.lead_id and l.status <> 'calling')`

/** CTE that records why the leads of a campaign's new calls are called: the `details` of each in the CTE `wanted`, by `ref`. */
export const RECORD_CALL_DECISIONS = sql`new_decisions as (
  insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason, details, rules_version, call_id)
  select $workspaceId, $campaignId, created.lead_id, 'call', 'called', details, $hoursVersion, created.id from created join wanted using (ref))`

/** Whether a statement failed because the lead, or its number, is in another call. */
export const isLeadBusy = (error: unknown) => ['calls_open_lead_key', 'calls_open_campaign_number_key'].includes(violatedConstraint(error) ?? '')

const lockCalledLead = statement(
  'leads.lockCalled',
  sql`
    select l.attempts, l.refusals, c.status as campaign_status, c.settings
    from leads l join campaigns c on c.workspace_id = l.workspace_id and c.id = l.campaign_id
    where l.workspace_id = $workspaceId and l.id = $leadId and l.last_call_id = $callId and l.status = 'calling' for update of l`,
)

const settleLead = statement(
  'leads.settle',
  sql`
    with settled as (
      update leads set status = $status, next_attempt_at = $nextAttemptAt?, wait_reason = $waitReason?, attempts = $attempts, refusals = $refusals,
        last_outcome = $outcome?, updated_at = $now
      where workspace_id = $workspaceId and id = $leadId returning campaign_id)
    insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason, details, until, call_id)
    select $workspaceId, campaign_id, $leadId, $decision, $reason, $details, $nextAttemptAt, $callId from settled`,
)

/**
 * Decides the next step of a lead in the transaction that closes its call: completed, called again, or closed. A lead canceled or deleted
 * meanwhile stays so.
 */
export async function settleAttempt(tx: Connection, call: Call & { structuredData: unknown }): Promise<void> {
  const { workspaceId, leadId, id: callId, outcome } = call
  if (leadId === null) return
  const lead = await lockCalledLead.get({ workspaceId, leadId, callId }, tx)
  if (!lead) return
  const endedCall = { ...call, callbackAt: parseCallbackAt(call.structuredData), attempts: lead.attempts, refusals: lead.refusals }
  const next = retries.planNextStep(endedCall, settingsOf(lead.settings), clock.now(), paceOf(call.provider))
  const status = next.status === 'pending' && lead.campaignStatus === 'cancelled' ? 'cancelled' : next.status
  const details = { outcome, status: call.status, ended_reason: call.endedReason, attempts: next.attempts }
  await settleLead.run(
    {
      workspaceId,
      leadId,
      callId,
      status,
      nextAttemptAt: next.nextAttemptAt,
      waitReason: status === 'pending' ? next.reason : null,
      attempts: next.attempts,
      refusals: next.refusals,
      outcome,
      now: clock.now(),
      decision: status === 'pending' ? 'wait' : 'end',
      reason: next.reason,
      details: JSON.stringify(details),
    },
    tx,
  )
}

/** Whether a lead waits for a rule that may no longer apply when the campaign's rules or the lead's data change. */
const WAITS_FOR_RULE = sql`wait_reason in ('calling_hours', 'attempts_per_day', 'legal_limit', 'refused_recently')`

/** Columns of an update of leads: leads that wait for such a rule are due at once. */
export const RECONSIDER_LEAD = sql`next_attempt_at = case when ${WAITS_FOR_RULE} then null else next_attempt_at end,
  wait_reason = case when ${WAITS_FOR_RULE} then null else wait_reason end`

const reconsiderLeads = statement(
  'leads.reconsider',
  sql`
    update leads set ${RECONSIDER_LEAD}
    where workspace_id = $workspaceId and campaign_id = $campaignId and status = 'pending' and deleted_at is null and ${WAITS_FOR_RULE}`,
)

/** Makes the leads due that wait only for the campaign's rules, after these have changed. */
export const reconsider = (tx: Tx, { workspaceId, id }: Pick<Campaign, 'workspaceId' | 'id'>) => reconsiderLeads.run({ workspaceId, campaignId: id }, tx)

/** Parses the requested callback time of the analysis; null if it is not in the future. */
function parseCallbackAt(data: unknown): Date | null {
  const { callback_at: text } = (data ?? {}) as { callback_at?: unknown }
  const callbackAt = typeof text === 'string' ? new Date(text) : null
  return callbackAt && callbackAt > clock.now() ? callbackAt : null
}
