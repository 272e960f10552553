import type { GraphQLSchema } from 'graphql'
import { refusals } from './errors.ts'
import { exampleOf } from './example.ts'
import { always, perhaps, TO_CALLERS } from './headers.ts'
import { inputSchema } from './input.ts'
import { bodyOf, type Json } from './result.ts'
import { tagOf } from './tags.ts'
import type { Extension, Route } from '../route.ts'

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat. A repeated request with the same key, API key and body within 24 hours returns the first response with ' +
    '`Idempotent-Replayed: true`, and the action is done once. A repeated request waits while the first one is in progress. The same key with another body ' +
    'returns 409. Errors before the action (401, 403 for a scope, 413, 415, 422 for a field, 429) and 5xx errors are not stored. Retry them with the same key.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  example: '6f1c2a3e-0d0b-4c7e-9a44-5a1f0e8b7c21',
}

/** Describes a route as an operation. Adds named bodies to `components`. */
export function operationOf(schema: GraphQLSchema, row: Route, components: Json): Json {
  const body = bodyOf(schema, row, components)
  return {
    ...describeRoute(row),
    ...(row.extension && { 'x-extension': true }),
    parameters: [...parametersOf(row), ...(row.idempotent ? [IDEMPOTENCY_KEY] : [])],
    ...(row.body ? { requestBody: requestBodyOf(row, row.body, components) } : {}),
    responses: {
      [row.status]: {
        description: row.status === 204 ? 'Success without a body.' : 'Success.',
        headers: { ...always(TO_CALLERS), ...(row.idempotent ? perhaps(['Idempotent-Replayed']) : {}) },
        ...(body ? { content: { 'application/json': { schema: body, example: exampleOf(row, body, components) } } } : {}),
      },
      ...refusals(failuresOf(row)),
    },
  }
}

/** Describes an extension as an operation. */
export const extensionOperation = (extension: Extension): Json => ({
  ...describeRoute(extension),
  'x-extension': true,
  parameters: [
    ...parametersOf(extension),
    ...Object.entries(extension.headers ?? {}).map(([name, about]) => ({ name, in: 'header', required: false, ...about, schema: { type: 'string' } })),
  ],
  responses: {
    ...Object.fromEntries(
      Object.entries(extension.answers).map(([status, { description, types, json = {} }]) => [
        status,
        { description, headers: always(TO_CALLERS), content: Object.fromEntries(types.map((type) => [type, type === 'application/json' ? json : {}])) },
      ]),
    ),
    ...refusals(failuresOf(extension)),
  },
})

const describeRoute = ({ tool, summary, about, scope }: Route | Extension) => ({
  operationId: tool,
  summary,
  description: [...(about ? [about] : []), `Requires the \`${scope}\` scope.`].join('\n\n'),
  tags: [tagOf(scope)],
  'x-required-scope': scope,
})

function parametersOf({ params, query, example }: Route | Extension) {
  const describeParameters = (place: 'path' | 'query', object: Route['query']) => {
    const { properties, required = [] } = object ? inputSchema(object) : { properties: {} }
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description ? { description } : {}),
      schema,
      ...(example?.params && name in example.params ? { example: example.params[name] } : {}),
    }))
  }
  return [...describeParameters('path', params), ...describeParameters('query', query)]
}

function requestBodyOf({ tool, example }: Route, body: NonNullable<Route['body']>, components: Json) {
  const name = `${tool.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Request`
  const schema = inputSchema(body)
  components[name] = schema
  return {
    required: (schema.required ?? []).length > 0 || schema.allOf !== undefined,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` }, example: example?.body } },
  }
}

/** Lists the error statuses that follow from the route's inputs, and those in `fails`. */
function failuresOf({ params, query, fails = [], ...row }: Route | Extension) {
  const common = [401, 403, 429, 500, 503]
  const takesBody = 'body' in row && row.body
  const isIdempotent = 'idempotent' in row && row.idempotent
  return [...common, ...(params ? [404] : []), ...(query ? [422] : []), ...(takesBody ? [413, 415, 422] : []), ...(isIdempotent ? [409, 422] : []), ...fails]
}
