import { setImmediate as breath } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { badInput } from '../errors.ts'
import { type LeadFile, MOST_ROWS } from '../inputs/leadFiles.ts'
import { isObject } from '../json.ts'
import { delimiterOf, named } from './leadColumns.ts'

/** A file's rows under the names of its columns. */
export interface Table {
  columns: string[]
  rows: Record<string, unknown>[]
  /** Of CSV: what stands between its cells. */
  delimiter: string | null
}

const MOST_COLUMNS = 200
/** Characters read at a stretch: a few milliseconds. */
const STRETCH = 65_536

/** Reads a file of leads. BAD_INPUT with the reason when it cannot be read, or has no row or too many. */
export async function read({ format, content }: Pick<LeadFile, 'format' | 'content'>): Promise<Table> {
  const table = format === 'csv' ? await readCsv(content) : readJson(content)
  if (table.rows.length === 0) throw badInput('The file has no rows')
  if (table.columns.length > MOST_COLUMNS) throw badInput(`The file has more than ${MOST_COLUMNS} columns`)
  return table
}

async function readCsv(content: string): Promise<Table> {
  const delimiter = delimiterOf(content)
  const parser = parse({ bom: true, delimiter, relax_quotes: true, relax_column_count: true, skip_empty_lines: true, trim: true })
  const records: string[][] = []
  let failed: Error | undefined
  parser.on('readable', () => {
    for (let record = parser.read() as string[] | null; record; record = parser.read() as string[] | null) records.push(record)
  })
  const ended = new Promise<void>((resolve) => {
    parser.once('end', resolve)
    parser.once('error', (error: Error) => {
      failed = error
      resolve()
    })
  })
  for (let at = 0; at < content.length && !failed && records.length <= MOST_ROWS + 1; at += STRETCH) {
    parser.write(content.slice(at, at + STRETCH))
    await breath()
  }
  parser.end()
  await ended
  if (failed) throw badInput(`The file is not valid CSV: ${failed.message}`)
  const columns = named(records[0] ?? [])
  const rows = few(records.slice(1)).map((cells) => Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])))
  return { columns, rows, delimiter }
}

/** A list of objects, or an object that has one. */
function readJson(content: string): Table {
  let value: unknown
  try {
    value = JSON.parse(content.replace(/^\ufeff/, ''))
  } catch (error) {
    throw badInput(`The file is not valid JSON: ${(error as Error).message}`)
  }
  const list = Array.isArray(value) ? value : isObject(value) ? Object.values(value).find(Array.isArray) : undefined
  if (!list) throw badInput('The file holds no list of objects')
  const rows = few(list as unknown[]).map((row) => (isObject(row) ? row : {}))
  return { columns: [...new Set(rows.flatMap(Object.keys))], rows, delimiter: null }
}

function few<Row>(rows: Row[]): Row[] {
  if (rows.length > MOST_ROWS) throw badInput(`A file may have ${MOST_ROWS} rows: divide it`)
  return rows
}
