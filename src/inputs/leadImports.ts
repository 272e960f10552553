import { z } from 'zod'
import { isCountry } from '../kernel/lib/phones.ts'
import { text } from './common.ts'
import type { LEAD_COLUMNS } from './leadFiles.ts'

export type LeadColumn = (typeof LEAD_COLUMNS)[number]

const column = text(1_000).nullish()
/** Which column of the file holds what. */
export const ColumnMapping = z.object({ phone_number: text(1_000, 1), name: column, external_id: column, timezone: column })
export type ColumnMapping = z.output<typeof ColumnMapping>

const DefaultCountry = text(2, 2)
  .refine(isCountry, { error: 'value is not an ISO 3166 country such as "IT"', params: { type: 'value_error.country' } })
  .nullish()
  .describe('Country whose numbers are written without their country code, ISO 3166; without it only E.164 is read')

const reading = {
  mapping: ColumnMapping.describe('Columns by what they hold: `phone_number`, and where there are `name`, `external_id`, `timezone`'),
  defaultCountry: DefaultCountry,
  onExisting: z
    .enum(['skip', 'update'])
    .nullish()
    .describe('A lead the campaign has, by external id or else by number: skip (default) counts it as a duplicate'),
}
export const LeadReadingInput = z.object({
  ...reading,
  mapping: ColumnMapping.nullish().describe('Columns by what they hold; what their names say when absent'),
})
export type LeadReadingInput = z.output<typeof LeadReadingInput>

export const LeadImportInput = z.object({ ...reading, dryRun: z.boolean().nullish().describe('Only finds out what would become of each row') })
export type LeadImportInput = z.output<typeof LeadImportInput>
/** How the rows of a file are read. */
export type LeadReading = Omit<LeadImportInput, 'dryRun'>
