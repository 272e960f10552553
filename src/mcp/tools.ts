import type { Tool as Definition, ToolAnnotations } from '@modelcontextprotocol/server'
import type { GraphQLSchema } from 'graphql'
import { type RouteHandler, createHandler } from '../rest/handler.ts'
import type { IdempotencyStore } from '../rest/idempotency.ts'
import type { Route } from '../rest/route.ts'
import { routeTable } from '../rest/routeTable.ts'
import { outputSchemaOf, inputSchemaOf } from './schemas.ts'

/** A route of the public API as a tool for AI clients. */
export interface Tool {
  row: Route
  handle: RouteHandler
  definition: Definition
}
export type Tools = ReadonlyMap<string, Tool>

/** All tools by name, in the order of the route table. */
export const toolsOf = (schema: GraphQLSchema, keys: IdempotencyStore): Tools =>
  new Map(routeTable.filter((row) => row.notTool === undefined).map((row) => [row.tool, toolOf(schema, keys, row)]))

/** Creates a tool. Its definition is built on first use, to keep the server's start fast. */
function toolOf(schema: GraphQLSchema, keys: IdempotencyStore, row: Route): Tool {
  let cached: Definition | undefined
  return {
    row,
    handle: createHandler(schema, keys, row),
    get definition() {
      return (cached ??= definitionOf(schema, row))
    },
  }
}

const definitionOf = (schema: GraphQLSchema, row: Route): Definition => ({
  name: row.tool,
  title: titleOf(row.tool),
  description: [row.summary, row.about, `Scope: ${row.scope}`].filter(Boolean).map(toSentence).join(' '),
  inputSchema: inputSchemaOf(row) as Definition['inputSchema'],
  outputSchema: outputSchemaOf(schema, row) as Definition['outputSchema'],
  annotations: annotationsOf(row),
  _meta: { 'callwright/scope': row.scope },
})

const toSentence = (text = '') => (/[.!?]$/.test(text) ? text : `${text}.`)

const ACRONYMS: Record<string, string> = { sms: 'SMS', dnc: 'DNC' }

/** Formats a tool's name for people: `send_sms` becomes "Send SMS". */
export const titleOf = (name: string) => {
  const words = name.split('_').map((word) => ACRONYMS[word] ?? word)
  return words.join(' ').replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

/** Annotations that follow from the method, and the route's own hints. */
function annotationsOf({ method, hints = {} }: Route): ToolAnnotations {
  const readOnlyHint = method === 'GET'
  const overwrites = method === 'PUT' || method === 'PATCH' || method === 'DELETE'
  const openWorldHint = hints.openWorld ?? false
  // The protocol defines the other hints only for tools that change something.
  if (readOnlyHint) return { readOnlyHint, openWorldHint }
  return { readOnlyHint, destructiveHint: hints.destructive ?? overwrites, idempotentHint: hints.idempotent ?? overwrites, openWorldHint }
}

/**
 * Selects tools by request headers: `X-MCP-Readonly: true` for those that only read, `X-MCP-Toolsets: calls,campaigns` for those whose CLI
 * command begins with one of these nouns.
 */
export function filterTools(tools: Tools, { readonly, toolsets }: { readonly?: string; toolsets?: string }): Tools {
  const nouns = toolsets?.split(',').map((noun) => noun.trim())
  if (readonly !== 'true' && !nouns) return tools
  const matches = ({ row }: Tool) => (readonly !== 'true' || row.method === 'GET') && (!nouns || nouns.includes(row.command.split(' ', 1)[0]!))
  return new Map([...tools].filter(([, tool]) => matches(tool)))
}
