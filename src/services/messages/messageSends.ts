import { randomUUID } from 'node:crypto'
import type { MessageId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { CarrierError, type SentSms } from '../../carriers/carrier.ts'
import { fromNow } from '../../kernel/lib/clock.ts'
import { transaction } from '../../kernel/db/db.ts'
import { badRequest, providerFailed, unavailable } from '../../kernel/vocabulary/errors.ts'
import type { CarrierConnection, Message } from '../../generated/prisma/client.ts'
import type { SmsInput } from '../../inputs/messages.ts'
import { log } from '../../kernel/log.ts'
import { settings } from '../../kernel/config/settings.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import { segmentsOf } from '../../inputs/segments.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { enterWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { fromCarrierError } from '../carriers/carrierErrors.ts'
import * as idempotency from '../shared/idempotency.ts'
import { REPLY_WINDOW_MS } from './keywordReplies.ts'
import * as messageCommits from './messageCommits.ts'
import * as outcomes from './messageOutcomes.ts'
import * as messages from './messages.ts'
import * as numbers from '../numbers/numbers.ts'
import { sendOnce, timeouts } from '../shared/sending/sendOnce.ts'
import { awaitReport } from '../shared/sending/sendReconciliation.ts'
import { maySend, openSendWindow, SEND_REPORT_TIMEOUT_MS } from '../shared/sending/sendWindows.ts'
import { smsPrice } from '../billing/smsPrices.ts'

/**
 * Sends an SMS (spec: POST /sms; contract: SMS), at most once (`NEXT_STATES`). Commits the message first, with its reserved funds and the
 * request's idempotency key; then asks the carrier; then commits its response. An outcome that stays unknown is left to the reconciler and is no
 * error for the client.
 */
export async function send(actor: Actor, input: SmsInput): Promise<Message> {
  if (actor.claim?.effect !== undefined) return getEarlierMessage(actor, actor.claim.effect as number)
  const toNumber = parseE164((input.toNumber ?? input.to)!)
  if (!toNumber) throw badRequest('invalid_phone_number')
  const number = await numbers.findSmsNumber(actor.workspaceId, {
    id: input.fromNumberId == null ? null : parseRowId(input.fromNumberId, 'Phone number'),
    phoneNumber: input.fromNumber,
  })
  const connection = (await carrierAccess.get(actor.workspaceId, number.connectionId))!
  const access = carrierAccess.open(connection)
  const sendWindow = openSendWindow()
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
      owner: sendWindow.owner,
    },
    smsPrice(toNumber, segments),
  )
  outcomes.announce(message)
  if (!maySend(sendWindow)) {
    await outcomes.fail(message, { reason: 'not_sent' }, actor)
    throw unavailable('message_not_sent_busy')
  }
  return sendCommitted(message, access, actor).catch((error: unknown) => {
    throw fromCarrierError(message.carrier, error)
  })
}

/**
 * Sends a committed message to the carrier exactly once, and commits the response (`sendOnce`). Throws the CarrierError of a refusal after the
 * message is marked failed: nothing was sent.
 */
const sendCommitted = (message: Message, { carrier, credentials, hookUrl }: carrierAccess.Access, asker?: Actor): Promise<Message> =>
  sendOnce<Message, SentSms>({
    ask: () => {
      const { ref, fromNumber: from, toNumber: to, body } = message
      return carrier.sendSms(credentials, { from, to, body, ref, statusUrl: hookUrl(ref), timeoutMs: timeouts.answerMs })
    },
    listLagMs: settings.carrierListLagMs,
    confirm: (sms) => outcomes.confirm(message, sms),
    refuse: ({ kind, info }) => outcomes.fail(message, { code: info.code, reason: kind }, asker),
    markUnknown: (reconcileAfter) => outcomes.markUnknown(message, reconcileAfter),
    read: () => messages.get(message, message.id),
    isRefused: ({ dispatch }) => dispatch === 'refused',
  })

const findConnectionOfWaiting = statement(
  'carriers.findConnectionOfWaitingMessage',
  sql`
    select ${selectList(carrierAccess.FIELDS)} from carrier_connections
    where id = (select connection_id from messages where id = $messageId and dispatch = 'waiting')`,
  { acrossWorkspaces: 'The job of a message knows only its ID.' },
)
const claimWaiting = statement(
  'messages.claimWaiting',
  sql`
    update messages set dispatch = 'sending', owner = $owner, next_check_at = $nextCheckAt
    where workspace_id = $workspaceId and id = $messageId and dispatch = 'waiting' returning ${selectList(messages.FIELDS)}`,
)

/**
 * Sends a waiting message, such as a reply to STOP, once: the process that moves it out of `waiting` sends it, unless it has waited
 * too long. Safe to run twice. A refusal is recorded and is no error. The reconciler first checks the message when its sender can no longer
 * report, because it may have been created long before it was sent.
 */
export async function sendWaiting(messageId: MessageId): Promise<void> {
  const connection = (await findConnectionOfWaiting.get({ messageId })) as CarrierConnection | undefined
  if (!connection) return
  enterWorkspace(connection.workspaceId)
  const access = carrierAccess.open(connection)
  const sendWindow = openSendWindow()
  const claim = { workspaceId: connection.workspaceId, messageId, owner: sendWindow.owner, nextCheckAt: fromNow(SEND_REPORT_TIMEOUT_MS) }
  const message = (await claimWaiting.get(claim)) as Message | undefined
  if (!message) return
  if (message.createdAt < fromNow(-REPLY_WINDOW_MS) || !maySend(sendWindow)) return outcomes.fail(message, { reason: 'not_sent' })
  await sendCommitted(message, access).catch((error: unknown) => {
    if (!(error instanceof CarrierError)) throw error
    log.warn({ messageId, carrier: message.carrier, kind: error.kind }, 'a carrier rejected an automatic reply')
  })
}

/** Returns the message of an earlier request with the same key. If it was refused, frees the key and fails like that request. */
async function getEarlierMessage(actor: Actor, messageId: MessageId): Promise<Message> {
  const isSending = ({ dispatch }: Message) => dispatch === 'sending'
  const message = await awaitReport(() => messages.get(actor, messageId), isSending, timeouts.answerMs * 2)
  if (message.dispatch !== 'refused') return message
  await transaction((tx) => idempotency.releaseKey(tx, actor, message.id))
  throw providerFailed('message_not_sent')
}
