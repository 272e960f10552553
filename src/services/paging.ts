import { unprocessable } from '../errors.ts'
import { MAX_ID } from '../rows.ts'

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
