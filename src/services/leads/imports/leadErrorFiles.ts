import { text as whole } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { tableCsv } from '../../../kernel/lib/csv.ts'
import * as leadImports from './leadImports.ts'
import type { RowError } from './leadRows.ts'
import { formatOf, keptFile } from './leadUploads.ts'
import * as leadReading from './leadReading.ts'

/**
 * The rows of an import that failed, as lines of a table with a header: those of a file as they stood there, with the
 * error behind them, so that they can be mended and uploaded again; those of a request, and of a file that is not kept any more, by
 * place and number.
 */
export async function* lines(actor: Actor, id: number): AsyncGenerator<string[]> {
  const leadImport = await leadImports.get(actor, id)
  const content = leadImport.source === 'api' ? null : await keptFile(actor, id)
  if (content === null) {
    yield ['index', 'phone_number', 'error']
    for await (const { index, phone_number, error } of errorsOf(actor, id)) yield [String(index), phone_number ?? '', error]
    return
  }
  const errors: RowError[] = []
  for await (const error of errorsOf(actor, id)) errors.push(error)
  const file = { format: formatOf(leadImport), content }
  const indexes = errors.map(({ index }) => index)
  const { columns, rows } = await leadReading.cells(actor, file, indexes)
  yield [...columns, 'error']
  for (const [at, { error }] of errors.entries()) yield [...rows[at]!, error]
}

async function* errorsOf(actor: Actor, id: number): AsyncGenerator<RowError> {
  for (let after = -1, hasMore = true; hasMore;) {
    const page = await leadImports.errors(actor, id, { first: 500, after })
    yield* page.rows
    after = page.rows.at(-1)?.index ?? after
    hasMore = page.hasMore
  }
}

/** The same as CSV. */
export const text = (actor: Actor, id: number): Promise<string> => pipeline(lines(actor, id), tableCsv(), (csv) => whole(csv))
