import { isObject } from '../../kernel/json/isObject.ts'
import { badRequest } from '../../kernel/vocabulary/errors.ts'
import type { AnalysisItem, JsonObject } from '../../providers/provider.ts'
import * as analysisItems from './analysisItems.ts'

const MAX_FIELDS = 50
const MAX_NAME_LENGTH = 100
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

/**
 * Converts the fields of a JSON Schema to analysis items (spec: extraction_schema). Throws BAD_REQUEST, naming the field, for an unusable
 * schema: not an object, no properties, unknown types, an empty enum. `where` is the name of the schema in the message.
 */
export function toAnalysisItems(schema: JsonObject, where = 'extraction_schema'): AnalysisItem[] {
  const { properties } = schema
  if (schema.type !== undefined && schema.type !== 'object') throw schemaError(where, 'type must be object')
  if (!isObject(properties) || Object.keys(properties).length === 0) throw schemaError(where, 'properties must name at least one field')
  if (Object.keys(properties).length > MAX_FIELDS) throw schemaError(where, `can have at most ${MAX_FIELDS} fields`)
  return Object.entries(properties).map(([name, field]) => toAnalysisItem(name, field, where))
}

const schemaError = (field: string, problem: string) => badRequest('invalid_extraction_schema', { field, problem })

function toAnalysisItem(name: string, field: unknown, where: string): AnalysisItem {
  const fieldError = (why: string) => schemaError(`${where}.properties.${name.slice(0, MAX_NAME_LENGTH)}`, why)
  if (!name.trim() || name.length > MAX_NAME_LENGTH) throw fieldError(`a name must have 1 to ${MAX_NAME_LENGTH} characters`)
  if (!isObject(field)) throw fieldError('must be a JSON Schema object')
  const { type, enum: choices } = field
  if (type !== undefined && ![type].flat().every((each) => TYPES.includes(each as string))) throw fieldError(`type must be one of ${TYPES.join(', ')}`)
  if (choices !== undefined && !(Array.isArray(choices) && choices.some((choice) => choice !== null))) throw fieldError('enum must list at least one value')
  // `required: true` on a field is specific to this API. In JSON Schema `required` is a list of names.
  const schema = Object.fromEntries(Object.entries(field).filter(([key, value]) => key !== 'required' || typeof value !== 'boolean'))
  return analysisItems.toAnalysisItems([{ ...field, name, schema }])[0]!
}

/** Decodes answers to the types of their questions: text-only providers return lists, objects and non-text choices as text. */
export function decodeAnswers(items: AnalysisItem[], answers: JsonObject): JsonObject {
  const byName = new Map(items.map((item) => [item.name, item]))
  return Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, decodeAnswer(byName.get(name), value)]))
}

function decodeAnswer(item: AnalysisItem | undefined, value: unknown): unknown {
  if (!item || typeof value !== 'string') return value
  if (item.type === 'json') return parseOr(value, value)
  if (item.type === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (item.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  const choices = item.type === 'enum' ? item.schema?.enum : undefined
  return Array.isArray(choices) ? (choices.find((choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice)) === value) ?? value) : value
}

function parseOr(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}
