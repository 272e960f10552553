import DataLoader from 'dataloader'
import type { ConversationId } from '../../kernel/vocabulary/ids.ts'
import type { Conversation as ConversationRow } from '../../generated/prisma/client.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as conversations from '../../services/messages/conversations.ts'
import * as messages from '../../services/messages/messages.ts'
import { actorOf, builder } from '../base/builder.ts'
import type { Context } from '../base/context.ts'
import { perOperation } from '../base/perOperation.ts'
import { Message } from './messages.ts'
import { connection } from '../base/page.ts'

const loaderOf = perOperation((ctx) => new DataLoader((ids: readonly number[]) => messages.listLatest(actorOf(ctx), ids), { cache: false }))

/** Loads the latest message of a conversation, batched per operation. */
const latestOf = (ctx: Context, conversationId: ConversationId) => loaderOf(ctx).load(conversationId)

export const Conversation = builder.objectRef<ConversationRow>('Conversation').implement({
  description: 'All messages between a number of the workspace and a contact.',
  fields: (t) => ({
    id: t.exposeID('id'),
    numberId: t.exposeID('numberId', { description: 'Number of the workspace.' }),
    contactNumber: t.exposeString('contactNumber', { description: 'Number of the contact in E.164 format, or a short code or sender name.' }),
    lastMessage: t.field({ type: Message, nullable: true, description: 'Most recent message.', resolve: ({ id }, _, ctx) => latestOf(ctx, id) }),
    lastMessageAt: t.expose('lastMessageAt', { type: 'DateTime', description: 'When the most recent message was sent or received.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  conversations: t.connection({
    type: Conversation,
    description: 'List conversations. Those with the most recent message come first.',
    authScopes: { scope: 'sms:read' },
    args: {
      numberId: t.arg.id({ description: 'Only conversations of this number.' }),
      contactNumber: t.arg.string({ description: 'Only conversations with this contact.' }),
    },
    resolve: async (_, { first, after, numberId, contactNumber }, ctx) =>
      connection(
        await conversations.list(actorOf(ctx), { first, after }, { numberId: numberId == null ? null : parseRowId(numberId, 'Phone number'), contactNumber }),
        after,
        conversations.cursorOf,
      ),
  }),
  conversation: t.field({
    type: Conversation,
    description: 'Get a conversation.',
    authScopes: { scope: 'sms:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => conversations.get(actorOf(ctx), parseRowId(id, 'Conversation')),
  }),
}))
