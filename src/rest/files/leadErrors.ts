import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { tableCsv } from '../../kernel/lib/csv.ts'
import { rowId } from '../../kernel/db/rows.ts'
import { idParam } from '../params.ts'
import type { Extension } from '../route.ts'
import type { Exchange } from '../serve.ts'
import { CSV, sendFile } from '../stream.ts'

/** The rows of an import that failed, the names of their columns first. Throws NOT_FOUND. */
export type ReadLeadErrors = (actor: Actor, importId: number) => AsyncIterable<string[]>

export const leadErrorsRoute: Extension = {
  method: 'GET',
  path: '/lead-imports/{import_id}/errors.csv',
  scope: 'leads:read',
  tool: 'export_lead_errors',
  command: 'leads errors',
  notTool: 'a file of any length, for whoever mends the rows',
  summary: 'The rows of an import that failed, as CSV, each with its error',
  about:
    'Of an uploaded file: its rows as they stood there, and a last column `error`, to be mended and uploaded again. Of a request: `index`, `phone_number`, `error`. ' +
    'A text that a spreadsheet would take for a formula has an apostrophe in front; an upload does not mind it before a number.',
  params: idParam('import_id', 'Lead import'),
  answers: { 200: { description: 'The rows, with a header line', types: ['text/csv'] } },
  example: { params: { import_id: 9 } },
}

/** How long a client may take to read it all, in milliseconds. */
const FINISH_MS = 600_000

export const leadErrorsOf = (readLeadErrors: ReadLeadErrors) => async (actor: Actor, exchange: Exchange) => {
  const id = rowId(String(exchange.req.params.import_id), 'Lead import')
  return sendFile(exchange, { name: `lead-errors-${id}.csv`, type: CSV, records: readLeadErrors(actor, id), text: tableCsv(), finishMs: FINISH_MS })
}
