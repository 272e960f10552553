import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { cellsCsv } from '../../kernel/lib/csv.ts'
import type { ReportFormat } from '../../inputs/reports.ts'
import { markVerbatim, sourceOf, withVerbatim } from '../../kernel/json/jsonSource.ts'
import { formatMicros } from '../../kernel/lib/money.ts'
import { type Cell, writeXlsx } from '../../kernel/lib/xlsx.ts'
import type { ReportRow, ReportRows } from './reportRows.ts'

export const CONTENT_TYPES: Record<ReportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Characters per chunk. */
const CHUNK_LENGTH = 65_536

/** Streams rows as a file. Stops reading rows when the consumer stops. */
export const WRITERS: Record<ReportFormat, (rows: ReportRows, name: string) => Readable> = {
  csv: (report) => {
    const text = cellsCsv(report.header)
    // The text stream reports errors to its consumer.
    pipeline(Readable.from(toLines(report)), text).catch(() => {})
    return text
  },
  json: ({ rows, sections }) => Readable.from(sections ? jsonLists(rows, sections) : jsonArray(rows), { objectMode: false }),
  xlsx: (report, name) => writeXlsx(name, report.header, toLines(report, toCell)),
}

async function* toLines<Each = unknown>({ header, rows, cellsOf }: ReportRows, shape: (cell: unknown) => Each = (cell) => cell as Each) {
  const cells = cellsOf ?? ((row: ReportRow) => header.map((name) => row[name]))
  for await (const row of rows) yield cells(row).map(shape)
}

function toCell(value: unknown): Cell {
  if (typeof value === 'bigint') return { amount: formatMicros(value) }
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? (sourceOf(value) ?? toJson(value)) : (value as Cell)
}

/** Serializes an array, many elements per chunk. */
async function* jsonArray(rows: AsyncIterable<ReportRow>): AsyncGenerator<string> {
  let text = '['
  let before = '\n'
  for await (const row of rows) {
    text += before + toJson(row)
    before = ',\n'
    if (text.length < CHUNK_LENGTH) continue
    yield text
    text = ''
  }
  yield `${text}\n]\n`
}

/** Serializes an object of arrays. Rows must come in the order of the lists; empty lists are included. */
async function* jsonLists(rows: AsyncIterable<ReportRow>, names: readonly string[]): AsyncGenerator<string> {
  let text = `{\n${JSON.stringify(names[0])}: [`
  let at = 0
  let before = '\n'
  for await (const { section, ...row } of rows) {
    for (; names[at] !== section; before = '\n') text += `\n],\n${JSON.stringify(names[++at])}: [`
    text += before + toJson(row)
    before = ',\n'
    if (text.length < CHUNK_LENGTH) continue
    yield text
    text = ''
  }
  for (const name of names.slice(at + 1)) text += `\n],\n${JSON.stringify(name)}: [`
  yield `${text}\n]\n}\n`
}

/** Amounts are decimal strings, as everywhere in the API, and free JSON is as it was sent. */
const replaceValue = (_name: string, value: unknown) => (typeof value === 'bigint' ? formatMicros(value) : markVerbatim(value))
const toJson = (row: object) => withVerbatim(JSON.stringify(row, replaceValue))
