import { z } from 'zod'
import { isOnCalendar, text } from './common.ts'

const MOMENT = /^[12]\d{3}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** An ISO 8601 date, which means its midnight in UTC, or a time with an offset. */
export const Moment = z
  .string()
  .refine((text) => MOMENT.test(text) && isOnCalendar(text), { error: 'invalid datetime format', params: { type: 'value_error.datetime' } })
  .transform((text) => new Date(text))
  .meta({ type: 'string', format: 'date-time' })

/** A range of ledger entries. */
export const LedgerRange = z.object({
  from: Moment.optional().describe('Start of the period, as a time or as a date in UTC.'),
  to: Moment.optional().describe('End of the period, exclusive, as a time or as a date in UTC.'),
})
export type LedgerRange = z.output<typeof LedgerRange>

/** The balance below which an alert is raised, in micro-units: 0 to 1 million USD. */
export const LowBalance = z.bigint().min(0n).max(1_000_000_000_000n)

/** A month of the ledger, in UTC. */
export const InvoiceMonth = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'must be a month, such as 2026-11' })

/** Languages in which invoices can be read. */
export const INVOICE_LANGUAGES = ['en', 'de', 'es', 'fr', 'it'] as const
export type InvoiceLanguage = (typeof INVOICE_LANGUAGES)[number]

/** Who invoices are issued to. Missing fields stay unchanged. */
export const BillingDetailsInput = z.object({
  legalName: text(200).nullish().describe('Legal name of the company.'),
  billingAddress: text(500).nullish().describe('Postal address, with line breaks.'),
  taxId: text(50).nullish().describe('Tax ID, such as a VAT number.'),
})
export type BillingDetailsInput = z.output<typeof BillingDetailsInput>
