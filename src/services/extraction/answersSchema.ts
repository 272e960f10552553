import { isObject } from '../../kernel/json/isObject.ts'
import type { JsonObject } from '../../providers/provider.ts'

/** Keywords whose value holds schemas by name, and those whose value is a schema or a list of them. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const NESTED = new Set(
  'items prefixItems additionalItems additionalProperties unevaluatedItems unevaluatedProperties contains propertyNames not if then else allOf anyOf oneOf'.split(
    ' ',
  ),
)

/**
 * Converts a schema to standard JSON Schema: moves `required: true` on a property (spec: extraction_schema) to its object's list of
 * required names.
 */
export function toStandardSchema(schema: JsonObject): JsonObject {
  const members = Object.entries(schema).flatMap(([word, value]) =>
    word === 'required' && typeof value === 'boolean' ? [] : [[word, standardizeValue(word, value)]],
  )
  const names = isObject(schema.properties)
    ? Object.entries(schema.properties).flatMap(([name, field]) => (isObject(field) && field.required === true ? [name] : []))
    : []
  const listed = Array.isArray(schema.required) ? schema.required : []
  return { ...(Object.fromEntries(members) as JsonObject), ...(names.length > 0 && { required: [...new Set([...listed, ...names])] }) }
}

function standardizeValue(word: string, value: unknown): unknown {
  if (NAMED.has(word) && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, isObject(schema) ? toStandardSchema(schema) : schema]))
  if (!NESTED.has(word)) return value
  if (Array.isArray(value)) return value.map((schema: unknown) => (isObject(schema) ? toStandardSchema(schema) : schema))
  return isObject(value) ? toStandardSchema(value) : value
}
