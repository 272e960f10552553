import type { GraphQLSchema } from 'graphql'
import type { z } from 'zod'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import type { Origin } from '../kernel/auditing.ts'
import type { JsonBody } from '../kernel/json/json.ts'
import { verbatim, withVerbatim } from '../kernel/json/jsonSource.ts'
import { compile } from '../schema/compile.ts'
import { contextFor } from '../schema/context.ts'
import { toRead } from '../kernel/db/reading.ts'
import { requireScope } from '../kernel/vocabulary/scopes.ts'
import { invalid } from '../kernel/http/validation.ts'
import { type Answer, type Keys, once } from './once.ts'
import { idempotencyKey } from './params.ts'
import type { Route } from './route.ts'

/** The largest body of most rows, in bytes (contract: error body). */
export const BODY_LIMIT = 262_144

/** A request to a row, from whichever face. The body is read only once the caller may send one. */
export interface Ask {
  /** Below /api/v1, as it was asked for. */
  path: string
  params: Record<string, unknown>
  query: Record<string, unknown>
  /** Every Idempotency-Key header there is. */
  idempotencyKeys: () => readonly string[] | undefined
  body: () => Promise<JsonBody>
  origin: Origin
}
export type Handle = (actor: Actor, ask: Ask) => Promise<Answer>

/**
 * Makes one row ready to be asked: scope (403), then path, query and body (404, 422), then the action, once for its
 * Idempotency-Key where the row takes one (409). Throws what went wrong; `failure` puts it into words. The document is
 * compiled once, when it is first asked.
 */
export function handler(schema: GraphQLSchema, keys: Keys, row: Route): Handle {
  // Ids are integers here and text in GraphQL (contract: ids).
  const compiled = () => compile(schema, row.document, undefined, { customSerializers: { ID: Number, JSON: verbatim } })
  let run: ReturnType<typeof compiled> | undefined
  const textOf = (data: unknown) => {
    const text = row.reply.text(data)
    return text && withVerbatim(text)
  }
  return async (actor, ask) => {
    requireScope(actor.scopes, row.scope)
    const params = read('path', row.params, ask.params)
    const query = read('query', row.query, ask.query)
    const { raw, value } = row.body ? await ask.body() : NO_BODY
    const variables = row.variables({ params, query, body: read('body', row.body, value) })
    const act = async (who: Actor): Promise<Answer> => {
      const ran = () => (run ??= compiled())(undefined, contextFor(who, null, ask.origin), variables)
      const { data, errors } = await (row.method === 'GET' ? toRead(ran) : ran())
      if (errors?.[0]) throw errors[0]
      return { status: row.status, text: textOf(data) }
    }
    const key = row.idempotent ? idempotencyKey(ask.idempotencyKeys()) : undefined
    return key === undefined ? act(actor) : once(keys, actor, keys.claimOf(actor, { key, method: row.method, path: ask.path, body: raw }), act)
  }
}

const NO_BODY: JsonBody = { raw: Buffer.alloc(0), value: {} }

/** What was sent, as its schema reads it. Throws 422 items that say where it is wrong, or the 400 of a rule that is judged first. */
export function read<Schema extends z.ZodObject>(place: 'path' | 'query' | 'body', schema: Schema | undefined, value: unknown): z.output<Schema> {
  if (!schema) return {} as z.output<Schema>
  const parsed = schema.safeParse(value, { reportInput: true })
  if (!parsed.success) throw invalid(parsed.error.issues, [place])
  return parsed.data
}
