import { notFound } from '../vocabulary/errors.ts'
import type { IdOf } from '../vocabulary/ids.ts'

/** Page sizes (spec: Limits). */
export const SHORT_PAGE = { default: 20, max: 100 }
export const LONG_PAGE = { default: 50, max: 500 }

/** Counting the rows of a list stops here. */
export const MAX_COUNT = 10_001

/** The largest ID the database can hold. */
export const MAX_ID = 2_147_483_647

/** The largest ID of tables with 64-bit IDs: up to the largest integer that a JavaScript number holds exactly. */
export const MAX_LONG_ID = Number.MAX_SAFE_INTEGER
export const parseLongRowId = <What extends keyof IdOf>(id: string | number, what: What): IdOf[What] => parseRowId(id, what, MAX_LONG_ID)

/** Parses an ID from a request. Throws NOT_FOUND with the resource's name if it cannot be a row ID. */
export function parseRowId<What extends keyof IdOf>(id: string | number, what: What, max = MAX_ID): IdOf[What] {
  const number = Number(id)
  if (!/^\d{1,16}$/.test(String(id)) || number < 1 || number > max) throw notFound(what)
  return number as IdOf[What]
}
