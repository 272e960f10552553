import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../src/rest/openapi.ts'
import { table } from '../../src/rest/table.ts'
import { schema } from '../../src/schema/index.ts'

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>
  'x-required-scope': string
}
const document = JSON.parse(JSON.stringify(openApiDocument(schema))) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: object; responses: object }
}

const at = (ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)

test('the committed document is the one that follows from the table', () => {
  expect(JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))).toEqual(document)
})

test('every reference leads somewhere', () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!)
  expect(refs.length).toBeGreaterThan(0)
  expect(refs.filter((ref) => at(ref) === undefined)).toEqual([])
})

describe.each(table.map((row) => [`${row.method} ${row.path}`, row] as const))('%s', (_name, row) => {
  const operation = document.paths[row.path]![row.method.toLowerCase()]!

  test('is described with its scope, its success and the refusals that every request can meet', () => {
    expect(operation['x-required-scope']).toBe(row.scope)
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining([String(row.status), '401', '403', '500', '503']))
    expect(operation.responses[row.status]!.content === undefined).toBe(row.status === 204)
  })

  test('describes every parameter of its path as required', () => {
    const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    expect(operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name, required }) => [name, required])).toEqual(
      names.map((name) => [name, true]),
    )
  })

  test('has schemas that are valid JSON Schema', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const schemas = [operation.requestBody, operation.responses[row.status]].flatMap((part) =>
      Object.values(part?.content ?? {}).map((content) => content.schema),
    )
    for (const part of [...schemas, ...operation.parameters.map((parameter) => parameter.schema)]) ajv.compile({ ...part, components: document.components })
  })
})
