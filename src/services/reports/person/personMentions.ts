import { query, raw, sql, type Sql } from '../../../kernel/db/sql.ts'
import { callsOf, conversationsOf, leadsOf } from '../../dataSubjects/people.ts'
import { carrierEventsOf, deliveriesOf, type Subject } from './personRows.ts'
import { columnsOf, type SearchedTable, SEARCHED_TABLES, searchBatch } from '../../dataSubjects/searchedTables.ts'
import { findPhoneMentions } from '../../dataSubjects/phonePatterns.ts'
import type { ReportRow } from '../reportRows.ts'

/** Rows that mention the number per statement. */
const BATCH = 100

/** SQL conditions on rows `t` of a table that are the person's own, and so already in the file. */
const OWN_ROWS: Record<string, (subject: Subject) => Sql> = {
  call_details: (subject) => sql`t.call_id in (select c.id from calls c where ${callsOf(subject)})`,
  messages: (subject) => sql`t.conversation_id in ${conversationsOf(subject)}`,
  leads: (subject) => sql`t.id in ${leadsOf(subject)}`,
  lead_decisions: (subject) => sql`t.lead_id in ${leadsOf(subject)}`,
  webhook_deliveries: deliveriesOf,
  webhook_attempts: (subject) => sql`t.delivery_id in (select t.id from webhook_deliveries t where ${deliveriesOf(subject)})`,
  dnc_entries: ({ phoneNumber }) => sql`t.phone_number = ${phoneNumber}`,
  carrier_events: carrierEventsOf,
}

/** Tables whose rows an erasure deletes instead of searching them. */
const DELETED_TABLES: readonly SearchedTable[] = [{ table: 'carrier_events', json: ['event'] }]

const AUDIT = SEARCHED_TABLES.find(({ table }) => table === 'audit_entries')!
const OTHERS = [...SEARCHED_TABLES.filter((place) => place !== AUDIT), ...DELETED_TABLES]

/** Yields rows about others that mention the number: where, and as written. */
export async function* read(subject: Subject): AsyncGenerator<ReportRow> {
  for (const place of OTHERS)
    for await (const { id, ...row } of readMentioningRows(subject, place, columnsOf(place)))
      yield { where: place.table, id, mentions: findPhoneMentions(parseJsonText(row, place), subject.traces) }
  yield* readShortLivedRows(subject)
}

const parseJsonText = (row: ReportRow, { jsonText = [] }: SearchedTable) => ({
  ...row,
  ...Object.fromEntries(jsonText.map((name) => [name, JSON.parse(row[name] as string)])),
})

const AUDIT_FIELDS = 'created_at operation resource resource_id action before after'.split(' ')

/** Yields audit entries that mention the number, in full if it is the number of their resource. */
export async function* readAuditEntries(subject: Subject): AsyncGenerator<ReportRow> {
  const hasNumber = (value: unknown) => (value as { phone_number?: unknown } | null)?.phone_number === subject.phoneNumber
  for await (const { before, after, ...entry } of readMentioningRows(subject, AUDIT, AUDIT_FIELDS)) {
    const isTheirs = hasNumber(before) || hasNumber(after)
    yield { ...entry, ...(isTheirs ? { before, after } : { mentions: findPhoneMentions({ before, after }, subject.traces) }) }
  }
}

/** Yields a table's rows that mention the number and are not the person's own. */
async function* readMentioningRows(subject: Subject, place: SearchedTable, columns: readonly string[]): AsyncGenerator<ReportRow & { id: number }> {
  const { table, key = 'id' } = place
  const own = OWN_ROWS[table]
  const others = own ? sql`and not coalesce((${own(subject)}), false)` : sql``
  for (let after: number | null = 0; after !== null;) {
    const [batch]: { last: number | null; ids: number[] }[] = await query(searchBatch(place, subject, after))
    for (let at = 0; at < batch!.ids.length; at += BATCH)
      yield* await query<ReportRow & { id: number }>(sql`
        select t.${raw(key)}::float8 as id, ${raw(columns.map((name) => `t.${name}`).join(', '))} from ${raw(table)} t
        where t.workspace_id = ${subject.workspaceId} and t.${raw(key)} = any(${batch!.ids.slice(at, at + BATCH)}::bigint[]) ${others} order by t.${raw(key)}`)
    after = batch!.last
  }
}

/** Yields rows of tables that are stored for a day or two and have no number of their own. */
async function* readShortLivedRows({ workspaceId, phoneNumber, traces: { pattern } }: Subject): AsyncGenerator<ReportRow> {
  const mentionsAsWritten = (text: Sql) =>
    sql`(select coalesce(jsonb_agg(distinct jsonb_build_object('field', '', 'written', m[1])), '[]') from regexp_matches(${text}, ${pattern}, 'g') as m)`
  const searchedText = sql`concat_ws(' ', key, path, body)`
  yield* await query<ReportRow>(sql`
    select 'idempotency_keys' as where, created_at, method, ${mentionsAsWritten(searchedText)} as mentions from idempotency_keys where workspace_id = ${workspaceId} and ${searchedText} ~ ${pattern}`)
  yield* await query<ReportRow>(sql`
    select 'campaign_proposals' as where, id, campaign_id, ${mentionsAsWritten(sql`summary::text`)} as mentions from campaign_proposals
    where workspace_id = ${workspaceId} and summary::text ~ ${pattern}`)
  yield* await query<ReportRow>(sql`
    select 'lead_import_changes' as where, import_id, lead_id, ${mentionsAsWritten(sql`before::text`)} as mentions from lead_import_changes
    where workspace_id = ${workspaceId} and before::text ~ ${pattern} and before->>'phoneNumber' is distinct from ${phoneNumber}`)
}
