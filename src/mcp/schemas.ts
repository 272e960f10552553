import type { GraphQLSchema } from 'graphql'
import { inputSchema } from '../rest/openapi/input.ts'
import { bodyOf, type Json } from '../rest/openapi/result.ts'
import type { Route } from '../rest/route.ts'

export interface ObjectSchema extends Json {
  type: 'object'
  properties?: Record<string, Json>
  required?: string[]
}

const KEY = { type: 'string', description: 'Makes the call safe to repeat: with the same key it runs only once in 24 hours.' }

/** What a tool takes: everything that its row takes in path, query and body, side by side. */
export function inputSchemaOf({ params, query, body, idempotent }: Route): ObjectSchema {
  const places = [params, query, body].flatMap((place) => (place ? [inputSchema(place)] : []))
  const properties: Record<string, Json> = Object.fromEntries(
    places.flatMap((place) => Object.entries(place.properties)).map(([name, schema]) => [name, withoutLengths(plainId(schema as Json))]),
  )
  if (idempotent) properties.idempotency_key = KEY
  const required = places.flatMap((place) => place.required ?? [])
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

/** An id is taken as text, too; one way to write it is enough to know. */
const plainId = ({ anyOf, ...rest }: Json): Json => {
  const [first, second] = (anyOf as Json[] | undefined) ?? []
  return first?.type === 'integer' && second?.type === 'string' ? { ...rest, ...first } : { ...(anyOf ? { anyOf } : {}), ...rest }
}

/** How long a text may be is left out, since every tool's schema is read by every client: the refusal of a text that is too long says it. */
const withoutLengths = ({ minLength: _least, maxLength: _most, ...rest }: Json): Json => rest

/**
 * What a tool answers: the body of its row; of a row without one, that it is done. Since clients read the whole list of tools it is told
 * shortly: names and types of a record and of the rows of a page, and of what changes a record only what is never null; its tool to read it tells the rest.
 */
export function outputSchemaOf(schema: GraphQLSchema, row: Route): ObjectSchema {
  const components: Json = {}
  const body = bodyOf(schema, row, components)
  if (!body) return { type: 'object', properties: { deleted: { type: 'boolean', const: true } }, required: ['deleted'] }
  const whole = propertiesOf(inlineReferences(body, components) as Json)
  if (row.reply.shape === 'page')
    return { type: 'object', properties: { ...(limitDepth({ properties: whole }, 2).properties as object), data: { type: 'array' } } }
  const told =
    row.method === 'GET' ? whole : Object.fromEntries(Object.entries(whole).filter(([, { type, anyOf }]) => !anyOf && !String(type).includes('null')))
  return { type: 'object', properties: limitDepth({ properties: told }, 1).properties as Record<string, Json> }
}

/** References are replaced by what they refer to. */
function inlineReferences(node: unknown, components: Json): unknown {
  if (Array.isArray(node)) return node.map((each) => inlineReferences(each, components))
  if (typeof node !== 'object' || node === null) return node
  const { $ref } = node as Json
  if (typeof $ref === 'string') return inlineReferences(components[$ref.split('/').at(-1)!], components)
  return Object.fromEntries(Object.entries(node).map(([name, inside]) => [name, inlineReferences(inside, components)]))
}

/** A choice at the root is more than some clients can read: the parts of an `allOf` become one object. */
const propertiesOf = ({ allOf, properties }: Json): Record<string, Json> =>
  allOf ? Object.assign({}, ...(allOf as Json[]).map(propertiesOf)) : (properties as Record<string, Json>)

/** More choices than these are left out: a model reads them in the answer. */
const MAX_CHOICES = 4

/** Types to a depth of so many objects within objects. */
function limitDepth({ type, const: fixed, enum: choices, properties, items, anyOf }: Json, depth: number): Json {
  const within = (inside: unknown, levels = depth) => limitDepth(inside as Json, levels)
  return {
    ...(type ? { type } : {}),
    ...(fixed === undefined ? {} : { const: fixed }),
    ...(Array.isArray(choices) && choices.length <= MAX_CHOICES ? { enum: choices } : {}),
    ...(properties && depth > 0
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, inside]) => [name, within(inside, depth - 1)])) }
      : {}),
    ...(items ? { items: within(items) } : {}),
    ...(anyOf ? { anyOf: (anyOf as Json[]).map((choice) => within(choice)) } : {}),
  }
}
