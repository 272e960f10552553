import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { unprocessable } from '../../kernel/vocabulary/errors.ts'
import { MAX_ID } from '../../kernel/db/rows.ts'
import { columns, query } from '../../kernel/db/sql.ts'
import { columnOf } from '../../kernel/db/sqlText.ts'

export interface PageArgs {
  first?: number | null
  after?: string | null
}
export interface Page<Row> {
  rows: Row[]
  hasMore: boolean
}

/**
 * Reads a keyset page, newest first. The cursor is the last returned ID, so it stays valid when that row is deleted and while rows are
 * added (contract: cursor). `maxId` is the largest ID of the table. Throws 422 items for an invalid cursor or limit.
 */
export async function pageById<Row extends { id: number }>(
  { first, after }: PageArgs,
  limits: { default: number; max: number },
  find: (query: { where: { id?: { lt: number } }; take: number; orderBy: { id: 'desc' } }) => Promise<Row[]>,
  maxId = MAX_ID,
): Promise<Page<Row>> {
  const take = pageSizeOf(first, limits)
  const rows = await find({ where: after == null ? {} : { id: { lt: cursorId(after, maxId) } }, take: take + 1, orderBy: { id: 'desc' } })
  return { rows: rows.slice(0, take), hasMore: rows.length > take }
}

/** Returns the page size. Throws 422 items if it is out of range. */
export function pageSizeOf(first: number | null | undefined, limits: { default: number; max: number }): number {
  const take = first ?? limits.default
  if (take < 1 || take > limits.max)
    throw unprocessable([
      {
        loc: ['query', 'limit'],
        msg: `ensure this value is between 1 and ${limits.max}`,
        type: take < 1 ? 'value_error.number.not_ge' : 'value_error.number.not_le',
      },
    ])
  return take
}

function cursorId(cursor: string, maxId: number): number {
  const id = Number(cursor)
  if (!/^[1-9]\d{0,15}$/.test(cursor) || !Number.isSafeInteger(id))
    throw unprocessable([{ loc: ['query', 'cursor'], msg: 'value is not a valid cursor', type: 'value_error.cursor' }])
  return Math.min(id, maxId)
}

/**
 * Finds a page's rows in one prepared statement, for lists that must be fast. `where` compares columns for equality (undefined is ignored,
 * null matches null). Returns what `findMany` would, with these fields only.
 */
export const findNewest =
  <Row>(table: string, fields: readonly string[], where: { workspaceId: WorkspaceId } & Record<string, unknown>) =>
  (page: { where: { id?: { lt: number } }; take: number }): Promise<Row[]> => {
    const conditions = Object.entries(where).filter(([, value]) => value !== undefined)
    const before = page.where.id?.lt
    const nullConditions = conditions.filter(([, value]) => value === null).map(([field]) => `${columnOf(field)} is null`)
    const equalConditions = conditions.filter(([, value]) => value !== null)
    const text = newestStatement(
      table,
      fields,
      [...equalConditions.map(([field]) => `${columnOf(field)} =`), ...(before === undefined ? [] : ['id <'])],
      nullConditions,
    )
    return query<Row>({ text, values: [...equalConditions.map(([, value]) => value), ...(before === undefined ? [] : [before]), page.take] })
  }

/** Returns the statement for a table, its fields and its conditions, with a value or `without`. Cached, since there are few. */
function newestStatement(table: string, fields: readonly string[], conditions: string[], without: string[]): string {
  const texts = statements.get(fields) ?? new Map<string, string>()
  const key = [table, ...conditions, ...without].join()
  const known = texts.get(key)
  if (known) return known
  const where = [...conditions.map((condition, at) => `${condition} $${at + 1}`), ...without].join(' and ')
  const text = `select ${columns(fields).text} from ${table} where ${where} order by id desc limit $${conditions.length + 1}`
  statements.set(fields, texts.set(key, text))
  return text
}
const statements = new WeakMap<readonly string[], Map<string, string>>()
