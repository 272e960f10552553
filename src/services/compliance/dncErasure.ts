import type { Tx } from '../../kernel/db/db.ts'
import type { Person } from '../dataSubjects/people.ts'

/** Deletes the person's do-not-call entry, or only its reason if the entry is retained. Safe to repeat. */
export async function erase(tx: Tx, { workspaceId, phoneNumber, retainsDncEntry }: Person): Promise<void> {
  if (retainsDncEntry) await tx.dncEntry.updateMany({ where: { workspaceId, phoneNumber }, data: { reason: null } })
  else await tx.dncEntry.deleteMany({ where: { workspaceId, phoneNumber } })
}
