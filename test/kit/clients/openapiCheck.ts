import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

interface Header {
  $ref?: string
  required?: boolean
  schema: { type: string }
}
interface Response {
  $ref?: string
  headers?: Record<string, Header>
  content?: Record<string, { schema?: object; example?: unknown }>
}
interface Operation {
  operationId: string
  responses: Record<string, Response>
}
interface Event {
  responses: Record<string, Response>
  parameters: { name: string; required: boolean; schema: object }[]
  requestBody: { content: { 'application/json': { schema: object } } }
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Event }>
}
export interface ObservedResponse {
  method: string
  /** Below /api/v1, without the query. */
  path: string
  status: number
  headers: Headers
  /** The parsed JSON, or the text. */
  body: unknown
}

/** Served without a key and not described: the document and its reference page. */
const UNDESCRIBED = /^\/(openapi\.json\/?|docs(\/.*)?)$/

const DOCUMENT_URI = 'https://callwright.example/openapi.json'
const ERROR_SCHEMA = { $ref: '#/components/schemas/Error' }

let checker: ReturnType<typeof createChecker> | undefined

/**
 * Checks a response against the published document: its status and headers are documented, and its body has exactly the documented fields. Returns the
 * operation ID. Returns `null` if the path or method is not documented; the response must then be an error of the documented shape. Throws what is wrong.
 */
export function checkResponse(observed: ObservedResponse): string | null {
  checker ??= createChecker(readOpenapi())
  return checker(observed)
}

/** The committed document. */
export const readOpenapi = () => JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as Document

function createChecker(document: Document) {
  const errorsOf = createStrictValidator(document)
  const follow = <Node extends { $ref?: string }>(node: Node): Node => (node.$ref ? (resolveRef(document, node.$ref) as Node) : node)

  return ({ method, path, status, headers, body }: ObservedResponse): string | null => {
    function requireThat(isTrue: unknown, problem: string): asserts isTrue {
      if (!isTrue) assert.fail(`${method} ${path} answered ${status} ${problem}: ${JSON.stringify(body)?.slice(0, 2_000)}`)
    }
    const requireBody = (schema: object) => {
      const errors = errorsOf(schema, body)
      requireThat(!errors, `with a body that is not the documented one (${errors})`)
    }
    const [template, operations = {}] = templateOf(document, path) ?? []
    const operation = operations[(method === 'HEAD' ? 'GET' : method).toLowerCase()]
    if (!template || !operation) {
      if (UNDESCRIBED.test(path) && status < 400) return null
      requireThat(status === 404 || status === 405, 'though it is not documented at all')
      if (method !== 'HEAD') requireBody(ERROR_SCHEMA)
      return null
    }
    requireThat(operation.responses[status], 'which is not documented')
    const response = follow(operation.responses[status])
    for (const [name, headerOrRef] of Object.entries(response.headers ?? {})) {
      const { required, schema } = follow(headerOrRef)
      const value = headers.get(name)
      requireThat(value !== null || !required, `without ${name}`)
      if (value !== null) requireThat(!errorsOf(schema, schema.type === 'integer' ? Number(value) : value), `with ${name}: ${value}`)
    }
    if (headers.has('idempotent-replayed')) requireThat(isIdempotent(operation), 'as a replay')
    if (method === 'HEAD') return operation.operationId
    if (!response.content) {
      requireThat(body === '', 'with a body')
      return operation.operationId
    }
    const contentType = headers.get('content-type')?.split(';')[0] ?? ''
    const type = Object.keys(response.content).find((pattern) => matchesType(pattern, contentType))
    requireThat(type, `as ${contentType}`)
    const { schema } = response.content[type]!
    if (schema) requireBody(schema)
    return operation.operationId
  }
}

/** Creates a validator for the document's schemas that allows no undocumented fields. It returns the errors as text, empty if there are none. */
export function createStrictValidator(document: object) {
  const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }))
  const { components } = withoutExtraProperties(document) as { components: object }
  // Its named schemas are compiled once for all that refer to them.
  ajv.addSchema({ $id: DOCUMENT_URI, components })
  const compiled = new Map<object, ValidateFunction>()
  return (schema: object, value: unknown): string => {
    const isValid = compiled.get(schema) ?? ajv.compile(withoutExtraProperties(schema) as object)
    compiled.set(schema, isValid)
    return isValid(value) ? '' : ajv.errorsText(isValid.errors)
  }
}

const isIdempotent = ({ responses }: Operation) => Object.values(responses).some(({ headers }) => headers && 'Idempotent-Replayed' in headers)

/** The documented path that matches. Literal segments win over parameters. */
function templateOf({ paths }: Document, path: string) {
  if (!isDecodable(path)) return undefined
  return Object.entries(paths)
    .filter(([template]) => patternOf(template).test(path))
    .sort(([first], [second]) => first.split('{').length - second.split('{').length)[0]
}

const patterns = new Map<string, RegExp>()

/** The pattern of a documented path's requests. */
function patternOf(template: string): RegExp {
  const pattern = patterns.get(template) ?? new RegExp(`^${template.replace(/[.+*?^$()[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`)
  patterns.set(template, pattern)
  return pattern
}

function isDecodable(path: string) {
  try {
    return typeof decodeURIComponent(path) === 'string'
  } catch {
    return false
  }
}

const matchesType = (pattern: string, type: string) => new RegExp(`^${pattern.replace(/[.+]/g, '\\$&').replaceAll('*', '.+')}$`).test(type)

const resolveRef = (document: object, ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document)

/**
 * The same document without room for undocumented fields. The published schemas are open so that fields can be added later, but today's responses have no
 * others. A named schema is closed where it is referenced, because other schemas extend it.
 */
function withoutExtraProperties(node: unknown, isNamed = false): unknown {
  if (Array.isArray(node)) return node.map((item) => withoutExtraProperties(item, isNamed))
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([key, value]) => {
    if (key === 'example' || key === 'examples') return [key, value]
    if (key === '$ref') return [key, `${DOCUMENT_URI}${value as string}`]
    if (key === 'schemas')
      return [key, Object.fromEntries(Object.entries(value as object).map(([name, schema]) => [name, withoutExtraProperties(schema, true)]))]
    return [key, withoutExtraProperties(value, key === 'allOf' || (isNamed && key === 'anyOf'))]
  })
  const isObject = 'allOf' in node || ('properties' in node && 'type' in node) || String((node as { $ref?: string }).$ref).startsWith('#/components/schemas/')
  return { ...Object.fromEntries(entries), ...(isObject && !isNamed ? { unevaluatedProperties: false } : {}) }
}
