import { z } from 'zod'
import { isStorable } from '../json.ts'

export const text = (max: number, min = 0) =>
  z
    .string()
    .min(min, { abort: true })
    .max(max, { abort: true })
    .refine(isStorable, { error: 'text holds characters that cannot be stored', params: { type: 'value_error.str.characters' } })

/** A name as people read it in lists (contract: text limits). */
export const Name = text(200, 1).refine((name) => name.trim() !== '', {
  error: 'ensure this value has at least 1 characters',
  params: { type: 'value_error.str.min_length' },
})

/** An id as an integer or its digits (contract: ids). */
export const Id = z
  .union([z.number(), z.string().regex(/^\d{1,16}$/)], { error: (issue) => (issue.input === undefined ? 'field required' : 'value is not a valid integer') })
  .transform(Number)
  .refine((id) => Number.isSafeInteger(id) && id > 0, { error: 'value is not a valid integer', params: { type: 'type_error.integer' } })

const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '')

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
