import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { bySystem } from '../../kernel/auditing.ts'
import type { SentSms, SmsStatus } from '../../carriers/carrier.ts'
import { clock, inMs } from '../../kernel/lib/clock.ts'
import { afterCommit, transaction, type Tx } from '../../kernel/db/db.ts'
import { publish } from '../../kernel/events.ts'
import { type Message, Prisma } from '../../generated/prisma/client.ts'
import { settings } from '../../kernel/config/settings.ts'
import { columns, sql } from '../../kernel/db/sql.ts'
import * as callStats from '../analytics/counting/callStats.ts'
import * as dnc from '../compliance/dnc.ts'
import * as idempotency from '../shared/idempotency.ts'
import * as states from './messageStates.ts'
import * as notices from '../notices/notices.ts'
import * as wallet from '../billing/wallet.ts'

export const FIELDS = Object.keys(Prisma.MessageScalarFieldEnum)

type MessageKey = Pick<Message, 'workspaceId' | 'id'>

/** What a carrier says of a message that it has. */
export interface News {
  status: SmsStatus
  /** Its id there; absent or null where our reference alone names it. */
  carrierMessageId?: string | null
  /** Of one that failed: the carrier's code, and what that means in our words. */
  errorCode?: string | null
  errorReason?: string | null
}

/** Tells whoever watches that a message is there, or is another. Call it after the commit. */
export const announce = ({ workspaceId, conversationId, id }: Message) => publish('message.updated', { workspaceId, conversationId, messageId: id })

/** The carrier has the message: remembers its id there, and charges what was promised, once. A receipt may have said so already, and more. */
export const adopt = (key: MessageKey, sent: SentSms): Promise<Message> => transaction((tx) => advance(tx, key, sent))

/**
 * Takes in what a carrier says of an outbound message, by receipt or when asked. Safe to repeat and in any order: the
 * state only moves forward, and whatever it is, it proves that the carrier took the message (contract: SMS). Why it failed may come behind the
 * failure: news of the state that is known tells it, while nothing did.
 */
export async function advance(tx: Tx, key: MessageKey, news: News): Promise<Message> {
  const message = await locked(tx, key)
  const isTaken = isOpen(message)
  const status = states.advance(message.status, news.status)
  const isNews = status !== message.status
  const tellsWhy = isNews || (news.status === message.status && isUnexplained(message) && !isUnexplained(news))
  if (message.direction !== 'outbound' || (!isTaken && !tellsWhy)) return message
  if (isTaken) await settle(tx, message, true)
  if (tellsWhy && news.errorReason === 'opted_out') await listOptOut(tx, message)
  return change(tx, message, {
    status,
    carrierMessageId: message.carrierMessageId ?? news.carrierMessageId ?? null,
    errorCode: tellsWhy ? (news.errorCode ?? null) : message.errorCode,
    errorReason: tellsWhy ? (news.errorReason ?? null) : message.errorReason,
    ...(isTaken && { dispatch: 'placed', checkAt: null, quietUntil: null, sentAt: clock.now() }),
    ...(isNews && states.hasEnded(status) && { finishedAt: clock.now() }),
  })
}

/** Why a carrier, or nobody, took a message. */
export interface Refusal {
  /** The carrier's own code. */
  code?: string
  /** What it means in our words. */
  reason: string
}

/**
 * The carrier never took the message: it has failed, and what was promised is free again. `asker` is who asked for it
 * and hears of it now: their key is freed, so that they can try again. Safe to repeat.
 */
export const refuse = (key: MessageKey, { code, reason }: Refusal, asker?: Actor): Promise<void> =>
  transaction(async (tx) => {
    if (asker) await idempotency.free(tx, asker, key.id)
    const message = await locked(tx, key)
    if (!isOpen(message)) return
    await change(tx, message, {
      dispatch: 'refused',
      status: 'failed',
      errorCode: code ?? null,
      errorReason: reason,
      checkAt: null,
      quietUntil: null,
      finishedAt: clock.now(),
    })
    await settle(tx, message, false)
    if (reason === 'opted_out') await listOptOut(tx, message)
    if (reason === 'bad_credentials' || reason === 'suspended')
      await notices.raise(tx, message.workspaceId, 'carrier_failing', { carrier: message.carrier, reason }, String(message.connectionId))
  })

/** Nobody knows whether the carrier took the message: from now on the watchdog looks for it, and it is never sent again. Safe to repeat. */
export const suspect = (key: MessageKey): Promise<void> =>
  transaction(async (tx) => {
    const message = await locked(tx, key)
    if (message.dispatch !== 'sending') return
    await change(tx, message, { dispatch: 'unknown', status: 'unknown', quietUntil: inMs(settings.carrierListLagMs), checkAt: inMs(500) })
  })

/** A message whose outcome nobody will ever know stays unknown; what was promised is free again. Safe to repeat. */
export const giveUp = (key: MessageKey): Promise<void> =>
  transaction(async (tx) => {
    const message = await locked(tx, key)
    if (message.dispatch !== 'unknown') return
    await change(tx, message, { checkAt: null })
    await settle(tx, message, false)
  })

/** Whether it is still open if the carrier has it. */
const isOpen = ({ dispatch }: Message) => dispatch === 'waiting' || dispatch === 'sending' || dispatch === 'unknown'

const isUnexplained = ({ errorCode, errorReason }: Pick<News, 'errorCode' | 'errorReason'>) => !errorCode && !errorReason

/** The message, its row locked, so that what is said of one is taken in one after the other. */
async function locked(tx: Tx, { workspaceId, id }: MessageKey): Promise<Message> {
  const [message] = await tx.$queryRaw<Message[]>(sql`select ${columns(FIELDS)} from messages where workspace_id = ${workspaceId} and id = ${id} for update`)
  return message!
}

async function change(tx: Tx, message: Message, data: Prisma.MessageUncheckedUpdateManyInput): Promise<Message> {
  const { workspaceId, id } = message
  const [changed] = await tx.message.updateManyAndReturn({ where: { workspaceId, id }, data })
  afterCommit(tx, () => announce(message))
  return changed!
}

/** Ends the promise, if there is one: charged, or free again. What was never promised costs nothing. */
async function settle(tx: Tx, message: Message, isCharged: boolean) {
  if (message.holdMicros === null) return
  const charged = await wallet.settleText(tx, message.workspaceId, message.id, isCharged)
  if (charged > 0n) await callStats.countText(tx, message, charged)
}

/** The carrier knows that its reader wants no texts, and so do we from now on. */
async function listOptOut(tx: Tx, { workspaceId, toNumber }: Message) {
  await bySystem(tx, 'messages.optOut')
  await dnc.enter(tx, { workspaceId, phoneNumber: toNumber, source: 'carrier', reason: 'Opted out of SMS, reported by the carrier' })
}
