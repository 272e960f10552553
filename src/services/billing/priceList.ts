import { z } from 'zod'
import file from '../../data/prices.json' with { type: 'json' }
import { parseMicros } from '../../kernel/lib/money.ts'
import { checkSpans, type Valid, VALIDITY } from '../../kernel/lib/validity.ts'

/** What a minute of a call and a segment of a text to one destination cost. */
export interface Price {
  /** The calling prefix without its plus sign; empty for all numbers that have none of their own. */
  prefix: string
  name: string
  /** Micro-units of USD, above zero. */
  perMinute: bigint
  /** The same. */
  perSegment: bigint
}

const amount = z
  .string()
  .transform(parseMicros)
  .refine((micros): micros is bigint => micros !== null && micros > 0n, 'must be an amount above zero, such as "0.12"')
const Destination = z.object({ name: z.string().min(1), perMinute: amount, perSegment: amount })
const PriceFile = z.object({
  default: Destination,
  prefixes: z
    .array(Destination.extend({ prefix: z.string().regex(/^[1-9]\d{0,6}$/, 'must be a calling prefix of 1 to 7 digits, such as "44"') }))
    .min(1)
    .superRefine((prices, ctx) => {
      const seen = new Set<string>()
      for (const [at, { prefix }] of prices.entries()) {
        if (seen.has(prefix)) ctx.addIssue({ code: 'custom', path: [at, 'prefix'], message: `${prefix} is listed twice` })
        seen.add(prefix)
      }
    }),
})

/** A price list as its file has it, the default first. Throws one Error that names every mistake. */
export function readPrices(content: unknown): Price[] {
  const parsed = PriceFile.safeParse(content)
  if (parsed.success) return [{ prefix: '', ...parsed.data.default }, ...parsed.data.prefixes]
  const problems = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  throw new Error(`The price list src/data/prices.json is not valid:\n${problems.join('\n')}`)
}

/** The prices where the server administrator says nothing else, the default first. */
export const PRICES: readonly Price[] = readPrices(file)

/** A price for a time, in place of the one that `PRICES` has for its prefix, or beside them. */
export interface PriceTerms extends Valid {
  price: Price
}

const Entry = z
  .strictObject({
    prefix: z.string().regex(/^([1-9]\d{0,6})?$/, 'must be a calling prefix of 1 to 7 digits, such as "44", or empty for all other numbers'),
    name: z.string().min(1),
    per_minute: amount,
    per_segment: amount,
    ...VALIDITY,
  })
  .transform(({ prefix, name, per_minute, per_segment, valid_from, valid_to }): PriceTerms => {
    return { price: { prefix, name, perMinute: per_minute, perSegment: per_segment }, validFrom: valid_from, validTo: valid_to }
  })

/** The file that PRICES_FILE names. */
export const PricesFile = z.strictObject({ prices: z.array(Entry) }).transform((file, ctx) => {
  checkSpans(
    file.prices.map((terms) => ({ ...terms, key: terms.price.prefix })),
    (index, member, message) => ctx.addIssue({ code: 'custom', path: ['prices', index, member], message }),
  )
  return file
})
