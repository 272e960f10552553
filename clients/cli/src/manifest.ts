import { readFileSync } from 'node:fs'

/** A parameter or body field, as JSON Schema. */
export interface Field {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Field[]
  items?: Field
  additionalProperties?: unknown
  properties?: Record<string, Field>
  description?: string
}

/** An API operation as a CLI command. */
export interface Operation {
  /** Words after `callwright`, such as `agents list`. */
  command: string
  /** The operationId. */
  tool: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below /api/v1, with `{name}` for each parameter. */
  path: string
  summary: string
  about?: string
  scope: string
  params: Record<string, Field>
  query: Record<string, Field>
  /** Absent if the operation has no body. */
  body?: Record<string, Field>
  /** Names of required body and query fields. */
  required: string[]
  /** `page`: rows. `object`: one object. `none`: empty. `file`: bytes to save. */
  answers: 'page' | 'object' | 'none' | 'file'
  /** Fields of a row that fit into a table, in order. */
  columns: string[]
  /** Whether the operation accepts an Idempotency-Key. */
  idempotent: boolean
  /** Present if the CLI asks for confirmation. `unless` is the option that makes the operation a dry run without confirmation. */
  confirm?: { unless?: string }
  /** A working request for the help. */
  example: { params?: Record<string, unknown>; body?: Record<string, unknown> }
}

export interface Manifest {
  version: string
  operations: Operation[]
}

/** Reads the API's operations, as of this package's build. */
export const readManifest = (): Manifest => JSON.parse(readFileSync(new URL('./generated/commands.json', import.meta.url), 'utf8')) as Manifest
