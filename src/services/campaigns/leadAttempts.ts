import { clock } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Call, CallDetail, Campaign } from '../../generated/prisma/client.ts'
import { settingsOf } from '../../inputs/campaignSettings.ts'
import { paceOf } from '../../kernel/config/simulation.ts'
import { violatedConstraint, sql } from '../../kernel/db/sql.ts'
import * as retries from './rules/retries.ts'

/**
 * CTE that records an attempt on the leads of new calls, for a statement with the new calls in a CTE `created`: sets the leads to calling.
 * Calls without a lead are ignored.
 */
export const attemptCte = () => sql`new_attempts as (
  update leads l set status = 'calling', attempts = l.attempts + 1, last_call_id = created.id, next_attempt_at = null, wait_reason = null, number_id = created.number_id, updated_at = ${clock.now()}::timestamptz
  from created where l.workspace_id = created.workspace_id and l.id = created.lead_id and l.status <> 'calling')`

/** Whether a statement failed because the lead, or its number, is in another call. */
export const isLeadBusy = (error: unknown) => ['calls_open_lead_key', 'calls_open_campaign_number_key'].includes(violatedConstraint(error) ?? '')

/**
 * Decides the next step of a lead in the transaction that closes its call: completed, called again, or closed. A lead canceled or deleted
 * meanwhile stays so.
 */
export async function settleAttempt(tx: Tx, call: Call & { detail: CallDetail }): Promise<void> {
  const { workspaceId, leadId, id: callId, outcome } = call
  if (leadId === null) return
  const [lead] = await tx.$queryRaw<{ attempts: number; refusals: number; campaignStatus: string; settings: unknown }[]>`
    select l.attempts, l.refusals, c.status as "campaignStatus", c.settings
    from leads l join campaigns c on c.id = l.campaign_id
    where l.workspace_id = ${workspaceId} and l.id = ${leadId} and l.last_call_id = ${callId} and l.status = 'calling' for update of l`
  if (!lead) return
  const endedCall = { ...call, callbackAt: parseCallbackAt(call.detail.structuredData), attempts: lead.attempts, refusals: lead.refusals }
  const next = retries.planNextStep(endedCall, settingsOf(lead.settings), clock.now(), paceOf(call.provider))
  const status = next.status === 'pending' && lead.campaignStatus === 'cancelled' ? 'cancelled' : next.status
  const details = { outcome, status: call.status, ended_reason: call.endedReason, attempts: next.attempts }
  await tx.$executeRaw`
    with settled as (
      update leads set status = ${status}, next_attempt_at = ${next.nextAttemptAt}, wait_reason = ${status === 'pending' ? next.reason : null}, attempts = ${next.attempts}, refusals = ${next.refusals},
        last_outcome = ${outcome}, updated_at = ${clock.now()}::timestamptz
      where workspace_id = ${workspaceId} and id = ${leadId} returning campaign_id)
    insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason, details, until, call_id)
    select ${workspaceId}, campaign_id, ${leadId}, ${status === 'pending' ? 'wait' : 'end'}, ${next.reason}, ${JSON.stringify(details)}::jsonb, ${next.nextAttemptAt}, ${callId}
    from settled`
}

/** Wait reasons that may no longer apply when the campaign's rules or the lead's data change. */
const RULE_WAIT_REASONS = ['calling_hours', 'attempts_per_day', 'legal_limit', 'refused_recently']

/** Columns of an update of leads: leads that wait for such a rule are due at once. */
export const reconsiderColumns = sql`next_attempt_at = case when wait_reason = any(${RULE_WAIT_REASONS}::text[]) then null else next_attempt_at end,
  wait_reason = case when wait_reason = any(${RULE_WAIT_REASONS}::text[]) then null else wait_reason end`

/** Makes the leads due that wait only for the campaign's rules, after these have changed. */
export const reconsider = (tx: Tx, { workspaceId, id }: Pick<Campaign, 'workspaceId' | 'id'>) =>
  tx.$executeRaw`
    update leads set ${reconsiderColumns}
    where workspace_id = ${workspaceId} and campaign_id = ${id} and status = 'pending' and deleted_at is null and wait_reason = any(${RULE_WAIT_REASONS}::text[])`

/** Parses the requested callback time of the analysis; null if it is not in the future. */
function parseCallbackAt(data: unknown): Date | null {
  const { callback_at: text } = (data ?? {}) as { callback_at?: unknown }
  const callbackAt = typeof text === 'string' ? new Date(text) : null
  return callbackAt && callbackAt > clock.now() ? callbackAt : null
}
