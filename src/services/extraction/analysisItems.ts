import { isObject } from '../../kernel/json/json.ts'
import type { AnalysisItem, JsonObject, Problem } from '../../providers/provider.ts'

/** What an item may say, besides the words of JSON Schema about its answer. */
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

/** What providers find out of every call anyway, named as one of them names it. There is nothing to ask for. */
const isPreset = (item: JsonObject) => item.type === 'system-presets'
const LIST = 'post_call_analysis_data'

/**
 * Items as callers write them (spec: post_call_analysis_data), in neutral words: those of either provider, or of JSON
 * Schema. What has no word of its own there (examples, conditions, that an answer is required) is said in the description.
 */
export const toAnalysisItems = (given: JsonObject[]): AnalysisItem[] => given.filter((item) => !isPreset(item)).map(toAnalysisItem)

function toAnalysisItem(item: JsonObject): AnalysisItem {
  const choices = choicesOf(item)
  const name = typeof item.name === 'string' ? item.name : ''
  const type = choices ? 'enum' : (TYPES[typeOf(item)] ?? 'string')
  const schema = schemaOf(item)
  return { name, type, description: descriptionOf(item, name), ...(choices && { choices: choices.map(asText) }), ...(schema && { schema }) }
}

/** JSON Schema may list `null` beside the type. */
function typeOf({ type }: JsonObject): string {
  const named: unknown = Array.isArray(type) ? type.find((one) => one !== 'null') : type
  return named === undefined ? 'string' : asText(named)
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const textOf = (...given: unknown[]) => given.find((text): text is string => typeof text === 'string' && text.trim() !== '')

function choicesOf(item: JsonObject): unknown[] | undefined {
  const listed = item.choices ?? item.enum
  return Array.isArray(listed) ? listed.filter((choice) => choice !== null) : undefined
}

/** JSON Schema of the answer, where the item says more of it than a plain type or choices that are texts. */
function schemaOf(item: JsonObject): JsonObject | undefined {
  if (isObject(item.schema)) return item.schema
  const words = Object.entries(item).filter(([key, value]) => SCHEMA_WORDS.has(key) && !(key === 'required' && typeof value === 'boolean'))
  const choices = choicesOf(item)?.some((choice) => typeof choice !== 'string') ? { enum: choicesOf(item) } : {}
  const type = SCHEMA_TYPES.has(typeOf(item)) && item.type !== undefined ? { type: item.type } : {}
  const schema = { ...type, ...choices, ...Object.fromEntries(words) }
  return Object.keys(schema).length > Object.keys(type).length || SAYS_MORE.has(typeOf(item)) ? schema : undefined
}
const SCHEMA_TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object'])
const SAYS_MORE = new Set(['integer', 'array', 'object'])

function descriptionOf(item: JsonObject, name: string): string {
  const { required, conditional_prompt: condition, examples } = item
  const said = [textOf(item.description, item.title) ?? name]
  if (required === true) said.push('An answer is required.')
  else if (textOf(condition)) said.push(`Answer only if: ${textOf(condition)}`)
  if (Array.isArray(examples) && examples.length > 0) said.push(`Examples: ${examples.map(asText).join(', ')}`)
  return said.join('\n')
}

/** What would get lost in translation. Providers judge the rest: names, choices. */
export const findProblems = (given: JsonObject[]): Problem[] =>
  given.flatMap((item, index) => [...findLost(item)].map(([key, reason]) => ({ field: `${LIST}[${index}].${key}`, reason })))

function* findLost(item: JsonObject): Generator<[key: string, reason: string]> {
  const keys = Object.keys(item)
  if (isPreset(item)) {
    const worded = keys.find((key) => key !== 'type' && key !== 'name')
    if (worded) yield [worded, 'A preset uses the wording of the voice provider. To choose the wording, add a question of your own']
    return
  }
  if (!Object.hasOwn(TYPES, typeOf(item))) yield ['type', `The type must be one of ${Object.keys(TYPES).join(', ')}`]
  for (const key of keys) if (!OWN_KEYS.has(key) && !SCHEMA_WORDS.has(key)) yield [key, 'Unknown property']
}

/** Maps the field of a problem found in converted items to its index among the original items. */
export function toOriginalField(field: string, given: JsonObject[]): string {
  const sent = [...given.keys()].filter((index) => !isPreset(given[index]!))
  return field.replace(/^post_call_analysis_data\[(\d+)\]/, (_, index: string) => `${LIST}[${sent[Number(index)] ?? index}]`)
}
