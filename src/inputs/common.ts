import { z } from 'zod'
import { byteLength, isStorable } from '../text.ts'

const DIGITS = /^\d{1,16}$/

/** Text of so many characters, counted in code points as JSON Schema counts them: an emoji is one (contract: text limits). */
export const text = (max: number, min = 0) =>
  z
    .string()
    .check(({ value, issues }) => {
      const given = { input: value, origin: 'string' as const, inclusive: true }
      if (isShorter(value, min)) issues.push({ ...given, code: 'too_small', minimum: min })
      else if (!isShorter(value, max + 1)) issues.push({ ...given, code: 'too_big', maximum: max })
    })
    .refine(isStorable, { error: 'text holds characters that cannot be stored', params: { type: 'value_error.str.characters' } })
    .meta({ minLength: min, maxLength: max })

/** Counts only where the number of UTF-16 units does not tell already. */
const isShorter = (value: string, count: number) => value.length < count || (value.length < 2 * count && Array.from(value).length < count)

/** A name as people read it in lists (contract: text limits). */
export const Name = text(200, 1).refine((name) => name.trim() !== '', {
  error: 'ensure this value has at least 1 characters',
  params: { type: 'value_error.str.min_length' },
})

/** An id as an integer or its digits (contract: ids). */
export const Id = z
  .union([z.number().meta({ type: 'integer', minimum: 1 }), z.string().meta({ pattern: DIGITS.source })])
  .refine((id) => DIGITS.test(String(id)) && Number.isSafeInteger(Number(id)) && Number(id) > 0, {
    error: 'value is not a valid integer',
    params: { type: 'type_error.integer' },
  })
  .transform(Number)

/** How many days something is kept; null keeps it. */
export const RetentionDays = z.int().min(1).max(3_650).nullish()

const size = (value: unknown) => byteLength(JSON.stringify(value) ?? '')

/** A free-form object of at most so many bytes of JSON. Its keys are the caller's and stay as they are. */
export const jsonObject = (maxBytes: number) =>
  z.record(z.string(), z.unknown()).refine((value) => size(value) <= maxBytes, {
    error: `ensure this value has at most ${maxBytes} bytes of JSON`,
    params: { type: 'value_error.str.max_length' },
  })

/** A list of free-form objects. */
export const jsonObjects = (maxItems: number, maxBytes: number) =>
  z
    .array(z.record(z.string(), z.unknown()))
    .max(maxItems)
    .refine((value) => size(value) <= maxBytes, {
      error: `ensure this value has at most ${maxBytes} bytes of JSON`,
      params: { type: 'value_error.str.max_length' },
    })

/** For a rule about a whole object that is asked although a field is wrong, so that everything wrong is told at once. */
export const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether an ISO 8601 text names a day and a time that there are: 31 June would otherwise be read as 1 July. */
export function isOnCalendar(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number]
  return !Number.isNaN(Date.parse(text)) && new Date(Date.UTC(year, month, 0)).getUTCDate() >= day
}
