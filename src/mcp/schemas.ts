import type { GraphQLSchema } from 'graphql'
import { inputSchema } from '../rest/openapi/input.ts'
import { bodyOf, type Json } from '../rest/openapi/result.ts'
import type { Route } from '../rest/route.ts'

export interface ObjectSchema extends Json {
  type: 'object'
  properties?: Record<string, Json>
  required?: string[]
}

const IDEMPOTENCY_KEY = { type: 'string', description: 'Makes a repetition safe: the same key runs only once in 24 hours.' }

/** Input schema of a tool: all path, query and body parameters of its route. */
export function inputSchemaOf({ params, query, body, idempotent }: Route): ObjectSchema {
  const parts = [params, query, body].flatMap((part) => (part ? [inputSchema(part)] : []))
  const properties: Record<string, Json> = Object.fromEntries(
    parts.flatMap((part) => Object.entries(part.properties)).map(([name, schema]) => [name, omitLengths(toSingleIdType(schema as Json))]),
  )
  if (idempotent) properties.idempotency_key = IDEMPOTENCY_KEY
  const required = parts.flatMap((part) => part.required ?? [])
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

/** IDs are also accepted as text, but one form is enough for the schema. */
const toSingleIdType = ({ anyOf, ...rest }: Json): Json => {
  const [first, second] = (anyOf as Json[] | undefined) ?? []
  return first?.type === 'integer' && second?.type === 'string' ? { ...rest, ...first } : { ...(anyOf ? { anyOf } : {}), ...rest }
}

/** Omits text lengths, also those of nested fields, to keep the list of tools short. The error for a too long text states the limit. */
const omitLengths = ({ minLength: _least, maxLength: _most, propertyNames: _names, ...rest }: Json): Json => ({
  ...rest,
  ...(isSchema(rest.additionalProperties) && { additionalProperties: omitLengths(rest.additionalProperties) }),
  ...(isSchema(rest.items) && { items: omitFields(omitLengths(rest.items)) }),
  ...(isSchema(rest.properties) && {
    properties: Object.fromEntries(Object.entries(rest.properties).map(([name, field]) => [name, omitLengths(field as Json)])),
  }),
})

/** Omits the fields of an object within a row of a list. Its description names them. */
const omitFields = ({ properties, ...rest }: Json): Json => ({
  ...rest,
  ...(isSchema(properties) && {
    properties: Object.fromEntries(
      Object.entries(properties as Record<string, Json>).map(([name, { properties: _fields, required: _required, ...field }]) => [name, field] as const),
    ),
  }),
})

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null

/**
 * Output schema of a tool: the body of its route, or `deleted` for a route without one. Clients read the whole list of tools, so it is short:
 * names and types of a record and of the rows of a page. A tool that changes a record lists only fields that are never null, since the tool
 * that reads it lists all.
 */
export function outputSchemaOf(schema: GraphQLSchema, row: Route): ObjectSchema {
  const components: Json = {}
  const body = bodyOf(schema, row, components)
  if (!body) return { type: 'object', properties: { deleted: { type: 'boolean', const: true } }, required: ['deleted'] }
  const fields = propertiesOf(inlineReferences(body, components) as Json)
  if (row.reply.shape === 'page')
    return { type: 'object', properties: { ...(limitDepth({ properties: fields }, 2).properties as object), data: { type: 'array' } } }
  const listedFields =
    row.method === 'GET' ? fields : Object.fromEntries(Object.entries(fields).filter(([, { type, anyOf }]) => !anyOf && !String(type).includes('null')))
  return { type: 'object', properties: limitDepth({ properties: listedFields }, 1).properties as Record<string, Json> }
}

/** Replaces references by their targets. */
function inlineReferences(node: unknown, components: Json): unknown {
  if (Array.isArray(node)) return node.map((child) => inlineReferences(child, components))
  if (typeof node !== 'object' || node === null) return node
  const { $ref } = node as Json
  if (typeof $ref === 'string') return inlineReferences(components[$ref.split('/').at(-1)!], components)
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, inlineReferences(value, components)]))
}

/** Merges the parts of an `allOf` into one object, since some clients cannot read a choice at the root. */
const propertiesOf = ({ allOf, properties }: Json): Record<string, Json> =>
  allOf ? Object.assign({}, ...(allOf as Json[]).map(propertiesOf)) : (properties as Record<string, Json>)

/** Enums with more values are omitted. A model sees the value in the result. */
const MAX_CHOICES = 4

/** A choice between schemas, as a list of types if they say no more. */
const toChoice = (schemas: Json[]): Json =>
  schemas.every((each) => Object.keys(each).join() === 'type') ? { type: schemas.flatMap(({ type }) => type) } : { anyOf: schemas }

/** Reduces a schema to types, with at most `depth` levels of nested objects. */
function limitDepth({ type, const: fixed, enum: choices, properties, items, anyOf }: Json, depth: number): Json {
  const limit = (value: unknown, levels = depth) => limitDepth(value as Json, levels)
  return {
    ...(type ? { type } : {}),
    ...(fixed === undefined ? {} : { const: fixed }),
    ...(Array.isArray(choices) && choices.length <= MAX_CHOICES ? { enum: choices } : {}),
    ...(properties && depth > 0 ? { properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, limit(value, depth - 1)])) } : {}),
    ...(items ? { items: limit(items) } : {}),
    ...(anyOf ? toChoice((anyOf as Json[]).map((choice) => limit(choice))) : {}),
  }
}
