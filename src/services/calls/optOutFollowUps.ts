import type { OptOutId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { anyWorkspace, transaction } from '../../kernel/db/db.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { enterWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as optOutAlerts from '../alerts/optOutAlerts.ts'
import * as optOuts from '../compliance/optOuts/optOuts.ts'
import * as leadOptOuts from '../leads/leadOptOuts.ts'

/**
 * Follows an opt-out: closes the number's leads and raises the alert, or has the leads wait again once it is undone. A job that the transaction
 * of the opt-out or of its undoing added, so it is sure to run. Safe to repeat.
 */
export async function run(optOutId: OptOutId): Promise<void> {
  const optOut = await anyWorkspace.optOut.findUnique({ where: { id: optOutId } })
  if (!optOut) return
  const { workspaceId, phoneNumber, undoneAt, createdAt } = optOut
  enterWorkspace(workspaceId)
  if (undoneAt) return leadOptOuts.reopenUnlisted(workspaceId, phoneNumber, createdAt)
  await leadOptOuts.closeListed(workspaceId, phoneNumber)
  await transaction((tx) => optOutAlerts.raise(tx, workspaceId))
}

/** Undoes an opt-out, as `optOuts.undo` does, and counts the alert anew in the same transaction. A job has the closed leads wait again. */
export const undo = (actor: Actor, id: OptOutId) =>
  optOuts.undo(actor, id, async (tx) => {
    await optOutAlerts.recount(tx, actor.workspaceId)
    await enqueue(tx, 'optOuts.follow', { optOutId: id }, { key: `opt-out-undone:${id}` })
  })
