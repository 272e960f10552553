import type { ConversationId, MessageId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import type { Message } from '../../generated/prisma/client.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { columns, query, sql } from '../../kernel/db/sql.ts'
import { FIELDS } from './messageOutcomes.ts'
import { findNewest, pageById, type PageArgs } from '../shared/paging.ts'

export { FIELDS }

export interface MessageFilter {
  conversationId?: ConversationId | null
}

/** Lists inbound and outbound messages, newest first, optionally of one conversation. */
export const list = ({ workspaceId }: Actor, page: PageArgs, { conversationId }: MessageFilter = {}, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, findNewest<Message>('messages', fields, { workspaceId, conversationId: conversationId ?? undefined }))

export async function get({ workspaceId }: Pick<Actor, 'workspaceId'>, id: MessageId): Promise<Message> {
  const [message] = await query<Message>(sql`select ${columns(FIELDS)} from messages where workspace_id = ${workspaceId} and id = ${id}`)
  if (!message) throw notFound('Message')
  return message
}

/** Returns the latest message of each conversation, in the order of the IDs. */
export async function listLatest({ workspaceId }: Actor, conversationIds: readonly ConversationId[]): Promise<(Message | null)[]> {
  const rows = await query<Message>(sql`
    select ${columns(FIELDS)} from unnest(${conversationIds}::int[]) as requested(conversation)
    cross join lateral (
      select * from messages where workspace_id = ${workspaceId} and conversation_id = requested.conversation order by messages.id desc limit 1) as latest`)
  const byConversation = new Map(rows.map((row) => [row.conversationId, row]))
  return conversationIds.map((id) => byConversation.get(id) ?? null)
}
