import { handleAll, IterableBackoff, retry } from 'cockatiel'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import { db, transaction } from '../../../kernel/db/db.ts'
import type { EndedReason } from '../../../kernel/vocabulary/endedReasons.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import { selectList, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { type PlaceCallRequest, ProviderError, type ProviderErrorKind } from '../../../providers/provider.ts'
import { announce, nextCheckAt, close } from '../progress/callProgress.ts'
import * as calls from '../calls.ts'
import { type CallState, outcomeOf } from '../../../kernel/vocabulary/callStates.ts'
import * as idempotency from '../../shared/idempotency.ts'
import * as placementLookups from './placementLookups.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'

/**
 * Timeouts in milliseconds: `answerMs` is how long a provider may take to answer a placement, and a carrier to accept a message, before the
 * outcome is unknown; `lookUpMs` is how long the request then looks for the call at the provider (contract: Call).
 */
export const timeouts = { answerMs: 10_000, lookUpMs: 3_000 }
/** A placement older than this is not sent any more, since the process was delayed. */
export const SEND_DEADLINE_MS = 20_000
/** After this time no sender can still send or report a placement. */
export const SEND_REPORT_TIMEOUT_MS = SEND_DEADLINE_MS + 40_000

/** The parameters of a placement, without the reference and the timeout. */
export type SendOptions = Omit<PlaceCallRequest, 'ref' | 'timeoutMs'>

/**
 * Sends a committed call to the provider exactly once and commits the answer. Throws the provider's ProviderError after the call has ended as
 * `failed`: the contact was not called. `asker` is the actor who waits for the answer: their idempotency key is freed on failure, and after an
 * ambiguous answer the call is looked up for them. If the outcome stays unknown, that is left to the reconciler and is no error. If the
 * process dies before the outcome is committed, the reconciler finds the call still `sending` with a dead owner and looks it up itself.
 */
export async function send(call: Call, options: SendOptions, asker?: Actor): Promise<Call> {
  const result = await provider(call.provider)
    .placeCall({ ...options, ref: call.ref, timeoutMs: timeouts.answerMs })
    .catch((error: unknown) => {
      if (error instanceof ProviderError) return error
      throw error
    })
  if (!(result instanceof ProviderError)) return persistWithRetry(() => confirm(call, result.providerCallId, result.state))
  if (result.kind !== 'unknown_outcome') {
    await persistWithRetry(() => fail(call, FAILURE_END_REASONS[result.kind], { asker }))
    throw result
  }
  const answeredAt = clock.now()
  const snapshot = asker ? await placementLookups.lookUp(call, answeredAt, timeouts.lookUpMs) : undefined
  if (snapshot) return persistWithRetry(() => confirm(call, snapshot.providerCallId, snapshot.state))
  await persistWithRetry<unknown>(() => (snapshot === null ? fail(call, 'not_placed', { asker }) : markUnknown(call, answeredAt)))
  const current = await calls.get(call, call.id)
  if (current.placement === 'refused') throw result
  return current
}

/** End reasons of calls that the provider did not accept. */
const FAILURE_END_REASONS: Record<ProviderErrorKind, EndedReason> = {
  rejected: 'provider_rejected',
  not_found: 'provider_rejected',
  bad_signature: 'provider_rejected',
  account: 'provider_account_error',
  throttled: 'provider_limit_reached',
  unavailable: 'provider_unavailable',
  unknown_outcome: 'not_placed',
}

/**
 * Persists a provider's or carrier's answer and retries when the connection breaks. Writing twice changes nothing; without a retry the
 * reconciler would need a minute to recover the answer.
 */
export const persistWithRetry = <T>(write: () => Promise<T>): Promise<T> => persistRetries.execute(write)
const persistRetries = retry(handleAll, { maxAttempts: 5, backoff: new IterableBackoff([100, 200, 400, 800, 1_600]) })

const confirmCall = statement(
  'calls.confirm',
  sql`
    update calls set
      placement = case when provider_call_id is null then 'placed' else placement end,
      next_check_at = case when provider_call_id is null then $nextCheckAt else next_check_at end,
      provider_call_id = coalesce(provider_call_id, $providerCallId),
      status = case when status = 'queued' and $state <> 'queued' then 'dialing' else status end
    where workspace_id = $workspaceId and id = $id returning ${selectList(calls.FIELDS)}`,
)

/** Stores the provider's ID of an accepted call. A webhook may have done so already, with a later status. */
async function confirm({ workspaceId, id, provider: engine }: Call, providerCallId: string, state: CallState): Promise<Call> {
  const call = await confirmCall.get({ workspaceId, id, providerCallId, state, nextCheckAt: nextCheckAt(engine, state) })
  return call!
}

/** Marks the outcome of a placement as unknown. The reconciler then asks the provider until the call must be listed there. */
export const markUnknown = ({ workspaceId, id, provider: name }: Call, answeredAt = clock.now()) =>
  db.call.updateMany({
    where: { workspaceId, id, placement: 'sending' },
    data: { placement: 'unknown', reconcileAfter: placementLookups.listDeadline(name, answeredAt), nextCheckAt: fromNow(1_000) },
  })

/**
 * Ends a call that the provider never accepted, as `failed` or as `status`, and releases the hold. Does nothing if the provider's webhook has
 * confirmed the call meanwhile. `asker` is the actor who gets an error as the answer: their idempotency key is freed so that they can try
 * again, and no event is sent (contract: `call.completed`).
 */
export const fail = (call: Call, reason: EndedReason, { asker, status = 'failed' }: { asker?: Actor; status?: 'failed' | 'canceled' } = {}) =>
  transaction(async (tx) => {
    const { count } = await tx.call.updateMany({
      where: { workspaceId: call.workspaceId, id: call.id, placement: { in: ['sending', 'unknown'] }, providerCallId: null },
      data: { placement: 'refused', status, endedReason: reason, outcome: outcomeOf(status, null, null), endedAt: clock.now() },
    })
    if (count === 0) return
    if (asker) await idempotency.releaseKey(tx, asker, call.id)
    await close(tx, call.workspaceId, call.id, { sendsEvent: !asker })
  }).then(() => announce(call))
