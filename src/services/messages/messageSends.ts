import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MessageId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { CarrierError } from '../../carriers/carrier.ts'
import { fromNow } from '../../kernel/lib/clock.ts'
import { pool, transaction } from '../../kernel/db/db.ts'
import { badRequest, DomainError } from '../../kernel/vocabulary/errors.ts'
import type { CarrierConnection, Message } from '../../generated/prisma/client.ts'
import type { SmsInput } from '../../inputs/messages.ts'
import { requireProcessId, processId, isProcessDead } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import { segmentsOf } from '../../inputs/segments.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { fromCarrierError } from '../carriers/carrierErrors.ts'
import * as idempotency from '../shared/idempotency.ts'
import { RECONCILE_DELAY_MS } from '../calls/placing/callIntents.ts'
import { REPLY_WINDOW_MS } from './keywordReplies.ts'
import * as messageCommits from './messageCommits.ts'
import * as outcomes from './messageOutcomes.ts'
import * as messages from './messages.ts'
import * as numbers from '../numbers/numbers.ts'
import { persistWithRetry, timeouts, SEND_DEADLINE_MS } from '../calls/placing/callSends.ts'
import { smsPrice } from '../billing/smsPrices.ts'

/**
 * Sends an SMS (spec: POST /sms; contract: SMS), at most once. Commits the message first, with its reserved funds and the request's
 * idempotency key; then sends one request to the carrier; then commits its response. If the response is ambiguous, or the process
 * dies in between, the message becomes `unknown` and the reconciler looks it up. The caller gets no error for an ambiguous response.
 */
export async function send(actor: Actor, input: SmsInput): Promise<Message> {
  if (actor.claim?.effect !== undefined) return awaitEarlierSend(actor, actor.claim.effect as number)
  const toNumber = parseE164((input.toNumber ?? input.to)!)
  if (!toNumber) throw badRequest('Invalid phone number')
  const number = await numbers.findSmsNumber(actor.workspaceId, {
    id: input.fromNumberId == null ? null : parseRowId(input.fromNumberId, 'Phone number'),
    phoneNumber: input.fromNumber,
  })
  const connection = (await carrierAccess.get(actor.workspaceId, number.connectionId))!
  const access = carrierAccess.open(connection)
  const startedAt = performance.now()
  const owner = requireProcessId()
  const body = (input.body ?? input.text)!
  const segments = segmentsOf(body)
  const message = await messageCommits.commit(
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
    smsPrice(toNumber, segments),
  )
  outcomes.announce(message)
  if (processId() !== owner || performance.now() - startedAt > SEND_DEADLINE_MS) {
    await outcomes.fail(message, { reason: 'not_sent' }, actor)
    throw new DomainError('UNAVAILABLE', 'The server was busy and did not send the message. Try again.')
  }
  return sendCommitted(message, access, actor).catch((error: unknown) => {
    throw fromCarrierError(message.carrier, error)
  })
}

/**
 * Sends a committed message to the carrier, exactly once, and commits the response. An ambiguous response is no error. Throws the
 * CarrierError of a refusal after the message is marked failed: nothing was sent.
 */
async function sendCommitted(message: Message, { carrier, credentials, hookUrl }: carrierAccess.Access, asker?: Actor): Promise<Message> {
  const { ref, fromNumber: from, toNumber: to, body } = message
  const response = await carrier
    .sendSms(credentials, { from, to, body, ref, statusUrl: hookUrl(ref), timeoutMs: timeouts.answerMs })
    .catch((error: unknown) => {
      if (error instanceof CarrierError) return error
      throw error
    })
  if (!(response instanceof CarrierError)) return persistWithRetry(() => outcomes.confirm(message, response))
  if (response.kind !== 'unknown_outcome') {
    await persistWithRetry(() => outcomes.fail(message, { code: response.info.code, reason: response.kind }, asker))
    throw response
  }
  await persistWithRetry(() => outcomes.markUnknown(message))
  return messages.get(message, message.id)
}

const findConnectionOfWaiting = statement(
  'carriers.findConnectionOfWaitingMessage',
  sql`
    select ${selectList(carrierAccess.FIELDS)} from carrier_connections
    where id = (select connection_id from messages where id = $messageId and dispatch = 'waiting')`,
)
const claimWaiting = statement(
  'messages.claimWaiting',
  sql`
    update messages set dispatch = 'sending', owner = $owner, next_check_at = $nextCheckAt
    where id = $messageId and dispatch = 'waiting' returning ${selectList(messages.FIELDS)}`,
)

/**
 * Sends a waiting message, such as a reply to STOP, once: the process that moves it out of `waiting` sends it, unless it has waited
 * too long. Safe to run twice. A refusal is recorded and is no error.
 */
export async function sendWaiting(messageId: MessageId): Promise<void> {
  const connection = (await findConnectionOfWaiting.get({ messageId })) as CarrierConnection | undefined
  if (!connection) return
  const access = carrierAccess.open(connection)
  const claim = { messageId, owner: requireProcessId(), nextCheckAt: fromNow(RECONCILE_DELAY_MS) }
  const message = (await claimWaiting.get(claim)) as Message | undefined
  if (!message) return
  if (message.createdAt < fromNow(-REPLY_WINDOW_MS)) return outcomes.fail(message, { reason: 'not_sent' })
  await sendCommitted(message, access).catch((error: unknown) => {
    if (!(error instanceof CarrierError)) throw error
    log.warn({ messageId, carrier: message.carrier, kind: error.kind }, 'a carrier rejected an automatic reply')
  })
}

/**
 * Waits for the message of an earlier request with the same idempotency key, until its sender has reported or is dead. If it was
 * refused, frees the key and fails like the earlier request.
 */
async function awaitEarlierSend(actor: Actor, messageId: MessageId): Promise<Message> {
  const deadline = performance.now() + timeouts.answerMs * 2
  for (;;) {
    const message = await messages.get(actor, messageId)
    if (message.dispatch === 'refused') {
      await transaction((tx) => idempotency.releaseKey(tx, actor, message.id))
      throw new DomainError('PROVIDER_ERROR', 'The message was not sent. Try again.')
    }
    const isReported = message.dispatch !== 'sending' || (message.owner !== null && (await isProcessDead(pool, message.owner)))
    if (isReported || performance.now() > deadline) return message
    await sleep(50)
  }
}
