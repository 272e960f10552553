import { type AuditActor, currentAuditActor } from './auditContext.ts'
import type { Tx } from './db/db.ts'
import { sql } from './db/sqlText.ts'
import { statement } from './db/statement.ts'

const setActor = statement('audit.setActor', sql`select set_config('callwright.by', $actor, true)`)

/** Sets the audit actor for the rest of a transaction. */
export const setAuditContext = (tx: Tx, actor: AuditActor) => setActor.run({ actor: JSON.stringify(actor) }, tx)

/** Records the system as the actor of a transaction, unless an actor is set already. */
export async function setSystemAuditContext(tx: Tx, operation: string) {
  if (!currentAuditActor()) await setAuditContext(tx, { kind: 'system', operation })
}
