import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { createBatcher } from '../../../kernel/lib/batcher.ts'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import { db, transaction } from '../../../kernel/db/db.ts'
import type { EndedReason } from '../../../kernel/vocabulary/endedReasons.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import { array, selectList, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { inWorkspace } from '../../../kernel/db/workspaceContext.ts'
import { perServer } from '../../../kernel/serverState.ts'
import { traceForCall } from '../../../kernel/tracing/callTraces.ts'
import { KINDS } from '../../../kernel/tracing/spans.ts'
import type { CallSnapshot, PlaceCallRequest, ProviderError, ProviderErrorKind } from '../../../providers/provider.ts'
import { nextCheckAt } from '../progress/callChanges.ts'
import { announce, close } from '../progress/callClosing.ts'
import * as callSnapshots from '../progress/callSnapshots.ts'
import * as calls from '../calls.ts'
import { outcomeOf } from '../../../kernel/vocabulary/callStates.ts'
import * as idempotency from '../../shared/idempotency.ts'
import { sendOnce, timeouts } from '../../shared/sending/sendOnce.ts'
import { statesBefore } from '../../shared/sending/sendStates.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'

/** The parameters of a placement, without the reference and the timeout. */
export type SendOptions = Omit<PlaceCallRequest, 'ref' | 'timeoutMs'>

/** The part of a provider's answer, or of a call in its list, that confirms a placement. */
type Placement = Pick<CallSnapshot, 'providerCallId' | 'state'>

/**
 * Sends a committed call to the provider exactly once and commits the answer (`sendOnce`). Throws the provider's ProviderError after the call
 * has ended as `failed`: the contact was not called. `asker` is the actor who waits for the answer: their idempotency key is freed on failure,
 * and after an ambiguous answer the call is looked up for them.
 */
export const send = (call: Call, options: SendOptions, asker?: Actor): Promise<Call> =>
  traceForCall(call.trace, { name: 'send call', kind: KINDS.internal, attributes: { 'callwright.call.id': call.id } }, () =>
    sendToProvider(call, options, asker),
  )

const sendToProvider = (call: Call, options: SendOptions, asker?: Actor): Promise<Call> =>
  sendOnce<Call, Placement>({
    ask: () => provider(call.provider).placeCall({ ...options, ref: call.ref, timeoutMs: timeouts.answerMs }),
    find: asker && (() => callSnapshots.findSnapshot(call)),
    listLagMs: provider(call.provider).listLagMs,
    confirm: (placement) => confirm(call, placement),
    refuse: (error) => fail(call, FAILURE_END_REASONS[(error as ProviderError).kind], { asker }),
    markUnknown: (reconcileAfter) => markUnknown(call, reconcileAfter),
    read: () => calls.get(call, call.id),
    isRefused: ({ placement }) => placement === 'refused',
  })

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

/** A provider's answer about a committed call. */
interface Confirmation extends Pick<Call, 'workspaceId' | 'id'>, Placement {
  nextCheckAt: Date
}

const confirmCalls = statement(
  'calls.confirm',
  sql`
    with placements as (
      select p.* from unnest(${array('ids', 'int')}, ${array('providerCallIds', 'text')}, ${array('states', 'text')}, ${array('checks', 'timestamptz')})
        as p (call_id, given_id, state, check_at)
      join calls c on c.workspace_id = $workspaceId and c.id = p.call_id order by c.id for no key update of c)
    update calls set
      placement = 'placed',
      next_check_at = case when provider_call_id is null then p.check_at else next_check_at end,
      provider_call_id = coalesce(provider_call_id, p.given_id),
      status = case when status = 'queued' and p.state <> 'queued' then 'dialing' else status end
    from placements p
    where workspace_id = $workspaceId and id = p.call_id and placement <> 'refused' returning ${selectList(calls.FIELDS, 'calls')}`,
)

/** A dialer sends several calls at once, and their answers arrive together. */
const MAX_CONFIRMATIONS = 50
const confirmations = perServer(() =>
  createBatcher<Confirmation, Call | undefined, WorkspaceId>({
    groupOf: ({ workspaceId }) => workspaceId,
    maxItems: MAX_CONFIRMATIONS,
    run: confirmTogether,
  }),
)

const confirmTogether = (confirmed: readonly Confirmation[], workspaceId: WorkspaceId) =>
  inWorkspace(workspaceId, async () => {
    const rows = await confirmCalls.all({
      workspaceId,
      ids: confirmed.map(({ id }) => id),
      providerCallIds: confirmed.map(({ providerCallId }) => providerCallId),
      states: confirmed.map(({ state }) => state),
      checks: confirmed.map(({ nextCheckAt: checkAt }) => checkAt),
    })
    return confirmed.map(({ id }) => rows.find((row) => row.id === id))
  })

/**
 * Stores the provider's ID of an accepted call. A webhook may have done so already, with a later status. A call that was given up meanwhile
 * stays so: the provider's webhook has it hung up.
 */
async function confirm({ workspaceId, id, provider: engine }: Call, { providerCallId, state }: Placement): Promise<Call> {
  const call = await confirmations()({ workspaceId, id, providerCallId, state, nextCheckAt: nextCheckAt(engine, state) })
  return call ?? calls.get({ workspaceId }, id)
}

/** Marks the outcome of a placement as unknown. The reconciler then asks the provider until the call must be listed there. */
export const markUnknown = ({ workspaceId, id, provider: name }: Call, reconcileAfter = fromNow(provider(name).listLagMs)) =>
  db.call.updateMany({
    where: { workspaceId, id, placement: { in: statesBefore('unknown') } },
    data: { placement: 'unknown', reconcileAfter, nextCheckAt: fromNow(1_000) },
  })

/**
 * Ends a call that the provider never accepted, as `failed` or as `status`, and releases the hold. Does nothing if the provider's webhook has
 * confirmed the call meanwhile. `asker` is the actor who gets an error as the answer: their idempotency key is freed so that they can try
 * again, and no event is sent (contract: `call.completed`).
 */
export const fail = (call: Call, reason: EndedReason, { asker, status = 'failed' }: { asker?: Actor; status?: 'failed' | 'canceled' } = {}) =>
  transaction(async (tx) => {
    const { count } = await tx.call.updateMany({
      where: { workspaceId: call.workspaceId, id: call.id, placement: { in: statesBefore('refused') }, providerCallId: null },
      data: { placement: 'refused', status, endedReason: reason, outcome: outcomeOf(status, null, null), endedAt: clock.now() },
    })
    if (count === 0) return
    if (asker) await idempotency.releaseKey(tx, asker, call.id)
    await close(tx, call.workspaceId, call.id, { sendsEvent: !asker })
  }).then(() => announce(call))
