import type { CallId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

const clearCalls = statement('providerSlots.detachCalls', sql`update provider_slots set call_id = null where call_id = any($callIds)`)

/** Detaches concurrency slots from calls that are about to be deleted. */
export async function detachCalls(tx: Tx, callIds: readonly CallId[]): Promise<void> {
  await clearCalls.run({ callIds: [...callIds] }, tx)
}
