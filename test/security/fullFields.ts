import { readFileSync } from 'node:fs'

/** The part of JSON Schema that bodies of the API use. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  pattern?: string
  format?: string
  maxLength?: number
  items?: Schema
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
}
interface Described {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
  components: { schemas: Record<string, Schema> }
}
export interface BodyOf {
  method: string
  path: string
  schema: Schema
}

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as Described

/** Every operation of the public API with a body, so that a new one is tested automatically. */
export const operationsWithBody: readonly BodyOf[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) => {
    const schema = requestBody?.content['application/json']?.schema
    return schema ? [{ method: method.toUpperCase(), path, schema }] : []
  }),
)

/** The length of a field: its limit times `times`, or `otherwise` bytes without a limit. */
export interface Fill {
  times: number
  otherwise: number
  /** The content of its texts. */
  unit?: string
  /** The position in a list. */
  at?: number
}

/** A value whose texts, lists and free objects are as long as possible. */
export function fillSchema(schemaOrRef: Schema, fill: Fill, depth = 0): unknown {
  const schema = plain(schemaOrRef)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const type = [schema.type].flat().find((one) => one !== 'null')
  if (type === 'string') return textOf(schema, fill)
  if (type === 'array') return listOf(schema, fill, depth)
  if (type === 'object') return objectOf(schema, fill, depth)
  if (type === 'integer' || type === 'number') return 1
  return type === 'boolean' ? true : freeObject(fill.otherwise)
}

/** The schema without `null` and without alternatives for the same value. */
function plain(schema: Schema): Schema {
  if (schema.$ref) return plain(document.components.schemas[schema.$ref.split('/').at(-1)!]!)
  const choices = (schema.anyOf ?? schema.oneOf)?.map(plain).filter(({ type }) => type !== 'null')
  // Lists and objects can hold more than a text.
  if (choices?.length) return { ...(choices.find(({ type }) => type === 'array' || type === 'object') ?? choices[0]) }
  return schema.allOf ? Object.assign({}, ...schema.allOf.map(plain)) : schema
}

function textOf({ maxLength, format, pattern }: Schema, { times, otherwise, unit = 'a' }: Fill): string {
  if (format === 'date-time') return '2030-01-01T12:00:00Z'
  if (pattern?.includes('\\d{1,16}')) return '1'
  return unit.repeat(Math.ceil(((maxLength ?? otherwise / times) * times) / unit.length))
}

function listOf({ items, maxItems }: Schema, fill: Fill, depth: number): unknown[] {
  const small = { ...fill, otherwise: 16, times: 1 }
  const item = (at: number) => fillSchema(items ?? {}, { ...small, at }, depth + 1)
  const size = JSON.stringify(item(0)).length + 1
  const count = Math.max(1, Math.floor(fill.otherwise / size))
  return Array.from({ length: Math.min(count, (maxItems ?? count) * fill.times) }, (_, at) => item(at))
}

function objectOf({ properties }: Schema, fill: Fill, depth: number): object {
  if (!properties) return freeObject(fill.otherwise)
  if (depth > 4) return {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, PHONE.test(name) && !isList(inner) ? phone(fill.at) : fillSchema(inner, fill, depth + 1)]),
  )
}

/** A new number each time, for texts that must be phone numbers. */
const PHONE = /^(phone|phone_number|to_number)$/
const phone = (at = 0) => `+1${4_155_550_000 + at}`
const isList = (schema: Schema) => plain(schema).type === 'array'

/** An object of about that many bytes, with values of several kinds. */
export const freeObject = (bytes: number): object =>
  Object.fromEntries(Array.from({ length: Math.ceil(bytes / 32) }, (_, at) => [`field_${at}`, at % 2 ? [at, '{{a}}'] : { a: at }]))

/** The fields of an object, by name. */
export const fieldsOf = (schema: Schema): [name: string, field: Schema, isRequired: boolean][] => {
  const { properties = {}, required = [] } = plain(schema)
  return Object.entries(properties).map(([name, field]) => [name, field, required.includes(name)])
}

/** Whether a field may hold more than a few kilobytes, or has no limit. */
export function isLong(field: Schema): boolean {
  const { type, maxLength, enum: values, format, pattern, properties } = plain(field)
  const kind = [type].flat().find((one) => one !== 'null')
  if (values || format || pattern?.includes('\\d{1,16}')) return false
  if (kind === 'string') return (maxLength ?? Infinity) > 4_096
  return kind === 'array' || (kind === 'object' && !properties) || kind === undefined
}
