import { readFileSync } from 'node:fs'

/** What the API takes as one value, as JSON Schema says it. */
export interface Field {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Field[]
  items?: Field
  additionalProperties?: unknown
  properties?: Record<string, Field>
  description?: string
}

/** One operation of the API as the command line sees it. */
export interface Operation {
  /** Its words after `callwright`: `agents list`. */
  command: string
  /** Its operationId. */
  tool: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api/v1, with `{name}` for each parameter. */
  path: string
  summary: string
  about?: string
  scope: string
  params: Record<string, Field>
  query: Record<string, Field>
  /** Absent where it takes none. */
  body?: Record<string, Field>
  /** Names of body and query that are needed. */
  required: string[]
  /** `page`: rows; `object`; `none`: nothing; `file`: bytes to be saved. */
  answers: 'page' | 'object' | 'none' | 'file'
  /** Of rows the fields that fit in a table, in their order. */
  columns: string[]
  /** Takes an Idempotency-Key. */
  idempotent: boolean
  /** Whether a person is asked before it is done, and the switch with which nothing is done and nobody asked. */
  confirm?: { unless?: string }
  /** A request that works, for the help. */
  example: { params?: Record<string, unknown>; body?: Record<string, unknown> }
}

export interface Manifest {
  version: string
  operations: Operation[]
}

/** What the API can do, as it stood when this package was built. */
export const readManifest = (): Manifest => JSON.parse(readFileSync(new URL('./generated/commands.json', import.meta.url), 'utf8')) as Manifest
