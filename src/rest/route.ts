import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { DocumentNode } from 'graphql'
import type { z } from 'zod'
import type { KeyScope } from '../kernel/vocabulary/scopes.ts'
import type { Reply } from './reply.ts'

/** What a row says that needs no proof by types. */
interface Facts {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  scope: KeyScope
  status: 200 | 201 | 202 | 204
  /** Takes an Idempotency-Key (spec: Idempotency). */
  idempotent?: boolean
  /** The largest body it takes, in bytes, where that is more than for others. */
  bodyLimit?: number
  /** A row of ours beside those of the specification. */
  extension?: true
  /** Its name among the tools for AI clients, and its operationId. */
  tool: string
  /** Its words on the command line, after `callwright`. */
  command: string
  /** What its method does not tell an AI client. */
  hints?: Hints
  /** Why AI clients do not have it, where they do not. */
  notTool?: string
  /** One line for the reference. */
  summary: string
  /** What else there is to say, in Markdown. */
  about?: string
  example?: Example
  /** What else can go wrong, besides what follows from the rest of the row. */
  fails?: readonly (400 | 402 | 403 | 404 | 409 | 422 | 502)[]
}

/**
 * What there is to know before a tool is used (MCP: tool annotations). By method: GET only reads; POST adds, PUT, PATCH and DELETE
 * overwrite or end something (`destructive`), and a second time change nothing more (`idempotent`); nothing leaves the house (`openWorld`).
 */
interface Hints {
  destructive?: boolean
  idempotent?: boolean
  openWorld?: boolean
}

/** A request and its answer, for the reference. */
interface Example {
  /** Values of path and query by parameter. */
  params?: Readonly<Record<string, unknown>>
  body?: object
  /** A whole record; the reference shows the part of it that the row answers, and a page of one where it answers a page. */
  answer?: object
  /** What a page has beside its rows. */
  beside?: object
}

/** One endpoint of the public API, as everything that is derived from the table sees it. */
export interface Route extends Facts {
  path: `/${string}`
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  document: DocumentNode
  variables: (input: { params: object; query: object; body: object }) => Record<string, unknown>
  reply: Reply<unknown>
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type Nothing = z.ZodObject<Record<never, never>>
/** Variables that the document does not declare may not be given. */
type NoMore<Given, Vars> = { [Name in Exclude<keyof Given, keyof Vars>]: never }

/**
 * Checks a row while it is compiled: path against `params`, `variables` against what the document declares, `reply`
 * against what it answers. At run time it is the row itself.
 */
export function route<
  Path extends `/${string}`,
  Data,
  Vars,
  Given extends Vars,
  P extends z.ZodObject<Record<NamesIn<Path>, z.ZodType>> = z.ZodObject<Record<NamesIn<Path>, z.ZodUnknown>>,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodObject = Nothing,
>(
  row: Facts & {
    path: Path
    params?: P
    query?: Q
    body?: B
    document: TypedDocumentNode<Data, Vars>
    variables: (input: { params: z.output<P>; query: z.output<Q>; body: z.output<B> }) => Given & NoMore<Given, Vars>
    reply: Reply<NoInfer<Data>>
  },
): Route {
  // Its types have been compared by now; as an entry of the table it is one of many.
  return row as unknown as Route
}

/** A route beside the table, whose answer is not JSON. It is described here and served by a handler of its own. */
export interface Extension extends Pick<Facts, 'method' | 'scope' | 'tool' | 'command' | 'summary' | 'about' | 'fails' | 'example'> {
  notTool: string
  path: `/${string}`
  params?: z.ZodObject
  query?: z.ZodObject
  /** Request headers it heeds. */
  headers?: Readonly<Record<string, { description: string; example: string }>>
  /** Every success by its status, with the content types it may have, and of JSON what it is. */
  answers: Readonly<Record<number, { description: string; types: readonly string[]; json?: { schema: object; example: unknown } }>>
}
