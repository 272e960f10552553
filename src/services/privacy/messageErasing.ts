import type { ConversationId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { countryOf } from '../../kernel/lib/phones.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import type { ErasureReason } from './callErasing.ts'
import * as deliveryErasing from './deliveryErasing.ts'

/** Condition on `messages m`: the message is final and its cost is settled. */
export const IS_SETTLED = sql`(m.hold_micros is null and m.next_check_at is null and (m.dispatch is null or m.dispatch in ('placed', 'refused', 'unknown')))`

const listMessages = statement(
  'messages.listErased',
  sql`select id, conversation_id, direction, from_number, to_number from messages where workspace_id = $workspaceId and id = any($ids)`,
)

const archiveMessages = statement(
  'messages.archiveErased',
  sql`
    insert into erased_messages (id, workspace_id, number_id, country, direction, status, segments, cost_micros, created_at, reason)
    select m.id, m.workspace_id, m.number_id, origin.country, m.direction, m.status, m.segments, m.cost_micros, m.created_at, $reason
    from messages m join jsonb_to_recordset($countries) as origin (id int, country text) on origin.id = m.id
    where m.workspace_id = $workspaceId
    on conflict do nothing`,
)

const blankEvents = statement(
  'messages.blankEvents',
  sql`update carrier_events set event = '{}', message_id = null where workspace_id = $workspaceId and message_id = any($ids)`,
)
const deleteMessages = statement('messages.delete', sql`delete from messages where workspace_id = $workspaceId and id = any($ids)`)

/**
 * Deletes settled messages with all dependent rows, and conversations that become empty. Facts and amounts, which contain no personal data,
 * move to `erased_messages`. The IDs of carrier events stay as long as the carrier may repeat them, without their content. The caller has
 * locked the rows.
 */
export async function eraseMessages(tx: Tx, workspaceId: WorkspaceId, messageIds: readonly number[], reason: ErasureReason): Promise<void> {
  if (messageIds.length === 0) return
  const ids = [...messageIds]
  const messages = await listMessages.all({ workspaceId, ids }, tx)
  const countries = messages.map(({ id, direction, fromNumber, toNumber }) => ({ id, country: countryOf(direction === 'inbound' ? fromNumber : toNumber) }))
  await archiveMessages.run({ workspaceId, reason, countries: JSON.stringify(countries) }, tx)
  await deliveryErasing.eraseDeliveries(tx, workspaceId, 'sms.received', ids)
  await blankEvents.run({ workspaceId, ids }, tx)
  await deleteMessages.run({ workspaceId, ids }, tx)
  await deleteEmptyConversations(
    tx,
    workspaceId,
    messages.map(({ conversationId }) => conversationId),
  )
}

const lockConversations = statement(
  'conversations.lock',
  sql`select id from conversations where workspace_id = $workspaceId and id = any($ids) order by id for update`,
)
const deleteConversations = statement(
  'conversations.deleteEmpty',
  sql`
    delete from conversations c where workspace_id = $workspaceId and id = any($ids)
      and not exists (select from messages m where m.workspace_id = c.workspace_id and m.conversation_id = c.id)`,
)

/** Deletes conversations without messages; one that has just received a message stays. */
export async function deleteEmptyConversations(tx: Tx, workspaceId: WorkspaceId, ids: ConversationId[]) {
  await lockConversations.run({ workspaceId, ids }, tx)
  await deleteConversations.run({ workspaceId, ids }, tx)
}
