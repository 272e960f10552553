import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as alerts from './alerts.ts'

const TYPE = 'opt_outs_heard'

const countHeard = statement(
  'optOutAlerts.count',
  sql`
    select count(*)::int as "count!", exists (select from alerts where workspace_id = $workspaceId and type = 'opt_outs_heard' and cleared_at is null and dismissed_at is not null) as "is_dismissed!"
    from opt_outs where workspace_id = $workspaceId and undone_at is null and created_at > coalesce(
      (select max(coalesce(dismissed_at, cleared_at)) from alerts where workspace_id = $workspaceId and type = 'opt_outs_heard'), '-infinity')`,
)

/**
 * Raises the alert about opt-outs heard on calls, or counts the new one in the alert that is open. One that a member dismissed is over, so
 * that a later opt-out is announced again. Safe to repeat.
 */
export async function raise(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  await alerts.lockWorkspace(tx, workspaceId)
  const { count, isDismissed } = (await countHeard.get({ workspaceId }, tx))!
  if (isDismissed) await alerts.clear(tx, workspaceId, [TYPE])
  const data = { count: Math.max(count, 1) }
  if (await alerts.isRaised(tx, workspaceId, TYPE)) await alerts.update(tx, workspaceId, TYPE, data)
  else await alerts.raise(tx, workspaceId, TYPE, data)
}

/** Counts anew after an opt-out was undone. Clears the alert if none is left. */
export async function recount(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  await alerts.lockWorkspace(tx, workspaceId)
  const { count } = (await countHeard.get({ workspaceId }, tx))!
  if (count > 0) await alerts.update(tx, workspaceId, TYPE, { count })
  else await alerts.clear(tx, workspaceId, [TYPE])
}
