import DataLoader from 'dataloader'
import type { Conversation as ConversationRow, Message as MessageRow } from '../generated/prisma/client.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as conversations from '../services/messages/conversations.ts'
import * as messages from '../services/messages/messages.ts'
import { actorOf, builder } from './builder.ts'
import type { Context } from './context.ts'
import { Message } from './messages.ts'
import { connection } from './page.ts'

const loaders = new WeakMap<Context, DataLoader<number, MessageRow | null>>()

/** The latest message of a conversation, read once for all conversations of an operation. */
function latestOf(ctx: Context, conversationId: number) {
  const known = loaders.get(ctx)
  const loader = known ?? new DataLoader((ids: readonly number[]) => messages.latest(actorOf(ctx), ids), { cache: false })
  if (!known) loaders.set(ctx, loader)
  return loader.load(conversationId)
}

export const Conversation = builder.objectRef<ConversationRow>('Conversation').implement({
  description: 'All texts between one of the numbers and one other side',
  fields: (t) => ({
    id: t.exposeID('id'),
    numberId: t.exposeID('numberId'),
    peer: t.exposeString('peer', { description: 'The other side: E.164, or a short code or a name' }),
    lastMessage: t.field({ type: Message, nullable: true, resolve: ({ id }, _, ctx) => latestOf(ctx, id) }),
    lastMessageAt: t.expose('lastMessageAt', { type: 'DateTime' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  conversations: t.connection({
    type: Conversation,
    description: 'The one with the latest text first',
    authScopes: { scope: 'sms:read' },
    args: { numberId: t.arg.id(), peer: t.arg.string() },
    resolve: async (_, { first, after, numberId, peer }, ctx) =>
      connection(
        await conversations.list(actorOf(ctx), { first, after }, { numberId: numberId == null ? null : rowId(numberId, 'Phone number'), peer }),
        after,
        conversations.cursorOf,
      ),
  }),
  conversation: t.field({
    type: Conversation,
    authScopes: { scope: 'sms:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => conversations.get(actorOf(ctx), rowId(id, 'Conversation')),
  }),
}))
