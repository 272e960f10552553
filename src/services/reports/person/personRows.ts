import { query, raw, sql, type Sql } from '../../../kernel/db/sql.ts'
import { readInBatchesById } from '../../shared/batches.ts'
import { callsOf, conversationsOf, leadsOf, type Person } from '../../dataSubjects/people.ts'
import * as reportCalls from '../kinds/reportCalls.ts'
import { LEAD_FIELDS, MESSAGE_FIELDS } from '../kinds/reportLists.ts'
import type { ReportRow } from '../reportRows.ts'

/** The person whose data is exported. */
export type Subject = Pick<Person, 'workspaceId' | 'phoneNumber' | 'traces'>

const BATCH = 200

type Row = ReportRow & { id: number }

/** Yields the rows of a statement that reads rows after an ID, oldest first. */
const readById = (statement: (after: number, take: number) => Sql) => readInBatchesById(BATCH, (after, take) => query<Row>(statement(after, take)))

const EXTRA_FIELDS = ['c.recording_deleted_at', 'd.variables', 'd.language', 'd.output_language', 'd.routing', 'd.cost_lines']

/** Yields all calls with the number, including active ones, with transcript, results and cost lines. */
export async function* readCalls(subject: Subject): AsyncGenerator<ReportRow> {
  const rows = readById((after, take) =>
    reportCalls.selectCalls(
      sql`select * from calls c where ${callsOf(subject)} and c.id > ${after} order by c.id limit ${take}`,
      sql`order by c.id`,
      EXTRA_FIELDS,
    ),
  )
  for await (const row of rows) yield reportCalls.toRow(row as reportCalls.CallRow)
}

export const readMessages = (subject: Subject) =>
  readById(
    (after, take) => sql`
      select ${MESSAGE_FIELDS} from messages
      where workspace_id = ${subject.workspaceId} and conversation_id in ${conversationsOf(subject)} and id > ${after} order by id limit ${take}`,
  )

/** Yields leads with the number, including deleted ones. */
export const readLeads = (subject: Subject) =>
  readById(
    (after, take) => sql`
      select ${raw([...LEAD_FIELDS, 'wait_reason', 'deleted_at'].join(', '))} from leads where workspace_id = ${subject.workspaceId} and id in ${leadsOf(subject)} and id > ${after}
      order by id limit ${take}`,
  )

/** Yields the decisions to call, defer or skip these leads. */
export const readLeadDecisions = (subject: Subject) =>
  readById(
    (after, take) => sql`
      select id::float8 as id, lead_id, campaign_id, decision, reason, details, rules_version, until, call_id, created_at from lead_decisions
      where workspace_id = ${subject.workspaceId} and lead_id in ${leadsOf(subject)} and id > ${after} order by lead_decisions.id limit ${take}`,
  )

/** Yields leads with the number as they were before an import changed them. */
export async function* readLeadsBeforeImports({ workspaceId, phoneNumber }: Subject): AsyncGenerator<ReportRow> {
  const rows = readById(
    (after, take) => sql`
      select lead_id as id, import_id, lead_id, before from lead_import_changes
      where workspace_id = ${workspaceId} and before->>'phoneNumber' = ${phoneNumber} and lead_id > ${after} order by lead_id limit ${take}`,
  )
  for await (const { id: _, ...row } of rows) yield row
}

export async function* readDncEntry({ workspaceId, phoneNumber }: Subject): AsyncGenerator<ReportRow> {
  yield* await query<Row>(
    sql`select id, phone_number, reason, source, created_at from dnc_entries where workspace_id = ${workspaceId} and phone_number = ${phoneNumber}`,
  )
}

/** SQL condition on `webhook_deliveries t`: deliveries about calls and messages with the number. */
export const deliveriesOf = (subject: Subject): Sql => sql`
  t.workspace_id = ${subject.workspaceId} and (
    (t.event_type = 'call.completed' and t.event_id in (select c.id::text from calls c where ${callsOf(subject)}))
    or (t.event_type = 'sms.received' and t.event_id in
      (select m.id::text from messages m where m.workspace_id = ${subject.workspaceId} and m.conversation_id in ${conversationsOf(subject)})))`

/** Yields these deliveries with the responses of the customer's server. */
export const readDeliveries = (subject: Subject) =>
  readById(
    (after, take) => sql`
      select t.id, t.event_type, t.event_id, t.url, t.status, t.created_at, t.body::jsonb as body,
        (select coalesce(jsonb_agg(jsonb_build_object('number', a.number, 'status', a.status, 'error', a.error, 'response', a.response) order by a.number), '[]')
         from webhook_attempts a where a.workspace_id = t.workspace_id and a.delivery_id = t.id) as attempts
      from webhook_deliveries t where ${deliveriesOf(subject)} and t.id > ${after} order by t.id limit ${take}`,
  )

/** Yields the stored provider events of these calls. IDs have 64 bits; a double represents them exactly up to 2^53. */
export const readProviderEvents = (subject: Subject) =>
  readById(
    (after, take) => sql`
      select e.id::float8 as id, e.provider, e.call_id, e.received_at, e.body from provider_events e where e.call_id in (select c.id from calls c where ${callsOf(subject)}) and e.id > ${after}::bigint
      order by e.id limit ${take}`,
  )

/** SQL condition on `carrier_events t`: events about messages with the number. */
export const carrierEventsOf = (subject: Subject): Sql => sql`
  t.workspace_id = ${subject.workspaceId} and t.message_id in
    (select m.id from messages m where m.workspace_id = ${subject.workspaceId} and m.conversation_id in ${conversationsOf(subject)})`

export const readCarrierEvents = (subject: Subject) =>
  readById(
    (after, take) =>
      sql`select t.id::float8 as id, t.message_id, t.received_at, t.event from carrier_events t where ${carrierEventsOf(subject)} and t.id > ${after} order by t.id limit ${take}`,
  )
