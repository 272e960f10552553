import { setImmediate as breath } from 'node:timers/promises'
import type { z } from 'zod'
import { DATA_BYTES, LeadRow } from '../inputs/leads.ts'
import { isObject } from '../json.ts'
import { isStorable } from '../text.ts'
import { e164 } from '../phones.ts'
import { validationItems } from '../validation.ts'

/** A lead as it is to be written. What is null was not given. */
export interface Draft {
  /** Its place among the rows, from 0. */
  index: number
  phoneNumber: string | null
  externalId: string | null
  /** All of it as JSON text, made while it is judged: for ten thousand at once that takes a while. */
  json: string
}
/** Why a row was not taken, as it is stored and told. */
export interface RowError {
  index: number
  phone_number: string | null
  error: string
}
export interface Judged {
  drafts: Draft[]
  errors: RowError[]
}
interface Options {
  /** A known lead may be changed without saying its number again. */
  mayLackPhone?: boolean
  /** Reads a number in another way than as E.164. */
  phoneOf?: (text: string) => string | null
}

export const NO_PHONE = 'phone_number: field required'
export const DUPLICATE = 'duplicate'
export const DUPLICATE_ID = 'duplicate external_id'

/** Rows judged at a stretch: a few milliseconds. */
const SLICE = 500

/**
 * Tells good rows from bad ones, each by itself, and those that repeat an earlier one's number or external id
 * (contract: Leads). Others are served between slices.
 */
export async function judge(rows: readonly unknown[], options: Options = {}): Promise<Judged> {
  const judged: Judged = { drafts: [], errors: [] }
  const seen = { phones: new Set<string>(), ids: new Set<string>() }
  for (let from = 0; from < rows.length; from += SLICE) {
    if (from > 0) await breath()
    for (let index = from; index < Math.min(from + SLICE, rows.length); index++) {
      const row = rows[index]
      const draft = read(row, index, options)
      const error = typeof draft === 'string' ? draft : repeated(draft, seen)
      if (error !== null) judged.errors.push({ index, phone_number: sentPhone(row), error })
      else judged.drafts.push(draft as Draft)
    }
  }
  return judged
}

/** The draft, or what is wrong with the row. */
function read(row: unknown, index: number, { mayLackPhone, phoneOf = e164 }: Options): Draft | string {
  if (!isObject(row)) return 'value is not a valid dict'
  const sent = phoneIn(row)
  const externalId = row.external_id ?? null
  const name = row.name ?? null
  const data = row.data ?? null
  if (sent === null && !(mayLackPhone && externalId !== null)) return NO_PHONE
  const phoneNumber = typeof sent === 'string' ? phoneOf(sent) : null
  if (sent !== null && phoneNumber === null) return 'Invalid phone number'
  const dataText = data === null ? null : JSON.stringify(data)
  const wrong =
    (isShortText(name) ? null : fault('name', name)) ??
    (isShortText(externalId) ? null : fault('external_id', externalId)) ??
    (dataText === null || (isObject(data) && dataText.length * 3 <= DATA_BYTES) ? null : fault('data', data))
  if (wrong !== null) return wrong
  const json = `{"i":${index},"p":${JSON.stringify(phoneNumber)},"e":${JSON.stringify(externalId)},"n":${JSON.stringify(name)},"d":${dataText}}`
  return { index, phoneNumber, externalId: externalId as string | null, json }
}

/** What the schema is sure to take, found out without it: most values are so. */
const isShortText = (value: unknown) => value === null || (typeof value === 'string' && value.length <= 200 && isStorable(value))

function fault(field: keyof z.output<typeof LeadRow>, value: unknown): string | null {
  const { error } = LeadRow.shape[field].safeParse(value, { reportInput: true })
  return error ? `${field}: ${validationItems(error.issues, [])[0]!.msg}` : null
}

/** Remembers a good row's number and external id; says which of them was there before. */
function repeated({ phoneNumber, externalId }: Draft, { phones, ids }: { phones: Set<string>; ids: Set<string> }): string | null {
  if (phoneNumber !== null && phones.has(phoneNumber)) return DUPLICATE
  if (externalId !== null && ids.has(externalId)) return DUPLICATE_ID
  if (phoneNumber !== null) phones.add(phoneNumber)
  if (externalId !== null) ids.add(externalId)
  return null
}

const phoneIn = (row: Record<string, unknown>) => row.phone_number ?? row.phone ?? null

/** The number as it was sent, for whoever looks for it; nothing that could not be one. */
function sentPhone(row: unknown): string | null {
  const sent = isObject(row) ? phoneIn(row) : null
  return typeof sent === 'string' && sent.length <= 64 && isStorable(sent) ? sent : null
}
