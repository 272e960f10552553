import { z } from 'zod'
import { text } from './common.ts'

/** A number to add to the do-not-call list. */
export const DncInput = z.object({
  phoneNumber: text(64).describe('Phone number to block, in E.164 format.'),
  reason: text(10_000).nullish().describe('Reason for blocking the number.'),
})
export type DncInput = z.output<typeof DncInput>

/** The maximum of numbers in one request. */
export const MAX_NUMBERS = 1_000

/** Many numbers to add. The service validates each separately. */
export const DncEntriesInput = z.object({
  phoneNumbers: z.array(text(64)).min(1).max(MAX_NUMBERS).describe('Phone numbers to block, in E.164 format.'),
  reason: text(10_000).nullish().describe('Reason for blocking the numbers.'),
})
export type DncEntriesInput = z.output<typeof DncEntriesInput>
