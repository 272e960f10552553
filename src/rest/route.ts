import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { DocumentNode } from 'graphql'
import type { z } from 'zod'
import type { KeyScope } from '../kernel/vocabulary/scopes.ts'
import type { Reply } from './reply.ts'

/** Metadata of a route that needs no type checking. */
interface RouteMetadata {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  scope: KeyScope
  status: 200 | 201 | 202 | 204
  /** Whether the route accepts an Idempotency-Key (spec: Idempotency). */
  idempotent?: boolean
  /** Maximum body size in bytes, if larger than the default. */
  bodyLimit?: number
  /** Whether the route is an addition to the specification. */
  extension?: true
  /** Name of the tool for AI clients; also the operationId. */
  tool: string
  /** Command of the CLI, after `callwright`. */
  command: string
  /** Tool annotations that do not follow from the method. */
  hints?: Hints
  /** Reason why the route is not a tool for AI clients. */
  notTool?: string
  /** Summary for the reference. */
  summary: string
  /** Description, in Markdown. */
  about?: string
  example?: Example
  /** Error statuses that do not follow from the rest of the route. */
  fails?: readonly (400 | 402 | 403 | 404 | 409 | 422 | 502)[]
}

/**
 * Annotations of a tool (MCP: tool annotations). Defaults by method: GET only reads; POST adds; PUT, PATCH and DELETE overwrite or end
 * something (`destructive`) and change nothing when repeated (`idempotent`). No tool reaches other systems unless it says so (`openWorld`).
 */
interface Hints {
  destructive?: boolean
  idempotent?: boolean
  openWorld?: boolean
}

/** Example request and response for the reference. */
interface Example {
  /** Path and query parameters by name. */
  params?: Readonly<Record<string, unknown>>
  body?: object
  /** A complete record. The reference shows only the fields that the route returns, in a page of one if the route returns a page. */
  answer?: object
  /** Additional fields of a page. */
  pageFields?: object
}

/** One endpoint of the public API, as code that iterates over the table sees it. */
export interface Route extends RouteMetadata {
  path: `/${string}`
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  document: DocumentNode
  variables: (input: { params: object; query: object; body: object }) => Record<string, unknown>
  reply: Reply<unknown>
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type EmptyObject = z.ZodObject<Record<never, never>>
/** Rejects variables that the document does not declare. */
type NoExtraVariables<Given, Vars> = { [Name in Exclude<keyof Given, keyof Vars>]: never }

/**
 * Type-checks a route: path against `params`, `variables` against the variables of the document, `reply` against the result of the document.
 * Returns the route unchanged at run time.
 */
export function route<
  Path extends `/${string}`,
  Data,
  Vars,
  Given extends Vars,
  P extends z.ZodObject<Record<NamesIn<Path>, z.ZodType>> = z.ZodObject<Record<NamesIn<Path>, z.ZodUnknown>>,
  Q extends z.ZodObject = EmptyObject,
  B extends z.ZodObject = EmptyObject,
>(
  row: RouteMetadata & {
    path: Path
    params?: P
    query?: Q
    body?: B
    document: TypedDocumentNode<Data, Vars>
    variables: (input: { params: z.output<P>; query: z.output<Q>; body: z.output<B> }) => Given & NoExtraVariables<Given, Vars>
    reply: Reply<NoInfer<Data>>
  },
): Route {
  // The types are checked at this point; the table needs only the common type.
  return row as unknown as Route
}

/** A route outside the table, whose response is not JSON. It is described here and has its own handler. */
export interface Extension extends Pick<RouteMetadata, 'method' | 'scope' | 'tool' | 'command' | 'summary' | 'about' | 'fails' | 'example'> {
  notTool: string
  path: `/${string}`
  params?: z.ZodObject
  query?: z.ZodObject
  /** Request headers that the route reads. */
  headers?: Readonly<Record<string, { description: string; example: string }>>
  /** Successful responses by status, with their content types, and the schema if JSON. */
  answers: Readonly<Record<number, { description: string; types: readonly string[]; json?: { schema: object; example: unknown } }>>
}
