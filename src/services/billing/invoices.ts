import type { InvoiceId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { settings } from '../../kernel/config/settings.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { CURRENCY } from '../../kernel/lib/money.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { INVOICES_LOCK, lockForWorkspace } from '../../kernel/db/locks.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import { fromJson, toJson } from '../shared/jsonColumns.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'
import { monthOf } from './usage.ts'

/** The sum of a type of transaction in the month. The amount is in micro-units, as a string in JSON. */
export interface InvoiceLine {
  type: string
  count: number
  amount: bigint
}
export interface InvoiceCustomer {
  name: string
  legalName: string
  address: string
  taxId: string
}

/** A transaction that began in the month ends within half a minute, so the ledger of a month is complete by then. */
const COMPLETE_AFTER_MS = 5 * 60_000
/** Months that are offered, counted back from the last one. */
const MAX_MONTHS = 120

/** Lists the invoices, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) => db.invoice.findMany({ ...query, where: { ...where, workspaceId } }))

/** Returns an invoice. Throws NOT_FOUND. */
export async function get({ workspaceId }: Actor, id: InvoiceId) {
  const invoice = await db.invoice.findUnique({ where: { workspaceId_id: { workspaceId, id } } })
  if (!invoice) throw notFound('Invoice')
  return invoice
}

const listMonths = statement(
  'invoices.listMonths',
  sql`
    select to_char(m, 'YYYY-MM') as "month!"
    from generate_series(
      date_trunc('month', (select min(created_at) from ledger_entries where workspace_id = $workspaceId) at time zone 'UTC'),
      $lastEnd::timestamptz at time zone 'UTC' - interval '1 day', interval '1 month') m
    where not exists (select from invoices i where i.workspace_id = $workspaceId and i.month = to_char(m, 'YYYY-MM'))
    order by m desc limit $limit::int`,
)

/** Lists the months, newest first, that are over and have no invoice, from the first transaction on. */
export const listOpenMonths = async ({ workspaceId }: Actor) =>
  (await listMonths.all({ workspaceId, lastEnd: lastEnd(), limit: MAX_MONTHS })).map(({ month }) => month)

const lastEnd = () => monthOf(new Date(clock.now().getTime() - COMPLETE_AFTER_MS)).start

const sumEntries = statement(
  'invoices.sumEntries',
  sql`
    select type, count(*)::int as "count!", sum(amount)::int8 as "amount!" from ledger_entries
    where workspace_id = $workspaceId and created_at >= $start and created_at < $end group by type order by type`,
)
const sumBefore = statement(
  'invoices.sumBefore',
  sql`select coalesce(sum(amount), 0)::int8 as "amount!" from ledger_entries where workspace_id = $workspaceId and created_at < $start`,
)

/**
 * Issues the invoice of a month, with the next number, the billing details of now and the host's as issuer, or returns the one that was issued. Throws CONFLICT if the
 * month is not over.
 */
export const issue = ({ workspaceId }: Actor, month: string) =>
  transaction(async (tx) => {
    await lockForWorkspace(tx, INVOICES_LOCK, workspaceId)
    const issued = await tx.invoice.findUnique({ where: { workspaceId_month: { workspaceId, month } } })
    if (issued) return issued
    const { start, end } = monthOf(new Date(`${month}-01T00:00:00Z`))
    if (end > lastEnd()) throw conflict('month_not_over')
    const lines: InvoiceLine[] = await sumEntries.all({ workspaceId, start, end }, tx)
    const { amount: openingBalance } = (await sumBefore.get({ workspaceId, start }, tx))!
    const closingBalance = lines.reduce((sum, { amount }) => sum + amount, openingBalance)
    const number = (await tx.invoice.count({ where: { workspaceId } })) + 1
    const amounts = { lines: toJson(lines.map((line) => ({ ...line, amount: String(line.amount) }))), openingBalance, closingBalance, currency: CURRENCY }
    return tx.invoice.create({
      data: {
        workspaceId,
        number,
        month,
        customer: toJson(await readCustomer(tx, workspaceId)),
        issuer: settings.invoiceIssuer,
        ...amounts,
        issuedAt: clock.now(),
      },
    })
  })

async function readCustomer(tx: Tx, workspaceId: WorkspaceId): Promise<InvoiceCustomer> {
  const { name, legalName, billingAddress: address, taxId } = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  return { name, legalName, address, taxId }
}

export const linesOf = ({ lines }: { lines: unknown }): InvoiceLine[] =>
  fromJson<{ type: string; count: number; amount: string }[]>(lines as never).map((line) => ({ ...line, amount: BigInt(line.amount) }))

/** The number as people read it. */
export const titleOf = ({ number }: { number: number }) => `INV-${String(number).padStart(4, '0')}`
