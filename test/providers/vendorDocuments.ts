import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { JsonObject, ProviderName } from '../../src/providers/provider.ts'
import { documentAt } from '../kit/vendorFolder.ts'

const documentOf = (name: ProviderName) => documentAt(`${name}-subset.json`)

export interface Schema {
  $ref?: string
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  enum?: unknown[]
}
interface Operation {
  parameters?: { name?: string; in?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
interface Document {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Operation>>
}

/** What is wrong with a value, as the vendor's document has it; properties that it does not know are wrong as well. */
export type Complaints = (value: unknown) => string[]

const documents = new Map<ProviderName, ReturnType<typeof read>>()

/** A vendor's document: its requests by method and path, and its schemas by name. */
export function vendorDocument(name: ProviderName) {
  if (!documents.has(name)) documents.set(name, read(name))
  return documents.get(name)!
}

/** What is wrong with values, by the schemas of one document; `name` tells it from others. */
export function complainer(document: Pick<Document, 'components'>, name: string): (schema: Schema) => Complaints {
  const ajv = new Ajv({ strict: false, logger: false, inlineRefs: false, code: { optimize: false } })
  addFormats.default(ajv)
  ajv.addSchema({ $id: `http://${name}/`, components: toJsonSchema(document.components) } as JsonObject)
  const compiled = new Map<string, Complaints>()
  return (schema) => {
    const absolute = JSON.stringify(toJsonSchema(schema)).replaceAll('"#/components', `"http://${name}/#/components`)
    if (!compiled.has(absolute)) {
      const validate = ajv.compile(JSON.parse(absolute) as JsonObject)
      compiled.set(absolute, (value) => [
        ...(validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)),
        ...unknownIn(document, [schema], value, ''),
      ])
    }
    return compiled.get(absolute)!
  }
}

function read(name: ProviderName) {
  const document = JSON.parse(readFileSync(documentOf(name), 'utf8')) as Document
  const complaintsOf = complainer(document, name)
  return {
    /** A request that the document describes, or null. `body` is null where it describes none. */
    request(method: string, path: string) {
      const template = Object.keys(document.paths).find(
        (known) => document.paths[known]![method.toLowerCase()] && new RegExp(`^${known.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
      )
      const operation = template && document.paths[template]![method.toLowerCase()]
      if (!operation) return null
      const schema = operation.requestBody?.content['application/json']?.schema
      const queries = (operation.parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name)
      return { template: `${method} ${template}`, body: schema ? complaintsOf(schema) : null, queries }
    },
    schema: (component: string) => complaintsOf({ $ref: `#/components/schemas/${component}` }),
  }
}

/** The values that a component of the vendor's document lists, or a property of it. */
export function vendorWords(name: ProviderName, component: string, property?: string): string[] {
  const { components } = JSON.parse(readFileSync(documentOf(name), 'utf8')) as Document
  const schema = components.schemas[component]!
  return (property === undefined ? schema : schema.properties![property]!).enum as string[]
}

/** OpenAPI 3.0 as JSON Schema: nullable spelt out, empty enums dropped, and oneOf read as anyOf, since the vendors' alternatives overlap. */
function toJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toJsonSchema)
  if (node === null || typeof node !== 'object') return node
  const { nullable, discriminator: _discriminator, oneOf, ...rest } = node as JsonObject
  const schema = Object.fromEntries(
    Object.entries({ ...rest, ...(oneOf !== undefined && { anyOf: oneOf }) }).map(([key, value]) => [key, toJsonSchema(value)]),
  ) as JsonObject
  if (Array.isArray(schema.enum)) {
    const values = [...new Map(schema.enum.map((value) => [JSON.stringify(value), value])).values()]
    delete schema.enum
    if (values.length > 0 && schema.type !== 'array') schema.enum = values
    if (schema.type === 'object') delete schema.type
  }
  if (schema.exclusiveMinimum === true) {
    schema.exclusiveMinimum = schema.minimum
    delete schema.minimum
  }
  // The vendors write patterns as `/…/flags`.
  if (typeof schema.pattern === 'string') schema.pattern = schema.pattern.replace(/^\/(.*)\/\w*$/, '$1')
  return nullable ? { anyOf: [schema, { type: 'null' }] } : schema
}

/** Properties of a value that none of the schemas it may be of knows. Where they name none at all, all are welcome. */
function unknownIn(document: Pick<Document, 'components'>, schemas: Schema[], value: unknown, path: string): string[] {
  const parts = schemas.flatMap((schema) => partsOf(document, schema, value))
  if (Array.isArray(value)) {
    const items = parts.flatMap(({ items: item }) => item ?? [])
    return value.flatMap((one, index) => (items.length > 0 ? unknownIn(document, items, one, `${path}/${index}`) : []))
  }
  if (value === null || typeof value !== 'object' || !parts.some(({ properties }) => properties)) return []
  return Object.entries(value).flatMap(([key, one]) => {
    const named = parts.flatMap(({ properties }) => (properties && Object.hasOwn(properties, key) ? [properties[key]!] : []))
    if (named.length > 0) return unknownIn(document, named, one, `${path}/${key}`)
    const others = parts.flatMap(({ additionalProperties: other }) => (other === undefined || other === false ? [] : [other]))
    if (others.length === 0) return [`${path}/${key} is not known to the vendor`]
    return unknownIn(
      document,
      others.filter((other) => typeof other === 'object'),
      one,
      `${path}/${key}`,
    )
  })
}

/** A schema with what it refers to and is made of; of alternatives only those that the value can be of. */
function partsOf(document: Pick<Document, 'components'>, schema: Schema, value: unknown): Schema[] {
  const named = schema.$ref ? [document.components.schemas[schema.$ref.split('/').at(-1)!]!] : []
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((one) => fits(document, one, value))
  return [schema, ...[...named, ...(schema.allOf ?? []), ...alternatives].flatMap((part) => partsOf(document, part, value))]
}

function fits(document: Pick<Document, 'components'>, schema: Schema, value: unknown): boolean {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return true
  return partsOf(document, schema, value).every(({ properties = {} }) =>
    Object.entries(properties).every(
      ([key, { enum: choices }]) => !choices?.length || !Object.hasOwn(value, key) || choices.includes((value as JsonObject)[key]),
    ),
  )
}
