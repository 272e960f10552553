import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock, inMs } from '../../../kernel/lib/clock.ts'
import { db, transaction } from '../../../kernel/db/db.ts'
import type { EndedReason } from '../../../kernel/vocabulary/endedReasons.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import { columns, query, sql } from '../../../kernel/db/sql.ts'
import { type PlaceCall, ProviderError, type ProviderErrorKind } from '../../../providers/provider.ts'
import { announce, checkAfter, close } from '../progress/callProgress.ts'
import * as calls from '../calls.ts'
import { type CallState, outcomeOf } from '../../../kernel/vocabulary/callStates.ts'
import * as idempotency from '../../shared/idempotency.ts'
import * as placementLookups from './placementLookups.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'

/**
 * In milliseconds: how long a provider may take to answer a placement, and a carrier to take a text, before the outcome is unknown; and how
 * long the request then asks the provider what became of the call (contract: Call).
 */
export const patience = { answerMs: 10_000, lookUpMs: 3_000 }
/** A placement older than this is not sent any more: something held this process up. */
export const SEND_DEADLINE_MS = 20_000
/** After that no sender has anything left to send or to report. */
export const REPORTED_WITHIN_MS = SEND_DEADLINE_MS + 40_000

/** What is sent of a call, besides its reference and the time the provider has. */
export type Terms = Omit<PlaceCall, 'ref' | 'timeoutMs'>

/**
 * Asks the provider for a committed call, exactly once, and commits its answer. Throws the ProviderError of a refusal, once the
 * call has ended `failed` for it: nobody was called. `asker` is who asked for the call and waits for the answer: their key is freed.
 * After an ambiguous answer the call is looked up for them; what stays unknown is left to the watchdog and is no error. If the process
 * dies before the outcome is committed, the watchdog finds the call still `sending`, its owner dead, and looks it up itself.
 */
export async function send(call: Call, terms: Terms, asker?: Actor): Promise<Call> {
  const placed = await provider(call.provider)
    .placeCall({ ...terms, ref: call.ref, timeoutMs: patience.answerMs })
    .catch((error: unknown) => {
      if (error instanceof ProviderError) return error
      throw error
    })
  if (!(placed instanceof ProviderError)) return kept(() => adopt(call, placed.providerCallId, placed.state))
  if (placed.kind !== 'unknown_outcome') {
    await kept(() => refuse(call, REFUSALS[placed.kind], { asker }))
    throw placed
  }
  const answeredAt = clock.now()
  const found = asker ? await placementLookups.lookUp(call, answeredAt, patience.lookUpMs) : undefined
  if (found) return kept(() => adopt(call, found.providerCallId, found.state))
  await kept<unknown>(() => (found === null ? refuse(call, 'not_placed', { asker }) : suspect(call, answeredAt)))
  const settled = await calls.get(call, call.id)
  if (settled.placement === 'refused') throw placed
  return settled
}

/** How a call ends that its provider did not take. */
const REFUSALS: Record<ProviderErrorKind, EndedReason> = {
  rejected: 'provider_rejected',
  not_found: 'provider_rejected',
  bad_signature: 'provider_rejected',
  account: 'provider_account_error',
  throttled: 'provider_limit_reached',
  unavailable: 'provider_unavailable',
  unknown_outcome: 'not_placed',
}

/** So often an answer is tried to be written down while the database is away, and so long after the first failure, in milliseconds. */
const PERSIST_ATTEMPTS = 6
const PERSIST_RETRY_DELAY_MS = 100

/** Writes down what a provider or carrier said, also when a connection breaks meanwhile: writing it twice changes nothing, and lost it would take the watchdog a minute. */
export async function kept<T>(write: () => Promise<T>, tries = PERSIST_ATTEMPTS): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (tries === 1) throw error
    await sleep(PERSIST_RETRY_DELAY_MS * 2 ** (PERSIST_ATTEMPTS - tries))
    return kept(write, tries - 1)
  }
}

/** The provider has the call: remembers its id there. A webhook may have said so already, and more. */
async function adopt({ workspaceId, id, provider: engine }: Call, providerCallId: string, state: CallState): Promise<Call> {
  const [call] = await query<Call>(sql`
    update calls set
      placement = case when provider_call_id is null then 'placed' else placement end,
      check_at = case when provider_call_id is null then ${checkAfter(engine, state)} else check_at end,
      provider_call_id = coalesce(provider_call_id, ${providerCallId}),
      status = case when status = 'queued' and ${state} <> 'queued' then 'dialing' else status end
    where workspace_id = ${workspaceId} and id = ${id} returning ${columns(calls.FIELDS)}`)
  return call!
}

/** Nobody knows whether the provider took the call: the watchdog asks it, for as long as a call may stay unlisted. */
export const suspect = ({ workspaceId, id, provider: name }: Call, answeredAt = clock.now()) =>
  db.call.updateMany({
    where: { workspaceId, id, placement: 'sending' },
    data: { placement: 'unknown', quietUntil: placementLookups.listedBy(name, answeredAt), checkAt: inMs(1_000) },
  })

/**
 * The provider never took the call: it ends `failed`, or as `status` says, and the hold is released. One that the provider's webhook has
 * confirmed meanwhile goes on. `asker` is who asked for it and gets an error as the answer: their key is freed, so that they can try again,
 * and no event is sent (contract: `call.completed`).
 */
export const refuse = (call: Call, reason: EndedReason, { asker, status = 'failed' }: { asker?: Actor; status?: 'failed' | 'canceled' } = {}) =>
  transaction(async (tx) => {
    const { count } = await tx.call.updateMany({
      where: { workspaceId: call.workspaceId, id: call.id, placement: { in: ['sending', 'unknown'] }, providerCallId: null },
      data: { placement: 'refused', status, endedReason: reason, outcome: outcomeOf(status, null, null), endedAt: clock.now() },
    })
    if (count === 0) return
    if (asker) await idempotency.free(tx, asker, call.id)
    await close(tx, call.workspaceId, call.id, { sendsEvent: !asker })
  }).then(() => announce(call))
