import { z } from 'zod'
import { text } from './common.ts'

/** A number to be put on the do-not-call list. */
export const DncInput = z.object({
  phoneNumber: text(64).describe('Number never to be called, E.164'),
  reason: text(10_000).nullish().describe('Why, in your words'),
})
export type DncInput = z.output<typeof DncInput>

/** Numbers that one request may list. */
export const MOST_NUMBERS = 1_000

/** Many at once; each is judged by itself. */
export const DncEntriesInput = z.object({
  phoneNumbers: z.array(text(64)).min(1).max(MOST_NUMBERS).describe('Numbers never to be called, E.164'),
  reason: text(10_000).nullish().describe('Why, in your words; the same for all'),
})
export type DncEntriesInput = z.output<typeof DncEntriesInput>
