import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { linesCsv } from '../../kernel/lib/csv.ts'
import type { ReportFormat } from '../../inputs/reports.ts'
import { marked, sourceOf, withVerbatim } from '../../kernel/json/jsonSource.ts'
import { formatMicros } from '../../kernel/lib/money.ts'
import { type Cell, xlsx } from '../../kernel/lib/xlsx.ts'
import type { ReportRow, ReportRows } from './reportRows.ts'

export const CONTENT_TYPES: Record<ReportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Text handed on at once, in characters. */
const CHUNK = 65_536

/** Rows as the bytes of a file, made while they are read. Whoever reads no further has nothing more read. */
export const WRITERS: Record<ReportFormat, (rows: ReportRows, name: string) => Readable> = {
  csv: (report) => {
    const text = linesCsv(report.header)
    // What goes wrong is told by the text, to whoever reads it.
    pipeline(Readable.from(lines(report)), text).catch(() => {})
    return text
  },
  json: ({ rows, sections }) => Readable.from(sections ? jsonLists(rows, sections) : jsonArray(rows), { objectMode: false }),
  xlsx: (report, name) => xlsx(name, report.header, lines(report, cellOf)),
}

async function* lines<Each = unknown>({ header, rows, cellsOf }: ReportRows, shape: (cell: unknown) => Each = (cell) => cell as Each) {
  const cells = cellsOf ?? ((row: ReportRow) => header.map((name) => row[name]))
  for await (const row of rows) yield cells(row).map(shape)
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'bigint') return { amount: formatMicros(value) }
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? (sourceOf(value) ?? jsonOf(value)) : (value as Cell)
}

/** The text of an array, many elements at a time. */
async function* jsonArray(rows: AsyncIterable<ReportRow>): AsyncGenerator<string> {
  let text = '['
  let before = '\n'
  for await (const row of rows) {
    text += before + jsonOf(row)
    before = ',\n'
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  yield `${text}\n]\n`
}

/** The text of an object of arrays; the rows come in the order of the lists, and an empty list is told as well. */
async function* jsonLists(rows: AsyncIterable<ReportRow>, names: readonly string[]): AsyncGenerator<string> {
  let text = `{\n${JSON.stringify(names[0])}: [`
  let at = 0
  let before = '\n'
  for await (const { section, ...row } of rows) {
    for (; names[at] !== section; before = '\n') text += `\n],\n${JSON.stringify(names[++at])}: [`
    text += before + jsonOf(row)
    before = ',\n'
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  for (const name of names.slice(at + 1)) text += `\n],\n${JSON.stringify(name)}: [`
  yield `${text}\n]\n}\n`
}

/** Amounts are decimal strings, as everywhere in the API, and free JSON is as it was sent. */
const plain = (_name: string, value: unknown) => (typeof value === 'bigint' ? formatMicros(value) : marked(value))
const jsonOf = (row: object) => withVerbatim(JSON.stringify(row, plain))
