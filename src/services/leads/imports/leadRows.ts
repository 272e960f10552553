import { setImmediate as breath } from 'node:timers/promises'
import type { z } from 'zod'
import { DATA_BYTES, LeadRow } from '../../../inputs/leads.ts'
import { isObject } from '../../../kernel/json/json.ts'
import { jsonText } from '../../../kernel/json/jsonSource.ts'
import { isStorable } from '../../../kernel/lib/text.ts'
import { e164 } from '../../../kernel/lib/phones.ts'
import { validationItems } from '../../../kernel/http/validation.ts'

/** A lead as it is to be written. What is null was not given. */
export interface Draft {
  /** Its place among the rows, from 0. */
  index: number
  phoneNumber: string | null
  externalId: string | null
  /** All of it as JSON text, made while it is judged: for ten thousand at once that takes a while. */
  json: string
  /** Whether it comes with `data`, which takes room in the workspace's storage. */
  hasData: boolean
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

/** Others are served after so many milliseconds of judging. */
const TURN_MS = 8

/**
 * Tells good rows from bad ones, each by itself, and those that repeat an earlier one's number or external id
 * (contract: Leads). Others are served between slices.
 */
export async function judge(rows: readonly unknown[], options: Options = {}): Promise<Judged> {
  const judged: Judged = { drafts: [], errors: [] }
  const seen = { phones: new Set<string>(), ids: new Set<string>() }
  let begun = performance.now()
  for (const [index, row] of rows.entries()) {
    const result = judgeOne(row, index, seen, options)
    if ('json' in result) judged.drafts.push(result)
    else judged.errors.push(result)
    if (performance.now() - begun < TURN_MS) continue
    await breath()
    begun = performance.now()
  }
  return judged
}

/** Numbers and external ids of the good rows so far. */
export interface Seen {
  phones: Set<string>
  ids: Set<string>
}

/** One row, told from those before it; a good one is remembered with them. */
export function judgeOne(row: unknown, index: number, seen: Seen, options: Options): Draft | RowError {
  const draft = read(row, index, options)
  const error = typeof draft === 'string' ? draft : repeated(draft, seen)
  return error === null ? (draft as Draft) : { index, phone_number: sentPhone(row), error }
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
  const dataText = data === null ? null : jsonText(data)
  const wrong =
    (isShortText(name) ? null : fault('name', name)) ??
    (isShortText(externalId) ? null : fault('external_id', externalId)) ??
    (dataText === null || (isObject(data) && dataText.length * 3 <= DATA_BYTES) ? null : fault('data', data))
  if (wrong !== null) return wrong
  const json = `{"i":${index},"p":${JSON.stringify(phoneNumber)},"e":${JSON.stringify(externalId)},"n":${JSON.stringify(name)},"d":${dataText}}`
  return { index, phoneNumber, externalId: externalId as string | null, json, hasData: data !== null }
}

/** What the schema is sure to take, found out without it: most values are so. */
const isShortText = (value: unknown) => value === null || (typeof value === 'string' && value.length <= 200 && isStorable(value))

function fault(field: keyof z.output<typeof LeadRow>, value: unknown): string | null {
  const { error } = LeadRow.shape[field].safeParse(value, { reportInput: true })
  return error ? `${field}: ${validationItems(error.issues, [])[0]!.msg}` : null
}

/** Remembers a good row's number and external id; says which of them was there before. */
function repeated({ phoneNumber, externalId }: Draft, { phones, ids }: Seen): string | null {
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
