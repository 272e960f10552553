import { z } from 'zod'
import { Moment } from './billing.ts'
import { Id, text } from './common.ts'

/** The types of exports. */
export const REPORT_KINDS = ['calls', 'results', 'leads', 'messages', 'ledger', 'usage', 'audit', 'proofs', 'person'] as const
export type ReportKindName = (typeof REPORT_KINDS)[number]

export const REPORT_FORMATS = ['csv', 'json', 'xlsx'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** A date, which starts at midnight in the export's time zone, or a time with an offset. */
export const Boundary = z
  .string()
  .refine((value) => Moment.safeParse(value).success, { error: 'invalid datetime format', params: { type: 'value_error.datetime' } })
  .nullish()

/** A new export (spec: export_report). The service rejects filters that the export's type does not support. */
export const ReportInput = z.object({
  type: z.enum(REPORT_KINDS).describe('What the export contains.'),
  format: z.enum(REPORT_FORMATS).nullish().describe('File format. Defaults to `csv`, or to `json` for `person`.'),
  from: Boundary.describe('Start of the period, as an ISO 8601 time or date.'),
  to: Boundary.describe('End of the period, exclusive, as an ISO 8601 time or date.'),
  timezone: text(64, 1).nullish().describe("IANA time zone of dates. Defaults to the workspace's."),
  campaignId: Id.nullish().describe('Campaign, for `calls`, `proofs`, `results` and `leads`.'),
  status: text(64).nullish().describe('Status, for `calls`, `proofs`, `results`, `leads` and `messages`.'),
  outcome: text(100).nullish().describe('Outcome, for `calls`, `proofs` and `results`.'),
  phoneNumber: text(64).nullish().describe('Phone number of a `person` export, in E.164 format.'),
})
export type ReportInput = z.output<typeof ReportInput>
