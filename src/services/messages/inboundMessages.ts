import { randomUUID } from 'node:crypto'
import type { CarrierConnectionId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { setSystemAuditContext } from '../../kernel/transactionActor.ts'
import type { SmsEvent } from '../../carriers/carrier.ts'
import { afterCommit, type Tx } from '../../kernel/db/db.ts'
import type { Message } from '../../generated/prisma/client.ts'
import { log } from '../../kernel/log.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { segmentsOf } from '../../inputs/segments.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import * as conversations from './conversations.ts'
import * as dnc from '../compliance/dnc.ts'
import { writeReason } from '../compliance/dncReasons.ts'
import * as keywordReplies from './keywordReplies.ts'
import { type KeywordMatch, findKeyword } from './keywords.ts'
import * as messageOutcomes from './messageOutcomes.ts'
import * as inboundWebhooks from '../numbers/inboundWebhooks.ts'
import * as smsReceived from '../webhooks/smsReceived.ts'

/** The connection that delivered an event, and when. */
export interface EventOrigin {
  workspaceId: WorkspaceId
  connectionId: CarrierConnectionId
  receivedAt: Date
}
type InboundSms = Extract<SmsEvent, { type: 'inbound' }>

/**
 * Receives an SMS to one of the workspace's numbers: stores it once by the carrier's ID, adds it to a conversation, enqueues
 * `sms.received`, and handles STOP, START and HELP. All in the caller's transaction. Returns the message's ID, or null if the number
 * is not the workspace's or not connected to the account that delivered it.
 */
export async function receive(tx: Tx, origin: EventOrigin, sms: InboundSms): Promise<number | null> {
  const { workspaceId, connectionId } = origin
  const connections = await listAccountConnectionIds(tx, origin)
  const scope = { workspaceId, connectionId: { in: connections } }
  const findStored = () => tx.message.findFirst({ where: { ...scope, direction: 'inbound', carrierMessageId: sms.carrierMessageId } })
  const stored = await findStored()
  if (stored) return stored.id
  const number = await tx.phoneNumber.findFirst({ where: { ...scope, phoneNumber: sms.to, isActive: true } })
  if (!number) {
    await handleStopToReleasedNumber(tx, scope, sms)
    log.warn({ workspaceId, connectionId }, 'discarded an inbound message because its number is not connected to this carrier account')
    return null
  }
  // Locks the conversation's row, so that keywords from one contact are handled in order.
  const conversationId = await conversations.findOrCreate(tx, { workspaceId, numberId: number.id, contactNumber: sms.from })
  const match = readKeyword(sms)
  const { id: numberId, connectionId: numberConnectionId, carrier } = number
  const message = await store(tx, origin, sms, { numberId, connectionId: numberConnectionId, conversationId, carrier, keyword: match?.keyword ?? null })
  // Delivered twice at the same time: the other transaction stored it.
  if (!message) return (await findStored())!.id
  await smsReceived.enqueue(tx, message)
  afterCommit(tx, () => messageOutcomes.announce(message))
  await inboundWebhooks.confirm(tx, number)
  if (match) await handleKeyword(tx, message, match, sms.keyword !== undefined)
  return message.id
}

/** Handles STOP sent to a number that was disconnected in the meantime. */
async function handleStopToReleasedNumber(tx: Tx, scope: { workspaceId: WorkspaceId; connectionId: { in: number[] } }, sms: InboundSms) {
  const { from: phoneNumber, to } = sms
  if (readKeyword(sms)?.keyword !== 'stop' || parseE164(phoneNumber) === null) return
  const number = await tx.phoneNumber.findFirst({ where: { ...scope, phoneNumber: to }, select: { id: true } })
  if (number) await addStopEntry(tx, { workspaceId: scope.workspaceId, phoneNumber }, to)
}

/** Lists the IDs of all connections to the same account. Numbers that share one webhook URL may use any of them. */
export async function listAccountConnectionIds(tx: Tx, { workspaceId, connectionId }: EventOrigin): Promise<number[]> {
  const connection = await tx.carrierConnection.findUnique({ where: { workspaceId_id: { workspaceId, id: connectionId } } })
  return connection ? (await carrierAccess.listSameAccount(connection, tx)).map(({ id }) => id) : []
}

/** Finds the keyword. The carrier's own reading wins, because the carrier has acted on it. */
function readKeyword({ keyword, body }: InboundSms): KeywordMatch | null {
  const match = findKeyword(body)
  return keyword && keyword !== match?.keyword ? { keyword, language: match?.language ?? 'en' } : match
}

type MessageContext = Pick<Message, 'numberId' | 'connectionId' | 'conversationId' | 'carrier' | 'keyword'>

async function store(
  tx: Tx,
  { workspaceId, receivedAt }: EventOrigin,
  { carrierMessageId, from, to, body, media }: InboundSms,
  context: MessageContext,
): Promise<Message | undefined> {
  const content = { direction: 'inbound', status: 'received', fromNumber: from, toNumber: to, body, media, segments: segmentsOf(body), createdAt: receivedAt }
  const row = { workspaceId, ref: randomUUID(), carrierMessageId, ...content, ...context }
  const [message] = await tx.message.createManyAndReturn({ data: [row], skipDuplicates: true })
  return message
}

/**
 * Handles a keyword. STOP adds its sender to the do-not-call list. START removes them if only STOP had added them (contract: SMS).
 * If two keywords are processed out of order, the later one wins.
 */
async function handleKeyword(tx: Tx, message: Message, match: KeywordMatch, isKnownToCarrier: boolean) {
  const { workspaceId, fromNumber: phoneNumber } = message
  if (parseE164(phoneNumber) === null || (await isOutdated(tx, message))) return
  if (match.keyword === 'stop') await addStopEntry(tx, { workspaceId, phoneNumber }, message.toNumber)
  if (match.keyword === 'start') await removeStopEntry(tx, { workspaceId, phoneNumber })
  if (!keywordReplies.isHandledByCarrier(message, match, isKnownToCarrier)) await keywordReplies.send(tx, message, match)
}

async function addStopEntry(tx: Tx, sender: { workspaceId: WorkspaceId; phoneNumber: string }, to: string) {
  await setSystemAuditContext(tx, 'messages.stop')
  await dnc.addIfMissing(tx, { ...sender, source: 'sms_stop', reason: writeReason('sent_stop', { phone_number: to }) })
}

async function removeStopEntry(tx: Tx, sender: { workspaceId: WorkspaceId; phoneNumber: string }) {
  await setSystemAuditContext(tx, 'messages.start')
  await dnc.removeStopEntry(tx, sender)
}

const isOutdated = async (tx: Tx, { workspaceId, conversationId, createdAt }: Message) =>
  (await tx.message.findFirst({
    where: { workspaceId, conversationId, direction: 'inbound', keyword: { in: ['stop', 'start'] }, createdAt: { gt: createdAt } },
    select: { id: true },
  })) !== null
