import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { JsonObject, ProviderName } from '../../src/providers/provider.ts'
import { documentPath } from '../kit/runner/vendorFolder.ts'

const documentPathOf = (name: ProviderName) => documentPath(`${name}-subset.json`)

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

/** Lists violations of the vendor's document by a value, including unknown properties. */
export type Validate = (value: unknown) => string[]

const documents = new Map<ProviderName, ReturnType<typeof load>>()

/** Loads a vendor's document: requests by method and path, and schemas by name. */
export function vendorDocument(name: ProviderName) {
  if (!documents.has(name)) documents.set(name, load(name))
  return documents.get(name)!
}

/** Creates validators for the schemas of one document. `name` distinguishes it from other documents. */
export function createValidator(document: Pick<Document, 'components'>, name: string): (schema: Schema) => Validate {
  const ajv = new Ajv({ strict: false, logger: false, inlineRefs: false, code: { optimize: false } })
  addFormats.default(ajv)
  ajv.addSchema({ $id: `http://${name}/`, components: toJsonSchema(document.components) } as JsonObject)
  const compiled = new Map<string, Validate>()
  return (schema) => {
    const absolute = JSON.stringify(toJsonSchema(schema)).replaceAll('"#/components', `"http://${name}/#/components`)
    if (!compiled.has(absolute)) {
      const validate = ajv.compile(JSON.parse(absolute) as JsonObject)
      compiled.set(absolute, (value) => [
        ...(validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)),
        ...findUnknownProperties(document, [schema], value, ''),
      ])
    }
    return compiled.get(absolute)!
  }
}

function load(name: ProviderName) {
  const document = JSON.parse(readFileSync(documentPathOf(name), 'utf8')) as Document
  const validatorFor = createValidator(document, name)
  return {
    /** Finds a request in the document, or null. `body` is null if the document describes no body. */
    request(method: string, path: string) {
      const template = Object.keys(document.paths).find(
        (candidate) => document.paths[candidate]![method.toLowerCase()] && new RegExp(`^${candidate.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
      )
      const operation = template && document.paths[template]![method.toLowerCase()]
      if (!operation) return null
      const schema = operation.requestBody?.content['application/json']?.schema
      const queries = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name)
      return { template: `${method} ${template}`, body: schema ? validatorFor(schema) : null, queries }
    },
    schema: (component: string) => validatorFor({ $ref: `#/components/schemas/${component}` }),
  }
}

/** Lists the enum values of a component in the vendor's document, or of one of its properties. */
export function listEnumValues(name: ProviderName, component: string, property?: string): string[] {
  const { components } = JSON.parse(readFileSync(documentPathOf(name), 'utf8')) as Document
  const schema = components.schemas[component]!
  return (property === undefined ? schema : schema.properties![property]!).enum as string[]
}

/** Converts OpenAPI 3.0 to JSON Schema. Drops empty enums, and reads oneOf as anyOf because the vendors' alternatives overlap. */
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

/** Lists properties of a value that none of the schemas declares. If the schemas declare no properties, all are allowed. */
function findUnknownProperties(document: Pick<Document, 'components'>, schemas: Schema[], value: unknown, path: string): string[] {
  const parts = schemas.flatMap((schema) => partsOf(document, schema, value))
  if (Array.isArray(value)) {
    const items = parts.flatMap(({ items: item }) => item ?? [])
    return value.flatMap((item, index) => (items.length > 0 ? findUnknownProperties(document, items, item, `${path}/${index}`) : []))
  }
  if (value === null || typeof value !== 'object' || !parts.some(({ properties }) => properties)) return []
  return Object.entries(value).flatMap(([key, propertyValue]) => {
    const propertySchemas = parts.flatMap(({ properties }) => (properties && Object.hasOwn(properties, key) ? [properties[key]!] : []))
    if (propertySchemas.length > 0) return findUnknownProperties(document, propertySchemas, propertyValue, `${path}/${key}`)
    const additionalSchemas = parts.flatMap(({ additionalProperties: other }) => (other === undefined || other === false ? [] : [other]))
    if (additionalSchemas.length === 0) return [`${path}/${key} is not known to the vendor`]
    return findUnknownProperties(
      document,
      additionalSchemas.filter((other) => typeof other === 'object'),
      propertyValue,
      `${path}/${key}`,
    )
  })
}

/** Returns a schema with its references and parts, and with the alternatives that the value can match. */
function partsOf(document: Pick<Document, 'components'>, schema: Schema, value: unknown): Schema[] {
  const referenced = schema.$ref ? [document.components.schemas[schema.$ref.split('/').at(-1)!]!] : []
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((alternative) => canMatch(document, alternative, value))
  return [schema, ...[...referenced, ...(schema.allOf ?? []), ...alternatives].flatMap((part) => partsOf(document, part, value))]
}

function canMatch(document: Pick<Document, 'components'>, schema: Schema, value: unknown): boolean {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return true
  return partsOf(document, schema, value).every(({ properties = {} }) =>
    Object.entries(properties).every(
      ([key, { enum: choices }]) => !choices?.length || !Object.hasOwn(value, key) || choices.includes((value as JsonObject)[key]),
    ),
  )
}
