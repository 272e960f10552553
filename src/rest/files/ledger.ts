import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { ledgerCsv } from '../../kernel/lib/csv.ts'
import { LedgerRange } from '../../inputs/billing.ts'
import { parseInput } from '../handler.ts'
import type { Extension } from '../route.ts'
import type { Exchange } from '../serve.ts'
import { CSV, sendFile } from '../stream.ts'

/** Reads the entries of a workspace's ledger, oldest first, on demand. */
export type ReadLedger = (actor: Actor, range: LedgerRange) => AsyncIterable<object>

export const ledgerRoute: Extension = {
  method: 'GET',
  path: '/billing/ledger.csv',
  scope: 'billing:read',
  tool: 'export_ledger',
  command: 'billing ledger',
  notTool: 'a file of any length; `export_report` makes one of the ledger',
  summary: 'Download the ledger as CSV',
  about:
    'One line for each transaction, oldest first: `id`, `created_at`, `type` (`credit`, `debit`, `test_credit`, `call`, `sms`), `ref` (the ID of a call or message), ' +
    '`amount` (negative for a charge), `balance` (after the transaction), `currency` and `reason`. Text that a spreadsheet would read as a formula starts ' +
    'with an apostrophe.',
  query: LedgerRange,
  answers: { 200: { description: 'Transactions with a header row.', types: ['text/csv'] } },
  example: { params: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } },
}

/** Maximum duration of the download, in milliseconds. */
const FINISH_MS = 600_000

/** Creates the handler that streams the ledger. */
export const ledgerOf = (readLedger: ReadLedger) => async (actor: Actor, exchange: Exchange, query: object) =>
  sendFile(exchange, {
    name: 'ledger.csv',
    type: CSV,
    records: readLedger(actor, parseInput('query', LedgerRange, query)),
    text: ledgerCsv(),
    finishMs: FINISH_MS,
  })
