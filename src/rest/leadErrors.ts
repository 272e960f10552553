import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Actor } from '../actor.ts'
import { tableCsv } from '../csv.ts'
import { rowId } from '../rows.ts'
import { idParam } from './params.ts'
import type { Extension } from './route.ts'
import type { Exchange } from './serve.ts'

/** The rows of an import that failed, the names of their columns first. Throws NOT_FOUND. */
export type ReadLeadErrors = (actor: Actor, importId: number) => AsyncIterable<string[]>

export const leadErrorsRoute: Extension = {
  method: 'GET',
  path: '/lead-imports/{import_id}/errors.csv',
  scope: 'leads:read',
  tool: 'export_lead_errors',
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

export const leadErrorsOf =
  (readLeadErrors: ReadLeadErrors) =>
  async (actor: Actor, { req, res }: Exchange): Promise<null> => {
    const id = rowId(String(req.params.import_id), 'Lead import')
    const lines = Readable.from(readLeadErrors(actor, id))
    // What goes wrong at the start can still be told as an error.
    await once(lines, 'readable')
    res.writeHead(200, {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="lead-errors-${id}.csv"`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    })
    if (req.method === 'HEAD') res.end(() => lines.destroy())
    else await pipeline(lines, tableCsv(), res, { signal: AbortSignal.timeout(FINISH_MS) }).catch(() => res.destroy())
    return null
  }
