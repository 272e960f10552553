import { randomUUID } from 'node:crypto'
import { bySystem } from '../../kernel/auditing.ts'
import type { SmsEvent } from '../../carriers/carrier.ts'
import { afterCommit, type Tx } from '../../kernel/db/db.ts'
import type { Message, PhoneNumber } from '../../generated/prisma/client.ts'
import { log } from '../../kernel/log.ts'
import { e164 } from '../../kernel/lib/phones.ts'
import { segmentsOf } from '../../inputs/segments.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import * as conversations from './conversations.ts'
import * as dnc from '../compliance/dnc.ts'
import * as keywordReplies from './keywordReplies.ts'
import { type Found, keywordIn } from './keywords.ts'
import * as messageOutcomes from './messageOutcomes.ts'
import * as smsReceived from '../webhooks/smsReceived.ts'

/** Over whose connection something was told, and when. */
export interface Told {
  workspaceId: number
  connectionId: number
  receivedAt: Date
}
type Text = Extract<SmsEvent, { type: 'inbound' }>

/**
 * Takes in a text that came to one of the workspace's numbers: kept once by the carrier's id of it, threaded, forwarded as
 * `sms.received`, and, where it is STOP, START or HELP, obeyed. All of it happens or nothing. Answers its id; null for a text to a
 * number that is not the workspace's, or not linked at the account that it came from.
 */
export async function take(tx: Tx, told: Told, text: Text): Promise<number | null> {
  const { workspaceId, connectionId } = told
  const connections = await sameAccount(tx, told)
  const origin = { workspaceId, connectionId: { in: connections } }
  const known = () => tx.message.findFirst({ where: { ...origin, direction: 'inbound', carrierMessageId: text.carrierMessageId } })
  const before = await known()
  if (before) return before.id
  const number = await tx.phoneNumber.findFirst({ where: { ...origin, phoneNumber: text.to, isActive: true } })
  if (!number) {
    await obeyAtLast(tx, origin, text)
    log.warn({ workspaceId, connectionId }, 'discarded an inbound message because its number is not connected to this carrier account')
    return null
  }
  // The conversation's row is locked from here on, so that what one person says is obeyed one after the other.
  const conversationId = await conversations.open(tx, { workspaceId, numberId: number.id, peer: text.from })
  const found = readKeyword(text)
  const { id: numberId, connectionId: linkedAt, carrier } = number
  const message = await keep(tx, told, text, { numberId, connectionId: linkedAt, conversationId, carrier, keyword: found?.keyword ?? null })
  // Told twice at once: the other transaction has kept it.
  if (!message) return (await known())!.id
  await smsReceived.enqueue(tx, message)
  afterCommit(tx, () => messageOutcomes.announce(message))
  await confirmRoute(tx, number)
  if (found) await obey(tx, message, found, text.keyword !== undefined)
  return message.id
}

/** A STOP counts also where it comes to a number that was released meanwhile: its sender was texted from it. */
async function obeyAtLast(tx: Tx, origin: { workspaceId: number; connectionId: { in: number[] } }, text: Text) {
  const { from: phoneNumber, to } = text
  if (readKeyword(text)?.keyword !== 'stop' || e164(phoneNumber) === null) return
  const released = await tx.phoneNumber.findFirst({ where: { ...origin, phoneNumber: to }, select: { id: true } })
  if (released) await listStop(tx, { workspaceId: origin.workspaceId, phoneNumber }, to)
}

/** Every connection to the account that something was told of: where its numbers share one address, that is any one's. */
export async function sameAccount(tx: Tx, { workspaceId, connectionId }: Told): Promise<number[]> {
  const connection = await tx.carrierConnection.findUnique({ where: { workspaceId_id: { workspaceId, id: connectionId } } })
  return connection ? (await carrierAccess.toSameAccount(connection, tx)).map(({ id }) => id) : []
}

/** What the carrier took it for counts more than what we read, since it has acted on it. */
function readKeyword({ keyword, body }: Text): Found | null {
  const found = keywordIn(body)
  return keyword && keyword !== found?.keyword ? { keyword, language: found?.language ?? 'en' } : found
}

type Kept = Pick<Message, 'numberId' | 'connectionId' | 'conversationId' | 'carrier' | 'keyword'>

async function keep(tx: Tx, { workspaceId, receivedAt }: Told, { carrierMessageId, from, to, body, media }: Text, kept: Kept): Promise<Message | undefined> {
  const said = { direction: 'inbound', status: 'received', fromNumber: from, toNumber: to, body, media, segments: segmentsOf(body), createdAt: receivedAt }
  const row = { workspaceId, ref: randomUUID(), carrierMessageId, ...said, ...kept }
  const [message] = await tx.message.createManyAndReturn({ data: [row], skipDuplicates: true })
  return message
}

/** A text came in, so whoever had to set our address at the carrier has done so. */
const confirmRoute = async (tx: Tx, { workspaceId, id, smsMissing }: PhoneNumber) => {
  if (!smsMissing.includes('inbound_webhook')) return
  await tx.$executeRaw`update phone_numbers set sms_missing = array_remove(sms_missing, 'inbound_webhook') where workspace_id = ${workspaceId} and id = ${id}`
}

/**
 * STOP puts its sender on the do-not-call list, START takes them off it if STOP had put them there and nothing else (contract: SMS).
 * Of two that are worked on in the wrong order the later one counts.
 */
async function obey(tx: Tx, message: Message, found: Found, isKnownToCarrier: boolean) {
  const { workspaceId, fromNumber: phoneNumber } = message
  if (e164(phoneNumber) === null || (await isOutdated(tx, message))) return
  if (found.keyword === 'stop') await listStop(tx, { workspaceId, phoneNumber }, message.toNumber)
  if (found.keyword === 'start') await liftStop(tx, { workspaceId, phoneNumber })
  if (!keywordReplies.areCarriers(message, found, isKnownToCarrier)) await keywordReplies.send(tx, message, found)
}

async function listStop(tx: Tx, sender: { workspaceId: number; phoneNumber: string }, to: string) {
  await bySystem(tx, 'messages.stop')
  await dnc.enter(tx, { ...sender, source: 'sms_stop', reason: `Sent STOP to ${to}` })
}

async function liftStop(tx: Tx, sender: { workspaceId: number; phoneNumber: string }) {
  await bySystem(tx, 'messages.start')
  await dnc.liftStop(tx, sender)
}

const isOutdated = async (tx: Tx, { workspaceId, conversationId, createdAt }: Message) =>
  (await tx.message.findFirst({
    where: { workspaceId, conversationId, direction: 'inbound', keyword: { in: ['stop', 'start'] }, createdAt: { gt: createdAt } },
    select: { id: true },
  })) !== null
