import { randomUUID } from 'node:crypto'
import { carrier } from '../../carriers/registry.ts'
import { inMs } from '../../kernel/lib/clock.ts'
import { afterCommit, type Tx } from '../../kernel/db/db.ts'
import type { Message } from '../../generated/prisma/client.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { segmentsOf } from '../../inputs/segments.ts'
import { sql } from '../../kernel/db/sql.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { answerTo, type Found } from './keywords.ts'
import * as messageOutcomes from './messageOutcomes.ts'
import * as messagingSettings from './messagingSettings.ts'
import { textPrice } from '../billing/smsPrices.ts'
import * as wallet from '../billing/wallet.ts'

/** So long after its keyword an answer may come (47 CFR 64.1200(a)(12)), and so long there is no second one. */
export const ANSWERED_WITHIN_MS = 300_000

/** Whether the carrier answers that itself: English words are the ones that carriers know, and those it says that it took for a keyword. */
export const areCarriers = (asked: Message, { language }: Found, isKnownToCarrier: boolean) =>
  (isKnownToCarrier || language === 'en') && carrier(carrierAccess.spokenBy(asked)).repliesItself(asked.toNumber)

/**
 * Answers a keyword in its language, or in the workspace's own words: in the transaction that takes the keyword in, as a message
 * that a job sends. The answer to STOP is the only text that passes the do-not-call list. There is
 * none where the wallet does not cover it, to one of our own numbers, which might answer in turn, and a second time within five minutes.
 */
export async function send(tx: Tx, asked: Message, found: Found): Promise<void> {
  const { workspaceId, fromNumber: toNumber } = asked
  const settings = await messagingSettings.of(tx, workspaceId)
  if (!settings.replies || asked.createdAt < inMs(-ANSWERED_WITHIN_MS) || !(await mayAnswer(tx, asked, found))) return
  const body = settings[`${found.keyword}Text`] ?? answerTo(found)
  const segments = segmentsOf(body)
  const hold = textPrice(toNumber, segments)
  if (!(await wallet.holdText(tx, workspaceId, hold))) return
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

async function mayAnswer(tx: Tx, { workspaceId, conversationId, fromNumber }: Message, { keyword }: Found): Promise<boolean> {
  const [known] = await tx.$queryRaw<{ isOurs: boolean; isListed: boolean; isAnswered: boolean }[]>(sql`select
    exists (select from phone_numbers where phone_number = ${fromNumber} and is_active) as "isOurs",
    exists (select from dnc_entries where workspace_id = ${workspaceId} and phone_number = ${fromNumber}) as "isListed",
    exists (
      select from messages where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and source = 'auto_reply' and keyword = ${keyword}
        and created_at > ${inMs(-ANSWERED_WITHIN_MS)}) as "isAnswered"`)
  return !known!.isOurs && !known!.isAnswered && (keyword === 'stop' || !known!.isListed)
}
