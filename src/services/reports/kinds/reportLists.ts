import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { CURRENCY } from '../../../kernel/lib/money.ts'
import { column, empty, join, query, raw, sql, type Sql } from '../../../kernel/db/sql.ts'
import * as audit from '../../audit/audit.ts'
import * as ledger from '../../billing/ledger.ts'
import { inBatches, type Mark } from '../../shared/batches.ts'
import { being, countOf, type ReportFilter, type ReportRow, type ReportRows, within } from '../reportRows.ts'

const BATCH = 1_000

export const LEAD = 'id campaign_id external_id phone_number name status attempts last_outcome last_call_id next_attempt_at data created_at updated_at'.split(
  ' ',
)
const MESSAGE =
  'id direction status from_number to_number body segments media keyword source carrier error_code error_reason cost currency conversation_id created_at sent_at finished_at'.split(
    ' ',
  )

const MADE: Record<string, Sql> = { cost: sql`cost_micros as cost`, currency: sql`${CURRENCY}::text as currency` }
/** The fields of a text as they are selected from `messages`. */
export const MESSAGE_FIELDS = join(MESSAGE.map((name) => MADE[name] ?? raw(name)))

type Row = Record<string, unknown> & { id: number; created_at: Date }

/** Leads that were added in a period, the deleted ones left out. */
export const leads = ({ workspaceId }: Actor, { period, campaignId, status }: ReportFilter): ReportRows =>
  listed({
    header: LEAD,
    of: sql`from leads where workspace_id = ${workspaceId} and deleted_at is null ${within(sql`created_at`, period)}
      ${being(sql`campaign_id`, campaignId)} ${being(sql`status`, status)}`,
    batch: 500,
  })

/** Texts, in and out, of a period. */
export const messages = ({ workspaceId }: Actor, { period, status }: ReportFilter): ReportRows =>
  listed({
    header: MESSAGE,
    fields: MESSAGE_FIELDS,
    of: sql`from messages where workspace_id = ${workspaceId} ${within(sql`created_at`, period)} ${being(sql`status`, status)}`,
    batch: BATCH,
  })

/** The movements of money in a period. */
export const movements = (actor: Actor, { period: { from, to } }: ReportFilter): ReportRows => ({
  header: ['id', 'created_at', 'type', 'ref', 'amount', 'balance', 'currency', 'reason'],
  rows: moved(actor, { from: from ?? undefined, to: to ?? undefined }),
  count: () => countOf(sql`from ledger_entries where workspace_id = ${actor.workspaceId} ${within(sql`created_at`, { from, to })}`),
})

async function* moved(actor: Actor, range: Parameters<typeof ledger.read>[1]): AsyncGenerator<ReportRow> {
  for await (const { id, createdAt, kind, ref, amount, balance, currency, reason } of ledger.read(actor, range))
    yield { id, created_at: createdAt, type: kind, ref, amount, balance, currency, reason }
}

const ENTRY = 'id created_at actor_kind user_id api_key_id actor_name operation resource resource_id action before after count address request_id'.split(' ')

const PUBLIC_NAMES: Record<string, string> = { subject: 'resource', subjectId: 'resource_id', change: 'action' }

/** Who changed what in a period. */
export const changes = (actor: Actor, { period }: ReportFilter): ReportRows => {
  const filter = { from: period.from, to: period.to }
  return { header: ENTRY, rows: changed(actor, filter), count: () => audit.count(actor, filter) }
}

async function* changed(actor: Actor, filter: Parameters<typeof audit.read>[1]): AsyncGenerator<ReportRow> {
  for await (const entry of audit.read(actor, filter)) yield Object.fromEntries(Object.entries(entry).map(([field, value]) => [PUBLIC_NAMES[field] ?? column(field), value]))
}

interface List {
  /** Columns of the table, which have the names that the public API gives them. */
  header: string[]
  /** As they are selected, where some are made of others. */
  fields?: Sql
  /** From which table, and which rows. */
  of: Sql
  batch: number
}

/** In the order in which they were made. */
function listed({ header, fields = raw(header.join(', ')), of, batch }: List): ReportRows {
  const read = (after: Mark | null, take: number) =>
    query<Row>(sql`select ${fields} ${of} ${after ? behind(after) : empty} order by created_at, id limit ${take}`)
  return { header, rows: inBatches(batch, read, ({ id, created_at }) => ({ id, at: created_at })), count: () => countOf(of) }
}

const behind = ({ at, id }: Mark) => sql`and (created_at, id) > (${at}, ${id})`
