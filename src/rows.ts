import { notFound } from './errors.ts'

/** Page sizes (spec: Limits). */
export const SHORT_PAGE = { default: 20, max: 100 }
export const LONG_PAGE = { default: 50, max: 500 }

/** The largest id the database can hold; anything above names no row. */
export const MAX_ID = 2_147_483_647

/** An id from outside as a row's id; what cannot be one names nothing: NOT_FOUND with the resource's name. */
export function rowId(id: string | number, what: string): number {
  const number = Number(id)
  if (!/^\d{1,16}$/.test(String(id)) || number < 1 || number > MAX_ID) throw notFound(what)
  return number
}
