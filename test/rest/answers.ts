import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { openApiDocument } from '../../src/rest/openapi.ts'
import { schema } from '../../src/schema/index.ts'
import type { Answer } from '../kit/client.ts'

const document = JSON.parse(JSON.stringify(openApiDocument(schema))) as {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, { content?: { 'application/json': { schema: object } } }> }>>
  components: object
}
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })

/** The answer has this status, and the body that OpenAPI promises for it, without a field more. */
export function expectAnswer(operationId: string, status: number, answer: Answer) {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  const operation = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find((found) => found.operationId === operationId)!
  const body = operation.responses[status]!.content?.['application/json'].schema
  if (!body) return expect(answer.body).toBe('')
  const isValid = ajv.compile({ ...closed(body), components: document.components })
  expect(isValid(answer.body), JSON.stringify(isValid.errors)).toBe(true)
}

/** The same schema with nothing allowed beside what it names. */
function closed(node: object): object {
  const { allOf, ...parts } = node as { allOf?: object[] }
  const inside = Object.entries(parts).map(([key, value]) => [
    key,
    typeof value === 'object' && value !== null && !Array.isArray(value) ? closed(value) : value,
  ])
  const isObject = allOf || '$ref' in node || ('properties' in node && 'required' in node)
  return { ...Object.fromEntries(inside), ...(allOf ? { allOf } : {}), ...(isObject ? { unevaluatedProperties: false } : {}) }
}

/** The items of a 422. */
export const items = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(422)
  return answer.body.detail as { loc: (string | number)[]; msg: string; type: string }[]
}
