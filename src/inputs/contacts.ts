import { z } from 'zod'
import { text } from './common.ts'

/** The maximum number of contacts whose names one request asks for. */
export const MAX_NAMED_CONTACTS = 500

export const ContactNumbers = z.object({
  phoneNumbers: z.array(text(64)).min(1).max(MAX_NAMED_CONTACTS).describe('Up to 500 phone numbers in E.164 format.'),
})
