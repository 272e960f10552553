import type { GraphQLSchema } from 'graphql'
import { extensions } from '../extensions.ts'
import { assistantOperation } from './assistant.ts'
import { errorResponses, errorSchemas } from './errors.ts'
import { eventOperations } from './events.ts'
import { headerComponents } from './headers.ts'
import { extensionOperation, operationOf } from './operation.ts'
import type { Json } from './result.ts'
import { tagsOf } from './tags.ts'
import { table } from '../table.ts'

/** The public API as an OpenAPI 3.1 document, read from the table, its documents and the schema they are asked of. */
export function openApiDocument(schema: GraphQLSchema): object {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const row of table) (paths[row.path] ??= {})[row.method.toLowerCase()] = operationOf(schema, row, schemas)
  for (const route of extensions) (paths[route.path] ??= {})[route.method.toLowerCase()] = extensionOperation(route)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Callwright',
      version: '1.0.0',
      summary: 'AI voice agents that place and receive phone calls',
      description: DESCRIPTION,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { description: 'The interactive reference', url: '/api/v1/docs' },
    servers: [{ url: '/api/v1', description: 'The server that this document comes from' }],
    security: [{ ApiKey: [] }, { Bearer: [] }],
    tags: tagsOf([...table, ...extensions].map(({ scope }) => scope)),
    paths,
    webhooks: { ...eventOperations(), ...assistantOperation() },
    components: {
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key of the workspace' },
        Bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token' },
      },
      schemas: { ...schemas, ...errorSchemas },
      responses: errorResponses,
      headers: headerComponents(),
    },
  }
}

const DESCRIPTION = `Every request needs an API key with the scope that its description names (\`x-required-scope\`).

- **Ids** are integers; in webhooks they are text. **Times** are ISO 8601 in UTC with milliseconds. **Money** is a decimal string beside a \`currency\`. **Phone numbers** are E.164.
- **Lists** are newest first. Ask again with \`cursor=<next_cursor>\` until \`next_cursor\` is null. \`items\` and \`data\` are the same rows.
- **Errors** are \`{"detail": …}\`: a sentence, an object, or for invalid input the list of all wrong fields.
- **Limits** are counted for each workspace, over a minute and a day. Every answer tells what is left; a 429 says when to come back.
- Fields may be added to answers at any time; ignore those you do not know. Routes marked \`x-extension\` are there beside the others; those without a schema of their answer stream it: audio, CSV, or a list in JSON.`
