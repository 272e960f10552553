import type { ConversationId } from '../../kernel/vocabulary/ids.ts'
import { streamThrottledEvents, type Events } from '../../kernel/events.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as conversations from '../../services/messages/conversations.ts'
import * as messages from '../../services/messages/messages.ts'
import { actorOf, builder } from '../base/builder.ts'
import type { Context } from '../base/context.ts'
import { Conversation } from './conversations.ts'
import { Message } from './messages.ts'

type MessageEvent = Events['message.updated']

/** The minimum interval between two updates of the same message or conversation. */
const EVERY_MS = 250

function watchAll(ctx: Context) {
  const { workspaceId } = actorOf(ctx)
  return streamThrottledEvents('message.updated', (event) => (event.workspaceId === workspaceId ? event.messageId : undefined), EVERY_MS)
}

/** Streams a conversation, starting with its current data. Throws NOT_FOUND. */
async function watchOne(ctx: Context, conversationId: ConversationId) {
  const { workspaceId } = await conversations.get(actorOf(ctx), conversationId)
  const isIt = (event: MessageEvent) => event.workspaceId === workspaceId && event.conversationId === conversationId
  const events = streamThrottledEvents('message.updated', (event) => (isIt(event) ? conversationId : undefined), EVERY_MS)
  events.push({ workspaceId, conversationId, messageId: 0 })
  return events
}

builder.subscriptionFields((t) => ({
  messagesUpdated: t.field({
    type: Message,
    description: 'Watch all messages of the workspace. Sends a message after each change, up to about four times per second for each message.',
    authScopes: { scope: 'sms:read' },
    extensions: { shared: 'changes' },
    subscribe: (_, __, ctx) => watchAll(ctx),
    resolve: (event, _, ctx) => messages.get(actorOf(ctx), (event as MessageEvent).messageId),
  }),
  conversationUpdated: t.field({
    type: Conversation,
    description: 'Watch a conversation. Sends it now and after each change of its messages, up to about four times per second.',
    authScopes: { scope: 'sms:read' },
    extensions: { shared: 'state' },
    args: { conversationId: t.arg.id({ required: true }) },
    subscribe: (_, { conversationId }, ctx) => watchOne(ctx, parseRowId(conversationId, 'Conversation')),
    resolve: (event, _, ctx) => conversations.get(actorOf(ctx), (event as MessageEvent).conversationId),
  }),
}))
