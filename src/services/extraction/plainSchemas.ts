import { isObject } from '../../kernel/json/isObject.ts'
import type { JsonObject } from '../../providers/provider.ts'

/** Keywords that only compare: their evaluation takes time in proportion to the answers. Patterns, formats, references and combinations are not among them. */
const COMPARING = new Set(
  '$schema title description default examples deprecated type enum const required minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems'.split(
    ' ',
  ),
)
const MAX_LENGTH = 4_096
const MAX_DEPTH = 4

/** Whether a schema is short and compares only, so that it compiles and evaluates short answers in a few milliseconds, whatever they are. */
export const isPlain = (schema: JsonObject, data: JsonObject | null): boolean =>
  JSON.stringify(schema).length <= MAX_LENGTH && (data === null || JSON.stringify(data).length <= 4 * MAX_LENGTH) && isComparing(schema, MAX_DEPTH)

function isComparing(schema: unknown, depth: number): boolean {
  if (!isObject(schema) || depth === 0) return false
  return Object.entries(schema).every(([word, value]) => {
    if (word === 'properties') return isObject(value) && Object.values(value).every((field) => isComparing(field, depth - 1))
    if (word === 'items') return isComparing(value, depth - 1)
    return COMPARING.has(word) || (word === 'additionalProperties' && typeof value === 'boolean')
  })
}
