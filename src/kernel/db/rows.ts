import { notFound } from '../vocabulary/errors.ts'

/** Page sizes (spec: Limits). */
export const SHORT_PAGE = { default: 20, max: 100 }
export const LONG_PAGE = { default: 50, max: 500 }

/** The largest id the database can hold; anything above names no row. */
export const MAX_ID = 2_147_483_647

/** The same for a table whose ids are 64 bits wide, up to what a JavaScript number holds exactly. */
export const MAX_LONG_ID = Number.MAX_SAFE_INTEGER
export const longRowId = (id: string | number, what: string): number => rowId(id, what, MAX_LONG_ID)

/** An id from outside as a row's id; what cannot be one names nothing: NOT_FOUND with the resource's name. */
export function rowId(id: string | number, what: string, max = MAX_ID): number {
  const number = Number(id)
  if (!/^\d{1,16}$/.test(String(id)) || number < 1 || number > max) throw notFound(what)
  return number
}
