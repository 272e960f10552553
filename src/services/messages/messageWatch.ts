import type { Carrier } from '../../carriers/carrier.ts'
import { CarrierError, type SentSms } from '../../carriers/carrier.ts'
import { clock, inMs, nowMs } from '../../kernel/lib/clock.ts'
import { anyWorkspace, isDuplicate, pool } from '../../kernel/db/db.ts'
import type { Message } from '../../generated/prisma/client.ts'
import { isGone } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import { sql } from '../../kernel/db/sql.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { LOOKED_AGAIN_MS, lookAtDue } from '../shared/dueRows.ts'
import * as outcomes from './messageOutcomes.ts'
import { REPORTED_WITHIN_MS } from '../calls/placing/callSends.ts'

/** After that no carrier tells any more what became of a message. */
const KNOWN_WITHIN_MS = 72 * 3_600_000
const [SOONEST_MS, LATEST_MS] = [1_000, 600_000]

/** Looks at texts whose sending has not come to a known outcome, up to `limit` of them; answers how many. */
export const watch = (limit = 50): Promise<number> => lookAtDue('messages', limit, sql`${LOOKED_AGAIN_MS}::float8 * interval '1 millisecond'`, check)

async function check(messageId: number): Promise<void> {
  const message = await anyWorkspace.message.findUnique({ where: { id: messageId } })
  if (message?.dispatch === 'sending') return checkSender(message)
  if (message?.dispatch === 'unknown') return lookForIt(message)
}

/**
 * A text on its way to the carrier: its sender reports, or is dead, and then its outcome is unknown from now on. One that
 * lives but has not reported when it must have lost the answer, say with its database connection.
 */
async function checkSender(message: Message) {
  const mayReport = message.createdAt > inMs(-REPORTED_WITHIN_MS)
  if (mayReport && message.owner && !(await isGone(pool, message.owner))) return later(message, inMs(5_000))
  await outcomes.suspect(message)
}

/**
 * A text of unknown outcome: the carrier has it, or has had time enough to list it, and then it was never sent. A
 * carrier that cannot be asked may still tell by a receipt. It is never sent again.
 */
async function lookForIt(message: Message) {
  if (message.createdAt < inMs(-KNOWN_WITHIN_MS)) return outcomes.giveUp(message)
  const connection = message.connectionId === null ? null : await carrierAccess.get(message.workspaceId, message.connectionId)
  const access = connection && carrierAccess.open(connection)
  if (!access?.carrier.findSms) return later(message, new Date(message.createdAt.getTime() + KNOWN_WITHIN_MS))
  const isSettled = message.quietUntil !== null && message.quietUntil <= clock.now()
  const found = await find(message, access.carrier.findSms, access.credentials)
  if (found) return adopt(message, found)
  if (found === null && isSettled) return outcomes.refuse(message, { reason: 'not_sent' })
  return later(message, found === null ? message.quietUntil! : nextTry(message))
}

/** What the carrier has of it; null where it has none, undefined when it cannot be asked now. */
async function find(message: Message, findSms: NonNullable<Carrier['findSms']>, credentials: carrierAccess.Access['credentials']) {
  const { connectionId, ref, fromNumber: from, toNumber: to, body, createdAt: since } = message
  const isKnown = async (carrierMessageId: string) =>
    (await anyWorkspace.message.count({ where: { connectionId, direction: 'outbound', carrierMessageId, id: { not: message.id } } })) > 0
  return findSms(credentials, { from, to, body, ref, since }, isKnown).catch((error: unknown) => {
    if (!(error instanceof CarrierError)) throw error
    log.warn({ messageId: message.id, carrier: message.carrier, kind: error.kind }, 'could not look up a message at its carrier')
    return undefined
  })
}

/** Of two texts of the same words, both unknown, each may be found by the other's look: who comes second looks again. */
async function adopt(message: Message, found: SentSms) {
  try {
    await outcomes.adopt(message, found)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    await later(message, inMs(SOONEST_MS))
  }
}

/** The older the question, the less often it is asked. */
const nextTry = ({ createdAt }: Message) => inMs(Math.min(LATEST_MS, Math.max(SOONEST_MS, (nowMs() - createdAt.getTime()) / 10)))

const later = async ({ id }: Message, checkAt: Date) => {
  await anyWorkspace.message.updateMany({ where: { id, dispatch: { in: ['sending', 'unknown'] } }, data: { checkAt } })
}
