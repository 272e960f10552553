import { clock, inMs } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, pool } from '../../../kernel/db/db.ts'
import { type Call, Prisma } from '../../../generated/prisma/client.ts'
import { MAX_CALL_SECONDS } from '../../../inputs/agents.ts'
import { isGone } from '../../../kernel/liveness.ts'
import type { CallSnapshot } from '../../../providers/provider.ts'
import { paceOf } from '../../../kernel/config/simulation.ts'
import { sql } from '../../../kernel/db/sql.ts'
import * as callProgress from '../progress/callProgress.ts'
import * as callSettlement from '../progress/callSettlement.ts'
import * as callSnapshots from '../progress/callSnapshots.ts'
import { hasEnded } from '../../../kernel/vocabulary/callStates.ts'
import { LOOKED_AGAIN_MS, lookAtDue } from '../../shared/dueRows.ts'
import { pacedInterval } from '../../shared/pacedIntervals.ts'
import * as callSends from './callSends.ts'

const RETRY_DELAY_MS = 5_000

/** Looks at calls that have been silent too long, up to `limit` of them; answers how many. */
export const watch = (limit = 50): Promise<number> => lookAtDue('calls', limit, pacedInterval(sql`provider`, LOOKED_AGAIN_MS), check)

async function check(callId: number): Promise<void> {
  const call = await anyWorkspace.call.findUnique({ where: { id: callId } })
  if (!call || call.finishedAt) return
  if (call.placement === 'sending') return checkSender(call)
  if (call.placement === 'unknown') return lookForIt(call)
  if (call.placement === 'placed') return askAboutIt(call)
}

/**
 * A placement under way: its sender reports, or is dead, and then its outcome is unknown from now on. One that lives
 * but has not reported when it must have lost the answer, say with its database connection.
 */
async function checkSender(call: Call) {
  const mayReport = call.createdAt > inMs(-callSends.REPORTED_WITHIN_MS)
  if (mayReport && call.owner && !(await isGone(pool, call.owner))) return later(call, RETRY_DELAY_MS)
  await callSends.suspect(call)
}

/** A placement of unknown outcome: the provider lists the call, or has had time enough to list it. Never sent again. */
async function lookForIt(call: Call) {
  const found = await callSnapshots.find(call)
  if (found) {
    await callProgress.take(call, await asPolled(call, found))
    return later(call, 1_000)
  }
  if (found === null && call.quietUntil && call.quietUntil < clock.now())
    return callSends.refuse(call, call.direction === 'inbound' ? 'not_connected' : 'not_placed')
  return later(call, RETRY_DELAY_MS / paceOf(call.provider))
}

/** A call the provider has, silent for too long: the end was not reported, or its analysis was not. */
async function askAboutIt(call: Call) {
  const found = await callSnapshots.ask(call, call.providerCallId!)
  // An inbound call that was answered and never came about: its caller had hung up, or the provider had given up on us.
  if (found === null && call.status === 'ringing' && call.quietUntil)
    return call.quietUntil < clock.now() ? callProgress.giveUp(call, 'not_connected') : later(call, RETRY_DELAY_MS / paceOf(call.provider))
  const ended = hasEnded(call.status) || (found && hasEnded(found.state))
  if (found) await callProgress.take(call, await asPolled(call, found))
  if (ended && call.endedAt && call.endedAt < inMs(-120_000 / paceOf(call.provider))) return callProgress.giveUp(call, 'unknown')
  if (!ended && found !== undefined && call.createdAt < inMs(-lifeMs(call))) return callProgress.giveUp(call, found ? 'never_ended' : 'lost_by_provider')
  return ended ? later(call, RETRY_DELAY_MS) : undefined
}

/**
 * Lists, and answers about unrecorded calls, lack the words spoken: webhooks bring them, so such an answer closes the call only where
 * they have brought the analysis, which comes last.
 */
const asPolled = async (call: Call, found: CallSnapshot): Promise<CallSnapshot> => ({
  ...found,
  final: callSettlement.isWhole(found) || (hasEnded(found.state) && found.transcript === null && (await isAnalyzed(call))),
})

const isAnalyzed = async ({ workspaceId, id }: Call) =>
  (await anyWorkspace.callDetail.count({ where: { workspaceId, callId: id, analysis: { not: Prisma.AnyNull } } })) > 0

/** Longer than any call can take from placement to analysis. */
const lifeMs = ({ provider: engine }: Call) => ((MAX_CALL_SECONDS + 300) * 1000) / paceOf(engine)

const later = async ({ id }: Call, ms: number) => {
  await anyWorkspace.call.updateMany({ where: { id, finishedAt: null }, data: { checkAt: inMs(ms) } })
}
