import { z } from 'zod'
import { isCountry } from '../kernel/lib/phones.ts'
import { text } from './common.ts'
import type { CONSENT_COLUMNS, LEAD_COLUMNS } from './leadFiles.ts'

export type LeadColumn = (typeof LEAD_COLUMNS | typeof CONSENT_COLUMNS)[number]

const column = text(1_000).nullish()
/** The file's column of each lead field. */
export const ColumnMapping = z.object({
  phone_number: text(1_000, 1),
  name: column,
  external_id: column,
  timezone: column,
  consent_basis: column,
  consent_purpose: column,
  consent_text: column,
  consent_source: column,
  consent_given_at: column,
  consent_evidence: column,
  consent_expires_at: column,
})
export type ColumnMapping = z.output<typeof ColumnMapping>

export const ON_EXISTING = ['skip', 'update'] as const

const DefaultCountry = text(2, 2)
  .refine(isCountry, { error: 'value is not an ISO 3166 country code such as "IT"', params: { type: 'value_error.country' } })
  .nullish()
  .describe('Default country of numbers without a country code, as an ISO 3166 code. Without it, only numbers in E.164 format are valid.')

const reading = {
  mapping: ColumnMapping.describe(
    'Columns of the file: `phone_number`, and optionally `name`, `external_id`, `timezone` and those of a consent, such as `consent_basis`.',
  ),
  defaultCountry: DefaultCountry,
  onExisting: z
    .enum(ON_EXISTING)
    .nullish()
    .describe('What happens to leads that the campaign already has, matched by external ID or else by phone number. Defaults to `skip`.'),
}
export const LeadParseOptions = z.object({
  ...reading,
  mapping: ColumnMapping.nullish().describe(
    'Columns of the file: `phone_number`, and optionally `name`, `external_id`, `timezone` and those of a consent, such as `consent_basis`. Defaults to the columns with matching names.',
  ),
})
export type LeadParseOptions = z.output<typeof LeadParseOptions>

export const LeadImportInput = z.object({
  ...reading,
  dryRun: z.boolean().nullish().describe('Whether to validate the rows without importing them. Defaults to `false`.'),
})
export type LeadImportInput = z.output<typeof LeadImportInput>
/** How the rows of a file are read. */
export type LeadReading = Omit<LeadImportInput, 'dryRun'>
