import type { MessageId } from '../../kernel/vocabulary/ids.ts'
import type { Carrier } from '../../carriers/carrier.ts'
import { CarrierError, type SentSms } from '../../carriers/carrier.ts'
import { clock, fromNow, nowMs } from '../../kernel/lib/clock.ts'
import { anyWorkspace, isDuplicate } from '../../kernel/db/db.ts'
import type { Message } from '../../generated/prisma/client.ts'
import { log } from '../../kernel/log.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { enterWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { claimDueRows, processRows, RECHECK_INTERVAL_MS } from '../shared/dueRows.ts'
import * as outcomes from './messageOutcomes.ts'
import { checkSender, resolveUnknown } from '../shared/sending/sendReconciliation.ts'
import { statesBefore } from '../shared/sending/sendStates.ts'

/** No carrier reports the outcome of older messages. */
const MAX_LOOKUP_AGE_MS = 72 * 3_600_000
const [MIN_RETRY_DELAY_MS, MAX_RETRY_DELAY_MS] = [1_000, 600_000]

const claimDue = statement(
  'messages.claimDue',
  sql`update messages set ${claimDueRows('messages', sql`${RECHECK_INTERVAL_MS}::float8 * interval '1 millisecond'`)}`,
  {
    acrossWorkspaces: 'The reconciler checks the messages of all workspaces.',
  },
)

/** Checks up to `limit` messages whose outcome is not known yet. Returns how many. */
export const checkDue = async (limit = 50): Promise<number> => processRows('messages', await claimDue.all({ now: clock.now(), limit }), check)

async function check(messageId: MessageId): Promise<void> {
  const message = await anyWorkspace.message.findUnique({ where: { id: messageId } })
  if (!message) return
  enterWorkspace(message.workspaceId)
  if (message.dispatch === 'sending')
    return checkSender(message, { postpone: (until) => postpone(message, until), markUnknown: () => outcomes.markUnknown(message) })
  if (message.dispatch === 'unknown') return lookUp(message)
}

/**
 * Looks up a message of unknown outcome. If the carrier does not list it after the list lag, it was never sent. If the carrier has no
 * lookup, a delivery receipt may still arrive. The message is never sent again.
 */
async function lookUp(message: Message) {
  if (message.createdAt < fromNow(-MAX_LOOKUP_AGE_MS)) return outcomes.forceClose(message)
  const connection = message.connectionId === null ? null : await carrierAccess.get(message.workspaceId, message.connectionId)
  const access = connection && carrierAccess.open(connection)
  if (!access?.carrier.findSms) return postpone(message, new Date(message.createdAt.getTime() + MAX_LOOKUP_AGE_MS))
  const { findSms } = access.carrier
  await resolveUnknown(message, {
    find: () => findAtCarrier(message, findSms, access.credentials),
    adopt: (sms) => confirm(message, sms),
    refuse: () => outcomes.fail(message, { reason: 'not_sent' }),
    postpone: (found) => postpone(message, found === null ? message.reconcileAfter! : nextCheckAt(message)),
  })
}

/** Finds the message at the carrier. Returns null if the carrier does not have it, undefined if the carrier cannot be asked now. */
async function findAtCarrier(message: Message, findSms: NonNullable<Carrier['findSms']>, credentials: carrierAccess.Access['credentials']) {
  const { connectionId, ref, fromNumber: from, toNumber: to, body, createdAt: since } = message
  const isKnown = async (carrierMessageId: string) =>
    (await anyWorkspace.message.count({ where: { connectionId, direction: 'outbound', carrierMessageId, id: { not: message.id } } })) > 0
  return findSms(credentials, { from, to, body, ref, since }, isKnown).catch((error: unknown) => {
    if (!(error instanceof CarrierError)) throw error
    log.warn({ messageId: message.id, carrier: message.carrier, kind: error.kind }, 'could not look up a message at its carrier')
    return undefined
  })
}

/** Confirms the message. Two unknown messages with the same text may match the same SMS at the carrier: the second is checked again later. */
async function confirm(message: Message, sms: SentSms) {
  try {
    await outcomes.confirm(message, sms)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    await postpone(message, fromNow(MIN_RETRY_DELAY_MS))
  }
}

/** Checks older messages less often. */
const nextCheckAt = ({ createdAt }: Message) => fromNow(Math.min(MAX_RETRY_DELAY_MS, Math.max(MIN_RETRY_DELAY_MS, (nowMs() - createdAt.getTime()) / 10)))

const postpone = async ({ id }: Message, nextCheckAt: Date) => {
  await anyWorkspace.message.updateMany({ where: { id, dispatch: { in: statesBefore('placed') } }, data: { nextCheckAt } })
}
