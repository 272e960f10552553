import { unprocessable } from '../errors.ts'
import { MAX_ID } from '../rows.ts'
import { column, columns, join, query, raw, sql } from '../sql.ts'

export interface PageArgs {
  first?: number | null
  after?: string | null
}
export interface Page<Row> {
  rows: Row[]
  hasMore: boolean
}

/**
 * A keyset page, newest first; the cursor is the last id shown, so it works also after that row is gone and while
 * rows are being added (contract: cursor). Throws 422 items for a cursor or limit that is none.
 */
export async function pageById<Row extends { id: number }>(
  { first, after }: PageArgs,
  limits: { default: number; max: number },
  find: (query: { where: { id?: { lt: number } }; take: number; orderBy: { id: 'desc' } }) => Promise<Row[]>,
): Promise<Page<Row>> {
  const take = first ?? limits.default
  if (take < 1 || take > limits.max)
    throw unprocessable([
      {
        loc: ['query', 'limit'],
        msg: `ensure this value is between 1 and ${limits.max}`,
        type: take < 1 ? 'value_error.number.not_ge' : 'value_error.number.not_le',
      },
    ])
  const rows = await find({ where: after == null ? {} : { id: { lt: cursorId(after) } }, take: take + 1, orderBy: { id: 'desc' } })
  return { rows: rows.slice(0, take), hasMore: rows.length > take }
}

function cursorId(cursor: string): number {
  const id = Number(cursor)
  if (!/^[1-9]\d{0,15}$/.test(cursor) || !Number.isSafeInteger(id))
    throw unprocessable([{ loc: ['query', 'cursor'], msg: 'value is not a valid cursor', type: 'value_error.cursor' }])
  return Math.min(id, MAX_ID)
}

/**
 * Finds a page's rows in one prepared statement, for lists that must be fast: those whose columns equal what `where`
 * gives (what is undefined is not asked). It answers what `findMany` would, with these fields only.
 */
export const newest =
  <Row>(table: string, fields: readonly string[], where: { workspaceId: number } & Record<string, unknown>) =>
  (page: { where: { id?: { lt: number } }; take: number }): Promise<Row[]> => {
    const conditions = Object.entries(where).flatMap(([field, value]) => (value === undefined ? [] : [sql`${raw(column(field))} = ${value}`]))
    if (page.where.id) conditions.push(sql`id < ${page.where.id.lt}`)
    return query<Row>(sql`select ${columns(fields)} from ${raw(table)} where ${join(conditions, ' and ')} order by id desc limit ${page.take}`)
  }
