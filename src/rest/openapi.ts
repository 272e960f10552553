import type { GraphQLSchema } from 'graphql'
import { z } from 'zod'
import { eventOperations } from './openapiEvents.ts'
import { bodyOf, type Json } from './openapiResult.ts'
import type { Route } from './route.ts'
import { table } from './table.ts'

const FAILURES: Record<number, string> = {
  400: 'Invalid input',
  401: 'Missing, malformed, unknown, revoked or expired API key',
  402: 'The wallet does not hold enough money',
  403: 'The key lacks the scope, or the destination is on the do-not-call list',
  404: 'Absent, or in another workspace',
  409: 'In conflict with the present state',
  413: 'The body is too large',
  415: 'The body is not JSON, or compressed',
  422: 'Validation failed, or the state does not allow it',
  500: 'A fault of the server',
  502: 'The voice provider failed: retry',
  503: 'The server is busy: retry',
}

/** The public API as an OpenAPI 3.1 document, read from the table, its documents and the schema they are asked of. */
export function openApiDocument(schema: GraphQLSchema): object {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const row of table) (paths[row.path] ??= {})[row.method.toLowerCase()] = operation(schema, row, schemas)
  paths['/calls/{call_id}/recording'] = { get: recording }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Callwright',
      version: '1.0.0',
      description: 'AI voice agents that place phone calls. Every request needs an API key with the scope in `x-required-scope`.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ ApiKey: [] }, { Bearer: [] }],
    tags: [...new Set(table.map(tagOf))].map((name) => ({ name })),
    paths,
    webhooks: eventOperations(),
    components: {
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        Bearer: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token' },
      },
      schemas: { ...schemas, Error: ERROR, ValidationItem: VALIDATION_ITEM },
      responses: Object.fromEntries(
        Object.entries(FAILURES).map(([status, description]) => [`Error${status}`, { description, content: json({ $ref: '#/components/schemas/Error' }) }]),
      ),
    },
  }
}

const ERROR = {
  type: 'object',
  properties: { detail: { anyOf: [{ type: 'string' }, { type: 'object' }, { type: 'array', items: { $ref: '#/components/schemas/ValidationItem' } }] } },
  required: ['detail'],
}
const VALIDATION_ITEM = {
  type: 'object',
  properties: { loc: { type: 'array', items: { type: ['string', 'integer'] } }, msg: { type: 'string' }, type: { type: 'string' } },
  required: ['loc', 'msg', 'type'],
}

function operation(schema: GraphQLSchema, row: Route, schemas: Json) {
  const body = bodyOf(schema, row, schemas)
  return {
    operationId: row.tool,
    summary: row.summary,
    tags: [tagOf(row)],
    'x-required-scope': row.scope,
    parameters: parametersOf(row),
    ...(row.body ? { requestBody: { required: (jsonSchema(row.body).required ?? []).length > 0, content: json(jsonSchema(row.body)) } } : {}),
    responses: {
      [row.status]: { description: row.status === 204 ? 'Done' : 'Success', ...(body ? { content: json(body) } : {}) },
      ...failures(failuresOf(row)),
    },
  }
}

const recording = {
  operationId: 'get_call_recording',
  summary: 'The audio of a call; a range of it may be asked for',
  tags: ['calls'],
  'x-required-scope': 'calls:read',
  parameters: [
    { name: 'call_id', in: 'path', required: true, schema: { type: 'integer' } },
    { name: 'Range', in: 'header', required: false, schema: { type: 'string' } },
  ],
  responses: {
    200: { description: 'The audio', content: { 'audio/*': {} } },
    206: { description: 'A part of it', content: { 'audio/*': {} } },
    ...failures([401, 403, 404, 500, 502, 503]),
  },
}

const tagOf = ({ path }: Pick<Route, 'path'>) => path.split('/')[1]!
const json = (schema: object) => ({ 'application/json': { schema } })

function jsonSchema(object: z.ZodObject) {
  const { $schema: _, ...schema } = z.toJSONSchema(object, { io: 'input' })
  return schema as { properties: Record<string, { description?: string }>; required?: string[] }
}

function parametersOf({ params, query }: Route) {
  const named = (place: 'path' | 'query', object: z.ZodObject | undefined) => {
    const { properties = {}, required = [] } = object ? jsonSchema(object) : {}
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description ? { description } : {}),
      schema,
    }))
  }
  return [...named('path', params), ...named('query', query)]
}

/** What can go wrong follows from the row's shape; `fails` adds the rest. */
function failuresOf({ params, query, body, fails = [] }: Route) {
  const always = [401, 403, 500, 503]
  return [...always, ...(params ? [404] : []), ...(query ? [422] : []), ...(body ? [413, 415, 422] : []), ...fails]
}

function failures(statuses: number[]) {
  return Object.fromEntries([...new Set(statuses)].map((status) => [status, { $ref: `#/components/responses/Error${status}` }]))
}
