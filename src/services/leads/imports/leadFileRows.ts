import { DATA_BYTES } from '../../../inputs/leads.ts'
import type { LeadFile } from '../../../inputs/leadFiles.ts'
import type { ColumnMapping, LeadReading } from '../../../inputs/leadImports.ts'
import { badInput } from '../../../kernel/vocabulary/errors.ts'
import { e164, isCountry, readPhone } from '../../../kernel/lib/phones.ts'
import { byteLength } from '../../../kernel/lib/text.ts'
import * as leadColumns from './leadColumns.ts'
import * as leadFiles from './leadFiles.ts'
import { type Draft, judgeOne, type RowError } from './leadRows.ts'
import { mentionsIn } from '../../dataSubjects/phoneTraces.ts'

export type File = Pick<LeadFile, 'format' | 'content'>
/** How rows are read; columns by their names alone where there is no mapping. */
export type Reading = Omit<LeadReading, 'mapping'> & { mapping?: Partial<ColumnMapping> | null }

/** What a thread can be asked about a file of leads. */
export type LeadFileQuestion =
  | { task: 'survey'; file: File; reading: Reading; shown: number }
  | { task: 'judge'; file: File; reading: LeadReading }
  | { task: 'cells'; file: File; indexes: readonly number[] }
  | { task: 'mentions'; file: File; mapping: Partial<ColumnMapping> | undefined; pattern: string }

/** A row as it reads, with the draft or what is wrong with it. */
export interface ReadRow {
  phoneNumber: string | null
  name: string | null
  externalId: string | null
  data: Record<string, unknown> | null
  draft: Draft | null
  error: string | null
}
/** What a file holds. */
export interface Survey {
  columns: string[]
  delimiter: string | null
  total: number
  mapping: Partial<ColumnMapping>
  rows: ReadRow[]
}

/** What a file holds, with its first rows. BAD_REQUEST for a mapping to columns that it does not have. */
export function survey(file: File, { mapping: given, ...options }: Reading, shown: number): Survey {
  const table = leadFiles.read(file)
  if (given) requireColumns(table, given)
  const mapping = given ?? leadColumns.guess(table.columns)
  const rows = [...judged(table, { ...options, mapping }, Math.min(shown, table.total))].map(({ row, result }): ReadRow => {
    const { name, external_id, data } = row
    const draft = 'json' in result ? result : null
    const read = { name: short(name), externalId: short(external_id), data: data !== null && isShown(data) ? data : null }
    return { ...read, phoneNumber: draft ? draft.phoneNumber : short(row.phone_number), draft, error: 'error' in result ? result.error : null }
  })
  const { columns, delimiter, total } = table
  return { columns, delimiter, total, mapping, rows }
}

/** Drafts and errors of all rows, some hundred at a time, each judged by itself and by those before it. */
export function* judge(file: File, reading: LeadReading): Generator<{ drafts: Draft[]; errors: RowError[] }> {
  const table = leadFiles.read(file)
  let part: { drafts: Draft[]; errors: RowError[] } = { drafts: [], errors: [] }
  let size = 0
  for (const { result } of judged(table, reading, table.total)) {
    if ('json' in result) part.drafts.push(result)
    else part.errors.push(result)
    size += 'json' in result ? result.json.length : 64
    if (size < PART && part.drafts.length + part.errors.length < MAX_CONCURRENT) continue
    yield part
    part = { drafts: [], errors: [] }
    size = 0
  }
  yield part
}
/** Characters, and rows, that go over to the other thread at a time. */
const PART = 131_072
const MAX_CONCURRENT = 500

/** Cells of these rows as text, some hundred rows at a time; the first part is the columns. */
export function* cells(file: File, indexes: readonly number[]): Generator<string[][]> {
  const table = leadFiles.read(file)
  yield [table.columns]
  let part: string[][] = []
  let size = 0
  for (const index of indexes) {
    const row = index < table.total && table.fault(index) === null ? table.row(index) : {}
    const line = table.columns.map((column) => cell(row[column]))
    part.push(line)
    size += line.reduce((sum, text) => sum + text.length, line.length)
    if (size < PART) continue
    yield part
    part = []
    size = 0
  }
  yield part
}

const cell = (value: unknown): string => (typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value))

/** Rows that name a number: whole where it is their own, of others where it stands. A file that cannot be read is searched as a text. */
export function* mentions(file: File, given: Partial<ColumnMapping> | undefined, pattern: string): Generator<Record<string, unknown>[]> {
  const table = readable(file)
  if (!table) return yield [{ row: null, mentions: mentionsIn(file.content, { pattern }) }]
  const mapping = { ...leadColumns.guess(table.columns), ...given }
  const isTheirs = new RegExp(pattern)
  for (let row = 0; row < table.total; row++) {
    const values = table.fault(row) === null ? table.row(row) : {}
    const found = mentionsIn(values, { pattern })
    if (found.length === 0) continue
    const number = mapping.phone_number == null ? null : values[mapping.phone_number]
    yield [isTheirs.test(JSON.stringify(number ?? null)) ? { row, values } : { row, mentions: found }]
  }
}

function readable(file: File): leadFiles.Table | null {
  try {
    return leadFiles.read(file)
  } catch {
    return null
  }
}

/** The first rows, each with what comes of it. */
function* judged(table: leadFiles.Table, { mapping, defaultCountry, onExisting }: Reading, count: number) {
  const country = defaultCountry != null && isCountry(defaultCountry) ? defaultCountry : null
  const options = { mayLackPhone: onExisting === 'update', phoneOf: (text: string) => e164(text) ?? (country && readPhone(text, country)) }
  const seen = { phones: new Set<string>(), ids: new Set<string>() }
  for (let index = 0; index < count; index++) {
    const fault = table.fault(index)
    const row = leadColumns.toRow(fault === null ? table.row(index) : {}, mapping ?? {})
    const result = fault === null ? judgeOne(row, index, seen, options) : { index, phone_number: null, error: fault }
    yield { row, result }
  }
}

export function requireColumns({ columns }: Pick<leadFiles.Table, 'columns'>, mapping: Partial<ColumnMapping>) {
  const known = new Set(columns)
  const absent = Object.values(mapping).find((column) => column != null && !known.has(column))
  if (absent !== undefined) throw badInput(`The file has no column ${JSON.stringify(absent)}.`)
}

/** What is longer is wrong, and is not shown in full. */
const MAX_SHOWN_LENGTH = 1_000
const short = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_SHOWN_LENGTH) : null)
const isShown = (data: object) => byteLength(JSON.stringify(data)) <= DATA_BYTES
