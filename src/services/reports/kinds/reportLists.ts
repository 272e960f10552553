import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { CURRENCY } from '../../../kernel/lib/money.ts'
import { column, empty, join, query, raw, sql, type Sql } from '../../../kernel/db/sql.ts'
import * as audit from '../../audit/audit.ts'
import * as ledger from '../../billing/ledger.ts'
import { readInBatches, type BatchCursor } from '../../shared/batches.ts'
import { equalTo, countRows, type ReportFilter, type ReportRow, type ReportRows, inPeriod } from '../reportRows.ts'

const BATCH = 1_000

export const LEAD_FIELDS =
  'id campaign_id external_id phone_number name status attempts last_outcome last_call_id next_attempt_at data created_at updated_at'.split(' ')
const MESSAGE_COLUMNS =
  'id direction status from_number to_number body segments media keyword source carrier error_code error_reason cost currency conversation_id created_at sent_at finished_at'.split(
    ' ',
  )

const COMPUTED_FIELDS: Record<string, Sql> = { cost: sql`cost_micros as cost`, currency: sql`${CURRENCY}::text as currency` }
/** The fields of a message as selected from `messages`. */
export const MESSAGE_FIELDS = join(MESSAGE_COLUMNS.map((name) => COMPUTED_FIELDS[name] ?? raw(name)))

type Row = Record<string, unknown> & { id: number; created_at: Date }

/** Leads added in a period, without deleted ones. */
export const openLeads = ({ workspaceId }: Actor, { period, campaignId, status }: ReportFilter): ReportRows =>
  toReportRows({
    header: LEAD_FIELDS,
    of: sql`from leads where workspace_id = ${workspaceId} and deleted_at is null ${inPeriod(sql`created_at`, period)}
      ${equalTo(sql`campaign_id`, campaignId)} ${equalTo(sql`status`, status)}`,
    batch: 500,
  })

/** Opens the inbound and outbound messages of a period. */
export const openMessages = ({ workspaceId }: Actor, { period, status }: ReportFilter): ReportRows =>
  toReportRows({
    header: MESSAGE_COLUMNS,
    fields: MESSAGE_FIELDS,
    of: sql`from messages where workspace_id = ${workspaceId} ${inPeriod(sql`created_at`, period)} ${equalTo(sql`status`, status)}`,
    batch: BATCH,
  })

/** Transactions of a period. */
export const openTransactions = (actor: Actor, { period: { from, to } }: ReportFilter): ReportRows => ({
  header: ['id', 'created_at', 'type', 'ref', 'amount', 'balance', 'currency', 'reason'],
  rows: readTransactions(actor, { from: from ?? undefined, to: to ?? undefined }),
  count: () => countRows(sql`from ledger_entries where workspace_id = ${actor.workspaceId} ${inPeriod(sql`created_at`, { from, to })}`),
})

async function* readTransactions(actor: Actor, range: Parameters<typeof ledger.read>[1]): AsyncGenerator<ReportRow> {
  for await (const { id, createdAt, type, ref, amount, balance, currency, reason } of ledger.read(actor, range))
    yield { id, created_at: createdAt, type, ref, amount, balance, currency, reason }
}

const AUDIT_FIELDS = 'id created_at actor_kind user_id api_key_id actor_name operation resource resource_id action before after count address request_id'.split(
  ' ',
)

/** Opens the audit entries of a period. */
export const openAuditEntries = (actor: Actor, { period }: ReportFilter): ReportRows => {
  const filter = { from: period.from, to: period.to }
  return { header: AUDIT_FIELDS, rows: readAuditEntries(actor, filter), count: () => audit.count(actor, filter) }
}

async function* readAuditEntries(actor: Actor, filter: Parameters<typeof audit.read>[1]): AsyncGenerator<ReportRow> {
  for await (const entry of audit.read(actor, filter)) yield Object.fromEntries(Object.entries(entry).map(([field, value]) => [column(field), value]))
}

interface ListQuery {
  /** Columns of the table by their public names. */
  header: string[]
  /** The select list, if some fields are computed. */
  fields?: Sql
  /** `from` and `where`. */
  of: Sql
  batch: number
}

/** Reads the rows in the order of their creation. */
function toReportRows({ header, fields = raw(header.join(', ')), of, batch }: ListQuery): ReportRows {
  const read = (after: BatchCursor | null, take: number) =>
    query<Row>(sql`select ${fields} ${of} ${after ? afterMark(after) : empty} order by created_at, id limit ${take}`)
  return { header, rows: readInBatches(batch, read, ({ id, created_at }) => ({ id, at: created_at })), count: () => countRows(of) }
}

const afterMark = ({ at, id }: BatchCursor) => sql`and (created_at, id) > (${at}, ${id})`
