import type { QueryConfig } from 'pg'
import { currentPool, repeatDeadlocked } from './db.ts'
import { columnOf } from './sqlText.ts'
import { types } from './columnTypes.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/**
 * Statements whose text is only known when they run: lists by `paging.ts` and the search of the documentation. All others are
 * `statement()`s.
 */
export const { sql, raw } = Prisma
type Sql = Prisma.Sql

/** Runs one statement and returns its rows. A statement that PostgreSQL aborted to resolve a deadlock is retried. */
export async function query<Row>({ text, values }: Pick<Sql, 'text' | 'values'>): Promise<Row[]> {
  const { rows } = await repeatDeadlocked(() => currentPool().query({ name: statementNameOf(text), text, values, types } as QueryConfig))
  return rows as Row[]
}

/** Fields of a model as a column list: `voice_engine as "voiceEngine"`. Cached per list. */
export function columns(fields: readonly string[]): Sql {
  const known = columnLists.get(fields)
  if (known) return known
  const list = raw(fields.map((field) => (columnOf(field) === field ? field : `${columnOf(field)} as "${field}"`)).join(', '))
  columnLists.set(fields, list)
  return list
}
const columnLists = new WeakMap<readonly string[], Sql>()

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
