import { invalidFields } from '../../kernel/vocabulary/errors.ts'
import { MAX_ID } from '../../kernel/db/rows.ts'
import { columnsOf, ifGiven, NOTHING, rawSql, sql, type SqlText } from '../../kernel/db/sqlText.ts'

export interface PageArgs {
  first?: number | null
  after?: string | null
}
/** Where a page begins, and how many rows to read. */
export interface PageQuery {
  where: { id?: { lt: number } }
  take: number
}
export type FindPage<Row> = (query: PageQuery) => Promise<Row[]>

export interface Page<Row> {
  rows: Row[]
  hasMore: boolean
}

/**
 * Reads a keyset page, newest first. The cursor is the last returned ID, so it stays valid when that row is deleted and while rows are
 * added (contract: cursor). `maxId` is the largest ID of the table. Throws 422 items for an invalid cursor or limit.
 */
export async function pageById<Row extends { id: number | bigint }>(
  { first, after }: PageArgs,
  limits: { default: number; max: number },
  find: (query: PageQuery & { orderBy: { id: 'desc' } }) => Promise<Row[]>,
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
    throw invalidFields([
      {
        loc: ['query', 'limit'],
        msg: `ensure this value is between 1 and ${limits.max}`,
        type: take < 1 ? 'value_error.number.not_ge' : 'value_error.number.not_le',
        details: { limit: take < 1 ? 1 : limits.max },
      },
    ])
  return take
}

function cursorId(cursor: string, maxId: number): number {
  const id = Number(cursor)
  if (!/^[1-9]\d{0,15}$/.test(cursor) || !Number.isSafeInteger(id))
    throw invalidFields([{ loc: ['query', 'cursor'], msg: 'value is not a valid cursor', type: 'value_error.cursor' }])
  return Math.min(id, maxId)
}

/** The text of a list that must be fast: a workspace's rows of a table that meet the conditions, newest first. */
export const newestOf = (table: string, conditions = NOTHING): SqlText => sql`
  select ${columnsOf(table)} from ${rawSql(table)} where workspace_id = $workspaceId ${conditions} ${ifGiven('before', sql`and id < $before`)}
  order by id desc limit $take`

/** Returns how `pageById` finds the rows of such a list. */
export const findNewest =
  <Params extends object, Row>(list: { all(params: Params & Position): Promise<Row[]> }, params: Params): FindPage<Row> =>
  ({ where, take }) =>
    list.all({ ...params, before: where.id?.lt, take })

interface Position {
  before?: number | null | undefined
  take: number
}
