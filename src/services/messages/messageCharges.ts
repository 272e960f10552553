import type { Tx } from '../../kernel/db/db.ts'
import type { Message } from '../../generated/prisma/client.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as wallet from '../billing/wallet.ts'

const settleHold = statement(
  'messages.settleHold',
  wallet.settleHolds(
    sql`'sms'`,
    sql`
      update messages set hold_micros = null, cost_micros = case when $isCharged then promise.amount else 0 end
      from (select id, hold_micros as amount from messages where workspace_id = $workspaceId and id = $messageId and hold_micros is not null for update) as promise
      where messages.workspace_id = $workspaceId and messages.id = promise.id
      returning messages.id::text as ref, 1 as position, promise.amount, cost_micros as charged, app_grant_id as grant_id, 0 as unplaced`,
  ),
)

/** Ends a message's reservation: charges or releases it. Returns the charge in micro-units; does nothing a second time. */
export async function settle(tx: Tx, { workspaceId, id: messageId }: Pick<Message, 'workspaceId' | 'id'>, isCharged: boolean): Promise<bigint> {
  const settled = await settleHold.get({ workspaceId, messageId, isCharged }, tx)
  return wallet.chargeOf(tx, workspaceId, settled)
}
