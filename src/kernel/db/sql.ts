import type { CustomTypesConfig, QueryConfig } from 'pg'
import pg from 'pg'
import { said } from '../auditing.ts'
import { poolInUse, type Tx } from './db.ts'
import { jsonText, readStored } from '../json/jsonSource.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/**
 * For the few statements that must be fast, or that do in one what Prisma does in several. They run on Prisma's own
 * pool, prepared once a connection, and answer what Prisma would: fields under their names in the schema, int8 as bigint, and what a caller sent as JSON with its text.
 */
export const { sql, join, raw, empty } = Prisma
export type Sql = Prisma.Sql

/** Runs one statement; answers its rows. One that PostgreSQL broke off to end a deadlock has done nothing, and is run again. */
export async function query<Row>({ text, values }: Pick<Sql, 'text' | 'values'>, attempts = 3): Promise<Row[]> {
  try {
    const { rows } = await poolInUse().query({ name: nameOf(text), text, values, types } as QueryConfig)
    return rows as Row[]
  } catch (error) {
    if (attempts > 1 && (error as { code?: string }).code === DEADLOCK) return query({ text, values }, attempts - 1)
    throw error
  }
}
const DEADLOCK = '40P01'

/**
 * The same, planned anew each time: for a statement whose best plan depends on its values, such as a filter that fits nearly all rows or
 * hardly any.
 */
export async function queryAnew<Row>({ text, values }: Pick<Sql, 'text' | 'values'>): Promise<Row[]> {
  const { rows } = await poolInUse().query({ text, values, types } as QueryConfig)
  return rows as Row[]
}

/**
 * A condition that always holds, of the write whose rows it limits: it says on whose behalf they are written, for the audit
 * log. Every write of this file's to a table with entries there carries it.
 */
export function told(): Sql {
  const by = said()
  return by === null ? sql`true` : sql`set_config('callwright.by', ${by}, true) is not null`
}

/** Fields of a model as a list of columns: `voice_engine as "voiceEngine"`. The answer is kept for each list. */
export function columns(fields: readonly string[]): Sql {
  const known = lists.get(fields)
  if (known) return known
  const made = raw(fields.map((field) => (column(field) === field ? field : `${column(field)} as "${field}"`)).join(', '))
  lists.set(fields, made)
  return made
}
const lists = new WeakMap<readonly string[], Sql>()

/** Free JSON of callers, which Prisma would read without its text. */
const FREE_JSON = new Set(['generalTools', 'postCallAnalysisData', 'extractionSchema', 'analysisConfig'])

/** The list of columns for `queryIn`. */
export const columnsIn = (fields: readonly string[]): Sql =>
  raw(fields.map((field) => `${column(field)}${FREE_JSON.has(field) ? '::text' : ''} as "${field}"`).join(', '))

/** Runs one statement in a transaction of Prisma's; answers its rows, of `columnsIn`, with the texts of callers' free JSON. */
export async function queryIn<Row extends object>(tx: Pick<Tx, '$queryRaw'>, statement: Sql): Promise<Row[]> {
  const rows = await tx.$queryRaw<Record<string, unknown>[]>(statement)
  for (const row of rows) for (const field of FREE_JSON) if (typeof row[field] === 'string') row[field] = readStored(row[field])
  return rows as Row[]
}

/** A field's column: the schema maps every name so. */
export function column(field: string): string {
  const known = mapped.get(field)
  if (known) return known
  const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  mapped.set(field, name)
  return name
}
const mapped = new Map<string, string>()

/** What an object gives, as what follows `set` in an update; its values are written as `assigned` writes them. */
export const changesOf = (object: object): Sql =>
  join(Object.entries(object).flatMap(([field, value]) => (value === undefined ? [] : [sql`${raw(column(field))} = ${stored(value)}`])))

/** What an object gives, as the two halves of an insert; undefined is left to the column's default, SQL stays as it is, objects and lists are stored as JSON. */
export function assigned(object: object): { into: Sql; values: Sql } {
  const given = Object.entries(object).filter(([, value]) => value !== undefined)
  return { into: raw(given.map(([field]) => column(field)).join(', ')), values: join(given.map(([, value]) => stored(value))) }
}
const stored = (value: unknown) =>
  typeof value === 'object' && value !== null && !(value instanceof Date || value instanceof Prisma.Sql) ? jsonText(value) : value

/** The name of the constraint that made a statement fail, if one did. */
export const brokenConstraint = (error: unknown) => (error as { constraint?: string } | null)?.constraint

const names = new Map<string, string>()
const MAX_PREPARED = 500

/** A text is prepared under a name of its own, which costs less than sending it anew; not endlessly many, since clients choose fields. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size === MAX_PREPARED) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

const INT8 = 20
const JSON_AS_SENT = 114
const types = {
  getTypeParser: (oid, format) => (oid === INT8 ? BigInt : oid === JSON_AS_SENT ? readStored : pg.types.getTypeParser(oid, format)),
} as CustomTypesConfig
