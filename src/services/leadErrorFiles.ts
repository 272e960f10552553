import { text as whole } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Actor } from '../actor.ts'
import { tableCsv } from '../csv.ts'
import * as leadFiles from './leadFiles.ts'
import * as leadImports from './leadImports.ts'
import { fileOf, formatOf } from './leadUploads.ts'

/**
 * The rows of an import that failed, as lines of a table with a header: those of a file as they stood there, with the
 * error behind them, so that they can be mended and uploaded again; those of a request by place and number.
 */
export async function* lines(actor: Actor, id: number): AsyncGenerator<string[]> {
  const { source } = await leadImports.get(actor, id)
  const file = source === 'api' ? null : await fileOf(actor, id)
  const table = file && (await leadFiles.read({ format: formatOf(file), content: file.content }))
  yield [...(table ? table.columns : ['index', 'phone_number']), 'error']
  for (let after = -1, hasMore = true; hasMore;) {
    const page = await leadImports.errors(actor, id, { first: 500, after })
    for (const { index, phone_number, error } of page.rows)
      yield table ? [...table.columns.map((column) => cell(table.rows[index]?.[column])), error] : [String(index), phone_number ?? '', error]
    after = page.rows.at(-1)?.index ?? after
    hasMore = page.hasMore
  }
}

/** The same as CSV. */
export const text = (actor: Actor, id: number): Promise<string> => pipeline(lines(actor, id), tableCsv(), (csv) => whole(csv))

const cell = (value: unknown): string => (typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value))
