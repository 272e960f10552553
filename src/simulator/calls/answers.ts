import type { JsonObject } from '../../providers/provider.ts'
import { asList, asNumber, asObject, asText } from '../wire/json.ts'
import type { Phrases } from './phrases/phrases.ts'
import { hash32 } from './scenario.ts'

/** A field to extract, described by a JSON Schema. Retell's analysis items are converted to this form. */
export interface Field {
  name: string
  schema: JsonObject
}

/** The person who answers. The same `seed` produces the same answers. */
export interface Respondent {
  seed: string
  number: string
  phrases: Phrases
  /** Free-text answers, in the language of the answer. Names are the same in every language. */
  remarks: string[]
  /** Day of the call. Generated dates are later. */
  day: Date
}

const MAX_DEPTH = 4
const DAY_MS = 24 * 60 * 60 * 1000

/** Generates a plausible value for a field from its enum, type, format and name. */
export function generateAnswer({ name, schema }: Field, respondent: Respondent, depth = 0): unknown {
  const roll = hash32(`${respondent.seed}:${respondent.number}:${name}`)
  const choices = [schema.enum, schema.examples].map(asList).find((list) => list.length > 0)
  if ('const' in schema) return schema.const
  if (choices) return choices[roll % choices.length]
  const type = [schema.type].flat().find((candidate) => candidate !== 'null')
  if (type === 'boolean') return roll % 3 !== 0
  if (type === 'integer' || type === 'number') return generateNumber(name, schema, roll)
  if (type === 'array') return depth < MAX_DEPTH ? [generateAnswer({ name: `${name} 1`, schema: asObject(schema.items) }, respondent, depth + 1)] : []
  if (type === 'object' || schema.properties) return depth < MAX_DEPTH ? generateAnswers(schema, respondent, depth + 1) : {}
  const text = generateText(name, schema, roll, respondent)
  return typeof schema.maxLength === 'number' ? text.slice(0, schema.maxLength) : text
}

/** Returns the object's fields in the schema's order. */
export const fieldsOf = (schema: JsonObject): Field[] => Object.entries(asObject(schema.properties)).map(([name, inner]) => ({ name, schema: asObject(inner) }))

const generateAnswers = (schema: JsonObject, respondent: Respondent, depth: number): JsonObject =>
  Object.fromEntries(fieldsOf(schema).map((field) => [field.name, generateAnswer(field, respondent, depth)]))

/** Generates a number within the schema's bounds, or within a range that suits the field's name. */
function generateNumber(name: string, schema: JsonObject, roll: number): number {
  const [low, high] = /age$|^age/i.test(name)
    ? [21, 75]
    : /rating|score|satisf|likel/i.test(name)
      ? [3, 5]
      : /budget|price|amount|revenue|salary|cost/i.test(name)
        ? [500, 20_000]
        : [1, 12]
  const min = asNumber(schema.minimum, asNumber(schema.exclusiveMinimum, low - 1) + 1)
  const max = Math.max(min, asNumber(schema.maximum, asNumber(schema.exclusiveMaximum, Math.max(high, min + 5) + 1) - 1))
  const step = asNumber(schema.multipleOf, /budget|price|amount|revenue|salary/i.test(name) ? 100 : 1)
  const value = min + (roll % Math.max(1, Math.floor(max - min) + 1))
  return Math.min(max, Math.max(min, Math.ceil(value / step) * step))
}

function generateText(name: string, schema: JsonObject, roll: number, { phrases, remarks, number, day }: Respondent): string {
  const pick = (list: string[]) => list[roll % list.length]!
  const person = pick(phrases.people)
  const handle = person
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replace(' ', '.')
  const date = new Date(day.getTime() + (1 + (roll % 14)) * DAY_MS).toISOString().slice(0, 10)
  const time = `${9 + (roll % 8)}`.padStart(2, '0') + (roll % 2 ? ':30' : ':00')
  const matches = (format: string, pattern: RegExp) => schema.format === format || (!schema.format && pattern.test(name))
  const description = asText(schema.description)
  if (/\bJSON\b/.test(description)) return JSON.stringify(/array|list/i.test(description) ? [pick(remarks)] : { note: pick(remarks) })
  if (matches('email', /mail/i)) return `${handle}@example.com`
  if (matches('uri', /url|website|link/i)) return `https://www.example.com/${handle.split('.')[1]}`
  if (matches('date-time', /datetime|appointment|_at$/i)) return `${date}T${time}:00Z`
  if (matches('date', /date|day|when|birth/i)) return date
  if (matches('time', /time|hour/i)) return time
  if (schema.format === 'uuid') return `00000000-0000-4000-8000-${String(roll).padStart(12, '0')}`
  if (/phone|mobile|callback_number/i.test(name)) return number
  if (/company|employer|organi[sz]ation|business/i.test(name)) return pick(phrases.companies)
  if (/address|street/i.test(name)) return pick(phrases.streets)
  if (/city|town|location|place/i.test(name)) return pick(phrases.cities)
  if (/zip|postal|postcode/i.test(name)) return String(10_000 + (roll % 89_999))
  if (/name|contact|person|who/i.test(name)) return person
  return pick(remarks)
}

/** Formats a value as a person says it. */
export function toSpeech(value: unknown, phrases: Phrases): string {
  if (typeof value === 'boolean') return value ? phrases.yes : phrases.no
  if (Array.isArray(value)) return value.map((item) => toSpeech(item, phrases)).join(', ')
  if (value !== null && typeof value === 'object')
    return Object.values(value)
      .map((item) => toSpeech(item, phrases))
      .join(', ')
  return String(value)
}
