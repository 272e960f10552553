import { clock } from '../../kernel/lib/clock.ts'
import type { NumberId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Campaign } from '../../generated/prisma/client.ts'
import type { Candidate, Decision } from '../campaigns/rules/dialDecisions.ts'
import { HOURS_VERSION } from '../compliance/legalHours.ts'
import { buildCallHistoryColumns, toCandidate, type RecentCalls } from '../leads/leadFacts.ts'

/** Minimum number of leads to decide about at once, so that many leads can be deferred in one batch. */
const MIN_CANDIDATES = 200

export interface CandidateLead extends Candidate {
  id: number
  name: string | null
  externalId: string | null
  numberId: NumberId | null
}

type CandidateRow = Omit<CandidateLead, 'attemptTimes' | 'callTimes'> & RecentCalls

/** Locks the next leads to decide about, those that wait longest first. Skips leads that are locked by another transaction. */
export async function lockNext(tx: Tx, { workspaceId, id }: Campaign, calls: number, now: Date): Promise<CandidateLead[]> {
  const rows = await tx.$queryRaw<CandidateRow[]>`
    select l.id, l.name, l.external_id as "externalId", l.phone_number as "phoneNumber", l.data, l.attempts, l.number_id as "numberId",
      exists (select from calls c where c.workspace_id = ${workspaceId} and c.to_number = l.phone_number and c.finished_at is null) as "isOnTheLine",
      ${buildCallHistoryColumns(workspaceId, now)}
    from leads l
    where l.workspace_id = ${workspaceId} and l.campaign_id = ${id} and l.status = 'pending' and l.deleted_at is null
      and (l.next_attempt_at is null or l.next_attempt_at <= ${now})
    order by l.next_attempt_at nulls first, l.id limit ${Math.max(calls, MIN_CANDIDATES)}::int for no key update of l skip locked`
  return rows.map((lead) => toCandidate(lead, now))
}

/** Defers or closes the leads that may not be called now, and records the decisions. */
export async function deferOrClose(tx: Tx, { workspaceId, id }: Campaign, decisions: { lead: CandidateLead; decision: Decision }[]): Promise<void> {
  const rows = decisions.flatMap(({ lead, decision }) => (decision.decision === 'call' ? [] : [toDecisionRow(lead, decision)]))
  if (rows.length === 0) return
  await tx.$executeRaw`
    with decided as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(lead_id int, decision text, reason text, status text, until timestamptz, details jsonb)),
    changed as (
      update leads l set status = d.status, next_attempt_at = d.until, wait_reason = case when d.decision = 'wait' then d.reason end, updated_at = ${clock.now()}::timestamptz
      from decided d where l.workspace_id = ${workspaceId} and l.id = d.lead_id)
    insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason, details, rules_version, until)
    select ${workspaceId}, ${id}, lead_id, decision, reason, details, ${HOURS_VERSION}, until from decided`
}

const toDecisionRow = ({ id }: CandidateLead, decision: Exclude<Decision, { decision: 'call' }>) => ({
  lead_id: id,
  decision: decision.decision,
  reason: decision.reason,
  status: decision.decision === 'end' ? decision.status : 'pending',
  until: decision.decision === 'wait' ? decision.until : null,
  details: decision.details,
})
