import { z } from 'zod'
import { byteLength, isStorable } from '../kernel/lib/text.ts'

const DIGITS = /^\d{1,16}$/

/** Text with `min` to `max` characters, counted in code points as in JSON Schema: an emoji is one (contract: text limits). */
export const text = (max: number, min = 0) =>
  z
    .string()
    .check(({ value, issues }) => {
      const issue = { input: value, origin: 'string' as const, inclusive: true }
      if (isShorter(value, min)) issues.push({ ...issue, code: 'too_small', minimum: min })
      else if (!isShorter(value, max + 1)) issues.push({ ...issue, code: 'too_big', maximum: max })
    })
    .refine(isStorable, { error: 'text contains characters that cannot be stored', params: { type: 'value_error.str.characters' } })
    .meta({ minLength: min, maxLength: max })

/** Counts code points only if the number of UTF-16 units does not decide. */
const isShorter = (value: string, count: number) => value.length < count || (value.length < 2 * count && Array.from(value).length < count)

/** A display name (contract: text limits). */
export const Name = text(200, 1).refine((name) => name.trim() !== '', {
  error: 'ensure this value has at least 1 characters',
  params: { type: 'value_error.str.min_length', details: { limit: 1 } },
})

/** An ID as an integer or its digits (contract: ids). */
export const Id = z
  .union([z.number().meta({ type: 'integer', minimum: 1 }), z.string().meta({ pattern: DIGITS.source })])
  .refine((id) => DIGITS.test(String(id)) && Number.isSafeInteger(Number(id)) && Number(id) > 0, {
    error: 'value is not a valid integer',
    params: { type: 'type_error.integer' },
  })
  .transform(Number)

/** A retention period in days. `null` keeps the data. */
export const RetentionDays = z.int().min(1).max(3_650).nullish()

const size = (value: unknown) => byteLength(JSON.stringify(value) ?? '')

type JsonObject = Record<string, unknown>

/** A free-form object of at most `maxBytes` bytes of JSON. The result is the same object, because its source text is stored by object. */
export const jsonObject = (maxBytes: number): z.ZodType<JsonObject, JsonObject> =>
  z
    .unknown()
    .check(({ value, issues }) => {
      if (!isObject({ value })) issues.push({ code: 'invalid_type', expected: 'record', input: value })
      else if (size(value) > maxBytes) issues.push(tooLong(value, maxBytes))
    })
    .meta({ type: 'object', additionalProperties: {} }) as z.ZodType<JsonObject, JsonObject>

/** A list of free-form objects. */
export const jsonObjects = (maxItems: number, maxBytes: number): z.ZodType<JsonObject[], JsonObject[]> =>
  z
    .unknown()
    .check(({ value, issues }) => {
      if (!Array.isArray(value)) return void issues.push({ code: 'invalid_type', expected: 'array', input: value })
      for (const [at, item] of value.entries())
        if (!isObject({ value: item })) issues.push({ code: 'invalid_type', expected: 'record', input: item, path: [at] })
      if (value.length > maxItems) issues.push({ code: 'too_big', origin: 'array', maximum: maxItems, inclusive: true, input: value })
      else if (issues.length === 0 && size(value) > maxBytes) issues.push(tooLong(value, maxBytes))
    })
    .meta({ type: 'array', maxItems, items: { type: 'object', additionalProperties: {} } }) as z.ZodType<JsonObject[], JsonObject[]>

/** Texts by name, at most `MAX_TEXTS`. With more none is checked, because describing invalid ones takes longer than reading them. */
export function textsByName(name: z.ZodString, value: z.ZodString): z.ZodType<Record<string, string>, Record<string, string>> {
  const texts = z.record(name, value)
  const { $schema: _, ...described } = z.toJSONSchema(texts, { io: 'input' }) as z.core.GlobalMeta
  const bounded = z.unknown().check(({ value: input, issues }) => {
    if (isObject({ value: input }) && Object.keys(input as object).length > MAX_TEXTS)
      issues.push({
        code: 'custom',
        message: `ensure this value has at most ${MAX_TEXTS} items`,
        params: { type: 'value_error.list.max_items', details: { limit: MAX_TEXTS } },
        input,
      })
  })
  return bounded.meta(described).pipe(texts) as z.ZodType<Record<string, string>, Record<string, string>>
}
const MAX_TEXTS = 1_000

const tooLong = (input: unknown, maxBytes: number) => ({
  code: 'custom' as const,
  message: `ensure this value has at most ${maxBytes} bytes of JSON`,
  params: { type: 'value_error.str.max_length', reason: 'too_many_bytes', details: { limit: maxBytes } },
  input,
})

/** The `when` of a check that also runs if a field is invalid, so that all problems are reported together. */
export const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Requires at least one field of each pair, for fields with two names. Reports a missing one by its first name. The API reference reads the
 * pairs from the metadata.
 */
export const requireOneOf = <Input extends z.ZodObject>(input: Input, ...pairs: [string, string][]): Input =>
  input
    .superRefine(
      (value: Record<string, unknown>, ctx) => {
        for (const [name, older] of pairs)
          if (value[name] == null && value[older] == null)
            ctx.addIssue({ code: 'custom', path: [name], message: 'field required', params: { type: 'value_error.missing' } })
      },
      { when: isObject },
    )
    .meta({ oneOf: pairs })

/** Whether an ISO 8601 text is an existing date and time. `Date` would read June 31 as July 1. */
export function isOnCalendar(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number]
  return !Number.isNaN(Date.parse(text)) && new Date(Date.UTC(year, month, 0)).getUTCDate() >= day
}
