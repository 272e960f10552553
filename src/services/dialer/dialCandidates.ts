import type { Tx } from '../../kernel/db/db.ts'
import type { Campaign } from '../../generated/prisma/client.ts'
import type { Candidate, Decision } from '../campaigns/rules/dialDecisions.ts'
import { HOURS_VERSION } from '../compliance/legalHours.ts'
import { behind, decidable, type Recent } from '../leads/leadFacts.ts'

/** Of leads that may not be called now, so many are put off at once. */
const LOOKED_AT = 200

export interface CandidateLead extends Candidate {
  id: number
  name: string | null
  externalId: string | null
  numberId: number | null
}

type Found = Omit<CandidateLead, 'attemptTimes' | 'callTimes'> & Recent

/** The next leads to decide about, locked, those that wait longest first. Leads that somebody changes right now are passed over. */
export async function next(tx: Tx, { workspaceId, id }: Campaign, calls: number, now: Date): Promise<CandidateLead[]> {
  const found = await tx.$queryRaw<Found[]>`
    select l.id, l.name, l.external_id as "externalId", l.phone_number as "phoneNumber", l.data, l.attempts, l.number_id as "numberId",
      exists (select from calls c where c.workspace_id = ${workspaceId} and c.to_number = l.phone_number and c.finished_at is null) as "isOnTheLine",
      ${behind(workspaceId, now)}
    from leads l
    where l.workspace_id = ${workspaceId} and l.campaign_id = ${id} and l.status = 'pending' and l.deleted_at is null
      and (l.next_attempt_at is null or l.next_attempt_at <= ${now})
    order by l.next_attempt_at nulls first, l.id limit ${Math.max(calls, LOOKED_AT)}::int for no key update of l skip locked`
  return found.map((lead) => decidable(lead, now))
}

/** Puts off, or ends, the leads that are not to be called now, and writes down why. */
export async function leave(tx: Tx, { workspaceId, id }: Campaign, decided: { lead: CandidateLead; decision: Decision }[]): Promise<void> {
  const left = decided.flatMap(({ lead, decision }) => (decision.verdict === 'call' ? [] : [rowOf(lead, decision)]))
  if (left.length === 0) return
  await tx.$executeRaw`
    with decided as (select * from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as d(lead_id int, verdict text, reason text, status text, until timestamptz, facts jsonb)),
    changed as (
      update leads l set status = d.status, next_attempt_at = d.until, wait_reason = case when d.verdict = 'wait' then d.reason end, updated_at = now()
      from decided d where l.workspace_id = ${workspaceId} and l.id = d.lead_id)
    insert into lead_decisions (workspace_id, campaign_id, lead_id, verdict, reason, facts, rules_version, until)
    select ${workspaceId}, ${id}, lead_id, verdict, reason, facts, ${HOURS_VERSION}, until from decided`
}

const rowOf = ({ id }: CandidateLead, decision: Exclude<Decision, { verdict: 'call' }>) => ({
  lead_id: id,
  verdict: decision.verdict,
  reason: decision.reason,
  status: decision.verdict === 'end' ? decision.status : 'pending',
  until: decision.verdict === 'wait' ? decision.until : null,
  facts: decision.facts,
})
