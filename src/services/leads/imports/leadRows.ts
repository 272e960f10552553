import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { z } from 'zod'
import { ConsentRow } from '../../../inputs/consents.ts'
import { DATA_BYTES, LeadRow } from '../../../inputs/leads.ts'
import { isObject } from '../../../kernel/json/isObject.ts'
import { jsonText } from '../../../kernel/json/jsonSource.ts'
import { isStorable } from '../../../kernel/lib/text.ts'
import { parseE164 } from '../../../kernel/lib/phones.ts'
import { validationItems } from '../../../kernel/http/validation.ts'
import { toJsonText } from '../../compliance/consentText.ts'

/** A lead to write. A null field was not given. */
export interface Draft {
  /** Index of its row, from 0. */
  index: number
  phoneNumber: string | null
  externalId: string | null
  /** The lead as JSON text, created during validation, since ten thousand at once would take long. */
  json: string
  /** Whether it has `data`, which counts toward the workspace's storage. */
  hasData: boolean
  /** The consent of the contact as JSON text, as `consents.recordMany` takes it. */
  consent: string | null
}
/** Why a row was rejected, as stored and returned. */
export interface RowError {
  index: number
  phone_number: string | null
  error: string
}
export interface ValidatedRows {
  drafts: Draft[]
  errors: RowError[]
}
interface Options {
  /** Whether an existing lead may be updated without its phone number. */
  mayLackPhone?: boolean
  /** Parses a phone number; E.164 only by default. */
  phoneOf?: (text: string) => string | null
}

export const NO_PHONE = 'phone_number: field required'
export const DUPLICATE = 'duplicate'
export const DUPLICATE_ID = 'duplicate external_id'

/** Milliseconds of validation before other requests get a turn. */
const MAX_BLOCKING_MS = 8

/**
 * Validates rows, each by itself and for duplicates of an earlier row's phone number or external ID (contract: Leads). Yields to other
 * requests between slices.
 */
export async function validateRows(rows: readonly unknown[], options: Options = {}): Promise<ValidatedRows> {
  const outcome: ValidatedRows = { drafts: [], errors: [] }
  const seen = { phones: new Set<string>(), ids: new Set<string>() }
  let sliceStart = performance.now()
  for (const [index, row] of rows.entries()) {
    const result = validateRow(row, index, seen, options)
    if ('json' in result) outcome.drafts.push(result)
    else outcome.errors.push(result)
    if (performance.now() - sliceStart < MAX_BLOCKING_MS) continue
    await yieldToEventLoop()
    sliceStart = performance.now()
  }
  return outcome
}

/** Phone numbers and external IDs of the valid rows so far. */
export interface Seen {
  phones: Set<string>
  ids: Set<string>
}

/** Validates one row against the rows before it, and remembers a valid one. */
export function validateRow(row: unknown, index: number, seen: Seen, options: Options): Draft | RowError {
  const draft = parseRow(row, index, options)
  const error = typeof draft === 'string' ? draft : findDuplicate(draft, seen)
  return error === null ? (draft as Draft) : { index, phone_number: sentPhoneOf(row), error }
}

/** Returns the draft, or the error of the row. */
function parseRow(row: unknown, index: number, { mayLackPhone, phoneOf = parseE164 }: Options): Draft | string {
  if (!isObject(row)) return 'value is not a valid dict'
  const phoneField = phoneFieldOf(row)
  const externalId = row.external_id ?? null
  const name = row.name ?? null
  const data = row.data ?? null
  if (phoneField === null && !(mayLackPhone && externalId !== null)) return NO_PHONE
  const phoneNumber = typeof phoneField === 'string' ? phoneOf(phoneField) : null
  if (phoneField !== null && phoneNumber === null) return 'Invalid phone number'
  const dataText = data === null ? null : jsonText(data)
  const problem =
    (isShortText(name) ? null : findFieldError('name', name)) ??
    (isShortText(externalId) ? null : findFieldError('external_id', externalId)) ??
    (dataText === null || (isObject(data) && dataText.length * 3 <= DATA_BYTES) ? null : findFieldError('data', data))
  if (problem !== null) return problem
  const consent = parseConsent(row.consent)
  if (consent !== null && 'error' in consent) return consent.error
  const json = `{"i":${index},"p":${JSON.stringify(phoneNumber)},"e":${JSON.stringify(externalId)},"n":${JSON.stringify(name)},"d":${dataText}}`
  return { index, phoneNumber, externalId: externalId as string | null, json, hasData: data !== null, consent: consent?.json ?? null }
}

/** Fast check for values that the schema accepts, which are most of them. */
const isShortText = (value: unknown) => value === null || (typeof value === 'string' && value.length <= 200 && isStorable(value))

function findFieldError(field: keyof z.output<typeof LeadRow>, value: unknown): string | null {
  const { error } = LeadRow.shape[field].safeParse(value, { reportInput: true })
  return error ? `${field}: ${validationItems(error.issues, [])[0]!.msg}` : null
}

/** Returns the consent of a row as JSON text, or its error with the name of the field; null if the row has none. */
function parseConsent(value: unknown): { json: string } | { error: string } | null {
  if (value === undefined || value === null) return null
  const { data, error } = ConsentRow.safeParse(value, { reportInput: true })
  if (data) return { json: toJsonText(data) }
  const { loc, msg } = validationItems(error.issues, ['consent'])[0]!
  return { error: `${loc.join('.')}: ${msg}` }
}

/** Remembers a valid row's phone number and external ID. Returns the error if one of them is a duplicate. */
function findDuplicate({ phoneNumber, externalId }: Draft, { phones, ids }: Seen): string | null {
  if (phoneNumber !== null && phones.has(phoneNumber)) return DUPLICATE
  if (externalId !== null && ids.has(externalId)) return DUPLICATE_ID
  if (phoneNumber !== null) phones.add(phoneNumber)
  if (externalId !== null) ids.add(externalId)
  return null
}

const phoneFieldOf = (row: Record<string, unknown>) => row.phone_number ?? row.phone ?? null

/** The phone number as sent, to help find the row; null for a value that cannot be one. */
function sentPhoneOf(row: unknown): string | null {
  const phoneField = isObject(row) ? phoneFieldOf(row) : null
  return typeof phoneField === 'string' && phoneField.length <= 64 && isStorable(phoneField) ? phoneField : null
}
