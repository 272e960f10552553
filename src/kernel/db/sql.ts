import type { QueryConfig } from 'pg'
import { auditContextJson } from '../auditContext.ts'
import { currentPool, type Tx } from './db.ts'
import { types } from './columnTypes.ts'
import { jsonText, parseStored } from '../json/jsonSource.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/**
 * Helpers for statements that must be fast, or that replace several Prisma queries. They run on Prisma's pool, prepared once per
 * connection, and return what Prisma would: schema field names, int8 as bigint, and callers' JSON with its original text.
 */
export const { sql, join, raw, empty } = Prisma
export type Sql = Prisma.Sql

/** Runs one statement and returns its rows. A statement that PostgreSQL aborted to resolve a deadlock is retried. */
export async function query<Row>({ text, values }: Pick<Sql, 'text' | 'values'>, attempts = 3): Promise<Row[]> {
  try {
    const { rows } = await currentPool().query({ name: statementNameOf(text), text, values, types } as QueryConfig)
    return rows as Row[]
  } catch (error) {
    if (attempts > 1 && (error as { code?: string }).code === DEADLOCK) return query({ text, values }, attempts - 1)
    throw error
  }
}
const DEADLOCK = '40P01'

/**
 * Runs one statement without preparing it: for statements whose best plan depends on the values, such as a filter that matches nearly
 * all rows or hardly any.
 */
export async function queryUnprepared<Row>({ text, values }: Pick<Sql, 'text' | 'values'>): Promise<Row[]> {
  const { rows } = await currentPool().query({ text, values, types } as QueryConfig)
  return rows as Row[]
}

/**
 * Returns a condition that is always true and sets the actor for the audit log. Every raw write to an audited table must include it in its
 * `where`.
 */
export function auditCondition(): Sql {
  const by = auditContextJson()
  return by === null ? sql`true` : sql`set_config('callwright.by', ${by}, true) is not null`
}

/** Fields of a model as a column list: `voice_engine as "voiceEngine"`. Cached per list. */
export function columns(fields: readonly string[]): Sql {
  const known = columnLists.get(fields)
  if (known) return known
  const list = raw(fields.map((field) => (column(field) === field ? field : `${column(field)} as "${field}"`)).join(', '))
  columnLists.set(fields, list)
  return list
}
const columnLists = new WeakMap<readonly string[], Sql>()

/** Fields with callers' free JSON, which Prisma would read without its original text. */
const FREE_JSON = new Set(['generalTools', 'postCallAnalysisData', 'extractionSchema', 'analysisConfig'])

/** Returns the column list for `queryInTransaction`. */
export const columnsInTransaction = (fields: readonly string[]): Sql =>
  raw(fields.map((field) => `${column(field)}${FREE_JSON.has(field) ? '::text' : ''} as "${field}"`).join(', '))

/** Runs one statement with `columnsInTransaction` in a Prisma transaction; returns its rows with the original text of free JSON. */
export async function queryInTransaction<Row extends object>(tx: Pick<Tx, '$queryRaw'>, statement: Sql): Promise<Row[]> {
  const rows = await tx.$queryRaw<Record<string, unknown>[]>(statement)
  for (const row of rows) for (const field of FREE_JSON) if (typeof row[field] === 'string') row[field] = parseStored(row[field])
  return rows as Row[]
}

/** Returns the column of a field: its name in snake case. */
export function column(field: string): string {
  const known = columnNames.get(field)
  if (known) return known
  const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  columnNames.set(field, name)
  return name
}
const columnNames = new Map<string, string>()

/** Returns the defined fields of an object as the `set` list of an update. */
export const assignmentsOf = (object: object): Sql =>
  join(Object.entries(object).flatMap(([field, value]) => (value === undefined ? [] : [sql`${raw(column(field))} = ${toSqlValue(value)}`])))

/** Returns the columns and values of an insert. Undefined fields get the column's default, SQL is inserted as is, objects and arrays are stored as JSON. */
export function insertPartsOf(object: object): { into: Sql; values: Sql } {
  const defined = Object.entries(object).filter(([, value]) => value !== undefined)
  return { into: raw(defined.map(([field]) => column(field)).join(', ')), values: join(defined.map(([, value]) => toSqlValue(value))) }
}
const toSqlValue = (value: unknown) =>
  typeof value === 'object' && value !== null && !(value instanceof Date || value instanceof Prisma.Sql) ? jsonText(value) : value

/** Returns the name of the constraint that a failed statement violated, if any. */
export const violatedConstraint = (error: unknown) => (error as { constraint?: string } | null)?.constraint

const statementNames = new Map<string, string>()
const MAX_PREPARED = 500

/** Returns the name of the prepared statement for a text. Prepares at most `MAX_PREPARED` statements, because clients choose fields. */
function statementNameOf(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size === MAX_PREPARED) return known
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}
