import { readFileSync } from 'node:fs'
import type { GraphQLSchema } from 'graphql'
import type { z } from 'zod'
import type { Field, Manifest, Operation } from '../clients/cli/src/manifest.ts'
import { extensions } from '../src/rest/extensions.ts'
import { inputSchema } from '../src/rest/openapi/input.ts'
import { bodyOf, type Json } from '../src/rest/openapi/result.ts'
import type { Extension, Route } from '../src/rest/route.ts'
import { routeTable } from '../src/rest/routeTable.ts'

/** Builds the manifest of the public API for the command line: the operations as data, without code. */
export function commandManifest(schema: GraphQLSchema): Manifest {
  const { version } = JSON.parse(readFileSync('clients/cli/package.json', 'utf8')) as { version: string }
  return { version, operations: [...routeTable.map((row) => operationOf(schema, row)), ...extensions.map(downloadOf)] }
}

function operationOf(schema: GraphQLSchema, row: Route): Operation {
  const body = row.body && inputSchema(row.body)
  return {
    ...shared(row),
    ...(body ? { body: fieldsOf(row.body) } : {}),
    required: [...requiredOf(row.query), ...(body?.required ?? [])],
    answers: ({ page: 'page', only: 'object', none: 'none' } as const)[row.reply.shape],
    columns: row.reply.shape === 'page' ? columnsOf(schema, row) : [],
    idempotent: row.idempotent ?? false,
    ...asksFirst(row),
    example: { params: row.example?.params, body: row.example?.body as Record<string, unknown> | undefined },
  }
}

const downloadOf = (route: Extension): Operation => ({
  ...shared(route),
  required: requiredOf(route.query),
  answers: 'file',
  columns: [],
  idempotent: false,
  example: { params: route.example?.params },
})

const shared = ({ command, tool, method, path, summary, about, scope, params, query }: Route | Extension) => ({
  command,
  tool,
  method,
  path,
  summary,
  ...(about ? { about } : {}),
  scope,
  params: fieldsOf(params),
  query: fieldsOf(query),
})

const fieldsOf = (object: z.ZodObject | undefined) => (object ? inputSchema(object).properties : {}) as Record<string, Field>
const requiredOf = (object: z.ZodObject | undefined) => (object ? (inputSchema(object).required ?? []) : [])

/** The command line asks for confirmation before it deletes something or starts a campaign. A proposal starts nothing. */
function asksFirst({ method, tool }: Route): Pick<Operation, 'confirm'> {
  if (method === 'DELETE') return { confirm: {} }
  return tool === 'start_campaign' ? { confirm: { unless: 'propose' } } : {}
}

/** Lists the fields of a page's rows that have a single value, for tables. */
function columnsOf(schema: GraphQLSchema, row: Route): string[] {
  const components: Json = {}
  const page = bodyOf(schema, row, components)! as { properties: { items: { items: Json } } }
  const { $ref, ...inline } = page.properties.items.items
  const item = (typeof $ref === 'string' ? components[$ref.split('/').at(-1)!] : inline) as { properties: Record<string, Field> }
  const isOneValue = ({ type }: Field) => [type].flat().some((each) => ['string', 'integer', 'number', 'boolean'].includes(each ?? ''))
  return Object.keys(item.properties).filter((name) => isOneValue(item.properties[name]!))
}
