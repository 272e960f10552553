import type { GraphQLSchema } from 'graphql'
import { extensions } from '../extensions.ts'
import { assistantOperation } from './assistant.ts'
import { errorResponses, errorSchemas } from './errors.ts'
import { eventOperations } from './events.ts'
import { headerComponents } from './headers.ts'
import { extensionOperation, operationOf } from './operation.ts'
import type { Json } from './result.ts'
import { tagsOf } from './tags.ts'
import { routeTable } from '../routeTable.ts'

/** Builds the OpenAPI 3.1 document of the public API from the route table, its GraphQL documents and the schema. */
export function openApiDocument(schema: GraphQLSchema): object {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const row of routeTable) (paths[row.path] ??= {})[row.method.toLowerCase()] = operationOf(schema, row, schemas)
  for (const route of extensions) (paths[route.path] ??= {})[route.method.toLowerCase()] = extensionOperation(route)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Callwright',
      version: '1.0.0',
      summary: 'AI voice agents that place and answer phone calls',
      description: DESCRIPTION,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { description: 'Interactive API reference', url: '/api/v1/docs' },
    servers: [{ url: '/api/v1', description: 'Server of this document.' }],
    security: [{ ApiKey: [] }, { Bearer: [] }],
    tags: tagsOf([...routeTable, ...extensions].map(({ scope }) => scope)),
    paths,
    webhooks: { ...eventOperations(), ...assistantOperation() },
    components: {
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'API key of the workspace.' },
        Bearer: { type: 'http', scheme: 'bearer', description: 'API key of the workspace as a bearer token.' },
      },
      schemas: { ...schemas, ...errorSchemas },
      responses: errorResponses,
      headers: headerComponents(),
    },
  }
}

const DESCRIPTION = `Authenticate every request with an API key that has the required scope. Each operation names its scope, also as \`x-required-scope\`.

- **IDs** are integers, and strings in webhook events. **Times** are ISO 8601 in UTC with milliseconds.
- **Money** is a decimal string with a \`currency\`. **Phone numbers** are in E.164 format.
- **Lists** are sorted newest first. To get the next page, pass \`next_cursor\` as \`cursor\` until it is \`null\`. \`items\` and \`data\` have the same rows.
- **Errors** are \`{"detail": …}\`. \`detail\` is a sentence, an object, or a list of all invalid fields.
- **Rate limits** apply to each workspace, per minute and per day. Every response has headers with the remaining requests. A 429 has \`Retry-After\`.
- **New fields** can be added to responses at any time. Ignore fields that you do not know.
- **Extensions**, which have \`x-extension\`, are additional endpoints. If one has no response schema, it streams audio, CSV or a JSON array.`
