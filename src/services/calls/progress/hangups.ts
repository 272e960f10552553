import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock, inMs } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, transaction } from '../../../kernel/db/db.ts'
import { enqueue } from '../../../kernel/db/queue.ts'
import { log } from '../../../kernel/log.ts'
import { ProviderError } from '../../../providers/provider.ts'
import { announce } from './callProgress.ts'
import * as calls from '../calls.ts'
import { hasEnded } from '../../../kernel/vocabulary/callStates.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'

const RETRY_DELAY_MS = 1_000
/** After it was asked to end, a call is given so long before it is asked again. */
const TIMEOUT_MS = 5_000

/**
 * Ends a call that is under way: hangs up, or keeps it from going on as soon as its provider has it. The wish is
 * committed with the job that carries it out, so that it comes true whatever happens meanwhile; the call ends
 * `canceled` when its provider says so. A call that is over stays as it ended. Throws NOT_FOUND.
 */
export async function end(actor: Actor, callId: number) {
  const call = await calls.get(actor, callId)
  if (hasEnded(call.status)) return call
  await transaction(async (tx) => {
    await tx.call.updateMany({ where: { workspaceId: actor.workspaceId, id: callId, endRequestedAt: null }, data: { endRequestedAt: clock.now() } })
    await enqueue(tx, 'calls.end', { callId }, { key: keyOf(callId) })
  })
  announce(call)
  return calls.get(actor, callId)
}

/**
 * Carries the wish out, and comes back until the call has ended. Hanging up twice does no harm: if the process dies
 * after it asked the provider, the job runs again and finds the call ended, or asks once more.
 */
export async function carryOut(callId: number): Promise<void> {
  const call = await anyWorkspace.call.findUnique({ where: { id: callId } })
  if (!call || call.finishedAt || hasEnded(call.status)) return
  if (!call.providerCallId) return again(callId, RETRY_DELAY_MS)
  try {
    await provider(call.provider).endCall(call.providerCallId)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ callId, provider: call.provider, kind: error.kind }, 'could not hang up a call yet, will try again')
    return again(callId, RETRY_DELAY_MS)
  }
  return again(callId, TIMEOUT_MS)
}

const again = (callId: number, ms: number) => enqueue(anyWorkspace, 'calls.end', { callId }, { key: keyOf(callId), at: inMs(ms) })
const keyOf = (callId: number) => `end:${callId}`
