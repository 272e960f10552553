import type { Message as MessageRow } from '../../generated/prisma/client.ts'
import { SmsInput } from '../../inputs/messages.ts'
import { CURRENCY } from '../../kernel/lib/money.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as messageSends from '../../services/messages/messageSends.ts'
import * as messages from '../../services/messages/messages.ts'
import { actorOf, builder } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'
import { connection } from '../base/page.ts'
import { needs, selectedColumns } from '../base/selection.ts'
import { Direction } from '../enums/calls.ts'
import { Carrier, MessageKeyword, MessageSource, MessageStatus } from '../enums/messages.ts'

export const Message = builder.objectRef<MessageRow>('Message').implement({
  description: 'Inbound or outbound SMS message.',
  fields: (t) => ({
    id: t.exposeID('id'),
    direction: t.expose('direction', { type: Direction }),
    status: t.expose('status', { type: MessageStatus }),
    errorCode: t.exposeString('errorCode', { nullable: true, description: 'Error code of the carrier. `null` if there was no error.' }),
    errorReason: t.exposeString('errorReason', {
      nullable: true,
      description: 'Reason of the failure, such as `opted_out`, `invalid_number`, `not_sms_capable`, `blocked` or `not_sent`. `null` if there was none.',
    }),
    segments: t.exposeInt('segments', { description: 'Number of segments.' }),
    body: t.exposeString('body', { description: 'Text of the message.' }),
    media: t.exposeStringList('media', { description: 'URLs of attached media, as the carrier sent them.' }),
    fromNumber: t.exposeString('fromNumber', { description: 'Sender of the message.' }),
    toNumber: t.exposeString('toNumber', { description: 'Recipient of the message.' }),
    conversationId: t.exposeID('conversationId'),
    carrier: t.expose('carrier', { type: Carrier, description: 'Carrier of the message.' }),
    keyword: t.expose('keyword', {
      type: MessageKeyword,
      nullable: true,
      description: 'Keyword of an inbound message that consists of nothing else, and of the automatic reply to it.',
    }),
    source: t.expose('source', { type: MessageSource, nullable: true, description: 'Who sent an outbound message.' }),
    cost: t.field({
      ...needs('costMicros'),
      type: 'Money',
      nullable: true,
      description: 'Cost of the message. `null` until the carrier accepts or rejects it.',
      resolve: ({ costMicros }) => costMicros,
    }),
    currency: t.string({ ...needs(), resolve: () => CURRENCY }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true, description: 'When the carrier accepted the message. `null` until then.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When the message was delivered or failed. `null` until then.' }),
  }),
})

builder.queryFields((t) => ({
  messages: t.connection({
    type: Message,
    description: 'List messages, newest first.',
    authScopes: { scope: 'sms:read' },
    args: { conversationId: t.arg.id({ description: 'Only messages of this conversation.' }) },
    resolve: async (_, { first, after, conversationId }, ctx, info) =>
      connection(
        await messages.list(
          actorOf(ctx),
          { first, after },
          { conversationId: conversationId == null ? null : parseRowId(conversationId, 'Conversation') },
          selectedColumns(info, messages.FIELDS),
        ),
        after,
      ),
  }),
  message: t.field({
    type: Message,
    description: 'Get a message.',
    authScopes: { scope: 'sms:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => messages.get(actorOf(ctx), parseRowId(id, 'Message')),
  }),
}))

builder.mutationFields((t) => ({
  sendSms: t.field({
    type: Message,
    description: 'Send an SMS message.',
    authScopes: { scope: 'sms:write' },
    args: { input: t.arg({ type: inputFromZod('SmsInput', SmsInput, ['fromNumberId']), required: true }) },
    resolve: (_, { input }, ctx) => messageSends.send(actorOf(ctx), input),
  }),
}))
