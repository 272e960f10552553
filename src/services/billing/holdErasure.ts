import type { CallId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

const deleteHolds = statement('walletHolds.delete', sql`delete from wallet_holds where workspace_id = $workspaceId and call_id = any($callIds)`)

/** Deletes the settled holds of finished calls. The ledger keeps what they cost. */
export async function erase(tx: Tx, workspaceId: WorkspaceId, callIds: readonly CallId[]): Promise<void> {
  await deleteHolds.run({ workspaceId, callIds: [...callIds] }, tx)
}
