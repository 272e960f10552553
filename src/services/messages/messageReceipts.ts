import type { SmsEvent } from '../../carriers/carrier.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Message } from '../../generated/prisma/client.ts'
import { log } from '../../kernel/log.ts'
import { sameAccount, type Told } from './inboundMessages.ts'
import * as messageOutcomes from './messageOutcomes.ts'

type Receipt = Extract<SmsEvent, { type: 'status' }>

/**
 * Takes in a receipt, which may come late, twice and in any order, and also before the carrier's answer to our sending was written
 * down: it then says that the carrier has the message (contract: SMS). Answers the message's id; null where there is none of ours.
 */
export async function take(tx: Tx, told: Told, receipt: Receipt): Promise<number | null> {
  const { workspaceId, connectionId } = told
  const message = await find(tx, { workspaceId, connectionId: { in: await sameAccount(tx, told) }, direction: 'outbound' }, receipt)
  if (!message) {
    log.warn({ connectionId, carrierMessageId: receipt.carrierMessageId }, 'received a delivery receipt for an unknown message')
    return null
  }
  const { status, carrierMessageId, errorCode, errorReason } = receipt
  await messageOutcomes.advance(tx, message, { status, carrierMessageId, errorCode, errorReason })
  return message.id
}

/** By the carrier's id, else by our reference; only among what went out from that account. */
async function find(tx: Tx, ours: Pick<Message, 'workspaceId' | 'direction'> & { connectionId: { in: number[] } }, { carrierMessageId, ref }: Receipt) {
  const known = carrierMessageId === null ? null : await tx.message.findFirst({ where: { ...ours, carrierMessageId } })
  return known ?? (ref === null ? null : tx.message.findFirst({ where: { ...ours, ref } }))
}
