import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { CALL_FACTS, type CallFacts } from '../../compliance/proof/callFacts.ts'
import { describePlaced, digestOf } from '../../compliance/proof/proofDocuments.ts'
import { readInBatches } from '../../shared/batches.ts'
import { fromJson } from '../../shared/jsonColumns.ts'
import { afterParams, paramsOf, type ReportFilter, type ReportRow, type ReportRows } from '../reportRows.ts'
import { IS_AFTER, MATCHES_FILTER, ORDER } from './reportCalls.ts'

const BATCH = 200

const HEADER =
  'call_id placed_at ended_at direction status outcome number contact country started_by campaign_id api_key_id user_id agent_id statements is_permitted place local_time permitted_hours laws rules_version do_not_call_checked_at calls_before consent_demanded consent_rule valid_consents recorded recording_reason recording_rules_version opt_out_at opt_out_undone_at placed_digest'.split(
    ' ',
  )

const readProofs = statement(
  'reports.readProofs',
  sql`
    select * from (
      (select c.id, c.ended_at, c.status, c.outcome, case when c.direction = 'inbound' then c.from_number else c.to_number end as contact, ${CALL_FACTS} as facts
        from (select * from calls c where ${MATCHES_FILTER} ${IS_AFTER} ${ORDER} limit $take) c
        left join call_details d on d.workspace_id = $workspaceId and d.call_id = c.id)
      union all
      (select c.id, c.ended_at, c.status, c.outcome, null, c.proof from erased_calls c where ${MATCHES_FILTER} and c.proof is not null ${IS_AFTER} ${ORDER} limit $take)) c
    ${ORDER} limit $take`,
)

const countProofs = statement(
  'reports.countProofs',
  sql`
    select (select count(*) from calls c where ${MATCHES_FILTER})::int + (select count(*) from erased_calls c where ${MATCHES_FILTER} and c.proof is not null)::int as "count!"`,
)

/** Opens the decisions about the calls that ended in a period, in the order of their end. Erased calls are included, without their contacts. */
export const open = (actor: Actor, filter: ReportFilter): ReportRows => ({
  header: HEADER,
  rows: readAll(actor, filter),
  count: async () => (await countProofs.get(paramsOf(actor, filter)))!.count,
})

async function* readAll(actor: Actor, filter: ReportFilter): AsyncGenerator<ReportRow> {
  const rows = readInBatches(
    BATCH,
    (after, take) => readProofs.all({ ...paramsOf(actor, filter), ...afterParams(after), take }),
    ({ endedAt, id }) => ({ at: endedAt!, id: id! }),
  )
  for await (const { facts, ...call } of rows) yield toRow(call, fromJson<CallFacts>(facts))
}

interface EndedCall {
  id: number | null
  endedAt: Date | null
  status: string | null
  outcome: string | null
  contact: string | null
}

function toRow({ id, endedAt, status, outcome, contact }: EndedCall, facts: CallFacts): ReportRow {
  const placed = describePlaced(facts)
  const { calling_hours: hours, consent, started_by: start } = placed
  const zones = hours?.zones ?? []
  const by = start as { type: string; campaign_id?: number | null; api_key_id?: number | null; user_id?: number | null }
  return {
    call_id: id,
    placed_at: placed.placed_at,
    ended_at: endedAt,
    direction: placed.direction,
    status,
    outcome,
    number: placed.number.phone_number,
    contact,
    country: placed.country,
    started_by: by.type,
    campaign_id: by.campaign_id ?? null,
    api_key_id: by.api_key_id ?? null,
    user_id: by.user_id ?? null,
    agent_id: placed.agent.id,
    statements: placed.agent.statements?.join(' ') ?? null,
    is_permitted: hours?.is_permitted ?? null,
    place: hours?.place ?? null,
    local_time: zones.map(({ zone, local_time }) => `${local_time} ${zone}`).join('; ') || null,
    permitted_hours: zones.map(({ permitted_hours }) => permitted_hours).join('; ') || null,
    laws: hours?.laws.join(' ') ?? null,
    rules_version: hours?.rules_version ?? null,
    do_not_call_checked_at: placed.do_not_call?.checked_at ?? null,
    calls_before: placed.calls_before?.count ?? null,
    consent_demanded: consent?.demanded?.basis ?? null,
    consent_rule: consent?.demanded?.rule ?? null,
    valid_consents: consent?.valid.map(({ basis, purpose }) => `${basis} ${purpose}`).join('; ') || null,
    recorded: placed.recording.recorded,
    recording_reason: placed.recording.reason,
    recording_rules_version: placed.recording.rules_version,
    opt_out_at: facts.opt_out?.said_at ?? null,
    opt_out_undone_at: facts.opt_out?.undone_at ?? null,
    placed_digest: digestOf(placed),
  }
}
