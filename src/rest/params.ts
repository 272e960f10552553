import { z } from 'zod'
import { notFound, unprocessable } from '../kernel/vocabulary/errors.ts'
import { MAX_ID } from '../kernel/db/rows.ts'

const isId = (text: string) => /^[1-9]\d{0,15}$/.test(text)
const isInteger = (text: string) => /^[+-]?\d{1,300}$/.test(text)
const notInteger = { error: 'value is not a valid integer', params: { type: 'type_error.integer' } }

/** An id in a path. What is no id names nothing: NOT_FOUND with the resource's name (contract: ids). */
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

/** A parameter of a type of its own. Given twice it fails as any wrong text does, with the words of that type. */
const typed = <Type extends z.ZodType<unknown, string>>(type: Type) => z.preprocess((given) => (Array.isArray(given) ? given.join() : given), type)

/** An id in a query; one above the largest there can be finds what the largest finds: nothing. */
export const idQuery = typed(
  z
    .string()
    .refine(isId, notInteger)
    .transform((text) => String(Math.min(Number(text), MAX_ID))),
).meta({ type: 'integer' })

/** A switch in a query, in whatever case a language prints its booleans. */
export const flagQuery = typed(
  z
    .string()
    .refine((text) => /^(true|false|1|0)$/i.test(text), { error: 'value could not be parsed to a boolean', params: { type: 'type_error.bool' } })
    .transform((text) => /^(true|1)$/i.test(text)),
).meta({ type: 'boolean' })

/** A whole number in a query, from and up to. */
export const integerQuery = (least: number, most: number) =>
  typed(
    z
      .string()
      .refine(isInteger, { ...notInteger, abort: true })
      .transform(Number)
      .pipe(z.number().min(least).max(most)),
  ).meta({ type: 'integer', minimum: least, maximum: most })

/** A decimal number in a query, from and up to. */
export const numberQuery = (least: number, most: number) =>
  typed(
    z
      .string()
      .refine((text) => /^\d{1,9}(\.\d{1,9})?$/.test(text), { error: 'value is not a valid float', params: { type: 'type_error.float' }, abort: true })
      .transform(Number)
      .pipe(z.number().min(least).max(most)),
  ).meta({ type: 'number', minimum: least, maximum: most })

/** What every list takes (spec: list endpoints). */
export const paging = (size: { default: number; max: number }) => ({
  limit: integerQuery(1, size.max).optional().describe(`Items per page. Defaults to ${size.default}.`),
  cursor: z.string().optional().describe('`next_cursor` of the previous page, or the last ID.'),
})

/** The same in the core's words. */
export const pageArgs = ({ limit, cursor }: { limit?: number; cursor?: string }) => ({ first: limit, after: cursor })

/** The one Idempotency-Key of a request: 1 to 255 printable ASCII characters (contract: Idempotency-Key), else 422. */
export function idempotencyKey(given: readonly string[] = []): string | undefined {
  if (given.length === 0 || (given.length === 1 && /^[\x20-\x7e]{1,255}$/.test(given[0]!))) return given[0]
  const msg = given.length > 1 ? 'send only one Idempotency-Key' : 'ensure this value has 1 to 255 printable ASCII characters'
  throw unprocessable([{ loc: ['header', 'Idempotency-Key'], msg, type: 'value_error.idempotency_key' }])
}
