import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { setSystemAuditContext } from '../../kernel/transactionActor.ts'
import type { SentSms, SmsStatus } from '../../carriers/carrier.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { afterCommit, transaction, type Tx } from '../../kernel/db/db.ts'
import { publish } from '../../kernel/events.ts'
import { type Message, Prisma } from '../../generated/prisma/client.ts'
import { settings } from '../../kernel/config/settings.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as callStats from '../analytics/counting/callStats.ts'
import * as dnc from '../compliance/dnc.ts'
import { writeReason } from '../compliance/dncReasons.ts'
import * as idempotency from '../shared/idempotency.ts'
import { canBecome } from '../shared/sending/sendStates.ts'
import * as states from './messageStates.ts'
import * as alerts from '../alerts/alerts.ts'
import * as messageCharges from './messageCharges.ts'

export const FIELDS = Object.keys(Prisma.MessageScalarFieldEnum)

type MessageKey = Pick<Message, 'workspaceId' | 'id'>

/** A carrier's report about a message. */
export interface StatusUpdate {
  status: SmsStatus
  /** The carrier's ID. Absent or null if only our reference identifies the message. */
  carrierMessageId?: string | null
  /** The carrier's error code, if the message failed, and our reason for it. */
  errorCode?: string | null
  errorReason?: string | null
}

/** Notifies subscribers that a message was added or changed. Call it after the commit. */
export const announce = ({ workspaceId, conversationId, id }: Message) => publish('message.updated', { workspaceId, conversationId, messageId: id })

/** Records that the carrier accepted the message: stores its ID there and charges the reserved amount, once. A delivery receipt may have come first. */
export const confirm = (key: MessageKey, sms: SentSms): Promise<Message> => transaction((tx) => applyUpdate(tx, key, sms))

/**
 * Applies a carrier's report about an outbound message, from a receipt or a lookup. Safe to repeat, in any order: the status only moves
 * forward, and any status proves that the carrier accepted the message (contract: SMS). An error reason may follow the failure: a
 * second report of the same status adds it if there is none yet.
 */
export async function applyUpdate(tx: Tx, key: MessageKey, update: StatusUpdate): Promise<Message> {
  const message = await lockMessage(tx, key)
  const isUnconfirmed = canBecome(message.dispatch, 'placed')
  const status = states.advance(message.status, update.status)
  const isAdvance = status !== message.status
  const addsReason = isAdvance || (update.status === message.status && isUnexplained(message) && !isUnexplained(update))
  if (message.direction !== 'outbound' || (!isUnconfirmed && !addsReason)) return message
  if (isUnconfirmed) await settleHold(tx, message, true)
  if (addsReason && update.errorReason === 'opted_out') await addOptOut(tx, message)
  return updateMessage(tx, message, {
    status,
    carrierMessageId: message.carrierMessageId ?? update.carrierMessageId ?? null,
    errorCode: addsReason ? (update.errorCode ?? null) : message.errorCode,
    errorReason: addsReason ? (update.errorReason ?? null) : message.errorReason,
    ...(isUnconfirmed && { dispatch: 'placed', nextCheckAt: null, reconcileAfter: null, sentAt: clock.now() }),
    ...(isAdvance && states.hasEnded(status) && { finishedAt: clock.now() }),
  })
}

/** The reason why a message was not sent. */
export interface Refusal {
  /** The carrier's own code. */
  code?: string
  /** Our reason for the code. */
  reason: string
}

/**
 * Records that the carrier did not accept the message: marks it failed and releases the reserved amount. With `asker`, also frees the
 * request's idempotency key, so that the client can try again. Safe to repeat.
 */
export const fail = (key: MessageKey, { code, reason }: Refusal, asker?: Actor): Promise<void> =>
  transaction(async (tx) => {
    if (asker) await idempotency.releaseKey(tx, asker, key.id)
    const message = await lockMessage(tx, key)
    if (!canBecome(message.dispatch, 'refused')) return
    await updateMessage(tx, message, {
      dispatch: 'refused',
      status: 'failed',
      errorCode: code ?? null,
      errorReason: reason,
      nextCheckAt: null,
      reconcileAfter: null,
      finishedAt: clock.now(),
    })
    await settleHold(tx, message, false)
    if (reason === 'opted_out') await addOptOut(tx, message)
    if (reason === 'bad_credentials' || reason === 'suspended')
      await alerts.raise(tx, message.workspaceId, 'carrier_failing', { carrier: message.carrier, reason }, String(message.connectionId))
  })

/** Records that the outcome is unknown: the reconciler looks the message up from now on, and it is never sent again. Safe to repeat. */
export const markUnknown = (key: MessageKey, reconcileAfter = fromNow(settings.carrierListLagMs)): Promise<void> =>
  transaction(async (tx) => {
    const message = await lockMessage(tx, key)
    if (!canBecome(message.dispatch, 'unknown')) return
    await updateMessage(tx, message, { dispatch: 'unknown', status: 'unknown', reconcileAfter, nextCheckAt: fromNow(500) })
  })

/** Stops looking for the outcome of a message: it stays unknown, and the reserved amount is released. Safe to repeat. */
export const forceClose = (key: MessageKey): Promise<void> =>
  transaction(async (tx) => {
    const message = await lockMessage(tx, key)
    if (message.dispatch !== 'unknown') return
    await updateMessage(tx, message, { nextCheckAt: null })
    await settleHold(tx, message, false)
  })

const isUnexplained = ({ errorCode, errorReason }: Pick<StatusUpdate, 'errorCode' | 'errorReason'>) => !errorCode && !errorReason

const lockRow = statement('messages.lock', sql`select ${selectList(FIELDS)} from messages where workspace_id = $workspaceId and id = $id for update`)

/** Reads the message and locks its row, so that reports about it are applied one at a time. */
async function lockMessage(tx: Tx, { workspaceId, id }: MessageKey): Promise<Message> {
  return (await lockRow.get({ workspaceId, id }, tx)) as Message
}

async function updateMessage(tx: Tx, message: Message, data: Prisma.MessageUncheckedUpdateManyInput): Promise<Message> {
  const { workspaceId, id } = message
  const [updated] = await tx.message.updateManyAndReturn({ where: { workspaceId, id }, data })
  afterCommit(tx, () => announce(message))
  return updated!
}

/** Charges or releases the reserved amount, if there is one. */
async function settleHold(tx: Tx, message: Message, isCharged: boolean) {
  if (message.holdMicros === null) return
  const charge = await messageCharges.settle(tx, message, isCharged)
  if (charge > 0n) await callStats.countMessage(tx, message, charge)
}

/** Adds the contact to the do-not-call list, because the carrier reports an opt-out. */
async function addOptOut(tx: Tx, { workspaceId, toNumber }: Message) {
  await setSystemAuditContext(tx, 'messages.optOut')
  await dnc.addIfMissing(tx, { workspaceId, phoneNumber: toNumber, source: 'carrier', reason: writeReason('opted_out_at_carrier', {}) })
}
