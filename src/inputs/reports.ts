import { z } from 'zod'
import { Moment } from './billing.ts'
import { Id, text } from './common.ts'

/** What a report can hold. */
export const REPORT_KINDS = ['calls', 'results', 'leads', 'messages', 'ledger', 'usage', 'audit', 'person'] as const
export type ReportKindName = (typeof REPORT_KINDS)[number]

export const REPORT_FORMATS = ['csv', 'json', 'xlsx'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** A day, or a moment with an offset; which midnight a day begins with depends on the report's timezone. */
export const Boundary = z
  .string()
  .refine((value) => Moment.safeParse(value).success, { error: 'invalid datetime format', params: { type: 'value_error.datetime' } })
  .nullish()

/** What a report is wanted of (spec: export_report). What limits its rows has to be something its kind has: the service judges that. */
export const ReportInput = z.object({
  kind: z.enum(REPORT_KINDS).describe(`What it holds: ${REPORT_KINDS.join(', ')}`),
  format: z.enum(REPORT_FORMATS).nullish().describe('csv (default), json or xlsx'),
  from: Boundary.describe('The first moment, or the first day; ISO 8601'),
  to: Boundary.describe('The moment, or the day, before which to end'),
  timezone: text(64, 1).nullish().describe("IANA time zone whose days are meant; the workspace's when absent"),
  campaignId: Id.nullish().describe('Only of that campaign: calls, results, leads'),
  status: text(64).nullish().describe('Only with that status: calls, results, leads, messages'),
  outcome: text(100).nullish().describe('Only with that outcome: calls, results'),
  phoneNumber: text(64).nullish().describe('Of person: whom it is about, E.164'),
})
export type ReportInput = z.output<typeof ReportInput>
