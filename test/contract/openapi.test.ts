import { describe, expect, test } from 'vitest'
import { extensions } from '../../src/rest/extensions.ts'
import { openApiDocument } from '../../src/rest/openapi/openapi.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import { schema } from '../../src/schema/index.ts'
import { readOpenapi, createStrictValidator } from '../kit/clients/openapiCheck.ts'

interface Media {
  schema: object
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
interface ResponseObject {
  $ref?: string
  headers?: Record<string, object>
  content?: Record<string, Media>
}
interface Operation {
  operationId: string
  description: string
  tags: string[]
  parameters: { name: string; in: string; required: boolean; schema: object; example?: unknown }[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, ResponseObject>
  'x-required-scope': string
  'x-extension'?: boolean
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  tags: { name: string; description: string }[]
  components: { responses: Record<string, ResponseObject> }
}
const document = JSON.parse(JSON.stringify(openApiDocument(schema))) as Document
const faults = createStrictValidator(document)
const expectValid = (part: object, example: unknown) => expect(faults(part, example), JSON.stringify(example)).toBe('')
const resolved = (response: ResponseObject) => (response.$ref ? document.components.responses[response.$ref.split('/').at(-1)!]! : response)
const operations = [...Object.entries(document.paths), ...Object.entries(document.webhooks)].flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as [string, Operation]),
)

test('the committed document is the one generated from the table', () => {
  expect(readOpenapi()).toEqual(document)
})

test('the document describes exactly the table and the routes next to it', () => {
  expect(
    Object.entries(document.paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
      .sort(),
  ).toEqual([...routeTable, ...extensions].map(({ method, path }) => `${method} ${path}`).sort())
  for (const { path, method } of extensions) expect(document.paths[path]![method.toLowerCase()]!['x-extension']).toBe(true)
})

test('every tag has a description and an operation, and every operation has a tag', () => {
  const used = new Set(operations.flatMap(([, { tags }]) => tags))
  expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort())
  for (const { description } of document.tags) expect(description.length).toBeGreaterThan(20)
})

test('every event and the inbound request are described with their headers', () => {
  expect(Object.keys(document.webhooks)).toEqual(['call.completed', 'sms.received', 'assistant.request'])
  for (const [type, { post }] of Object.entries(document.webhooks))
    expect(post.parameters.map(({ name, required, example }) => [name, required, name === 'X-Service-Event' ? example : null])).toEqual([
      ['X-Service-Event', true, type],
      ['X-Service-Signature', false, null],
      ['X-Service-Timestamp', true, null],
      ...(type === 'assistant.request' ? [] : [['X-Service-Delivery', true, null]]),
    ])
})

describe.each(operations)('%s', (_name, { parameters, requestBody, responses }) => {
  test('has examples that match its schemas', () => {
    for (const { schema: part, example, in: place } of parameters) {
      if (place !== 'query') expect(example).toBeDefined()
      if (example !== undefined) expectValid(part, example)
    }
    const bodies = [requestBody, ...Object.values(responses).map(resolved)].flatMap((part) => Object.entries(part?.content ?? {}))
    for (const [, { schema: part, example, examples = {} }] of bodies.filter(([type]) => type === 'application/json')) {
      const shown = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
      expect(shown.length).toBeGreaterThan(0)
      for (const sample of shown) expectValid(part, sample)
    }
  })
})

describe.each(routeTable.map((row) => [`${row.method} ${row.path}`, row] as const))('%s', (_name, row) => {
  const operation = document.paths[row.path]![row.method.toLowerCase()]!
  const statuses = Object.keys(operation.responses)
  const headersOf = (status: number) => Object.keys(resolved(operation.responses[status]!).headers ?? {})

  test('is described with its scope, its success and the errors of every request', () => {
    expect(operation['x-required-scope']).toBe(row.scope)
    expect(operation.description).toContain(row.scope)
    expect(statuses).toEqual(expect.arrayContaining([String(row.status), '401', '403', '429', '500', '503']))
    expect(operation.responses[row.status]!.content === undefined).toBe(row.status === 204)
    expect(operation['x-extension']).toBe(row.extension)
  })

  test('has the errors of its shape: a missing resource, invalid input, an unread body', () => {
    expect(statuses.includes('404')).toBe(row.params !== undefined || row.fails?.includes(404) === true)
    if (row.query || row.body) expect(statuses).toContain('422')
    expect([statuses.includes('413'), statuses.includes('415')]).toEqual([row.body !== undefined, row.body !== undefined])
  })

  test('accepts an Idempotency-Key if the table says so, and describes the conflict and the replay', () => {
    const takes = row.idempotent === true
    expect(operation.parameters.some(({ name, in: place }) => name === 'Idempotency-Key' && place === 'header')).toBe(takes)
    expect(headersOf(row.status).includes('Idempotent-Replayed')).toBe(takes)
    if (takes) expect(statuses).toContain('409')
  })

  test('lists the headers of its responses', () => {
    const limits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'RateLimit', 'RateLimit-Policy']
    for (const status of statuses.map(Number)) expect(headersOf(status)).toContain('X-Request-Id')
    for (const status of [row.status, 403, 429]) expect(headersOf(status)).toEqual(expect.arrayContaining(limits))
    expect(headersOf(429)).toContain('Retry-After')
  })

  test('describes every parameter of its path as required', () => {
    const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    expect(operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name, required }) => [name, required])).toEqual(
      names.map((name) => [name, true]),
    )
  })
})
