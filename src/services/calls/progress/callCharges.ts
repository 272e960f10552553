import type { Connection } from '../../../kernel/db/db.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import * as charges from '../../billing/charges.ts'

const saveCharge = statement(
  'calls.saveCharge',
  sql`
    with priced as (update calls set cost_micros = $charged where workspace_id = $workspaceId and id = $callId returning id)
    update call_details set cost_lines = $lines from priced where workspace_id = $workspaceId and call_id = priced.id`,
)

/** Settles an ended call and stores what it cost, in the transaction that closes it. Returns the charge in micro-units. */
export async function charge(tx: Connection, call: Call): Promise<bigint> {
  const { charged, lines } = await charges.settle(tx, call)
  await saveCharge.run({ workspaceId: call.workspaceId, callId: call.id, charged, lines: JSON.stringify(lines) }, tx)
  return charged
}
