import type { LeadImportId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { tableCsv } from '../../kernel/lib/csv.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import { idParam } from '../params.ts'
import type { Extension } from '../route.ts'
import type { Exchange } from '../serve.ts'
import { CSV, sendFile } from '../stream.ts'

/** Reads the failed rows of an import, after a row with the column names. Throws NOT_FOUND. */
export type ReadLeadErrors = (actor: Actor, importId: LeadImportId) => AsyncIterable<string[]>

export const leadErrorsRoute: Extension = {
  method: 'GET',
  path: '/lead-imports/{import_id}/errors.csv',
  scope: 'leads:read',
  tool: 'export_lead_errors',
  command: 'leads errors',
  notTool: 'a file of any length, for people who fix the rows',
  summary: 'Download the failed rows of an import as CSV',
  about:
    'For an uploaded file, the failed rows in their original form with an additional `error` column. Fix them and upload the file again. For a request, ' +
    '`index`, `phone_number` and `error`. Text that a spreadsheet would read as a formula starts with an apostrophe. An upload ignores the apostrophe ' +
    'before a number.',
  params: idParam('import_id', 'Lead import'),
  answers: { 200: { description: 'Failed rows with a header row.', types: ['text/csv'] } },
  example: { params: { import_id: 9 } },
}

/** Maximum duration of the download, in milliseconds. */
const FINISH_MS = 600_000

export const leadErrorsOf = (readLeadErrors: ReadLeadErrors) => async (actor: Actor, exchange: Exchange) => {
  const id = parseRowId(String(exchange.req.params.import_id), 'Lead import')
  return sendFile(exchange, { name: `lead-errors-${id}.csv`, type: CSV, records: readLeadErrors(actor, id), text: tableCsv(), finishMs: FINISH_MS })
}
