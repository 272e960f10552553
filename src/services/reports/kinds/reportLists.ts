import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { CURRENCY } from '../../../kernel/lib/money.ts'
import { rawSql, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import * as audit from '../../audit/audit.ts'
import * as ledger from '../../billing/ledger.ts'
import { type BatchCursor, readInBatches } from '../../shared/batches.ts'
import { afterParams, equalTo, inPeriod, isAfter, paramsOf, type ReportFilter, type ReportRow, type ReportRows, toReportRows } from '../reportRows.ts'

const LEADS_BATCH = 500
const MESSAGES_BATCH = 1_000

export const LEAD_FIELDS =
  'id campaign_id external_id phone_number name status attempts last_outcome last_call_id next_attempt_at data created_at updated_at'.split(' ')
const MESSAGE_COLUMNS =
  'id direction status from_number to_number body segments media keyword source carrier error_code error_reason cost currency conversation_id created_at sent_at finished_at'.split(
    ' ',
  )

const COMPUTED_FIELDS: Record<string, string> = { cost: 'cost_micros as cost', currency: `'${CURRENCY}'::text as currency` }
/** The fields of a message as selected from `messages`. */
export const MESSAGE_FIELDS = rawSql(MESSAGE_COLUMNS.map((name) => COMPUTED_FIELDS[name] ?? name).join(', '))

const markOf = ({ id, createdAt }: { id: number; createdAt: Date }): BatchCursor => ({ id, at: createdAt })
const ORDER = sql`order by created_at, id limit $take`

const LEADS = sql`from leads where workspace_id = $workspaceId and deleted_at is null ${inPeriod('created_at')}
  ${equalTo('campaign_id', 'campaignId')} ${equalTo('status', 'status')}`

const readLeads = statement('reports.readLeads', sql`select ${rawSql(LEAD_FIELDS.join(', '))} ${LEADS} ${isAfter('created_at', 'id')} ${ORDER}`)
const countLeads = statement('reports.countLeads', sql`select count(*)::int as count ${LEADS}`)

/** Leads added in a period, without deleted ones. */
export function openLeads(actor: Actor, filter: ReportFilter): ReportRows {
  const params = paramsOf(actor, filter)
  const rows = readInBatches(LEADS_BATCH, (after, take) => readLeads.all({ ...params, ...afterParams(after), take }), markOf)
  return { header: LEAD_FIELDS, rows: toReportRows(rows), count: async () => (await countLeads.get(params))!.count }
}

const MESSAGES = sql`from messages where workspace_id = $workspaceId ${inPeriod('created_at')} ${equalTo('status', 'status')}`

const readMessages = statement('reports.readMessages', sql`select ${MESSAGE_FIELDS} ${MESSAGES} ${isAfter('created_at', 'id')} ${ORDER}`)
const countMessages = statement('reports.countMessages', sql`select count(*)::int as count ${MESSAGES}`)

/** Opens the inbound and outbound messages of a period. */
export function openMessages(actor: Actor, filter: ReportFilter): ReportRows {
  const params = paramsOf(actor, filter)
  const rows = readInBatches(MESSAGES_BATCH, (after, take) => readMessages.all({ ...params, ...afterParams(after), take }), markOf)
  return { header: MESSAGE_COLUMNS, rows: toReportRows(rows), count: async () => (await countMessages.get(params))!.count }
}

const countEntries = statement(
  'reports.countLedgerEntries',
  sql`select count(*)::int as count from ledger_entries where workspace_id = $workspaceId ${inPeriod('created_at')}`,
)

/** Transactions of a period. */
export const openTransactions = (actor: Actor, { period: { from, to } }: ReportFilter): ReportRows => ({
  header: ['id', 'created_at', 'type', 'ref', 'amount', 'balance', 'currency', 'reason'],
  rows: readTransactions(actor, { from: from ?? undefined, to: to ?? undefined }),
  count: async () => (await countEntries.get({ workspaceId: actor.workspaceId, from, to }))!.count,
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
  return { header: AUDIT_FIELDS, rows: toReportRows(audit.read(actor, filter)), count: () => audit.count(actor, filter) }
}
