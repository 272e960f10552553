import { parse } from 'csv-parse/sync'
import { badRequest } from '../../../kernel/vocabulary/errors.ts'
import { type LeadFile, MAX_ROWS } from '../../../inputs/leadFiles.ts'
import { isObject } from '../../../kernel/json/isObject.ts'
import { describeFault } from '../../../kernel/json/json.ts'
import { MAX_DEPTH } from '../../../kernel/json/jsonRules.ts'
import { parseInSlices, UnreadableJson } from '../../../kernel/json/jsonSlices.ts'
import { delimiterOf, uniqueNames } from './leadColumns.ts'

/** The rows of a file. Each is created on demand, since all at once take many times the memory of the file. */
export interface Table {
  columns: string[]
  total: number
  /** Returns a row by column name. */
  readRow: (index: number) => Record<string, unknown>
  /** Returns the structural error of a row; null if there is none. */
  findFault: (index: number) => string | null
  /** The delimiter of CSV; null for JSON. */
  delimiter: string | null
}

const MAX_COLUMNS = 200
/** Maximum length of a CSV row or header, in characters. */
const MAX_ROW_LENGTH = 262_144
/** Maximum number of values in a JSON file. */
const MAX_VALUES = 5_000_000

/** Reads a file of leads. Runs in a thread (`jobs/fileReader.ts`). Throws BAD_REQUEST with the reason if it cannot be parsed, or has no rows or too many. */
export function readTable({ format, content }: Pick<LeadFile, 'format' | 'content'>): Table {
  const table = format === 'csv' ? readCsv(content) : readJson(content)
  if (table.total === 0) throw badRequest('file_without_rows')
  return table
}

/** Checks the header and the number of rows while parsing. */
function readCsv(content: string): Table {
  const delimiter = delimiterOf(content)
  let columns: string[] | null = null
  const records: string[][] = []
  const onRecord = (record: string[]) => {
    if (columns === null) columns = uniqueNames(requireFewColumns(record))
    else if (records.push(record.length > columns.length ? record.slice(0, columns.length) : record) > MAX_ROWS) throw tooManyRows()
    return null
  }
  const options = { bom: true, delimiter, relax_quotes: true, relax_column_count: true, skip_empty_lines: true, trim: true, max_record_size: MAX_ROW_LENGTH }
  try {
    parse(content, { ...options, on_record: onRecord })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === 'CSV_MAX_RECORD_SIZE') throw badRequest('file_row_too_long', { limit: MAX_ROW_LENGTH })
    throw code?.startsWith('CSV_') ? badRequest('file_not_csv', { problem: message }) : error
  }
  const names: string[] = columns ?? []
  const row = (index: number) => Object.fromEntries(names.map((column, at) => [column, records[index]?.[at] ?? '']))
  return { columns: names, total: records.length, readRow: row, findFault: () => null, delimiter }
}

/** Accepts a list of objects, or an object that contains one. */
function readJson(content: string): Table {
  const value = parseJson(content.replace(/^\ufeff/, ''))
  const list = Array.isArray(value) ? value : isObject(value) ? Object.values(value).find(Array.isArray) : undefined
  if (!list) throw badRequest('file_without_list')
  if (list.length > MAX_ROWS) throw tooManyRows()
  const rows = list as unknown[]
  const columns = new Set<string>()
  for (const row of rows) if (isObject(row)) for (const column of Object.keys(row)) if (columns.add(column).size > MAX_COLUMNS) requireFewColumns([...columns])
  const row = (index: number) => (isObject(rows[index]) ? rows[index] : {})
  return { columns: [...columns], total: rows.length, readRow: row, findFault: (index) => describeFault(row(index)), delimiter: null }
}

/** Parses JSON nested deeper than rows may be, so that one bad row does not fail the others; extreme nesting is rejected. */
function parseJson(text: string): unknown {
  const parsing = parseInSlices(text, { levels: MAX_DEPTH * 32, maxValues: MAX_VALUES })
  try {
    for (;;) {
      const { done, value } = parsing.next()
      if (done) return value
    }
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error
    throw error.reason === 'syntax'
      ? badRequest('file_not_json', { problem: syntaxErrorOf(text) })
      : badRequest('file_json_too_complex', { problem: error.message })
  }
}

/** Returns the position of the syntax error, unless the file is too long to search. */
function syntaxErrorOf(text: string): string {
  if (text.length > MAX_ROW_LENGTH) return ''
  try {
    return (JSON.parse(text), '')
  } catch (error) {
    return (error as Error).message
  }
}

function requireFewColumns(columns: string[]): string[] {
  if (columns.length > MAX_COLUMNS) throw badRequest('file_too_many_columns', { limit: MAX_COLUMNS })
  return columns
}
const tooManyRows = () => badRequest('file_too_many_rows', { limit: MAX_ROWS })
