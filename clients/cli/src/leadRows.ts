import type { Readable } from 'node:stream'
import { usage } from './errors.ts'
import { delimiterOf, guessMapping, type Mapping, toRow, uniqueNames } from './generated/leadColumns.ts'
import { readItems } from './leadJson.ts'
import type { Text } from './leadText.ts'

/** A row of a file, as written and as the API takes it. */
export interface Row {
  line: number
  record: Record<string, unknown>
  lead: object
}
export interface Rows {
  rows: AsyncIterable<Row>
  /** Column names in order and the delimiter. `null` if the file isn't CSV. */
  csv: { columns: string[]; delimiter: string } | null
}
/** Lead fields mapped to columns with `--column`. */
export type ColumnMapping = Partial<Record<keyof Mapping, string>>

/** Last column of a file of rejected rows, for people to read. Ignored when the file is read again. */
export const ERROR_COLUMN = 'error'

/** Reads a CSV or JSON file of leads, with the rules of the dashboard's upload. The first character decides the format. Throws a usage Failure. */
export async function readRows(
  { chunks }: Pick<Text, 'chunks'>,
  columnMapping: ColumnMapping,
  requiredFields: readonly (keyof ColumnMapping)[],
): Promise<Rows> {
  const { head, all } = await peekFirstLine(chunks)
  return /^[\s\ufeff]*[[{]/.test(head) ? { rows: readJsonRows(all, columnMapping), csv: null } : readCsv(head, all, columnMapping, requiredFields)
}

async function readCsv(
  head: string,
  chunks: AsyncIterable<string>,
  columnMapping: ColumnMapping,
  requiredFields: readonly (keyof ColumnMapping)[],
): Promise<Rows> {
  const [{ parse }, { Readable }] = await Promise.all([import('csv-parse'), import('node:stream')])
  const delimiter = delimiterOf(head)
  const parser = parse({ bom: true, delimiter, info: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true, trim: true })
  const source: Readable = Readable.from(chunks)
  source.once('error', (error) => parser.destroy(error)).pipe(parser)
  const records = parser[Symbol.asyncIterator]() as AsyncIterator<{ record: string[]; info: { lines: number } }>
  const next = () =>
    records.next().catch((error: Error & { code?: string }) => {
      throw error.code?.startsWith('CSV_') ? usage(`The file is not valid CSV: ${error.message}`) : error
    })
  const first = await next()
  if (first.done) throw usage('The file has no rows')
  const columns = uniqueNames(first.value.record)
  const mapping = mappingOf(columns, columnMapping)
  if (!requiredFields.some((field) => mapping[field]))
    throw usage(`No column found for ${requiredFields.join(' or ')}. Use --column ${requiredFields[0]}=… with one of these columns: ${columns.join(', ')}`)
  const mapped = new Set(Object.values(mapping))
  const dataColumns = columns.at(-1) === ERROR_COLUMN && !mapped.has(ERROR_COLUMN) ? columns.slice(0, -1) : columns
  async function* rows(): AsyncGenerator<Row> {
    for (let each = await next(); !each.done; each = await next()) {
      const { record: cells, info } = each.value
      const record = Object.fromEntries(dataColumns.map((column, at) => [column, cells[at] ?? '']))
      yield { line: info.lines - countBreaks(cells), record, lead: dropEmpty(toRow(record, mapping)) }
    }
  }
  return { rows: rows(), csv: { columns: dataColumns, delimiter } }
}

async function* readJsonRows(chunks: AsyncIterable<string>, columnMapping: ColumnMapping): AsyncGenerator<Row> {
  const mappings = new Map<string, Mapping>()
  const rowOf = (line: number, { [ERROR_COLUMN]: _error, ...record }: Record<string, unknown>): Row => {
    const columns = Object.keys(record)
    const key = JSON.stringify(columns)
    const mapping = mappings.get(key) ?? { ...guessMapping(columns), ...columnMapping }
    if (mappings.size < 1_000) mappings.set(key, mapping)
    return { line, record, lead: dropEmpty(toRow(record, mapping)) }
  }
  let only: { value: Record<string, unknown>; line: number } | null = null
  let count = 0
  for await (const item of readItems(chunks)) {
    if (++count === 1) {
      only = item
      continue
    }
    if (only) yield rowOf(only.line, only.value)
    only = null
    yield rowOf(item.line, item.value)
  }
  if (!only) return
  // A single object that isn't a lead itself contains the list.
  const list = Object.values(only.value).find(Array.isArray) as unknown[] | undefined
  const { phone_number, external_id } = { ...guessMapping(Object.keys(only.value)), ...columnMapping }
  if (!list || (phone_number && phone_number in only.value) || (external_id && external_id in only.value)) return yield rowOf(only.line, only.value)
  for (const row of list) yield rowOf(only.line, typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Record<string, unknown>) : {})
}

function mappingOf(columns: readonly string[], columnMapping: ColumnMapping): Mapping {
  const missing = Object.values(columnMapping).find((column) => !columns.includes(column))
  if (missing !== undefined) throw usage(`The file has no column ${missing}. Columns: ${columns.join(', ')}`)
  return { ...guessMapping(columns), ...columnMapping }
}

const countBreaks = (cells: readonly string[]) => cells.reduce((count, cell) => count + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)
const dropEmpty = (row: object) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined))

/** Reads up to the end of the first line, and returns that and the whole stream. */
async function peekFirstLine(chunks: AsyncIterable<string>): Promise<{ head: string; all: AsyncIterable<string> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  let head = ''
  while (!/\S[^\n]*\n/.test(head) && head.length < 65_536) {
    const { value, done } = await iterator.next()
    if (done) break
    head += value
  }
  async function* all(): AsyncGenerator<string> {
    yield head
    for (let each = await iterator.next(); !each.done; each = await iterator.next()) yield each.value
  }
  return { head, all: all() }
}
