import type { ConversationId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Message } from '../../generated/prisma/client.ts'
import { countryOf } from '../../kernel/lib/phones.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { ErasureReason } from './callErasing.ts'
import * as deliveryErasing from './deliveryErasing.ts'

/** SQL condition on `messages m`: the message is final and its cost is settled. */
export const IS_SETTLED = sql`(m.hold_micros is null and m.next_check_at is null and (m.dispatch is null or m.dispatch in ('placed', 'refused', 'unknown')))`

type ErasedMessage = Pick<Message, 'id' | 'conversationId' | 'direction' | 'fromNumber' | 'toNumber'>

/**
 * Deletes settled messages with all dependent rows, and conversations that become empty. Facts and amounts, which contain no personal data,
 * move to `erased_messages`. The IDs of carrier events stay as long as the carrier may repeat them, without their content. The caller has
 * locked the rows.
 */
export async function eraseMessages(tx: Tx, workspaceId: WorkspaceId, ids: readonly number[], reason: ErasureReason): Promise<void> {
  if (ids.length === 0) return
  const condition = sql`workspace_id = ${workspaceId} and id = any(${ids}::int[])`
  const messages = await tx.$queryRaw<ErasedMessage[]>(sql`
    select id, conversation_id as "conversationId", direction, from_number as "fromNumber", to_number as "toNumber" from messages where ${condition}`)
  const countries = messages.map(({ id, direction, fromNumber, toNumber }) => ({ id, country: countryOf(direction === 'inbound' ? fromNumber : toNumber) }))
  await tx.$executeRaw(sql`
    insert into erased_messages (id, workspace_id, number_id, country, direction, status, segments, cost_micros, created_at, reason)
    select m.id, m.workspace_id, m.number_id, origin.country, m.direction, m.status, m.segments, m.cost_micros, m.created_at, ${reason}
    from messages m join jsonb_to_recordset(${JSON.stringify(countries)}::jsonb) as origin (id int, country text) on origin.id = m.id
    where m.workspace_id = ${workspaceId}
    on conflict do nothing`)
  await deliveryErasing.eraseDeliveries(tx, workspaceId, 'sms.received', ids)
  await tx.$executeRaw(sql`update carrier_events set event = '{}', message_id = null where workspace_id = ${workspaceId} and message_id = any(${ids}::int[])`)
  await tx.$executeRaw(sql`delete from messages where ${condition}`)
  await deleteEmptyConversations(
    tx,
    workspaceId,
    messages.map(({ conversationId }) => conversationId),
  )
}

/** Deletes conversations without messages; one that has just received a message stays. */
export const deleteEmptyConversations = async (tx: Tx, workspaceId: WorkspaceId, conversationIds: readonly ConversationId[]) => {
  await tx.$queryRaw(sql`select id from conversations where workspace_id = ${workspaceId} and id = any(${conversationIds}::int[]) order by id for update`)
  await tx.$executeRaw(sql`
    delete from conversations c where workspace_id = ${workspaceId} and id = any(${conversationIds}::int[])
      and not exists (select from messages m where m.workspace_id = c.workspace_id and m.conversation_id = c.id)`)
}
