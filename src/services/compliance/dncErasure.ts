import type { Tx } from '../../kernel/db/db.ts'
import type { Person } from '../dataSubjects/people.ts'

/**
 * Deletes the person's do-not-call entry and the proof of their opt-outs. If the entry is retained, both stay, without the reason and the
 * sentences. Safe to repeat.
 */
export async function erase(tx: Tx, { workspaceId, phoneNumber, retainsDncEntry }: Person): Promise<void> {
  const where = { workspaceId, phoneNumber }
  if (retainsDncEntry) {
    await tx.dncEntry.updateMany({ where, data: { reason: null } })
    await tx.optOut.updateMany({ where, data: { sentence: null } })
  } else {
    await tx.dncEntry.deleteMany({ where })
    await tx.optOut.deleteMany({ where })
  }
}
