import { NOTHING, rawSql, sql, type SqlText } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { mentionsNumber } from '../../../kernel/db/phoneMentions.ts'
import { CONVERSATIONS_OF, IS_CALL_OF, LEADS_OF, personParams } from '../../dataSubjects/people.ts'
import { DELIVERIES_OF, IS_CARRIER_EVENT_OF, type Subject } from './personRows.ts'
import { byTable, searchedColumnsOf, DELETED_TABLES, SEARCH_NEXT, type SearchedTable, SEARCHED_TABLES } from '../../dataSubjects/searchedTables.ts'
import { findPhoneMentions } from '../../dataSubjects/phonePatterns.ts'
import { type ReportRow, toReportRow } from '../reportRows.ts'

/** Rows that mention the number per statement. */
const BATCH = 100

/** Conditions on rows `t` of a table that are the person's own, and so already in the file. */
const IS_OWN: Partial<Record<SearchedTable['table'], SqlText>> = {
  call_details: sql`t.call_id in (select c.id from calls c where ${IS_CALL_OF})`,
  messages: sql`t.conversation_id in ${CONVERSATIONS_OF}`,
  leads: sql`t.id in ${LEADS_OF}`,
  lead_decisions: sql`t.lead_id in ${LEADS_OF}`,
  webhook_deliveries: sql`t.id in ${DELIVERIES_OF}`,
  webhook_attempts: sql`t.delivery_id in ${DELIVERIES_OF}`,
  consents: sql`t.phone_number = $phoneNumber`,
  dnc_entries: sql`t.phone_number = $phoneNumber`,
  opt_outs: sql`t.phone_number = $phoneNumber`,
  carrier_events: IS_CARRIER_EVENT_OF,
}

const AUDIT = SEARCHED_TABLES.find(({ table }) => table === 'audit_entries')!
const OTHERS = [...SEARCHED_TABLES.filter((place) => place !== AUDIT), ...DELETED_TABLES]

/** Yields rows about others that mention the number: where, and as written. */
export async function* read(subject: Subject): AsyncGenerator<ReportRow> {
  for (const place of OTHERS)
    for await (const { id, ...row } of readMentioningRows(subject, place))
      yield { where: place.table, id, mentions: findPhoneMentions(parseJsonText(row, place), subject.traces) }
  yield* readShortLivedRows(subject)
}

const parseJsonText = (row: ReportRow, { jsonText = [] }: SearchedTable) => ({
  ...row,
  ...Object.fromEntries(jsonText.map((name) => [name, JSON.parse(row[name] as string)])),
})

/** Yields audit entries that mention the number, in full if it is the number of their resource. */
export async function* readAuditEntries(subject: Subject): AsyncGenerator<ReportRow> {
  const hasNumber = (value: unknown) => (value as { phone_number?: unknown } | null)?.phone_number === subject.phoneNumber
  for await (const { before, after, ...entry } of readMentioningRows(subject, AUDIT)) {
    const isTheirs = hasNumber(before) || hasNumber(after)
    yield { ...entry, ...(isTheirs ? { before, after } : { mentions: findPhoneMentions({ before, after }, subject.traces) }) }
  }
}

const AUDIT_FIELDS = 'created_at operation resource resource_id action before after'.split(' ')

/** Statements that read those of `$ids` that are not the person's own. */
const OTHERS_ROWS = byTable((place) => {
  const { table, key = 'id' } = place
  const [id, own] = [rawSql(`t.${key}`), IS_OWN[table]]
  const columns = (place === AUDIT ? AUDIT_FIELDS : searchedColumnsOf(place)).map((name) => `t.${name}`)
  return statement(
    `reports.mentions.${table}`,
    sql`
      select ${id}::float8 as id, ${rawSql(columns.join(', '))} from ${rawSql(table)} t
      where t.workspace_id = $workspaceId and ${id} = any($ids::bigint[]) ${own ? sql`and not coalesce((${own}), false)` : NOTHING} order by ${id}`,
  )
})

/** Yields a table's rows that mention the number and are not the person's own. */
async function* readMentioningRows(subject: Subject, { table }: SearchedTable): AsyncGenerator<ReportRow> {
  const params = personParams(subject)
  for (let after: number | null = 0; after !== null;) {
    const batch: { last: number | null; ids: number[] } | undefined = await SEARCH_NEXT[table].get({ ...params, after })
    const ids = batch!.ids.map(String)
    for (let at = 0; at < ids.length; at += BATCH)
      for (const row of await OTHERS_ROWS[table].all({ ...params, ids: ids.slice(at, at + BATCH) })) yield toReportRow(row)
    after = batch!.last
  }
}

/** The mentions in a text, as written. */
const mentionsIn = (text: SqlText) =>
  sql`(select coalesce(jsonb_agg(distinct jsonb_build_object('field', '', 'written', m[1])), '[]') from regexp_matches(${text}, $pattern, 'g') as m)`

const REQUEST = sql`concat_ws(' ', key, path, body)`
const requests = statement(
  'reports.mentionsInRequests',
  sql`
    select 'idempotency_keys' as where, created_at, method, ${mentionsIn(REQUEST)} as mentions from idempotency_keys
    where workspace_id = $workspaceId and ${mentionsNumber(sql`key, path, body`)}`,
)

const proposals = statement(
  'reports.mentionsInProposals',
  sql`
    select 'campaign_proposals' as where, id, campaign_id, ${mentionsIn(sql`summary::text`)} as mentions from campaign_proposals
    where workspace_id = $workspaceId and ${mentionsNumber(sql`summary::text`)}`,
)

const leadChanges = statement(
  'reports.mentionsInLeadChanges',
  sql`
    select 'lead_import_changes' as where, import_id, lead_id, ${mentionsIn(sql`before::text`)} as mentions from lead_import_changes
    where workspace_id = $workspaceId and phone_keys(array[before::text]) && $keys and before::text ~ $pattern
      and before->>'phoneNumber' is distinct from $phoneNumber`,
)

/** Yields rows of tables that are stored for a day or two and have no number of their own. */
async function* readShortLivedRows(subject: Subject): AsyncGenerator<ReportRow> {
  const params = personParams(subject)
  for (const rows of [requests, proposals, leadChanges]) for (const row of await rows.all(params)) yield toReportRow(row)
}
