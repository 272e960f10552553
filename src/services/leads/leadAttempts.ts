import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
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

const lockCalledLeads = statement(
  'leads.lockCalled',
  sql`
    select l.id, l.attempts, l.refusals, c.status as campaign_status, c.settings,
      exists (select from dnc_entries d where d.workspace_id = $workspaceId and d.phone_number = l.phone_number) as "is_listed!"
    from unnest($leadIds::int[], $callIds::int[]) as ended (lead_id, call_id)
    join leads l on l.workspace_id = $workspaceId and l.id = ended.lead_id and l.last_call_id = ended.call_id
    join campaigns c on c.workspace_id = l.workspace_id and c.id = l.campaign_id
    where l.status = 'calling' order by l.id for update of l`,
)

const settleLeads = statement(
  'leads.settle',
  sql`
    with settled as (
      update leads l set status = s.status, next_attempt_at = s.next_attempt_at, wait_reason = s.wait_reason, attempts = s.attempts, refusals = s.refusals,
        last_outcome = s.outcome, updated_at = $now
      from jsonb_to_recordset($leads::jsonb) as s(lead_id int, call_id int, status text, next_attempt_at timestamptz, wait_reason text, attempts int,
        refusals int, outcome text, decision text, reason text, details jsonb)
      where l.workspace_id = $workspaceId and l.id = s.lead_id returning l.campaign_id, s.*)
    insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason, details, until, call_id)
    select $workspaceId, campaign_id, lead_id, decision, reason, details, next_attempt_at, call_id from settled`,
)

type EndedCall = Call & { structuredData: unknown }
type CalledLead = Awaited<ReturnType<typeof lockCalledLeads.all>>[number]

/**
 * Decides the next step of each lead in the transaction that closes its call: completed, called again, or closed. A lead canceled or deleted
 * meanwhile stays so.
 */
export async function settleAttempts(tx: Connection, workspaceId: WorkspaceId, calls: readonly EndedCall[]): Promise<void> {
  const callOfLead = new Map(calls.flatMap((call) => (call.leadId === null ? [] : [[call.leadId, call]])))
  if (callOfLead.size === 0) return
  const callIds = [...callOfLead.values()].map(({ id }) => id)
  const leads = await lockCalledLeads.all({ workspaceId, leadIds: [...callOfLead.keys()], callIds }, tx)
  if (leads.length === 0) return
  const steps = leads.map((lead) => planNextStep(lead, callOfLead.get(lead.id)!))
  await settleLeads.run({ workspaceId, leads: JSON.stringify(steps), now: clock.now() }, tx)
}

/** The end of a lead that would be called again, but its number is listed by now. */
const LISTED = { status: 'do_not_call', reason: 'do_not_call_list', nextAttemptAt: null } as const

/** Returns the next step as the statement stores it. */
function planNextStep(lead: CalledLead, call: EndedCall) {
  const { outcome } = call
  const endedCall = { ...call, callbackAt: parseCallbackAt(call.structuredData), attempts: lead.attempts, refusals: lead.refusals }
  const planned = retries.planNextStep(endedCall, settingsOf(lead.settings), clock.now(), paceOf(call.provider))
  const next = planned.status === 'pending' && lead.isListed ? { ...planned, ...LISTED } : planned
  const status = next.status === 'pending' && lead.campaignStatus === 'cancelled' ? 'cancelled' : next.status
  return {
    lead_id: lead.id,
    call_id: call.id,
    status,
    next_attempt_at: next.nextAttemptAt,
    wait_reason: status === 'pending' ? next.reason : null,
    attempts: next.attempts,
    refusals: next.refusals,
    outcome,
    decision: status === 'pending' ? 'wait' : 'end',
    reason: next.reason,
    details: { outcome, status: call.status, ended_reason: call.endedReason, attempts: next.attempts },
  }
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
