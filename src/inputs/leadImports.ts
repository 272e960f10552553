import { z } from 'zod'
import { isCountry } from '../phones.ts'
import { text } from './common.ts'

/** The largest file, in characters. A request with it may have as many bytes (contract: error body). */
const MOST_CONTENT = 12 * 1024 * 1024

export const LeadFile = z.object({
  fileName: text(200, 1).describe('As it is called, to be found again'),
  format: z.enum(['csv', 'json']).describe('csv, with a header line; or json, a list of objects'),
  content: z.string().min(1).max(MOST_CONTENT).describe('The file itself, as text'),
})
export type LeadFile = z.output<typeof LeadFile>

/** What a column can be; any other becomes a part of `data` under its own name. */
export const LEAD_COLUMNS = ['phone_number', 'name', 'external_id', 'timezone'] as const
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
export const LeadReadingInput = z.object(reading)
export type LeadReadingInput = z.output<typeof LeadReadingInput>

export const LeadImportInput = z.object({ ...reading, dryRun: z.boolean().nullish().describe('Only finds out what would become of each row') })
export type LeadImportInput = z.output<typeof LeadImportInput>
