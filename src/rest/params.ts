import { z } from 'zod'
import { invalidFields, notFound } from '../kernel/vocabulary/errors.ts'
import { MAX_ID } from '../kernel/db/rows.ts'

const isId = (text: string) => /^[1-9]\d{0,15}$/.test(text)
const isInteger = (text: string) => /^[+-]?\d{1,300}$/.test(text)
const notInteger = { error: 'value is not a valid integer', params: { type: 'type_error.integer' } }

/** An ID in a path. A value that is not an ID throws NOT_FOUND with the resource name (contract: ids). */
export function idParam<Name extends string>(name: Name, what: string) {
  const id: z.ZodType<string, string> = z
    .string()
    .transform((text) => {
      if (!isId(text)) throw notFound(what)
      return text
    })
    .meta({ type: 'integer' })
  return z.object({ [name]: id } as Record<Name, typeof id>)
}

/** Accepts a parameter once. A repeated parameter fails like any invalid value, with the message of its type. */
const singleValue = <Type extends z.ZodType<unknown, string>>(type: Type) => z.preprocess((value) => (Array.isArray(value) ? value.join() : value), type)

/** An ID in a query. IDs above the maximum are clamped, so they match nothing. */
export const idQuery = singleValue(
  z
    .string()
    .refine(isId, notInteger)
    .transform((text) => String(Math.min(Number(text), MAX_ID))),
).meta({ type: 'integer' })

/** A phone number in a query. An unencoded plus sign arrives as a space. */
export const phoneQuery = z
  .string()
  .transform((number) => number.replace(/^ /, '+'))
  .describe('Phone number in E.164 format.')

/** A boolean in a query, in any letter case. */
export const flagQuery = singleValue(
  z
    .string()
    .refine((text) => /^(true|false|1|0)$/i.test(text), { error: 'value could not be parsed to a boolean', params: { type: 'type_error.bool' } })
    .transform((text) => /^(true|1)$/i.test(text)),
).meta({ type: 'boolean' })

/** An integer in a query, within an inclusive range. */
export const integerQuery = (least: number, most: number) =>
  singleValue(
    z
      .string()
      .refine(isInteger, { ...notInteger, abort: true })
      .transform(Number)
      .pipe(z.number().min(least).max(most)),
  ).meta({ type: 'integer', minimum: least, maximum: most })

/** A decimal number in a query, within an inclusive range. */
export const numberQuery = (least: number, most: number) =>
  singleValue(
    z
      .string()
      .refine((text) => /^\d{1,9}(\.\d{1,9})?$/.test(text), { error: 'value is not a valid float', params: { type: 'type_error.float' }, abort: true })
      .transform(Number)
      .pipe(z.number().min(least).max(most)),
  ).meta({ type: 'number', minimum: least, maximum: most })

/** Query parameters of every list (spec: list endpoints). */
export const paging = (size: { default: number; max: number }) => ({
  limit: integerQuery(1, size.max).optional().describe(`Items per page. Defaults to ${size.default}.`),
  cursor: z.string().optional().describe('`next_cursor` of the previous page, or the last ID.'),
})

/** Converts list parameters to GraphQL connection arguments. */
export const pageArgs = ({ limit, cursor }: { limit?: number; cursor?: string }) => ({ first: limit, after: cursor })

/** Validates the Idempotency-Key of a request: one header of 1 to 255 printable ASCII characters (contract: Idempotency-Key), else 422. */
export function idempotencyKey(keys: readonly string[] = []): string | undefined {
  if (keys.length === 0 || (keys.length === 1 && /^[\x20-\x7e]{1,255}$/.test(keys[0]!))) return keys[0]
  const msg = keys.length > 1 ? 'send only one Idempotency-Key' : 'ensure this value has 1 to 255 printable ASCII characters'
  throw invalidFields([{ loc: ['header', 'Idempotency-Key'], msg, type: 'value_error.idempotency_key' }])
}
