import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import * as alerts from './alerts.ts'

const TYPE = 'rules_changed'
/** Campaigns and places that the alert names. */
const MAX_NAMES = 5

/** Raises the alert that rules changed which apply to running campaigns. It takes the place of an earlier one. Safe to repeat. */
export async function raise(
  tx: Tx,
  workspaceId: WorkspaceId,
  { campaigns, places }: { campaigns: readonly string[]; places: readonly string[] },
): Promise<void> {
  await alerts.lockWorkspace(tx, workspaceId)
  await alerts.clear(tx, workspaceId, [TYPE])
  await alerts.raise(tx, workspaceId, TYPE, { campaigns: campaigns.slice(0, MAX_NAMES), places: places.slice(0, MAX_NAMES) })
}
