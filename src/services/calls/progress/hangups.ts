import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, transaction } from '../../../kernel/db/db.ts'
import { enqueue } from '../../../kernel/db/queue.ts'
import { enterWorkspace } from '../../../kernel/db/workspaceContext.ts'
import { log } from '../../../kernel/log.ts'
import { traceForCall } from '../../../kernel/tracing/callTraces.ts'
import { KINDS } from '../../../kernel/tracing/spans.ts'
import { ProviderError } from '../../../providers/provider.ts'
import { announce } from './callClosing.ts'
import * as calls from '../calls.ts'
import { hasEnded } from '../../../kernel/vocabulary/callStates.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'

const RETRY_DELAY_MS = 1_000
/** Time for a call to end after a hang-up request, before the request is repeated. */
const HANG_UP_TIMEOUT_MS = 5_000

/**
 * Ends an active call: hangs up, or stops it as soon as its provider has it. The request is committed with the job that processes it, so it
 * survives a crash. The call ends as `canceled` when its provider reports the end. An ended call stays as it is. Throws NOT_FOUND.
 */
export async function hangUp(actor: Actor, callId: CallId) {
  const call = await calls.get(actor, callId)
  if (hasEnded(call.status)) return call
  await transaction(async (tx) => {
    await tx.call.updateMany({ where: { workspaceId: actor.workspaceId, id: callId, endRequestedAt: null }, data: { endRequestedAt: clock.now() } })
    await enqueue(tx, 'calls.end', { callId }, { key: jobKeyOf(callId) })
  })
  announce(call)
  return calls.get(actor, callId)
}

/**
 * Sends the hang-up request and repeats it until the call has ended. Hanging up twice is harmless: if the process dies after it asked the
 * provider, the job runs again and finds the call ended, or sends the request again.
 */
export async function processHangUp(callId: CallId): Promise<void> {
  const call = await anyWorkspace.call.findUnique({ where: { id: callId } })
  if (!call || call.finishedAt || hasEnded(call.status)) return
  enterWorkspace(call.workspaceId)
  if (!call.providerCallId) return enqueueRetry(callId, RETRY_DELAY_MS)
  try {
    const { providerCallId } = call
    const attributes = { 'callwright.call.id': callId }
    await traceForCall(call.trace, { name: 'hang up', kind: KINDS.internal, attributes }, () => provider(call.provider).endCall(providerCallId))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ callId, provider: call.provider, kind: error.kind }, 'could not hang up a call yet, will try again')
    return enqueueRetry(callId, RETRY_DELAY_MS)
  }
  return enqueueRetry(callId, HANG_UP_TIMEOUT_MS)
}

const enqueueRetry = (callId: CallId, ms: number) => enqueue(anyWorkspace, 'calls.end', { callId }, { key: jobKeyOf(callId), at: fromNow(ms) })
const jobKeyOf = (callId: CallId) => `end:${callId}`
