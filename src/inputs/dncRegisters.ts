import { z } from 'zod'
import { Moment } from './billing.ts'
import { Name, text } from './common.ts'

/** What a list is: the do-not-call register of a country, or an own list. */
export const REGISTER_TYPES = ['register', 'suppression'] as const
export type RegisterType = (typeof REGISTER_TYPES)[number]

/** A register before its numbers are loaded. */
export const DncRegisterInput = z
  .object({
    name: Name.describe('Name of the list. It is shown where it blocks a call.'),
    type: z.enum(REGISTER_TYPES).nullish().describe('What the list is. Defaults to `register`.'),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, { error: 'must be an ISO 3166 code of two letters, such as US' })
      .nullish()
      .describe('Country of the numbers, such as US. Required for a register. National numbers in its files need it.'),
    source: text(200, 1).nullish().describe('Where the numbers are from, such as a website.'),
    validDays: z
      .int()
      .min(1)
      .max(3_650)
      .nullish()
      .describe("Days after which the numbers expire. Defaults to those of the country's rule: 31 in the US and Canada, 28 in the United Kingdom."),
  })
  .superRefine(({ type, country }, ctx) => {
    if (type !== 'suppression' && country == null)
      ctx.addIssue({ code: 'custom', path: ['country'], message: 'field required', params: { type: 'value_error.missing' } })
  })
export type DncRegisterInput = z.output<typeof DncRegisterInput>

/** How a file of numbers is read. */
export const RegisterFileOptions = z.object({
  washed_at: Moment.optional().describe('As of when the numbers are. Defaults to now.'),
  column: text(200, 1).optional().describe('Column of a CSV file with a header line. Without it, each line is a number.'),
})
export type RegisterFileOptions = z.output<typeof RegisterFileOptions>
