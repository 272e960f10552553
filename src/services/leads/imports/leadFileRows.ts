import { DATA_BYTES } from '../../../inputs/leads.ts'
import type { LeadFile } from '../../../inputs/leadFiles.ts'
import type { ColumnMapping, LeadReading } from '../../../inputs/leadImports.ts'
import { badRequest } from '../../../kernel/vocabulary/errors.ts'
import { isCountry, readPhone } from '../../../kernel/lib/phones.ts'
import { byteLength } from '../../../kernel/lib/text.ts'
import * as leadColumns from './leadColumns.ts'
import * as leadFiles from './leadFiles.ts'
import { type Draft, validateRow, type RowError } from './leadRows.ts'
import { findPhoneMentions } from '../../dataSubjects/phonePatterns.ts'

export type LeadFileContent = Pick<LeadFile, 'format' | 'content'>
/** How rows are parsed; without a mapping, columns are guessed from their names. */
export type ParseOptions = Omit<LeadReading, 'mapping'> & { mapping?: Partial<ColumnMapping> | null }

/** The tasks of the thread that reads lead files. */
export type LeadFileQuestion =
  | { task: 'survey'; file: LeadFileContent; reading: ParseOptions; previewRows: number }
  | { task: 'validateRows'; file: LeadFileContent; reading: LeadReading }
  | { task: 'readCells'; file: LeadFileContent; indexes: readonly number[] }
  | { task: 'searchRows'; file: LeadFileContent; mapping: Partial<ColumnMapping> | undefined; pattern: string }

/** A parsed row, with its draft or its error. */
export interface ReadRow {
  phoneNumber: string | null
  name: string | null
  externalId: string | null
  data: Record<string, unknown> | null
  draft: Draft | null
  error: string | null
}
/** The content of a file. */
export interface Survey {
  columns: string[]
  delimiter: string | null
  total: number
  mapping: Partial<ColumnMapping>
  rows: ReadRow[]
}

/** Surveys a file: its columns, mapping and first rows. Throws BAD_REQUEST for a mapping to unknown columns. */
export function survey(file: LeadFileContent, { mapping: mappingOption, ...options }: ParseOptions, previewRows: number): Survey {
  const table = leadFiles.readTable(file)
  if (mappingOption) requireColumns(table, mappingOption)
  const mapping = mappingOption ?? leadColumns.guessMapping(table.columns)
  const rows = [...validateTable(table, { ...options, mapping }, Math.min(previewRows, table.total))].map(({ row, result }): ReadRow => {
    const { name, external_id, data } = row
    const draft = 'json' in result ? result : null
    const fields = { name: truncate(name), externalId: truncate(external_id), data: data !== null && isShortEnough(data) ? data : null }
    return { ...fields, phoneNumber: draft ? draft.phoneNumber : truncate(row.phone_number), draft, error: 'error' in result ? result.error : null }
  })
  const { columns, delimiter, total } = table
  return { columns, delimiter, total, mapping, rows }
}

/** Validates all rows, each by itself and against the rows before it. Yields drafts and errors in chunks. */
export function* validateRows(file: LeadFileContent, reading: LeadReading): Generator<{ drafts: Draft[]; errors: RowError[] }> {
  const table = leadFiles.readTable(file)
  let chunk: { drafts: Draft[]; errors: RowError[] } = { drafts: [], errors: [] }
  let size = 0
  for (const { result } of validateTable(table, reading, table.total)) {
    if ('json' in result) chunk.drafts.push(result)
    else chunk.errors.push(result)
    size += 'json' in result ? result.json.length + (result.consent?.length ?? 0) : 64
    if (size < MAX_CHUNK_LENGTH && chunk.drafts.length + chunk.errors.length < MAX_CHUNK_ROWS) continue
    yield chunk
    chunk = { drafts: [], errors: [] }
    size = 0
  }
  yield chunk
}
/** Maximum characters and rows of a chunk, which is passed to the main thread. */
const MAX_CHUNK_LENGTH = 131_072
const MAX_CHUNK_ROWS = 500

/** Yields the cells of these rows as text, in chunks; the first chunk is the columns. */
export function* readCells(file: LeadFileContent, indexes: readonly number[]): Generator<string[][]> {
  const table = leadFiles.readTable(file)
  yield [table.columns]
  let chunk: string[][] = []
  let size = 0
  for (const index of indexes) {
    const row = index < table.total && table.findFault(index) === null ? table.readRow(index) : {}
    const line = table.columns.map((column) => formatCell(row[column]))
    chunk.push(line)
    size += line.reduce((sum, text) => sum + text.length, line.length)
    if (size < MAX_CHUNK_LENGTH) continue
    yield chunk
    chunk = []
    size = 0
  }
  yield chunk
}

const formatCell = (value: unknown): string => (typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value))

/**
 * Finds rows that contain a phone number: the whole row if it is the row's own number, otherwise where it occurs. A file that cannot be parsed
 * is searched as text.
 */
export function* searchRows(file: LeadFileContent, mappingOption: Partial<ColumnMapping> | undefined, pattern: string): Generator<Record<string, unknown>[]> {
  const table = readIfValid(file)
  if (!table) return yield [{ row: null, mentions: findPhoneMentions(file.content, { pattern }) }]
  const mapping = { ...leadColumns.guessMapping(table.columns), ...mappingOption }
  const numberPattern = new RegExp(pattern)
  for (let row = 0; row < table.total; row++) {
    const values = table.findFault(row) === null ? table.readRow(row) : {}
    const rowMentions = findPhoneMentions(values, { pattern })
    if (rowMentions.length === 0) continue
    const number = mapping.phone_number == null ? null : values[mapping.phone_number]
    yield [numberPattern.test(JSON.stringify(number ?? null)) ? { row, values } : { row, mentions: rowMentions }]
  }
}

function readIfValid(file: LeadFileContent): leadFiles.Table | null {
  try {
    return leadFiles.readTable(file)
  } catch {
    return null
  }
}

/** Yields the first rows, each with its validation result. */
function* validateTable(table: leadFiles.Table, { mapping, defaultCountry, onExisting }: ParseOptions, count: number) {
  const country = defaultCountry != null && isCountry(defaultCountry) ? defaultCountry : null
  const options = { mayLackPhone: onExisting === 'update', phoneOf: (text: string) => readPhone(text, country) }
  const seen = { phones: new Set<string>(), ids: new Set<string>() }
  for (let index = 0; index < count; index++) {
    const fault = table.findFault(index)
    const row = leadColumns.toRow(fault === null ? table.readRow(index) : {}, mapping ?? {})
    const result = fault === null ? validateRow(row, index, seen, options) : { index, phone_number: null, error: fault }
    yield { row, result }
  }
}

export function requireColumns({ columns }: Pick<leadFiles.Table, 'columns'>, mapping: Partial<ColumnMapping>) {
  const fileColumns = new Set(columns)
  const unknownColumn = Object.values(mapping).find((column) => column != null && !fileColumns.has(column))
  if (unknownColumn !== undefined) throw badRequest('file_without_column', { column: unknownColumn })
}

/** Maximum length of a previewed value. Longer values are invalid and are truncated. */
const MAX_SHOWN_LENGTH = 1_000
const truncate = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_SHOWN_LENGTH) : null)
const isShortEnough = (data: object) => byteLength(JSON.stringify(data)) <= DATA_BYTES
