import { stringify } from 'csv-stringify'
import { jsonText } from '../json/jsonSource.ts'
import { formatMicros } from './money.ts'

/** Converts text to a cell. A phone number is not escaped, although it starts like a formula. */
const textCell = (text: string) => (/^\+\d{7,15}$/.test(text) ? { value: text, escape_formulas: false } : text)

/** Converts values to cells: money as a decimal number, times in ISO 8601. */
const cast = { bigint: formatMicros, date: (date: Date) => date.toISOString(), boolean: String, string: textCell, object: jsonText }

/**
 * Turns rows into CSV with a header line (RFC 4180: CRLF, quotes where needed). Text that a spreadsheet would read as a formula is
 * prefixed with an apostrophe. Amounts stay numbers, and phone numbers are unchanged.
 */
const csvOf = (columns: Record<string, string> | { key: string; header: string }[]) =>
  stringify({ header: true, columns, cast, escape_formulas: true, record_delimiter: 'windows' })

/** Turns entries of the ledger into CSV. */
export const ledgerCsv = () =>
  csvOf({
    id: 'id',
    createdAt: 'created_at',
    type: 'type',
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
    isServerAdministrator: 'server_administrator',
  })

/** Turns do-not-call registers into CSV. */
export const registersCsv = () =>
  csvOf({
    name: 'name',
    type: 'type',
    country: 'country',
    source: 'source',
    status: 'status',
    numbers: 'numbers',
    invalidLines: 'invalid_lines',
    washedAt: 'washed_at',
    expiresAt: 'expires_at',
    isExpired: 'is_expired',
    error: 'error',
  })

/** Turns changes of rules into CSV. */
export const ruleChangesCsv = () =>
  csvOf({ table: 'table', place: 'place', before: 'before', after: 'after', workspaceId: 'workspace_id', campaignId: 'campaign_id', campaign: 'campaign' })

/** Turns arrays of cells into CSV with the given header; objects and arrays are written as JSON. */
export const cellsCsv = (header: readonly string[]) => csvOf(header.map((name, at) => ({ key: String(at), header: name })))

/** Turns arrays of strings into CSV; the first one is the header. */
export const tableCsv = () => stringify({ cast: { string: textCell }, escape_formulas: true, record_delimiter: 'windows' })
