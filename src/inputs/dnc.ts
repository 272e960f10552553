import { z } from 'zod'
import { text } from './common.ts'

/** A number to be put on the do-not-call list. */
export const DncInput = z.object({
  phoneNumber: text(64).describe('Number never to be called, E.164'),
  reason: text(10_000).nullish().describe('Why, in your words'),
})
export type DncInput = z.output<typeof DncInput>
