import { notFound } from '../errors.ts'
import { MAX_ID } from '../services/paging.ts'

/** A GraphQL ID as a row's id; what cannot be one names nothing: NOT_FOUND with the resource's name. */
export function rowId(id: string | number, what: string): number {
  const number = Number(id)
  if (!/^\d{1,16}$/.test(String(id)) || number < 1 || number > MAX_ID) throw notFound(what)
  return number
}
