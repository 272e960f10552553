import type { Tx } from '../../kernel/db/db.ts'
import type { Message } from '../../generated/prisma/client.ts'
import * as deliveries from './deliveries.ts'

/** Puts `sms.received` on its way in the transaction that stores the text (spec: sms.received). */
export const enqueue = (tx: Tx, message: Message) =>
  deliveries.enqueue(tx, { workspaceId: message.workspaceId, type: 'sms.received', eventId: String(message.id), data: dataOf(message) })

export const dataOf = ({ id, conversationId, fromNumber, toNumber, body }: Message) => ({
  message_id: String(id),
  conversation_id: String(conversationId),
  from: fromNumber,
  to: toNumber,
  body,
})
