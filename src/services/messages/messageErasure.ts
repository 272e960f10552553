import type { ConversationId, MessageId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { clock } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import type { PhonePatterns } from '../dataSubjects/phonePatterns.ts'
import { mentionsNumber } from '../../kernel/db/phoneMentions.ts'

/** Condition on `messages m`: the message is final and its cost is settled. */
export const IS_SETTLED = sql`(m.hold_micros is null and m.next_check_at is null and (m.dispatch is null or m.dispatch in ('placed', 'refused', 'unknown')))`

const blankEvents = statement(
  'messages.blankEvents',
  sql`update carrier_events set event = '{}', message_id = null where workspace_id = $workspaceId and message_id = any($ids)`,
)
const deleteMessages = statement('messages.delete', sql`delete from messages where workspace_id = $workspaceId and id = any($ids) returning conversation_id`)

/**
 * Deletes settled messages, and conversations that become empty. The IDs of carrier events stay as long as the carrier may repeat them,
 * without their content. The caller has locked the messages, and erased what other domains have of them.
 */
export async function erase(tx: Tx, workspaceId: WorkspaceId, messageIds: readonly MessageId[]): Promise<void> {
  const params = { workspaceId, ids: [...messageIds] }
  await blankEvents.run(params, tx)
  const deleted = await deleteMessages.all(params, tx)
  await eraseEmptyConversations(
    tx,
    workspaceId,
    deleted.map(({ conversationId }) => conversationId),
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
export async function eraseEmptyConversations(tx: Tx, workspaceId: WorkspaceId, ids: ConversationId[]): Promise<void> {
  await lockConversations.run({ workspaceId, ids }, tx)
  await deleteConversations.run({ workspaceId, ids }, tx)
}

const blankMentioning = statement(
  'messages.blankMentioningEvents',
  sql`
    update carrier_events set event = '{}'
    where workspace_id = $workspaceId and (processed_at is not null or received_at < $now::timestamptz - interval '1 hour') and ${mentionsNumber(sql`event::text`)}`,
  { isUnprepared: true },
)

/** Blanks carrier events that mention a number, once they are processed or an hour old. Returns how many. */
export const blankMentions = (
  tx: Tx,
  { workspaceId, pattern, keys }: { workspaceId: WorkspaceId } & Pick<PhonePatterns, 'pattern' | 'keys'>,
): Promise<number> => blankMentioning.run({ workspaceId, pattern, keys, now: clock.now() }, tx)
