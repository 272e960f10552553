import { rawSql, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { readInBatchesById } from '../../shared/batches.ts'
import { CONVERSATIONS_OF, IS_CALL_OF, LEADS_OF, type Person, personParams } from '../../dataSubjects/people.ts'
import * as reportCalls from '../kinds/reportCalls.ts'
import { LEAD_FIELDS, MESSAGE_FIELDS } from '../kinds/reportLists.ts'
import { type ReportRow, toReportRow, toReportRows } from '../reportRows.ts'

/** The person whose data is exported. */
export type Subject = Pick<Person, 'workspaceId' | 'phoneNumber' | 'traces'>

const BATCH = 200

/** What a statement needs to read rows after an ID. */
type BatchParams = ReturnType<typeof personParams> & { after: number; take: number }
interface Rows<Row> {
  all(params: BatchParams): Promise<Row[]>
}

/** Yields the rows of a statement that reads rows after an ID, oldest first. */
const readById = <Row extends { id: number }>(rows: Rows<Row>, subject: Subject) =>
  readInBatchesById(BATCH, (after, take) => rows.all({ ...personParams(subject), after, take }))

const EXTRA_FIELDS = [
  'c.recording_deleted_at',
  'd.variables',
  'd.language',
  'd.output_language',
  'd.routing',
  'd.timing_advisory',
  'd.decision',
  'd.cost_lines',
]

const calls = statement(
  'reports.personCalls',
  reportCalls.selectCalls(sql`select * from calls c where ${IS_CALL_OF} and c.id > $after order by c.id limit $take`, sql`order by c.id`, EXTRA_FIELDS),
)

/** Yields all calls with the number, including active ones, with transcript, results and cost lines. */
export async function* readCalls(subject: Subject): AsyncGenerator<ReportRow> {
  for await (const row of readById(calls, subject)) yield reportCalls.toRow(row)
}

const messages = statement(
  'reports.personMessages',
  sql`
    select ${MESSAGE_FIELDS} from messages
    where workspace_id = $workspaceId and conversation_id in ${CONVERSATIONS_OF} and id > $after order by id limit $take`,
)

export const readMessages = (subject: Subject) => toReportRows(readById(messages, subject))

const leads = statement(
  'reports.personLeads',
  sql`
    select ${rawSql([...LEAD_FIELDS, 'wait_reason', 'deleted_at'].join(', '))} from leads
    where workspace_id = $workspaceId and id in ${LEADS_OF} and id > $after order by id limit $take`,
)

/** Yields leads with the number, including deleted ones. */
export const readLeads = (subject: Subject) => toReportRows(readById(leads, subject))

const leadDecisions = statement(
  'reports.personLeadDecisions',
  sql`
    select id::float8 as id, lead_id, campaign_id, decision, reason, details, rules_version, until, call_id, created_at from lead_decisions
    where workspace_id = $workspaceId and lead_id in ${LEADS_OF} and id > $after order by lead_decisions.id limit $take`,
)

/** Yields the decisions to call, defer or skip these leads. */
export const readLeadDecisions = (subject: Subject) => toReportRows(readById(leadDecisions, subject))

const leadsBeforeImports = statement(
  'reports.personLeadsBeforeImports',
  sql`
    select lead_id as id, import_id, lead_id, before from lead_import_changes
    where workspace_id = $workspaceId and phone_keys(array[before::text]) && $keys and before->>'phoneNumber' = $phoneNumber and lead_id > $after
    order by lead_id limit $take`,
)

/** Yields leads with the number as they were before an import changed them. */
export async function* readLeadsBeforeImports(subject: Subject): AsyncGenerator<ReportRow> {
  for await (const { id: _, ...row } of readById(leadsBeforeImports, subject)) yield toReportRow(row)
}

const dncEntries = statement(
  'reports.personDncEntries',
  sql`select id, phone_number, reason, source, created_at from dnc_entries where workspace_id = $workspaceId and phone_number = $phoneNumber`,
)

export async function* readDncEntry({ workspaceId, phoneNumber }: Subject): AsyncGenerator<ReportRow> {
  for (const row of await dncEntries.all({ workspaceId, phoneNumber })) yield toReportRow(row)
}

const consents = statement(
  'reports.personConsents',
  sql`
    select id, phone_number, basis, purpose, text, source, given_at, evidence, expires_at, revoked_at, import_id, user_id, api_key_id, created_at from consents
    where workspace_id = $workspaceId and phone_number = $phoneNumber and id > $after order by id limit $take`,
)

/** Yields the consents of the number, including expired and revoked ones. */
export const readConsents = (subject: Subject) => toReportRows(readById(consents, subject))

const optOuts = statement(
  'reports.personOptOuts',
  sql`
    select id, call_id, phone_number, sentence, heard_by, said_at, created_at, undone_at from opt_outs
    where workspace_id = $workspaceId and phone_number = $phoneNumber order by id`,
)

/** Yields the person's wishes not to be called again, also those that were undone. */
export async function* readOptOuts({ workspaceId, phoneNumber }: Subject): AsyncGenerator<ReportRow> {
  for (const row of await optOuts.all({ workspaceId, phoneNumber })) yield toReportRow(row)
}

/** Subquery: IDs of the deliveries about calls and messages with the number, the first ones by their key and the repeated ones by their event. */
export const DELIVERIES_OF = sql`
  (with events as materialized (
     select 'call.completed' as type, c.id::text as id from calls c where ${IS_CALL_OF}
     union all select 'sms.received', m.id::text from messages m where m.workspace_id = $workspaceId and m.conversation_id in ${CONVERSATIONS_OF})
   select d.id from events e join webhook_deliveries d on d.workspace_id = $workspaceId and d.dedupe_key = e.type || ':' || e.id
   union all
   select d.id from events e join webhook_deliveries d
     on d.workspace_id = $workspaceId and d.dedupe_key is null and d.event_type = e.type and d.event_id = e.id)`

const deliveries = statement(
  'reports.personDeliveries',
  sql`
    select t.id::float8 as id, t.event_type, t.event_id, t.url, t.status, t.created_at, t.body::jsonb as body,
      (select coalesce(jsonb_agg(jsonb_build_object('number', a.number, 'status', a.status, 'error', a.error, 'response', a.response) order by a.number), '[]')
       from webhook_attempts a where a.workspace_id = t.workspace_id and a.delivery_id = t.id) as attempts
    from webhook_deliveries t where t.workspace_id = $workspaceId and t.id in ${DELIVERIES_OF} and t.id > $after order by t.id limit $take`,
)

/** Yields these deliveries with the responses of the customer's server. */
export const readDeliveries = (subject: Subject) => toReportRows(readById(deliveries, subject))

const providerEvents = statement(
  'reports.personProviderEvents',
  sql`
    select e.id::float8 as id, e.provider, e.call_id, e.received_at, e.body from provider_events e
    where e.call_id in (select c.id from calls c where ${IS_CALL_OF}) and e.id > $after order by e.id limit $take`,
)

/** Yields the stored provider events of these calls. IDs have 64 bits; a double represents them exactly up to 2^53. */
export const readProviderEvents = (subject: Subject) => toReportRows(readById(providerEvents, subject))

/** Condition on `carrier_events t`: events about messages with the number. */
export const IS_CARRIER_EVENT_OF = sql`
  t.workspace_id = $workspaceId and t.message_id in
    (select m.id from messages m where m.workspace_id = $workspaceId and m.conversation_id in ${CONVERSATIONS_OF})`

const carrierEvents = statement(
  'reports.personCarrierEvents',
  sql`
    select t.id::float8 as id, t.message_id, t.received_at, t.event from carrier_events t
    where ${IS_CARRIER_EVENT_OF} and t.id > $after order by t.id limit $take`,
)

export const readCarrierEvents = (subject: Subject) => toReportRows(readById(carrierEvents, subject))
