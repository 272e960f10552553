import { transaction, type Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import * as wallet from './wallet.ts'

/** 100 USD in micro-units. */
const TEST_CREDIT = 100_000_000n

/** Adds the credit with which a workspace tries simulated calls, in the transaction that creates the workspace (contract: §5). */
export const grant = (tx: Tx, workspaceId: WorkspaceId) =>
  wallet.adjustIn(tx, { workspaceId, type: 'test_credit', ref: 'granted', reason: 'Test credit' }, TEST_CREDIT)

const listUnended = statement(
  'testCredit.listUnended',
  sql`
    select workspace_id from ledger_entries as entry where type = 'test_credit' and ref = 'granted'
      and not exists (select from ledger_entries as ended where ended.workspace_id = entry.workspace_id and ended.type = 'test_credit' and ended.ref = 'ended')`,
  { acrossWorkspaces: 'Test credit ends for the whole server.' },
)

/**
 * Removes what is left of test credit, so that it never pays for a real call: charges come out of it first. Call it when a voice engine is
 * real. If the process dies, the next start continues.
 */
export async function end(): Promise<void> {
  for (const { workspaceId } of await listUnended.all({})) await inWorkspace(workspaceId, () => transaction((tx) => endIn(tx, workspaceId)))
}

const readRest = statement(
  'testCredit.readRest',
  sql`
    select greatest(0, least(balance - held, $granted + (
      select coalesce(sum(amount), 0)::bigint from ledger_entries where workspace_id = $workspaceId and type in ('call', 'sms')))) as "rest!"
    from wallets where workspace_id = $workspaceId for update`,
)

async function endIn(tx: Tx, workspaceId: WorkspaceId) {
  const row = await readRest.get({ workspaceId, granted: TEST_CREDIT }, tx)
  if (row) await wallet.adjustIn(tx, { workspaceId, type: 'test_credit', ref: 'ended', reason: 'Test credit ended' }, -row.rest)
}
