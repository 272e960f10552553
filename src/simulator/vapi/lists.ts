import { Refusal } from '../wire/http.ts'

const DEFAULT_PAGE_SIZE = 100
const MAX_PAGE_SIZE = 1000

const TIME_FILTERS = {
  createdAtGt: (time: number, limit: number) => time > limit,
  createdAtGe: (time: number, limit: number) => time >= limit,
  createdAtLt: (time: number, limit: number) => time < limit,
  createdAtLe: (time: number, limit: number) => time <= limit,
}

/** Returns a page of rows that are in the order of creation: newest first, within the requested times. */
export function toPage<Row>(rows: Row[], query: URLSearchParams, createdAtOf: (row: Row) => number): Row[] {
  const limits = Object.entries(TIME_FILTERS).flatMap(([name, matches]) => (query.has(name) ? [{ holds: matches, limit: parseTime(query.get(name)!) }] : []))
  const size = Number(query.get('limit') ?? DEFAULT_PAGE_SIZE)
  if (!Number.isInteger(size) || size < 0 || size > MAX_PAGE_SIZE) throw new Refusal(400, `limit must not be greater than ${MAX_PAGE_SIZE}`)
  const matching = rows.filter((row) => limits.every(({ holds, limit }) => holds(createdAtOf(row), limit)))
  return matching.toReversed().slice(0, size)
}

function parseTime(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new Refusal(400, `${text} is not a valid ISO 8601 date`)
  return time
}
