import { z } from 'zod'
import { isOnCalendar } from './common.ts'

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
