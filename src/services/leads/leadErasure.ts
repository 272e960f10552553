import type { CallId, LeadId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

const OF_LEADS = sql`where workspace_id = $workspaceId and lead_id = any($ids)`
/** What depends on the leads, and then the leads. */
const ERASE_LEADS = [
  statement('leads.deleteChanges', sql`delete from lead_import_changes ${OF_LEADS}`),
  statement('leads.deleteDecisions', sql`delete from lead_decisions ${OF_LEADS}`),
  statement('leads.delete', sql`delete from leads where workspace_id = $workspaceId and id = any($ids)`),
]

/** Deletes leads with their decisions and what imports changed in them. The caller has locked them, and detached their calls. */
export async function erase(tx: Tx, workspaceId: WorkspaceId, leadIds: readonly LeadId[]): Promise<void> {
  for (const each of ERASE_LEADS) await each.run({ workspaceId, ids: [...leadIds] }, tx)
}

const DETACH_CALLS = [
  statement(
    'leads.detachDecisions',
    sql`
      update lead_decisions d set call_id = null from calls c
      where c.workspace_id = $workspaceId and c.id = any($callIds) and d.workspace_id = $workspaceId and d.lead_id = c.lead_id and d.call_id = c.id`,
  ),
  statement(
    'leads.detachLastCalls',
    sql`
      update leads l set last_call_id = null from calls c
      where c.workspace_id = $workspaceId and c.id = any($callIds) and l.workspace_id = $workspaceId and l.id = c.lead_id and l.last_call_id = c.id`,
  ),
]

/** Detaches leads from calls that are about to be deleted. The outcomes of the leads stay. */
export async function detachCalls(tx: Tx, workspaceId: WorkspaceId, callIds: readonly CallId[]): Promise<void> {
  for (const each of DETACH_CALLS) await each.run({ workspaceId, callIds: [...callIds] }, tx)
}
