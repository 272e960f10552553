import type { Message as MessageRow } from '../generated/prisma/client.ts'
import { SmsInput } from '../inputs/messages.ts'
import { CURRENCY } from '../kernel/lib/money.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as messageSends from '../services/messages/messageSends.ts'
import { MESSAGE_STATES } from '../services/messages/messageStates.ts'
import * as messages from '../services/messages/messages.ts'
import { actorOf, builder } from './builder.ts'
import { inputFromZod } from './inputs.ts'
import { connection } from './page.ts'
import { needs, selectedColumns } from './selection.ts'

export const Message = builder.objectRef<MessageRow>('Message').implement({
  description: 'One text, in or out',
  fields: (t) => ({
    id: t.exposeID('id'),
    direction: t.exposeString('direction', { description: 'inbound or outbound' }),
    status: t.exposeString('status', {
      description: `Outbound: ${MESSAGE_STATES.join(', ')}; unknown while nobody knows whether the carrier took it. Inbound: received`,
    }),
    errorCode: t.exposeString('errorCode', { nullable: true, description: "The carrier's own code of what went wrong" }),
    errorReason: t.exposeString('errorReason', {
      nullable: true,
      description: 'What went wrong, in stable words: opted_out, invalid_number, not_sms_capable, blocked, not_sent and the like',
    }),
    segments: t.exposeInt('segments'),
    body: t.exposeString('body'),
    media: t.exposeStringList('media', { description: 'Addresses of pictures and the like, as the carrier gave them' }),
    fromNumber: t.exposeString('fromNumber'),
    toNumber: t.exposeString('toNumber'),
    conversationId: t.exposeID('conversationId'),
    carrier: t.exposeString('carrier'),
    keyword: t.exposeString('keyword', { nullable: true, description: 'Of an inbound one that is nothing else, and of our answer to it: stop, start or help' }),
    source: t.exposeString('source', { nullable: true, description: 'Of an outbound one: api, dashboard or auto_reply' }),
    cost: t.field({
      ...needs('costMicros'),
      type: 'Money',
      nullable: true,
      description: 'Null until it is known whether the carrier took it',
      resolve: ({ costMicros }) => costMicros,
    }),
    currency: t.string({ ...needs(), resolve: () => CURRENCY }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true, description: 'When the carrier took it' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'Delivered, undelivered or failed since then' }),
  }),
})

builder.queryFields((t) => ({
  messages: t.connection({
    type: Message,
    description: 'Texts, newest first; of one conversation, or of all',
    authScopes: { scope: 'sms:read' },
    args: { conversationId: t.arg.id() },
    resolve: async (_, { first, after, conversationId }, ctx, info) =>
      connection(
        await messages.list(
          actorOf(ctx),
          { first, after },
          { conversationId: conversationId == null ? null : rowId(conversationId, 'Conversation') },
          selectedColumns(info, messages.FIELDS),
        ),
        after,
      ),
  }),
  message: t.field({
    type: Message,
    authScopes: { scope: 'sms:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => messages.get(actorOf(ctx), rowId(id, 'Message')),
  }),
}))

builder.mutationFields((t) => ({
  sendSms: t.field({
    type: Message,
    description: 'Sends one text now',
    authScopes: { scope: 'sms:write' },
    args: { input: t.arg({ type: inputFromZod('SmsInput', SmsInput, ['fromNumberId']), required: true }) },
    resolve: (_, { input }, ctx) => messageSends.send(actorOf(ctx), input),
  }),
}))
