import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { CarrierError } from '../../carriers/carrier.ts'
import { inMs } from '../../kernel/lib/clock.ts'
import { pool, transaction } from '../../kernel/db/db.ts'
import { badInput, DomainError } from '../../kernel/vocabulary/errors.ts'
import type { CarrierConnection, Message } from '../../generated/prisma/client.ts'
import type { SmsInput } from '../../inputs/messages.ts'
import { aliveOwner, currentOwner, isGone } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import { e164 } from '../../kernel/lib/phones.ts'
import { rowId } from '../../kernel/db/rows.ts'
import { segmentsOf } from '../../inputs/segments.ts'
import { columns, query, sql } from '../../kernel/db/sql.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { carrierFailed } from '../carriers/carrierFailures.ts'
import * as idempotency from '../shared/idempotency.ts'
import { LOOKED_AT_AFTER_MS } from '../calls/placing/callIntents.ts'
import { ANSWERED_WITHIN_MS } from './keywordReplies.ts'
import * as messageIntents from './messageIntents.ts'
import * as outcomes from './messageOutcomes.ts'
import * as messages from './messages.ts'
import * as numbers from '../numbers/numbers.ts'
import { kept, patience, SEND_DEADLINE_MS } from '../calls/placing/callSends.ts'
import { textPrice } from '../billing/smsPrices.ts'

/**
 * Sends a text (spec: POST /sms; contract: SMS), at most once. The intent is committed first, with the money promised
 * and the request's key claimed; then the carrier is asked exactly once; then its answer is committed. An ambiguous one
 * leaves the message `unknown` to the watchdog and is no error to the caller; so does a process that dies meanwhile.
 */
export async function send(actor: Actor, input: SmsInput): Promise<Message> {
  if (actor.claim?.effect !== undefined) return sentBefore(actor, actor.claim.effect as number)
  const toNumber = e164((input.toNumber ?? input.to)!)
  if (!toNumber) throw badInput('Invalid phone number')
  const number = await numbers.texter(actor.workspaceId, {
    id: input.fromNumberId == null ? null : rowId(input.fromNumberId, 'Phone number'),
    phoneNumber: input.fromNumber,
  })
  const connection = (await carrierAccess.get(actor.workspaceId, number.connectionId))!
  const access = carrierAccess.open(connection)
  const begun = performance.now()
  const owner = aliveOwner()
  const body = (input.body ?? input.text)!
  const segments = segmentsOf(body)
  const message = await messageIntents.commit(
    actor,
    {
      ref: randomUUID(),
      numberId: number.id,
      connectionId: connection.id,
      fromNumber: number.phoneNumber,
      toNumber,
      body,
      segments,
      carrier: connection.carrier,
      source: actor.kind === 'session' ? 'dashboard' : 'api',
      owner,
    },
    textPrice(toNumber, segments),
  )
  outcomes.announce(message)
  if (currentOwner() !== owner || performance.now() - begun > SEND_DEADLINE_MS) {
    await outcomes.refuse(message, { reason: 'not_sent' }, actor)
    throw new DomainError('UNAVAILABLE', 'The server was busy and did not send the message. Try again.')
  }
  return ask(message, access, actor).catch((error: unknown) => {
    throw carrierFailed(message.carrier, error)
  })
}

/**
 * Has the carrier send a committed message, exactly once, and commits its answer. An ambiguous one is no error. Throws
 * the CarrierError of a refusal, once the message has failed for it: nothing was sent.
 */
async function ask(message: Message, { carrier, credentials, hookUrl }: carrierAccess.Access, asker?: Actor): Promise<Message> {
  const { ref, fromNumber: from, toNumber: to, body } = message
  const sent = await carrier.sendSms(credentials, { from, to, body, ref, statusUrl: hookUrl(ref), timeoutMs: patience.answerMs }).catch((error: unknown) => {
    if (error instanceof CarrierError) return error
    throw error
  })
  if (!(sent instanceof CarrierError)) return kept(() => outcomes.adopt(message, sent))
  if (sent.kind !== 'unknown_outcome') {
    await kept(() => outcomes.refuse(message, { code: sent.info.code, reason: sent.kind }, asker))
    throw sent
  }
  await kept(() => outcomes.suspect(message))
  return messages.get(message, message.id)
}

/**
 * Sends a message that waits, such as an answer to STOP, once: whoever moves it on from `waiting` sends it, unless it
 * has waited too long. Safe to run twice; a refusal is written down and is no error.
 */
export async function sendWaiting(messageId: number): Promise<void> {
  const [connection] = await query<CarrierConnection>(sql`
    select ${columns(carrierAccess.FIELDS)} from carrier_connections
    where id = (select connection_id from messages where id = ${messageId} and dispatch = 'waiting')`)
  if (!connection) return
  const access = carrierAccess.open(connection)
  const [message] = await query<Message>(sql`
    update messages set dispatch = 'sending', owner = ${aliveOwner()}::uuid, check_at = ${inMs(LOOKED_AT_AFTER_MS)}
    where id = ${messageId} and dispatch = 'waiting' returning ${columns(messages.FIELDS)}`)
  if (!message) return
  if (message.createdAt < inMs(-ANSWERED_WITHIN_MS)) return outcomes.refuse(message, { reason: 'not_sent' })
  await ask(message, access).catch((error: unknown) => {
    if (!(error instanceof CarrierError)) throw error
    log.warn({ messageId, carrier: message.carrier, kind: error.kind }, 'a carrier rejected an automatic reply')
  })
}

/**
 * The message that an earlier request with the same key made, once its sender has reported or is dead. One that was
 * refused is no answer to keep: the key is freed, and this request fails like the one that was refused.
 */
async function sentBefore(actor: Actor, messageId: number): Promise<Message> {
  const deadline = performance.now() + patience.answerMs * 2
  for (;;) {
    const message = await messages.get(actor, messageId)
    if (message.dispatch === 'refused') {
      await transaction((tx) => idempotency.free(tx, actor, message.id))
      throw new DomainError('PROVIDER_ERROR', 'The message was not sent. Try again.')
    }
    const isReported = message.dispatch !== 'sending' || (message.owner !== null && (await isGone(pool, message.owner)))
    if (isReported || performance.now() > deadline) return message
    await sleep(50)
  }
}
