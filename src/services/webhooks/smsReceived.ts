import type { Tx } from '../../kernel/db/db.ts'
import type { Message } from '../../generated/prisma/client.ts'
import * as deliveries from './deliveries.ts'

/** Enqueues `sms.received` in the transaction that stores the message (spec: sms.received). */
export const enqueue = (tx: Tx, message: Message) =>
  deliveries.enqueue(tx, { workspaceId: message.workspaceId, type: 'sms.received', eventId: String(message.id), data: toData(message) })

export const toData = ({ id, conversationId, fromNumber, toNumber, body }: Message) => ({
  message_id: String(id),
  conversation_id: String(conversationId),
  from: fromNumber,
  to: toNumber,
  body,
})
