import { isObject } from '../../kernel/json/isObject.ts'
import { causeOf, type Problem, type ProblemCause } from '../../providers/problem.ts'
import type { AnalysisItem, JsonObject } from '../../providers/provider.ts'

/** The keys of an item besides the JSON Schema keywords for its answer. */
const OWN_KEYS = new Set(['name', 'type', 'description', 'title', 'choices', 'enum', 'examples', 'required', 'conditional_prompt', 'schema'])
const SCHEMA_WORDS = new Set(
  (
    'items properties required additionalProperties minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format ' +
    'minItems maxItems uniqueItems default const nullable anyOf oneOf allOf'
  ).split(' '),
)
const TYPES: Record<string, AnalysisItem['type']> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  enum: 'enum',
  array: 'json',
  object: 'json',
  json: 'json',
}

/** Whether an item is a preset (Retell's name) that providers extract from every call anyway. */
const isPreset = (item: JsonObject) => item.type === 'system-presets'
const LIST = 'post_call_analysis_data'

/**
 * Converts items as clients send them (spec: post_call_analysis_data), in either provider's form or as JSON Schema, to neutral items.
 * Properties without a counterpart (examples, conditions, required) become part of the description.
 */
export const toAnalysisItems = (items: JsonObject[]): AnalysisItem[] => items.filter((item) => !isPreset(item)).map(toAnalysisItem)

function toAnalysisItem(item: JsonObject): AnalysisItem {
  const choices = choicesOf(item)
  const name = typeof item.name === 'string' ? item.name : ''
  const type = choices ? 'enum' : (TYPES[typeOf(item)] ?? 'string')
  const schema = schemaOf(item)
  return { name, type, description: descriptionOf(item, name), ...(choices && { choices: choices.map(asText) }), ...(schema && { schema }) }
}

/** Returns the type of an item. JSON Schema may list `null` as a second type. */
function typeOf({ type }: JsonObject): string {
  const typeName: unknown = Array.isArray(type) ? type.find((name) => name !== 'null') : type
  return typeName === undefined ? 'string' : asText(typeName)
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const textOf = (...candidates: unknown[]) => candidates.find((text): text is string => typeof text === 'string' && text.trim() !== '')

function choicesOf(item: JsonObject): unknown[] | undefined {
  const listed = item.choices ?? item.enum
  return Array.isArray(listed) ? listed.filter((choice) => choice !== null) : undefined
}

/** Returns the JSON Schema of the answer if the item has more than a plain type or text choices. */
function schemaOf(item: JsonObject): JsonObject | undefined {
  if (isObject(item.schema)) return item.schema
  const keywords = Object.entries(item).filter(([key, value]) => SCHEMA_WORDS.has(key) && !(key === 'required' && typeof value === 'boolean'))
  const choices = choicesOf(item)?.some((choice) => typeof choice !== 'string') ? { enum: choicesOf(item) } : {}
  const type = SCHEMA_TYPES.has(typeOf(item)) && item.type !== undefined ? { type: item.type } : {}
  const schema = { ...type, ...choices, ...Object.fromEntries(keywords) }
  return Object.keys(schema).length > Object.keys(type).length || STRUCTURED_TYPES.has(typeOf(item)) ? schema : undefined
}
const SCHEMA_TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object'])
const STRUCTURED_TYPES = new Set(['integer', 'array', 'object'])

function descriptionOf(item: JsonObject, name: string): string {
  const { required, conditional_prompt: condition, examples } = item
  const lines = [textOf(item.description, item.title) ?? name]
  if (required === true) lines.push('An answer is required.')
  else if (textOf(condition)) lines.push(`Answer only if: ${textOf(condition)}`)
  if (Array.isArray(examples) && examples.length > 0) lines.push(`Examples: ${examples.map(asText).join(', ')}`)
  return lines.join('\n')
}

/** Finds properties that the conversion would lose. Providers validate the rest, such as names and choices. */
export const findProblems = (items: JsonObject[]): Problem[] =>
  items.flatMap((item, index) => [...findLost(item)].map(([key, cause]) => ({ field: `${LIST}[${index}].${key}`, ...cause })))

function* findLost(item: JsonObject): Generator<[key: string, cause: ProblemCause]> {
  const keys = Object.keys(item)
  if (isPreset(item)) {
    const wordingKey = keys.find((key) => key !== 'type' && key !== 'name')
    if (wordingKey) yield [wordingKey, causeOf('question_preset_changed')]
    return
  }
  if (!Object.hasOwn(TYPES, typeOf(item))) yield ['type', causeOf('question_type_unknown', { values: Object.keys(TYPES) })]
  for (const key of keys) if (!OWN_KEYS.has(key) && !SCHEMA_WORDS.has(key)) yield [key, causeOf('question_property_unknown')]
}

/** Maps the field of a problem found in converted items to its index among the original items. */
export function toOriginalField(field: string, items: JsonObject[]): string {
  const convertedIndexes = [...items.keys()].filter((index) => !isPreset(items[index]!))
  return field.replace(/^post_call_analysis_data\[(\d+)\]/, (_, index: string) => `${LIST}[${convertedIndexes[Number(index)] ?? index}]`)
}
