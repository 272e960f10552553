import { parse } from 'csv-parse/sync'
import { badInput } from '../../../kernel/vocabulary/errors.ts'
import { type LeadFile, MAX_ROWS } from '../../../inputs/leadFiles.ts'
import { faultIn, isObject } from '../../../kernel/json/json.ts'
import { MAX_DEPTH } from '../../../kernel/json/jsonRules.ts'
import { parseInSlices, UnreadableJson } from '../../../kernel/json/jsonSlices.ts'
import { delimiterOf, named } from './leadColumns.ts'

/** A file's rows; each is made when it is asked for, since all of them at once take many times the memory of the file. */
export interface Table {
  columns: string[]
  total: number
  /** A row under the names of its columns. */
  row: (index: number) => Record<string, unknown>
  /** What keeps a row from being taken, whatever it holds; null for nothing. */
  fault: (index: number) => string | null
  /** Of CSV: what stands between its cells. */
  delimiter: string | null
}

const MAX_COLUMNS = 200
/** Characters of one row of CSV, the header among them. */
const MAX_ROW_LENGTH = 262_144
/** Values in a file of JSON. */
const MAX_VALUES = 5_000_000

/** Reads a file of leads. For a thread (`readingWorker.ts`). BAD_REQUEST with the reason when it cannot be read, or has no row or too many. */
export function read({ format, content }: Pick<LeadFile, 'format' | 'content'>): Table {
  const table = format === 'csv' ? readCsv(content) : readJson(content)
  if (table.total === 0) throw badInput('The file has no rows.')
  return table
}

/** The header is judged as soon as it is there, and the number of rows while they come. */
function readCsv(content: string): Table {
  const delimiter = delimiterOf(content)
  let columns: string[] | null = null
  const records: string[][] = []
  const onRecord = (record: string[]) => {
    if (columns === null) columns = named(few(record))
    else if (records.push(record.length > columns.length ? record.slice(0, columns.length) : record) > MAX_ROWS) throw tooManyRows()
    return null
  }
  const options = { bom: true, delimiter, relax_quotes: true, relax_column_count: true, skip_empty_lines: true, trim: true, max_record_size: MAX_ROW_LENGTH }
  try {
    parse(content, { ...options, on_record: onRecord })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === 'CSV_MAX_RECORD_SIZE') throw badInput(`A row of the file is longer than ${MAX_ROW_LENGTH} characters.`)
    throw code?.startsWith('CSV_') ? badInput(`The file is not valid CSV: ${message}`) : error
  }
  const names: string[] = columns ?? []
  const row = (index: number) => Object.fromEntries(names.map((column, at) => [column, records[index]?.[at] ?? '']))
  return { columns: names, total: records.length, row, fault: () => null, delimiter }
}

/** A list of objects, or an object that has one. */
function readJson(content: string): Table {
  const value = jsonIn(content.replace(/^\ufeff/, ''))
  const list = Array.isArray(value) ? value : isObject(value) ? Object.values(value).find(Array.isArray) : undefined
  if (!list) throw badInput('The file does not contain a list of objects.')
  if (list.length > MAX_ROWS) throw tooManyRows()
  const rows = list as unknown[]
  const columns = new Set<string>()
  for (const row of rows) if (isObject(row)) for (const column of Object.keys(row)) if (columns.add(column).size > MAX_COLUMNS) few([...columns])
  const row = (index: number) => (isObject(rows[index]) ? rows[index] : {})
  return { columns: [...columns], total: rows.length, row, fault: (index) => faultIn(row(index)), delimiter: null }
}

/** Rows may be nested deeper than is taken, so that one of them does not fail the others; a whole file of nesting is not read. */
function jsonIn(text: string): unknown {
  const parsing = parseInSlices(text, { levels: MAX_DEPTH * 32, mostValues: MAX_VALUES })
  try {
    for (;;) {
      const { done, value } = parsing.next()
      if (done) return value
    }
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error
    throw badInput(error.reason === 'syntax' ? `The file is not valid JSON${faultOf(text)}` : `The file ${error.message}.`)
  }
}

/** Where the fault is, in a file that is not too long to look for it. */
function faultOf(text: string): string {
  if (text.length > MAX_ROW_LENGTH) return ''
  try {
    return (JSON.parse(text), '')
  } catch (error) {
    return `: ${(error as Error).message}`
  }
}

function few(columns: string[]): string[] {
  if (columns.length > MAX_COLUMNS) throw badInput(`The file has more than ${MAX_COLUMNS} columns.`)
  return columns
}
const tooManyRows = () => badInput(`A file can have at most ${MAX_ROWS} rows. Split the file.`)
