import type { ConversationId, MessageId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import type { Message } from '../../generated/prisma/client.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { ifGiven, selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { FIELDS } from './messageOutcomes.ts'
import { type FindPage, findNewest, newestOf, pageById, type PageArgs } from '../shared/paging.ts'

export { FIELDS }

export interface MessageFilter {
  conversationId?: ConversationId | null
}

const listMessages = statement('messages.list', newestOf('messages', ifGiven('conversationId', sql`and conversation_id = $conversationId`)))

/** Lists inbound and outbound messages, newest first, optionally of one conversation. */
export const list = ({ workspaceId }: Actor, page: PageArgs, { conversationId }: MessageFilter = {}, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, findNewest(listMessages, { workspaceId, conversationId, fields }) as FindPage<Message>)

const getMessage = statement('messages.get', sql`select ${selectList(FIELDS)} from messages where workspace_id = $workspaceId and id = $id`)

export async function get({ workspaceId }: Pick<Actor, 'workspaceId'>, id: MessageId): Promise<Message> {
  const message = await getMessage.get({ workspaceId, id })
  if (!message) throw notFound('Message')
  return message as Message
}

const listLatestMessages = statement(
  'messages.listLatest',
  sql`
    select ${selectList(FIELDS)} from unnest($conversationIds::int[]) as requested(conversation)
    cross join lateral (
      select * from messages where workspace_id = $workspaceId and conversation_id = requested.conversation order by messages.id desc limit 1) as latest`,
)

/** Returns the latest message of each conversation, in the order of the IDs. */
export async function listLatest({ workspaceId }: Actor, conversationIds: readonly ConversationId[]): Promise<(Message | null)[]> {
  const rows = await listLatestMessages.all({ workspaceId, conversationIds: [...conversationIds] })
  const byConversation = new Map(rows.map((row) => [row.conversationId, row as Message]))
  return conversationIds.map((id) => byConversation.get(id) ?? null)
}
