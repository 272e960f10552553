import { query, raw, sql, type Sql } from '../../../kernel/db/sql.ts'
import { itsCalls, itsConversations, itsLeads } from '../../dataSubjects/people.ts'
import { itsCarrierEvents, itsDeliveries, type Subject } from './personRows.ts'
import { columnsOf, type Place, PLACES, stretchOf } from '../../dataSubjects/phonePlaces.ts'
import { mentionsIn } from '../../dataSubjects/phoneTraces.ts'
import type { ReportRow } from '../reportRows.ts'

/** Rows that name the number read at once. */
const BATCH = 100

/** Which rows `t` of a place are the person's own, and so in the file already. */
const OWN: Record<string, (subject: Subject) => Sql> = {
  call_details: (subject) => sql`t.call_id in (select c.id from calls c where ${itsCalls(subject)})`,
  messages: (subject) => sql`t.conversation_id in ${itsConversations(subject)}`,
  leads: (subject) => sql`t.id in ${itsLeads(subject)}`,
  lead_decisions: (subject) => sql`t.lead_id in ${itsLeads(subject)}`,
  webhook_deliveries: itsDeliveries,
  webhook_attempts: (subject) => sql`t.delivery_id in (select t.id from webhook_deliveries t where ${itsDeliveries(subject)})`,
  dnc_entries: ({ phoneNumber }) => sql`t.phone_number = ${phoneNumber}`,
  carrier_events: itsCarrierEvents,
}

/** What an erasure drops as a whole, and so does not look through. */
const DROPPED: readonly Place[] = [{ table: 'carrier_events', json: ['event'] }]

const AUDIT = PLACES.find(({ table }) => table === 'audit_entries')!
const OTHERS = [...PLACES.filter((place) => place !== AUDIT), ...DROPPED]

/** Rows about others that name the number: where, and as it is written there. */
export async function* read(subject: Subject): AsyncGenerator<ReportRow> {
  for (const place of OTHERS)
    for await (const { id, ...row } of hits(subject, place, columnsOf(place)))
      yield { where: place.table, id, mentions: mentionsIn(parsed(row, place), subject.traces) }
  yield* unnumbered(subject)
}

const parsed = (row: ReportRow, { jsonText = [] }: Place) => ({
  ...row,
  ...Object.fromEntries(jsonText.map((name) => [name, JSON.parse(row[name] as string)])),
})

const ENTRY = 'created_at operation subject subject_id change before after'.split(' ')

/** Entries of the audit log that name the number: those about something that has it as its number in full. */
export async function* auditEntries(subject: Subject): AsyncGenerator<ReportRow> {
  const isOf = (value: unknown) => (value as { phone_number?: unknown } | null)?.phone_number === subject.phoneNumber
  for await (const { before, after, ...entry } of hits(subject, AUDIT, ENTRY)) {
    const isTheirs = isOf(before) || isOf(after)
    yield { ...entry, ...(isTheirs ? { before, after } : { mentions: mentionsIn({ before, after }, subject.traces) }) }
  }
}

/** The rows of a place that name the number and are not the person's own. */
async function* hits(subject: Subject, place: Place, columns: readonly string[]): AsyncGenerator<ReportRow & { id: number }> {
  const { table, key = 'id' } = place
  const own = OWN[table]
  const others = own ? sql`and not coalesce((${own(subject)}), false)` : sql``
  for (let after: number | null = 0; after !== null;) {
    const [found]: { last: number | null; ids: number[] }[] = await query(stretchOf(place, subject, after))
    for (let at = 0; at < found!.ids.length; at += BATCH)
      yield* await query<ReportRow & { id: number }>(sql`
        select t.${raw(key)}::float8 as id, ${raw(columns.map((name) => `t.${name}`).join(', '))} from ${raw(table)} t
        where t.workspace_id = ${subject.workspaceId} and t.${raw(key)} = any(${found!.ids.slice(at, at + BATCH)}::bigint[]) ${others} order by t.${raw(key)}`)
    after = found!.last
  }
}

/** Rows that are kept for a day or two, and have no number of their own. */
async function* unnumbered({ workspaceId, phoneNumber, traces: { pattern } }: Subject): AsyncGenerator<ReportRow> {
  const written = (text: Sql) =>
    sql`(select coalesce(jsonb_agg(distinct jsonb_build_object('field', '', 'written', m[1])), '[]') from regexp_matches(${text}, ${pattern}, 'g') as m)`
  const said = sql`concat_ws(' ', key, path, body)`
  yield* await query<ReportRow>(sql`
    select 'idempotency_keys' as where, created_at, method, ${written(said)} as mentions from idempotency_keys where workspace_id = ${workspaceId} and ${said} ~ ${pattern}`)
  yield* await query<ReportRow>(sql`
    select 'campaign_proposals' as where, id, campaign_id, ${written(sql`summary::text`)} as mentions from campaign_proposals
    where workspace_id = ${workspaceId} and summary::text ~ ${pattern}`)
  yield* await query<ReportRow>(sql`
    select 'lead_import_changes' as where, import_id, lead_id, ${written(sql`before::text`)} as mentions from lead_import_changes
    where workspace_id = ${workspaceId} and before::text ~ ${pattern} and before->>'phoneNumber' is distinct from ${phoneNumber}`)
}
