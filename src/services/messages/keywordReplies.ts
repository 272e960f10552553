import { randomUUID } from 'node:crypto'
import { getCarrier } from '../../carriers/registry.ts'
import { fromNow } from '../../kernel/lib/clock.ts'
import { afterCommit, type Tx } from '../../kernel/db/db.ts'
import type { Message } from '../../generated/prisma/client.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { segmentsOf } from '../../inputs/segments.ts'
import { sql } from '../../kernel/db/sql.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { findReply, type KeywordMatch } from './keywords.ts'
import * as messageOutcomes from './messageOutcomes.ts'
import * as messagingSettings from './messagingSettings.ts'
import { smsPrice } from '../billing/smsPrices.ts'
import * as wallet from '../billing/wallet.ts'

/** A reply may follow its keyword within this time (47 CFR 64.1200(a)(12)). No second reply is sent within it. */
export const REPLY_WINDOW_MS = 300_000

/** Whether the carrier replies to the keyword itself. Carriers know the English keywords and those that they report as keywords. */
export const isHandledByCarrier = (asked: Message, { language }: KeywordMatch, isKnownToCarrier: boolean) =>
  (isKnownToCarrier || language === 'en') && getCarrier(carrierAccess.protocolOf(asked)).handlesKeywords(asked.toNumber)

/**
 * Replies to a keyword in its language or with the workspace's own text: adds a message and its job in the caller's transaction.
 * The reply to STOP is the only SMS that ignores the do-not-call list. Sends nothing if the wallet does not cover it, if the sender
 * is one of our own numbers (which might reply in turn), or if a reply was sent within five minutes.
 */
export async function send(tx: Tx, asked: Message, found: KeywordMatch): Promise<void> {
  const { workspaceId, fromNumber: toNumber } = asked
  const settings = await messagingSettings.read(tx, workspaceId)
  if (!settings.replies || asked.createdAt < fromNow(-REPLY_WINDOW_MS) || !(await canReply(tx, asked, found))) return
  const body = settings[`${found.keyword}Text`] ?? findReply(found)
  const segments = segmentsOf(body)
  const hold = smsPrice(toNumber, segments)
  if (!(await wallet.holdForSms(tx, workspaceId, hold))) return
  const { conversationId, numberId, connectionId, carrier: name, toNumber: fromNumber } = asked
  const text = {
    direction: 'outbound',
    status: 'queued',
    dispatch: 'waiting',
    source: 'auto_reply',
    keyword: found.keyword,
    fromNumber,
    toNumber,
    body,
    segments,
  }
  const answer = await tx.message.create({
    data: { ...text, workspaceId, ref: randomUUID(), conversationId, numberId, connectionId, carrier: name, holdMicros: hold },
  })
  await enqueue(tx, 'messages.send', { messageId: answer.id })
  afterCommit(tx, () => messageOutcomes.announce(answer))
}

async function canReply(tx: Tx, { workspaceId, conversationId, fromNumber }: Message, { keyword }: KeywordMatch): Promise<boolean> {
  const [known] = await tx.$queryRaw<{ isOurs: boolean; isListed: boolean; isAnswered: boolean }[]>(sql`select
    exists (select from phone_numbers where phone_number = ${fromNumber} and is_active) as "isOurs",
    exists (select from dnc_entries where workspace_id = ${workspaceId} and phone_number = ${fromNumber}) as "isListed",
    exists (
      select from messages where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and source = 'auto_reply' and keyword = ${keyword}
        and created_at > ${fromNow(-REPLY_WINDOW_MS)}) as "isAnswered"`)
  return !known!.isOurs && !known!.isAnswered && (keyword === 'stop' || !known!.isListed)
}
