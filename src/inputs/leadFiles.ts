import { z } from 'zod'
import { text } from './common.ts'

/** The maximum length of a file in characters. A request with a file can have as many bytes (contract: error body). */
export const MAX_CONTENT = 12 * 1024 * 1024
/** The maximum number of rows of a file. */
export const MAX_ROWS = 100_000

export const LEAD_FILE_FORMATS = ['csv', 'json'] as const

export const LeadFile = z.object({
  fileName: text(200, 1).describe('Name of the file, shown in the list of imports.'),
  format: z.enum(LEAD_FILE_FORMATS).describe('Format of the file.'),
  content: z.string().min(1).max(MAX_CONTENT).describe('Content of the file as text.'),
})
export type LeadFile = z.output<typeof LeadFile>

/** The lead fields that a column can have. Any other column becomes a custom field of its own name. */
export const LEAD_COLUMNS = ['phone_number', 'name', 'external_id', 'timezone'] as const

/** The fields of a lead's consent that a column can have. */
export const CONSENT_COLUMNS = [
  'consent_basis',
  'consent_purpose',
  'consent_text',
  'consent_source',
  'consent_given_at',
  'consent_evidence',
  'consent_expires_at',
] as const
