import type { SmsEvent } from '../../carriers/carrier.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Message } from '../../generated/prisma/client.ts'
import { log } from '../../kernel/log.ts'
import { listAccountConnectionIds, type EventOrigin } from './inboundMessages.ts'
import * as messageOutcomes from './messageOutcomes.ts'

type Receipt = Extract<SmsEvent, { type: 'status' }>

/**
 * Applies a delivery receipt. Receipts may come late, twice, in any order, and before the carrier's response to our request is
 * committed; then the receipt proves that the carrier accepted the message (contract: SMS). Returns the message's ID, or null if the
 * message is not ours.
 */
export async function apply(tx: Tx, origin: EventOrigin, receipt: Receipt): Promise<number | null> {
  const { workspaceId, connectionId } = origin
  const message = await findMessage(tx, { workspaceId, connectionId: { in: await listAccountConnectionIds(tx, origin) }, direction: 'outbound' }, receipt)
  if (!message) {
    log.warn({ connectionId, carrierMessageId: receipt.carrierMessageId }, 'received a delivery receipt for an unknown message')
    return null
  }
  const { status, carrierMessageId, errorCode, errorReason } = receipt
  await messageOutcomes.applyUpdate(tx, message, { status, carrierMessageId, errorCode, errorReason })
  return message.id
}

/** Finds the message by the carrier's ID, else by our reference, among the messages of that account. */
async function findMessage(tx: Tx, scope: Pick<Message, 'workspaceId' | 'direction'> & { connectionId: { in: number[] } }, { carrierMessageId, ref }: Receipt) {
  const byCarrierId = carrierMessageId === null ? null : await tx.message.findFirst({ where: { ...scope, carrierMessageId } })
  return byCarrierId ?? (ref === null ? null : tx.message.findFirst({ where: { ...scope, ref } }))
}
