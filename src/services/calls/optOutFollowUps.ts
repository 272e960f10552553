import type { OptOutId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { anyWorkspace, transaction } from '../../kernel/db/db.ts'
import { enterWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as optOutAlerts from '../alerts/optOutAlerts.ts'
import * as optOuts from '../compliance/optOuts/optOuts.ts'
import * as leadOptOuts from '../leads/leadOptOuts.ts'

/**
 * Follows an opt-out: closes the number's leads and raises the alert. A job that the transaction of the opt-out added, so it is sure to run.
 * Safe to repeat.
 */
export async function run(optOutId: OptOutId): Promise<void> {
  const optOut = await anyWorkspace.optOut.findUnique({ where: { id: optOutId } })
  if (!optOut || optOut.undoneAt) return
  const { workspaceId, phoneNumber } = optOut
  enterWorkspace(workspaceId)
  await leadOptOuts.closeListed(workspaceId, phoneNumber)
  await transaction((tx) => optOutAlerts.raise(tx, workspaceId))
}

/** Undoes an opt-out, as `optOuts.undo` does, and counts the alert anew in the same transaction. */
export const undo = (actor: Actor, id: OptOutId) => optOuts.undo(actor, id, (tx) => optOutAlerts.recount(tx, actor.workspaceId))
