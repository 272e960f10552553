import { Refusal } from '../wire/http.ts'

const PAGE = 100
const LARGEST_PAGE = 1000

const TIME_FILTERS = {
  createdAtGt: (time: number, limit: number) => time > limit,
  createdAtGe: (time: number, limit: number) => time >= limit,
  createdAtLt: (time: number, limit: number) => time < limit,
  createdAtLe: (time: number, limit: number) => time <= limit,
}

/** What a Vapi list shows of the rows, which are in the order of making: the newest first, of the time asked for. */
export function pageOf<Row>(rows: Row[], query: URLSearchParams, madeAt: (row: Row) => number): Row[] {
  const limits = Object.entries(TIME_FILTERS).flatMap(([name, holds]) => (query.has(name) ? [{ holds, limit: timeOf(query.get(name)!) }] : []))
  const size = Number(query.get('limit') ?? PAGE)
  if (!Number.isInteger(size) || size < 0 || size > LARGEST_PAGE) throw new Refusal(400, `limit must not be greater than ${LARGEST_PAGE}`)
  const chosen = rows.filter((row) => limits.every(({ holds, limit }) => holds(madeAt(row), limit)))
  return chosen.toReversed().slice(0, size)
}

function timeOf(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new Refusal(400, `${text} is not a valid ISO 8601 date`)
  return time
}
