import { text as whole } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { LeadImportId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { tableCsv } from '../../../kernel/lib/csv.ts'
import * as leadImports from './leadImports.ts'
import type { RowError } from './leadRows.ts'
import { formatOf, findFile } from './leadUploads.ts'
import * as leadReading from './leadReading.ts'

/**
 * Streams the failed rows of an import as lines of a table with a header. Rows of a file are as uploaded, with the error appended, so that
 * they can be fixed and uploaded again; rows of a request, or of a deleted file, are identified by index and phone number.
 */
export async function* streamRows(actor: Actor, id: LeadImportId): AsyncGenerator<string[]> {
  const leadImport = await leadImports.get(actor, id)
  const content = leadImport.source === 'api' ? null : await findFile(actor, id)
  if (content === null) {
    yield ['index', 'phone_number', 'error']
    for await (const { index, phone_number, error } of errorsOf(actor, id)) yield [String(index), phone_number ?? '', error]
    return
  }
  const errors: RowError[] = []
  for await (const error of errorsOf(actor, id)) errors.push(error)
  const file = { format: formatOf(leadImport), content }
  const indexes = errors.map(({ index }) => index)
  const { columns, rows } = await leadReading.readCells(actor, file, indexes)
  yield [...columns, 'error']
  for (const [position, { error }] of errors.entries()) yield [...rows[position]!, error]
}

async function* errorsOf(actor: Actor, id: LeadImportId): AsyncGenerator<RowError> {
  for (let after = -1, hasMore = true; hasMore;) {
    const page = await leadImports.listErrors(actor, id, { first: 500, after })
    yield* page.rows
    after = page.rows.at(-1)?.index ?? after
    hasMore = page.hasMore
  }
}

/** Returns the failed rows as CSV. */
export const toCsv = (actor: Actor, id: LeadImportId): Promise<string> => pipeline(streamRows(actor, id), tableCsv(), (csv) => whole(csv))
