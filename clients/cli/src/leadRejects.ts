import { createWriteStream, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { EXIT, Failure } from './errors.ts'
import { ERROR_COLUMN, type Row, type Rows } from './leadRows.ts'

/** A file of the rows that were refused, as they stood in theirs, with the reason behind them: to be mended and sent. */
export interface Rejects {
  add(row: Row, error: string): Promise<void>
  close(): Promise<void>
}

/** Opens such a file: CSV where the rows came as CSV, else an object a line. It replaces one that is there. */
export async function openRejects(file: string, { csv }: Pick<Rows, 'csv'>): Promise<Rejects> {
  const stream = createWriteStream(file)
  try {
    await once(stream, 'open')
  } catch (error) {
    throw new Failure(EXIT.usage, `${file} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
  const closed = finished(stream)
  closed.catch(() => {})
  const write = (line: string) => written(stream, `${line}\n`)
  if (csv) await write(lineOf([...csv.columns, ERROR_COLUMN], csv.delimiter))
  return {
    add: ({ record }, error) =>
      write(
        csv
          ? lineOf([...csv.columns.map((column) => (record[column] as string | undefined) ?? ''), error], csv.delimiter)
          : JSON.stringify({ ...record, [ERROR_COLUMN]: error }),
      ),
    async close() {
      stream.end()
      await closed
    },
  }
}

async function written(stream: WriteStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}

const lineOf = (cells: readonly string[], delimiter: string) =>
  cells.map((cell) => (/["\r\n]|^\s|\s$/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)
