import { type InvoiceLanguage as InvoiceLanguageTag, InvoiceMonth } from '../../inputs/billing.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as invoices from '../../services/billing/invoices.ts'
import { renderPdf } from '../../services/billing/invoicePdf.ts'
import { actorOf, builder } from '../base/builder.ts'
import { connection } from '../base/page.ts'
import { InvoiceLanguage, LedgerEntryType } from '../enums/billing.ts'

const InvoiceLine = builder.objectRef<invoices.InvoiceLine>('InvoiceLine').implement({
  description: "Sum of the month's transactions of one type.",
  fields: (t) => ({
    type: t.expose('type', { type: LedgerEntryType }),
    count: t.exposeInt('count', { description: 'Number of transactions.' }),
    amount: t.expose('amount', { type: 'Money', description: 'Sum of their amounts. Negative for charges.' }),
  }),
})

const Invoice = builder.prismaObject('Invoice', {
  description: 'Ledger of one month in UTC, as it was issued. Invoices never change.',
  fields: (t) => ({
    id: t.exposeID('id'),
    number: t.exposeInt('number', { description: 'Number of the invoice. A workspace counts its own.' }),
    title: t.string({ description: 'Number as the PDF shows it.', resolve: invoices.titleOf }),
    month: t.exposeString('month', { description: 'Month in UTC, such as `2026-11`.' }),
    lines: t.field({ type: [InvoiceLine], description: 'Sums by type of transaction.', resolve: invoices.linesOf }),
    openingBalance: t.expose('openingBalance', { type: 'Money', description: 'Balance at the start of the month.' }),
    closingBalance: t.expose('closingBalance', { type: 'Money', description: 'Balance at the end of the month: the opening balance and all lines.' }),
    currency: t.exposeString('currency'),
    issuedAt: t.expose('issuedAt', { type: 'DateTime' }),
  }),
})

const InvoiceFile = builder.objectRef<{ fileName: string; content: Buffer }>('InvoiceFile').implement({
  description: 'PDF of an invoice.',
  fields: (t) => ({
    fileName: t.exposeString('fileName'),
    content: t.string({ description: 'PDF in Base64.', resolve: ({ content }) => content.toString('base64') }),
  }),
})

builder.queryFields((t) => ({
  invoices: t.connection({
    type: Invoice,
    description: 'List the invoices, newest first.',
    authScopes: { scope: 'billing:read' },
    resolve: async (_, { first, after }, ctx) => connection(await invoices.list(actorOf(ctx), { first, after }), after),
  }),
  openInvoiceMonths: t.stringList({
    description: 'List the months that are over and have no invoice, newest first.',
    authScopes: { scope: 'billing:read' },
    resolve: (_, _args, ctx) => invoices.listOpenMonths(actorOf(ctx)),
  }),
  invoiceFile: t.field({
    type: InvoiceFile,
    description: 'Get the PDF of an invoice.',
    authScopes: { scope: 'billing:read' },
    args: { id: t.arg.id({ required: true }), language: t.arg({ type: InvoiceLanguage, description: 'Language of the texts. Defaults to `en`.' }) },
    resolve: async (_, { id, language }, ctx) => {
      const invoice = await invoices.get(actorOf(ctx), parseRowId(id, 'Invoice'))
      return { fileName: `${invoices.titleOf(invoice)}.pdf`, content: await renderPdf(invoice, (language ?? 'en') as InvoiceLanguageTag) }
    },
  }),
}))

builder.mutationField('issueInvoice', (t) =>
  t.field({
    type: Invoice,
    description: 'Issue the invoice of a month that is over. If it was issued before, returns that one.',
    authScopes: { scope: 'billing:write' },
    args: { month: t.arg.string({ required: true, validate: InvoiceMonth, description: 'Month in UTC, such as `2026-11`.' }) },
    resolve: (_, { month }, ctx) => invoices.issue(actorOf(ctx), month),
  }),
)
