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
export interface Heard {
  method: string
  /** Below /api/v1, without the query. */
  path: string
  status: number
  headers: Headers
  /** The parsed JSON, or the text as it came. */
  body: unknown
}

/** What the server serves without a key and describes nowhere: the document itself and its reference. */
const UNDESCRIBED = /^\/(openapi\.json\/?|docs(\/.*)?)$/

const A_REFUSAL = { $ref: '#/components/schemas/Error' }

let judge: ReturnType<typeof judgeOf> | undefined

/**
 * Holds an answer against the published document: its status is foreseen, its documented headers are there, and its
 * body has what it promises, and nothing else. Answers the operation, or null where the path or method has none; such
 * an answer is an error of the documented shape. Throws what is wrong.
 */
export function checkAnswer(heard: Heard): string | null {
  judge ??= judgeOf(published())
  return judge(heard)
}

/** The document as it is committed. */
export const published = () => JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document

function judgeOf(document: Document) {
  const faults = strict(document)
  const follow = <Node extends { $ref?: string }>(node: Node): Node => (node.$ref ? (at(document, node.$ref) as Node) : node)

  return ({ method, path, status, headers, body }: Heard): string | null => {
    function demand(isTrue: unknown, what: string): asserts isTrue {
      if (!isTrue) assert.fail(`${method} ${path} answered ${status} ${what}: ${JSON.stringify(body)?.slice(0, 2_000)}`)
    }
    const holds = (schema: object) => {
      const found = faults(schema, body)
      demand(!found, `with a body that is not the documented one (${found})`)
    }
    const [template, operations = {}] = templateOf(document, path) ?? []
    const operation = operations[(method === 'HEAD' ? 'GET' : method).toLowerCase()]
    if (!template || !operation) {
      if (UNDESCRIBED.test(path) && status < 400) return null
      demand(status === 404 || status === 405, 'though it is not documented at all')
      if (method !== 'HEAD') holds(A_REFUSAL)
      return null
    }
    demand(operation.responses[status], 'which is not documented')
    const response = follow(operation.responses[status])
    for (const [name, found] of Object.entries(response.headers ?? {})) {
      const { required, schema } = follow(found)
      const value = headers.get(name)
      demand(value !== null || !required, `without ${name}`)
      if (value !== null) demand(!faults(schema, schema.type === 'integer' ? Number(value) : value), `with ${name}: ${value}`)
    }
    if (headers.has('idempotent-replayed')) demand(takesKey(operation), 'as a replay')
    if (method === 'HEAD') return operation.operationId
    if (!response.content) {
      demand(body === '', 'with a body')
      return operation.operationId
    }
    const given = headers.get('content-type')?.split(';')[0] ?? ''
    const type = Object.keys(response.content).find((pattern) => matches(pattern, given))
    demand(type, `as ${given}`)
    const { schema } = response.content[type]!
    if (schema) holds(schema)
    return operation.operationId
  }
}

/**
 * Tells what is wrong with a value by one of the document's schemas, with nothing allowed beside what it names; an
 * empty text where nothing is.
 */
export function strict(document: object) {
  const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }))
  const { components } = closed(document) as { components: object }
  const compiled = new Map<object, ValidateFunction>()
  return (schema: object, value: unknown): string => {
    const isValid = compiled.get(schema) ?? ajv.compile({ ...(closed(schema) as object), components })
    compiled.set(schema, isValid)
    return isValid(value) ? '' : ajv.errorsText(isValid.errors)
  }
}

const takesKey = ({ responses }: Operation) => Object.values(responses).some(({ headers }) => headers && 'Idempotent-Replayed' in headers)

/** The path as documented; words win over parameters. */
function templateOf({ paths }: Document, path: string) {
  if (!isDecodable(path)) return undefined
  const fits = (template: string) => new RegExp(`^${template.replace(/[.+*?^$()[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`).test(path)
  return Object.entries(paths)
    .filter(([template]) => fits(template))
    .sort(([one], [other]) => one.split('{').length - other.split('{').length)[0]
}

function isDecodable(path: string) {
  try {
    return typeof decodeURIComponent(path) === 'string'
  } catch {
    return false
  }
}

const matches = (pattern: string, type: string) => new RegExp(`^${pattern.replace(/[.+]/g, '\\$&').replaceAll('*', '.+')}$`).test(type)

const at = (document: object, ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document)

/**
 * The same document with nothing allowed beside what it names. It is published open, so that fields can be added; but
 * an answer of today has no others. Whoever refers to a schema closes it, since some add to it.
 */
function closed(node: unknown, isNamed = false): unknown {
  if (Array.isArray(node)) return node.map((each) => closed(each, isNamed))
  if (typeof node !== 'object' || node === null) return node
  const inside = Object.entries(node).map(([key, value]) => {
    if (key === 'example' || key === 'examples') return [key, value]
    if (key === 'schemas') return [key, Object.fromEntries(Object.entries(value as object).map(([name, schema]) => [name, closed(schema, true)]))]
    return [key, closed(value, key === 'allOf' || (isNamed && key === 'anyOf'))]
  })
  const isObject = 'allOf' in node || ('properties' in node && 'type' in node) || String((node as { $ref?: string }).$ref).startsWith('#/components/schemas/')
  return { ...Object.fromEntries(inside), ...(isObject && !isNamed ? { unevaluatedProperties: false } : {}) }
}
