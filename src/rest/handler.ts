import type { GraphQLSchema } from 'graphql'
import type { z } from 'zod'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import type { RequestOrigin } from '../kernel/auditContext.ts'
import type { JsonBody } from '../kernel/json/json.ts'
import { verbatim, withVerbatim } from '../kernel/json/jsonSource.ts'
import { compile } from '../schema/base/compile.ts'
import { contextFor } from '../schema/base/context.ts'
import { withReadPool } from '../kernel/db/readPool.ts'
import { inWorkspace } from '../kernel/db/workspaceContext.ts'
import { requireScope } from '../kernel/vocabulary/scopes.ts'
import { validationError } from '../kernel/http/validation.ts'
import { type Answer, type IdempotencyStore, withIdempotency } from './idempotency.ts'
import { idempotencyKey } from './params.ts'
import type { Route } from './route.ts'

/** Maximum body size of most routes, in bytes (contract: error body). */
export const BODY_LIMIT = 262_144

/** A request to a route, over HTTP or from a tool. The body is read only after the scope check. */
export interface RestRequest {
  /** Path below /api/v1, as requested. */
  path: string
  params: Record<string, unknown>
  query: Record<string, unknown>
  /** All Idempotency-Key headers of the request. */
  idempotencyKeys: () => readonly string[] | undefined
  body: () => Promise<JsonBody>
  origin: RequestOrigin
}
export type RouteHandler = (actor: Actor, ask: RestRequest) => Promise<Answer>

/**
 * Creates the handler of one route. It checks the scope (403), then path, query and body (404, 422), then runs the action, once per
 * Idempotency-Key if the route accepts one (409). Throws the original error; `toFailure` maps it to a response.
 */
export function createHandler(schema: GraphQLSchema, keys: IdempotencyStore, row: Route): RouteHandler {
  const textOf = (data: unknown) => {
    const text = row.reply.text(data)
    return text && withVerbatim(text)
  }
  return async (actor, ask) => {
    requireScope(actor.scopes, row.scope)
    const params = parseInput('path', row.params, ask.params)
    const query = parseInput('query', row.query, ask.query)
    const { raw, value } = row.body ? await ask.body() : NO_BODY
    const variables = row.variables({ params, query, body: parseInput('body', row.body, value) })
    const act = async (who: Actor): Promise<Answer> => {
      const ran = () => compiled(schema, row)(undefined, contextFor(who, null, ask.origin), variables)
      const { data, errors } = await (row.method === 'GET' ? withReadPool(ran) : ran())
      if (errors?.[0]) throw errors[0]
      return { status: row.status, text: textOf(data) }
    }
    const key = row.idempotent ? idempotencyKey(ask.idempotencyKeys()) : undefined
    return inWorkspace(actor.workspaceId, () =>
      key === undefined ? act(actor) : withIdempotency(keys, actor, keys.createClaim(actor, { key, method: row.method, path: ask.path, body: raw }), act),
    )
  }
}

/** The documents that have run, compiled. The tool for AI clients and the endpoint run the same. */
const compiledRows = new WeakMap<Route, ReturnType<typeof compile>>()

/** Compiles the document of a route once for this process, on first use. */
function compiled(schema: GraphQLSchema, row: Route) {
  const known = compiledRows.get(row)
  if (known) return known
  // IDs are integers here and strings in GraphQL (contract: ids).
  const run = compile(schema, row.document, undefined, { customSerializers: { ID: Number, JSON: verbatim } })
  compiledRows.set(row, run)
  return run
}

const NO_BODY: JsonBody = { raw: Buffer.alloc(0), value: {} }

/** Parses input with its schema. Throws 422 with the location of each error, or 400 for a rule that is checked before validation. */
export function parseInput<Schema extends z.ZodObject>(place: 'path' | 'query' | 'body', schema: Schema | undefined, value: unknown): z.output<Schema> {
  if (!schema) return {} as z.output<Schema>
  const parsed = schema.safeParse(value, { reportInput: true })
  if (!parsed.success) throw validationError(parsed.error.issues, [place])
  return parsed.data
}
