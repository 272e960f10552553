import { z } from 'zod'
import { RetentionDays } from './common.ts'

/** The default number of days for which uploaded lead files are stored. */
export const LEAD_FILE_DAYS = 7

/** The retention of each class of data in days. Missing fields stay unchanged, null keeps the data. */
export const DataRetentionInput = z.object({
  recordings: RetentionDays.describe('Days to keep audio after the call. `null` keeps it as long as the voice provider does.'),
  transcripts: RetentionDays.describe('Days to keep transcripts, summaries, extracted data and the data sent with the call after the call. `null` keeps them.'),
  calls: RetentionDays.describe('Days to keep calls with all their data after the call. Statistics keep their counts and costs. `null` keeps the calls.'),
  messages: RetentionDays.describe('Days to keep SMS messages after they are sent or received. `null` keeps them.'),
  leadFiles: RetentionDays.describe(
    `Days that uploaded lead files are kept after their import ends. \`null\` restores the default of ${LEAD_FILE_DAYS}. A file that is never imported is ` +
      'deleted after 1 day.',
  ),
})
export type DataRetentionInput = z.output<typeof DataRetentionInput>

/** The types of data that can be redacted in transcripts, summaries and extracted data. */
export const REDACTIONS = ['payment_card', 'bank_account', 'national_id', 'email', 'phone', 'date_of_birth'] as const
export type Redaction = (typeof REDACTIONS)[number]

export const Redactions = z.array(z.enum(REDACTIONS)).max(REDACTIONS.length)
