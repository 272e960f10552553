import type { Readable } from 'node:stream'
import { usage } from './errors.ts'
import { delimiterOf, guess, type Mapping, named as columnsOf, toRow } from './generated/leadColumns.ts'
import { itemsOf } from './leadJson.ts'
import type { Text } from './leadText.ts'

/** A row of a file: as it stands there, and as the API takes it. */
export interface Row {
  line: number
  record: Record<string, unknown>
  lead: object
}
export interface Rows {
  rows: AsyncIterable<Row>
  /** Of CSV: the columns in their order, and what stands between them. */
  csv: { columns: string[]; delimiter: string } | null
}
/** Columns by what they hold, as somebody said it. */
export type Named = Partial<Record<'phone_number' | 'name' | 'external_id' | 'timezone', string>>

/** The last column of a file of rows that failed; it is for people. */
export const ERROR_COLUMN = 'error'

/** The rows of a file of leads, CSV or JSON as it begins, read as an upload in the dashboard reads them. Throws a usage Failure. */
export async function readRows({ chunks }: Pick<Text, 'chunks'>, named: Named, needed: readonly (keyof Named)[]): Promise<Rows> {
  const { head, all } = await headOf(chunks)
  return /^[\s\ufeff]*[[{]/.test(head) ? { rows: fromJson(all, named), csv: null } : fromCsv(head, all, named, needed)
}

async function fromCsv(head: string, chunks: AsyncIterable<string>, named: Named, needed: readonly (keyof Named)[]): Promise<Rows> {
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
  const columns = columnsOf(first.value.record)
  const mapping = mappingOf(columns, named)
  if (!needed.some((field) => mapping[field]))
    throw usage(`No column is known to hold ${needed.join(' or ')}. Say which one does: --column ${needed[0]}=… (there are ${columns.join(', ')})`)
  const mapped = new Set(Object.values(mapping))
  const heard = columns.at(-1) === ERROR_COLUMN && !mapped.has(ERROR_COLUMN) ? columns.slice(0, -1) : columns
  async function* rows(): AsyncGenerator<Row> {
    for (let each = await next(); !each.done; each = await next()) {
      const { record: cells, info } = each.value
      const record = Object.fromEntries(heard.map((column, at) => [column, cells[at] ?? '']))
      yield { line: info.lines - breaksIn(cells), record, lead: lean(toRow(record, mapping)) }
    }
  }
  return { rows: rows(), csv: { columns: heard, delimiter } }
}

async function* fromJson(chunks: AsyncIterable<string>, named: Named): AsyncGenerator<Row> {
  const known = new Map<string, Mapping>()
  const rowOf = (line: number, { [ERROR_COLUMN]: _error, ...record }: Record<string, unknown>): Row => {
    const columns = Object.keys(record)
    const key = JSON.stringify(columns)
    const mapping = known.get(key) ?? { ...guess(columns), ...named }
    if (known.size < 1_000) known.set(key, mapping)
    return { line, record, lead: lean(toRow(record, mapping)) }
  }
  let only: { value: Record<string, unknown>; line: number } | null = null
  let count = 0
  for await (const item of itemsOf(chunks)) {
    if (++count === 1) {
      only = item
      continue
    }
    if (only) yield rowOf(only.line, only.value)
    only = null
    yield rowOf(item.line, item.value)
  }
  if (!only) return
  // One object that is no lead itself: it has the list.
  const list = Object.values(only.value).find(Array.isArray) as unknown[] | undefined
  const { phone_number, external_id } = { ...guess(Object.keys(only.value)), ...named }
  if (!list || (phone_number && phone_number in only.value) || (external_id && external_id in only.value)) return yield rowOf(only.line, only.value)
  for (const row of list) yield rowOf(only.line, typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Record<string, unknown>) : {})
}

function mappingOf(columns: readonly string[], named: Named): Mapping {
  const missing = Object.values(named).find((column) => !columns.includes(column))
  if (missing !== undefined) throw usage(`The file has no column ${missing}: there are ${columns.join(', ')}`)
  return { ...guess(columns), ...named }
}

const breaksIn = (cells: readonly string[]) => cells.reduce((count, cell) => count + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)
const lean = (row: object) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined))

/** The beginning, as far as its first line goes, and all of it. */
async function headOf(chunks: AsyncIterable<string>): Promise<{ head: string; all: AsyncIterable<string> }> {
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
