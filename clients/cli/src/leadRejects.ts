import { createWriteStream, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { EXIT, Failure } from './errors.ts'
import { ERROR_COLUMN, type Row, type Rows } from './leadRows.ts'

/** A file of rejected rows as they were in the source, each with its error, to be fixed and sent again. */
export interface Rejects {
  add(row: Row, error: string): Promise<void>
  close(): Promise<void>
}

/** Creates the file, replacing an existing one: CSV if the source is CSV, otherwise one JSON object a line. */
export async function openRejects(file: string, { csv }: Pick<Rows, 'csv'>): Promise<Rejects> {
  const stream = createWriteStream(file)
  try {
    await once(stream, 'open')
  } catch (error) {
    throw new Failure(EXIT.usage, `${file} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
  const closed = finished(stream)
  closed.catch(() => {})
  const write = (line: string) => writeLine(stream, `${line}\n`)
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

async function writeLine(stream: WriteStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}

const lineOf = (cells: readonly string[], delimiter: string) =>
  cells.map((cell) => (/["\r\n]|^\s|\s$/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)
