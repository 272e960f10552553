import type { Tool as Definition, ToolAnnotations } from '@modelcontextprotocol/server'
import type { GraphQLSchema } from 'graphql'
import { type RouteHandler, createHandler } from '../rest/handler.ts'
import type { IdempotencyStore } from '../rest/idempotency.ts'
import type { Route } from '../rest/route.ts'
import { routeTable } from '../rest/routeTable.ts'
import { outputSchemaOf, inputSchemaOf } from './schemas.ts'

/** A row of the public API as a tool for AI clients. */
export interface Tool {
  row: Route
  handle: RouteHandler
  definition: Definition
}
export type Tools = ReadonlyMap<string, Tool>

/** Every row that is a tool, by its name, in the order of the table. */
export const toolsOf = (schema: GraphQLSchema, keys: IdempotencyStore): Tools =>
  new Map(routeTable.filter((row) => row.notTool === undefined).map((row) => [row.tool, toolOf(schema, keys, row)]))

/** Its schemas are made when somebody first asks for tools: no start waits for them. */
function toolOf(schema: GraphQLSchema, keys: IdempotencyStore, row: Route): Tool {
  let known: Definition | undefined
  return {
    row,
    handle: createHandler(schema, keys, row),
    get definition() {
      return (known ??= definitionOf(schema, row))
    },
  }
}

const definitionOf = (schema: GraphQLSchema, row: Route): Definition => ({
  name: row.tool,
  title: titleOf(row.tool),
  description: [row.summary, row.about, `Scope: ${row.scope}`].filter(Boolean).map(sentence).join(' '),
  inputSchema: inputSchemaOf(row) as Definition['inputSchema'],
  outputSchema: outputSchemaOf(schema, row) as Definition['outputSchema'],
  annotations: annotationsOf(row),
  _meta: { 'callwright/scope': row.scope },
})

const sentence = (text = '') => (/[.!?]$/.test(text) ? text : `${text}.`)

const SPELLED: Record<string, string> = { sms: 'SMS', dnc: 'DNC' }

/** `send_sms` as people read it: "Send SMS". */
export const titleOf = (name: string) => {
  const words = name.split('_').map((word) => SPELLED[word] ?? word)
  return words.join(' ').replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

/** What its method says of a row, and what the row says beside it (route.ts). */
function annotationsOf({ method, hints = {} }: Route): ToolAnnotations {
  const readOnlyHint = method === 'GET'
  const overwrites = method === 'PUT' || method === 'PATCH' || method === 'DELETE'
  const openWorldHint = hints.openWorld ?? false
  // What only reads neither destroys nor does it again.
  if (readOnlyHint) return { readOnlyHint, openWorldHint }
  return { readOnlyHint, destructiveHint: hints.destructive ?? overwrites, idempotentHint: hints.idempotent ?? overwrites, openWorldHint }
}

/**
 * The tools of which a client wants to know: with `X-MCP-Readonly: true` those that change nothing, with `X-MCP-Toolsets: calls,campaigns`
 * those whose scope begins so.
 */
export function filterTools(tools: Tools, { readonly, toolsets }: { readonly?: string; toolsets?: string }): Tools {
  const nouns = toolsets?.split(',').map((noun) => noun.trim())
  if (readonly !== 'true' && !nouns) return tools
  const isWanted = ({ row }: Tool) => (readonly !== 'true' || row.method === 'GET') && (!nouns || nouns.includes(row.command.split(' ', 1)[0]!))
  return new Map([...tools].filter(([, tool]) => isWanted(tool)))
}
