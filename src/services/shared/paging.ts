import { unprocessable } from '../../kernel/vocabulary/errors.ts'
import { MAX_ID } from '../../kernel/db/rows.ts'
import { column, columns, query } from '../../kernel/db/sql.ts'

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
 * rows are being added (contract: cursor). `maxId` is the largest that the table can hold. Throws 422 items for a cursor or limit that is none.
 */
export async function pageById<Row extends { id: number }>(
  { first, after }: PageArgs,
  limits: { default: number; max: number },
  find: (query: { where: { id?: { lt: number } }; take: number; orderBy: { id: 'desc' } }) => Promise<Row[]>,
  maxId = MAX_ID,
): Promise<Page<Row>> {
  const take = takeOf(first, limits)
  const rows = await find({ where: after == null ? {} : { id: { lt: cursorId(after, maxId) } }, take: take + 1, orderBy: { id: 'desc' } })
  return { rows: rows.slice(0, take), hasMore: rows.length > take }
}

/** How many rows a page shows. Throws 422 items for a number that it cannot have. */
export function takeOf(first: number | null | undefined, limits: { default: number; max: number }): number {
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
 * Finds a page's rows in one prepared statement, for lists that must be fast: those whose columns equal what `where`
 * gives (what is undefined is not asked, null asks for null). It answers what `findMany` would, with these fields only.
 */
export const newest =
  <Row>(table: string, fields: readonly string[], where: { workspaceId: number } & Record<string, unknown>) =>
  (page: { where: { id?: { lt: number } }; take: number }): Promise<Row[]> => {
    const given = Object.entries(where).filter(([, value]) => value !== undefined)
    const before = page.where.id?.lt
    const nothing = given.filter(([, value]) => value === null).map(([field]) => `${column(field)} is null`)
    const something = given.filter(([, value]) => value !== null)
    const text = newestText(table, fields, [...something.map(([field]) => `${column(field)} =`), ...(before === undefined ? [] : ['id <'])], nothing)
    return query<Row>({ text, values: [...something.map(([, value]) => value), ...(before === undefined ? [] : [before]), page.take] })
  }

/** The statement for a table, its fields and the conditions on its columns, with a value or `without`; there are few, and each is written once. */
function newestText(table: string, fields: readonly string[], conditions: string[], without: string[]): string {
  const texts = written.get(fields) ?? new Map<string, string>()
  const key = [table, ...conditions, ...without].join()
  const known = texts.get(key)
  if (known) return known
  const where = [...conditions.map((condition, at) => `${condition} $${at + 1}`), ...without].join(' and ')
  const text = `select ${columns(fields).text} from ${table} where ${where} order by id desc limit $${conditions.length + 1}`
  written.set(fields, texts.set(key, text))
  return text
}
const written = new WeakMap<readonly string[], Map<string, string>>()
