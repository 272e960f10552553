import { randomUUID } from 'node:crypto'
import { getCarrier } from '../../carriers/registry.ts'
import { fromNow } from '../../kernel/lib/clock.ts'
import { afterCommit, type Tx } from '../../kernel/db/db.ts'
import type { Message } from '../../generated/prisma/client.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { segmentsOf } from '../../inputs/segments.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { findReply, type KeywordMatch } from './keywords.ts'
import * as messageOutcomes from './messageOutcomes.ts'
import * as messagingSettings from './messagingSettings.ts'
import { smsPrice } from '../billing/smsPrices.ts'
import * as wallet from '../billing/wallet.ts'

/** A reply may follow its keyword within this time (47 CFR 64.1200(a)(12)). No second reply is sent within it. */
export const REPLY_WINDOW_MS = 300_000

/** Whether the carrier replies to the keyword itself. Carriers know the English keywords and those that they report as keywords. */
export const isHandledByCarrier = (message: Message, { language }: KeywordMatch, isKnownToCarrier: boolean) =>
  (isKnownToCarrier || language === 'en') && getCarrier(carrierAccess.protocolOf(message)).handlesKeywords(message.toNumber)

/**
 * Replies to a keyword in its language or with the workspace's own text: adds a message and its job in the caller's transaction.
 * The reply to STOP is the only SMS that ignores the do-not-call list. Sends nothing if the wallet does not cover it, if the sender
 * is one of our own numbers (which might reply in turn), or if a reply was sent within five minutes.
 */
export async function send(tx: Tx, request: Message, match: KeywordMatch): Promise<void> {
  const { workspaceId, fromNumber: toNumber } = request
  const settings = await messagingSettings.read(tx, workspaceId)
  if (!settings.replies || request.createdAt < fromNow(-REPLY_WINDOW_MS) || !(await canReply(tx, request, match))) return
  const body = settings[`${match.keyword}Text`] ?? findReply(match)
  const segments = segmentsOf(body)
  const hold = smsPrice(toNumber, segments)
  if (!(await wallet.holdForSms(tx, workspaceId, hold))) return
  const { conversationId, numberId, connectionId, carrier: name, toNumber: fromNumber } = request
  const content = {
    direction: 'outbound',
    status: 'queued',
    dispatch: 'waiting',
    source: 'auto_reply',
    keyword: match.keyword,
    fromNumber,
    toNumber,
    body,
    segments,
  }
  const reply = await tx.message.create({
    data: { ...content, workspaceId, ref: randomUUID(), conversationId, numberId, connectionId, carrier: name, holdMicros: hold },
  })
  await enqueue(tx, 'messages.send', { messageId: reply.id })
  afterCommit(tx, () => messageOutcomes.announce(reply))
}

const getReplyState = statement(
  'messages.getReplyState',
  sql`select
    exists (select from phone_numbers where phone_number = $fromNumber and is_active) as is_ours,
    exists (select from dnc_entries where workspace_id = $workspaceId and phone_number = $fromNumber) as is_listed,
    exists (
      select from messages where workspace_id = $workspaceId and conversation_id = $conversationId and source = 'auto_reply' and keyword = $keyword
        and created_at > $since) as is_answered`,
  { acrossWorkspaces: 'Callwright does not reply to a number of any workspace of this server.' },
)

async function canReply(tx: Tx, { workspaceId, conversationId, fromNumber }: Message, { keyword }: KeywordMatch): Promise<boolean> {
  const state = await getReplyState.get({ workspaceId, conversationId, fromNumber, keyword, since: fromNow(-REPLY_WINDOW_MS) }, tx)
  return !state!.isOurs && !state!.isAnswered && (keyword === 'stop' || !state!.isListed)
}
