import { clock } from '../../kernel/lib/clock.ts'
import type { NumberId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Campaign } from '../../generated/prisma/client.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import type { Candidate, Decision } from '../campaigns/rules/dialDecisions.ts'
import { callReach, hoursVersion } from '../compliance/legalHours.ts'
import { consentRulesVersion } from '../compliance/consentRules.ts'
import { registerKeys } from '../compliance/registers/registerHashes.ts'
import { CALL_HISTORY_COLUMNS, type RecentCalls, toCandidate, validConsentsOf } from './leadFacts.ts'
import { fromJson } from '../shared/jsonColumns.ts'

export interface CandidateLead extends Candidate {
  id: number
  name: string | null
  externalId: string | null
  numberId: NumberId | null
}

const lockDue = statement(
  'leads.lockDue',
  sql`
    select l.id, l.name, l.external_id, l.phone_number, l.data, l.attempts, l.number_id,
      exists (select from calls c where c.workspace_id = $workspaceId and c.to_number = l.phone_number and c.finished_at is null) as is_on_the_line,
      case when $needsConsent then ${validConsentsOf(sql`l.phone_number`)} else '[]' end as consents,
      ${CALL_HISTORY_COLUMNS}
    from leads l
    where l.workspace_id = $workspaceId and l.campaign_id = $campaignId and l.status = 'pending' and l.deleted_at is null
      and (l.next_attempt_at is null or l.next_attempt_at <= $now)
    order by l.next_attempt_at nulls first, l.id limit $count::int for no key update of l skip locked`,
)

/** Locks the next leads to decide about, those that wait longest first. Skips leads that are locked by another transaction. */
export async function lockNext(tx: Tx, { workspaceId, id: campaignId }: Campaign, needsConsent: boolean, count: number, now: Date): Promise<CandidateLead[]> {
  const rows = await lockDue.all({ workspaceId, campaignId, needsConsent, now, count, registerKeys: registerKeys(), ...callReach() }, tx)
  return rows.map(({ data, recent, consents, register, ...lead }) =>
    toCandidate({ ...lead, ...fromJson<Pick<CandidateLead, 'data' | 'consents' | 'register'> & RecentCalls>({ data, recent, consents, register }) }, now),
  )
}

const deferOrCloseLeads = statement(
  'leads.deferOrClose',
  sql`
    with decided as (
      select * from jsonb_to_recordset($decisions) as d(lead_id int, decision text, reason text, status text, until timestamptz, details jsonb, rules_version text)),
    changed as (
      update leads l set status = d.status, next_attempt_at = d.until, wait_reason = case when d.decision = 'wait' then d.reason end, updated_at = $now
      from decided d where l.workspace_id = $workspaceId and l.id = d.lead_id)
    insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason, details, rules_version, until)
    select $workspaceId, $campaignId, lead_id, decision, reason, details, rules_version, until from decided`,
)

/** Defers or closes the leads that may not be called now, and records the decisions. */
export async function deferOrClose(tx: Tx, { workspaceId, id: campaignId }: Campaign, leads: { lead: CandidateLead; decision: Decision }[]): Promise<void> {
  const decisions = leads.flatMap(({ lead, decision }) => (decision.decision === 'call' ? [] : [toDecisionRow(lead, decision)]))
  if (decisions.length === 0) return
  const params = { decisions: JSON.stringify(decisions), workspaceId, campaignId, now: clock.now() }
  await deferOrCloseLeads.run(params, tx)
}

const toDecisionRow = ({ id }: CandidateLead, decision: Exclude<Decision, { decision: 'call' }>) => ({
  lead_id: id,
  decision: decision.decision,
  reason: decision.reason,
  status: decision.decision === 'end' ? decision.status : 'pending',
  until: decision.decision === 'wait' ? decision.until : null,
  details: decision.details,
  rules_version: decision.reason === 'consent_missing' ? consentRulesVersion() : hoursVersion(),
})
