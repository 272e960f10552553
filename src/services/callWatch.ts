import { inMs } from '../clock.ts'
import { anyWorkspace, pool } from '../db.ts'
import type { Call } from '../generated/prisma/client.ts'
import { LONGEST_CALL_SECONDS } from '../inputs/agents.ts'
import { isGone } from '../liveness.ts'
import { log } from '../log.ts'
import { type CallSnapshot, ProviderError, type PublishedAgent } from '../providers/provider.ts'
import { settings } from '../settings.ts'
import * as callProgress from './callProgress.ts'
import { hasEnded } from '../callStates.ts'
import { lookAtDue } from './dueRows.ts'
import * as sending from './sending.ts'
import { provider } from './voice.ts'

const AGAIN_MS = 5_000

/** Looks at calls that have been silent too long, up to `limit` of them; answers how many. */
export const watch = (limit = 50): Promise<number> => lookAtDue('calls', limit, check)

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
  const mayReport = call.createdAt > inMs(-sending.REPORTED_WITHIN_MS)
  if (mayReport && call.owner && !(await isGone(pool, call.owner))) return later(call, AGAIN_MS)
  await sending.suspect(call)
}

/** A placement of unknown outcome: the provider lists the call, or has had time enough to list it. Never sent again. */
async function lookForIt(call: Call) {
  const found = await asked(call, () =>
    provider(call.provider).findCall({ ref: call.ref, agent: call.providerAgent as unknown as PublishedAgent, since: call.createdAt }),
  )
  if (found) {
    await callProgress.take(call, asPolled(found))
    return later(call, 1_000)
  }
  if (found === null && call.quietUntil && call.quietUntil < new Date())
    return sending.refuse(call, call.direction === 'inbound' ? 'not_connected' : 'not_placed')
  return later(call, AGAIN_MS / settings.pace)
}

/** A call the provider has, silent for too long: the end was not reported, or its analysis was not. */
async function askAboutIt(call: Call) {
  const found = await asked(call, () => provider(call.provider).getCall(call.providerCallId!))
  // An inbound call that was answered and never came about: its caller had hung up, or the provider had given up on us.
  if (found === null && call.status === 'ringing' && call.quietUntil)
    return call.quietUntil < new Date() ? callProgress.giveUp(call, 'not_connected') : later(call, AGAIN_MS / settings.pace)
  const ended = hasEnded(call.status) || (found && hasEnded(found.state))
  if (found) await callProgress.take(call, asPolled(found))
  if (ended && call.endedAt && call.endedAt < inMs(-120_000 / settings.pace)) return callProgress.giveUp(call, 'unknown')
  if (!ended && found !== undefined && call.createdAt < inMs(-lifeMs())) return callProgress.giveUp(call, found ? 'never_ended' : 'lost_by_provider')
  return ended ? later(call, AGAIN_MS) : undefined
}

/** Lists, and answers about unrecorded calls, lack the words spoken: webhooks bring them, so such an answer does not close the call. */
const asPolled = (found: CallSnapshot): CallSnapshot => ({ ...found, final: found.final && (found.transcript !== null || !found.durationSeconds) })

/** Longer than any call can take from placement to analysis. */
const lifeMs = () => ((LONGEST_CALL_SECONDS + 300) * 1000) / settings.pace

/** The provider's answer; undefined when it cannot be had now. */
async function asked<T>(call: Call, question: () => Promise<T>): Promise<T | undefined> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ callId: call.id, provider: call.provider, kind: error.kind }, 'the provider could not be asked about a call')
    return undefined
  }
}

const later = async ({ id }: Call, ms: number) => {
  await anyWorkspace.call.updateMany({ where: { id, finishedAt: null }, data: { checkAt: inMs(ms) } })
}
