import { z } from 'zod'
import file from '../../data/prices.json' with { type: 'json' }
import { parseMicros } from '../../kernel/lib/money.ts'
import { checkValidity, type Validity, VALIDITY } from '../../kernel/lib/validity.ts'

/** The prices of a call minute and an SMS segment to a destination. */
export interface Price {
  /** The calling prefix without its plus sign; empty for all other numbers. */
  prefix: string
  name: string
  /** Countries of the destination, as ISO 3166 codes; none for all other numbers. Null if the server administrator chose the name. */
  countries: readonly string[] | null
  /** Whether only mobile numbers have the price. */
  isMobile: boolean
  /** Micro-units of USD, above zero. */
  perMinute: bigint
  /** Micro-units of USD, above zero. */
  perSegment: bigint
}

const amount = z
  .string()
  .transform(parseMicros)
  .refine((micros): micros is bigint => micros !== null && micros > 0n, 'must be an amount above zero, such as "0.12"')
const Destination = z.object({
  name: z.string().min(1),
  countries: z.array(z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166 code, such as "GB"')),
  isMobile: z.boolean().default(false),
  perMinute: amount,
  perSegment: amount,
})
const PriceFile = z.object({
  default: Destination,
  prefixes: z
    .array(Destination.extend({ prefix: z.string().regex(/^[1-9]\d{0,6}$/, 'must be a calling prefix of 1 to 7 digits, such as "44"') }))
    .min(1)
    .superRefine((prices, ctx) => {
      const seen = new Set<string>()
      for (const [index, { prefix }] of prices.entries()) {
        if (seen.has(prefix)) ctx.addIssue({ code: 'custom', path: [index, 'prefix'], message: `${prefix} is listed twice` })
        seen.add(prefix)
      }
    }),
})

/** Parses a price list, the default first. Throws one Error that names every mistake. */
export function readPrices(content: unknown): Price[] {
  const parsed = PriceFile.safeParse(content)
  if (parsed.success) return [{ prefix: '', ...parsed.data.default }, ...parsed.data.prefixes]
  const problems = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  throw new Error(`The price list src/data/prices.json is not valid:\n${problems.join('\n')}`)
}

/** The built-in prices, the default first. */
export const PRICES: readonly Price[] = readPrices(file)

/** What a destination is without its name: the same as in the built-in prices, unless the server administrator chose another name. */
function placeOf(prefix: string, name: string): Pick<Price, 'countries' | 'isMobile'> {
  const builtIn = PRICES.find((price) => price.prefix === prefix && price.name === name)
  return { countries: builtIn?.countries ?? null, isMobile: builtIn?.isMobile ?? false }
}

/** A price for a period. Overrides or extends `PRICES`. */
export interface PriceTerms extends Validity {
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
    return { price: { prefix, name, ...placeOf(prefix, name), perMinute: per_minute, perSegment: per_segment }, validFrom: valid_from, validTo: valid_to }
  })

/** The schema of the file in PRICES_FILE. */
export const PricesFile = z.strictObject({ prices: z.array(Entry) }).transform((file, ctx) => {
  checkValidity(
    file.prices.map((terms) => ({ ...terms, key: terms.price.prefix })),
    (index, member, message) => ctx.addIssue({ code: 'custom', path: ['prices', index, member], message }),
  )
  return file
})
