import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Actor } from '../actor.ts'
import { ledgerCsv } from '../csv.ts'
import { LedgerRange } from '../inputs/billing.ts'
import { read } from './handle.ts'
import type { Extension } from './route.ts'
import type { Exchange } from './serve.ts'

/** The entries of a workspace's ledger, oldest first, read while they are taken. */
export type ReadLedger = (actor: Actor, range: LedgerRange) => AsyncIterable<object>

export const ledgerRoute: Extension = {
  method: 'GET',
  path: '/billing/ledger.csv',
  scope: 'billing:read',
  tool: 'export_ledger',
  summary: 'The ledger as CSV, oldest entry first',
  about:
    'One line for each movement of money: `id`, `created_at`, `kind` (`credit`, `debit`, `call`), `ref` (of a call, its id), `amount` (negative for a charge), ' +
    '`balance` (after it), `currency`, `reason`. A text that a spreadsheet would take for a formula has an apostrophe in front.',
  query: LedgerRange,
  answers: { 200: { description: 'The entries, with a header line', types: ['text/csv'] } },
  example: { params: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } },
}

/** How long a client may take to read it all, in milliseconds. */
const FINISH_MS = 600_000

/** Streams the ledger, however long, in little memory. Nothing more is read once the client has gone away. */
export const ledgerOf =
  (readLedger: ReadLedger) =>
  async (actor: Actor, { req, res }: Exchange, query: object): Promise<null> => {
    const entries = Readable.from(readLedger(actor, read('query', LedgerRange, query)))
    // What goes wrong at the start can still be told as an error.
    await once(entries, 'readable')
    res.writeHead(200, {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="ledger.csv"',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    })
    if (req.method === 'HEAD') res.end(() => entries.destroy())
    else await pipeline(entries, ledgerCsv(), res, { signal: AbortSignal.timeout(FINISH_MS) }).catch(() => res.destroy())
    return null
  }
