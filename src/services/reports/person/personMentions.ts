import { query, raw, sql, type Sql } from '../../../kernel/db/sql.ts'
import { callsOf, conversationsOf, leadsOf } from '../../dataSubjects/people.ts'
import { carrierEventsOf, deliveriesOf, type Subject } from './personRows.ts'
import { columnsOf, type SearchedTable, SEARCHED_TABLES, searchBatch } from '../../dataSubjects/searchedTables.ts'
import { findPhoneMentions } from '../../dataSubjects/phonePatterns.ts'
import type { ReportRow } from '../reportRows.ts'

/** Rows that name the number read at once. */
const BATCH = 100

/** Which rows `t` of a place are the person's own, and so in the file already. */
const OWN: Record<string, (subject: Subject) => Sql> = {
  call_details: (subject) => sql`t.call_id in (select c.id from calls c where ${callsOf(subject)})`,
  messages: (subject) => sql`t.conversation_id in ${conversationsOf(subject)}`,
  leads: (subject) => sql`t.id in ${leadsOf(subject)}`,
  lead_decisions: (subject) => sql`t.lead_id in ${leadsOf(subject)}`,
  webhook_deliveries: deliveriesOf,
  webhook_attempts: (subject) => sql`t.delivery_id in (select t.id from webhook_deliveries t where ${deliveriesOf(subject)})`,
  dnc_entries: ({ phoneNumber }) => sql`t.phone_number = ${phoneNumber}`,
  carrier_events: carrierEventsOf,
}

/** What an erasure drops as a whole, and so does not look through. */
const DELETED_TABLES: readonly SearchedTable[] = [{ table: 'carrier_events', json: ['event'] }]

const AUDIT = SEARCHED_TABLES.find(({ table }) => table === 'audit_entries')!
const OTHERS = [...SEARCHED_TABLES.filter((place) => place !== AUDIT), ...DELETED_TABLES]

/** Rows about others that name the number: where, and as it is written there. */
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

const AUDIT_FIELDS = 'created_at operation subject subject_id change before after'.split(' ')

/** Entries of the audit log that name the number: those about something that has it as its number in full. */
export async function* auditEntries(subject: Subject): AsyncGenerator<ReportRow> {
  const isOf = (value: unknown) => (value as { phone_number?: unknown } | null)?.phone_number === subject.phoneNumber
  for await (const { before, after, ...entry } of readMentioningRows(subject, AUDIT, AUDIT_FIELDS)) {
    const isTheirs = isOf(before) || isOf(after)
    yield { ...entry, ...(isTheirs ? { before, after } : { mentions: findPhoneMentions({ before, after }, subject.traces) }) }
  }
}

/** The rows of a place that name the number and are not the person's own. */
async function* readMentioningRows(subject: Subject, place: SearchedTable, columns: readonly string[]): AsyncGenerator<ReportRow & { id: number }> {
  const { table, key = 'id' } = place
  const own = OWN[table]
  const others = own ? sql`and not coalesce((${own(subject)}), false)` : sql``
  for (let after: number | null = 0; after !== null;) {
    const [found]: { last: number | null; ids: number[] }[] = await query(searchBatch(place, subject, after))
    for (let at = 0; at < found!.ids.length; at += BATCH)
      yield* await query<ReportRow & { id: number }>(sql`
        select t.${raw(key)}::float8 as id, ${raw(columns.map((name) => `t.${name}`).join(', '))} from ${raw(table)} t
        where t.workspace_id = ${subject.workspaceId} and t.${raw(key)} = any(${found!.ids.slice(at, at + BATCH)}::bigint[]) ${others} order by t.${raw(key)}`)
    after = found!.last
  }
}

/** Rows that are kept for a day or two, and have no number of their own. */
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
