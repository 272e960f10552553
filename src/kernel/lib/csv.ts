import { stringify } from 'csv-stringify'
import { jsonText } from '../json/jsonSource.ts'
import { formatMicros } from './money.ts'

/** A phone number begins like a formula and is none; programs read it as it is. */
const string = (text: string) => (/^\+\d{7,15}$/.test(text) ? { value: text, escape_formulas: false } : text)

/** How a row's value becomes a cell: money as a decimal number, times in ISO 8601. */
const cast = { bigint: formatMicros, date: (date: Date) => date.toISOString(), boolean: String, string, object: jsonText }

/**
 * Turns rows into CSV with a header line (RFC 4180: CRLF, quotes where needed). A text that a spreadsheet would take
 * for a formula gets an apostrophe in front; amounts stay numbers, and phone numbers as they are.
 */
const csvOf = (columns: Record<string, string> | { key: string; header: string }[]) =>
  stringify({ header: true, columns, cast, escape_formulas: true, record_delimiter: 'windows' })

/** Turns entries of the ledger into CSV. */
export const ledgerCsv = () =>
  csvOf({
    id: 'id',
    createdAt: 'created_at',
    kind: 'type',
    ref: 'ref',
    amount: 'amount',
    balance: 'balance',
    currency: 'currency',
    reason: 'reason',
  })

/** Turns keys, CLI tokens and connected apps into CSV. */
export const accessCsv = () =>
  csvOf({
    id: 'id',
    kind: 'kind',
    name: 'name',
    person: 'person',
    scopes: 'scopes',
    createdAt: 'created_at',
    lastUsedAt: 'last_used_at',
    expiresAt: 'expires_at',
    revokedAt: 'revoked_at',
  })

/** Turns accounts into CSV. */
export const usersCsv = () =>
  csvOf({
    id: 'id',
    email: 'email',
    name: 'name',
    workspaces: 'workspaces',
    createdAt: 'created_at',
    disabledAt: 'disabled_at',
    needsPassword: 'needs_password',
  })

/** Turns lists of cells into CSV under such a header; objects and lists are written as JSON. */
export const linesCsv = (header: readonly string[]) => csvOf(header.map((name, at) => ({ key: String(at), header: name })))

/** Turns lines of texts into CSV, the header being one of them. */
export const tableCsv = () => stringify({ cast: { string }, escape_formulas: true, record_delimiter: 'windows' })
