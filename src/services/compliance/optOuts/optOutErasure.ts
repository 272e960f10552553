import type { CallId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'

const OF_CALLS = sql`where workspace_id = $workspaceId and call_id = any($ids)`

const DETACH_CALLS = [
  statement('optOuts.deleteUndone', sql`delete from opt_outs ${OF_CALLS} and undone_at is not null`),
  statement('optOuts.detachCalls', sql`update opt_outs set call_id = null ${OF_CALLS}`),
]

/** Detaches opt-outs from calls that are about to be deleted. Those that were undone prove nothing and are deleted with their call. */
export async function detachCalls(tx: Tx, workspaceId: WorkspaceId, callIds: readonly CallId[]): Promise<void> {
  for (const each of DETACH_CALLS) await each.run({ workspaceId, ids: [...callIds] }, tx)
}

const blankUndone = statement('optOuts.blankUndone', sql`update opt_outs set sentence = null ${OF_CALLS} and undone_at is not null`)

/** Blanks the sentences of undone opt-outs together with the transcripts of their calls. The others stay as proof. */
export const blankCalls = (tx: Tx, workspaceId: WorkspaceId, callIds: readonly CallId[]) => blankUndone.run({ workspaceId, ids: [...callIds] }, tx)
