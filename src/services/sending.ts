import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../actor.ts'
import { inMs } from '../clock.ts'
import { db, transaction } from '../db.ts'
import type { Call } from '../generated/prisma/client.ts'
import { columns, query, sql } from '../sql.ts'
import { type PlaceCall, ProviderError } from '../providers/provider.ts'
import { announce, checkAfter, close } from './callProgress.ts'
import * as calls from './calls.ts'
import { type CallState, outcomeOf } from '../callStates.ts'
import * as idempotency from './idempotency.ts'
import { provider } from './voice.ts'

/** How long a provider may take to answer a placement, and a carrier to take a text, in milliseconds; past it the outcome is unknown. */
export const patience = { answerMs: 10_000 }
/** A placement older than this is not sent any more: something held this process up. */
export const TOO_LATE_MS = 20_000
/** After that no sender has anything left to send or to report. */
export const REPORTED_WITHIN_MS = TOO_LATE_MS + 40_000

/** What is sent of a call, besides its reference and the time the provider has. */
export type Terms = Omit<PlaceCall, 'ref' | 'timeoutMs'>

/**
 * Asks the provider for a committed call, exactly once, and commits its answer. An ambiguous one leaves the call to the
 * watchdog and is no error. Throws the ProviderError of a refusal, once the call has ended `failed` for it: nobody was
 * called. `asker` is who asked for the call and hears of it: their key is freed.
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
    await kept(() => refuse(call, placed.kind, { asker }))
    throw placed
  }
  await kept(() => suspect(call))
  return calls.get(call, call.id)
}

/** So often an answer is tried to be written down while the database is away, and so long after the first failure, in milliseconds. */
const KEPT_TRIES = 6
const KEPT_AGAIN_MS = 100

/** Writes down what a provider or carrier said, also when a connection breaks meanwhile: writing it twice changes nothing, and lost it would take the watchdog a minute. */
export async function kept<T>(write: () => Promise<T>, tries = KEPT_TRIES): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (tries === 1) throw error
    await sleep(KEPT_AGAIN_MS * 2 ** (KEPT_TRIES - tries))
    return kept(write, tries - 1)
  }
}

/** The provider has the call: remembers its id there. A webhook may have said so already, and more. */
async function adopt({ workspaceId, id }: Call, providerCallId: string, state: CallState): Promise<Call> {
  const [call] = await query<Call>(sql`
    update calls set
      placement = case when provider_call_id is null then 'placed' else placement end,
      check_at = case when provider_call_id is null then ${checkAfter(state)} else check_at end,
      provider_call_id = coalesce(provider_call_id, ${providerCallId}),
      status = case when status = 'queued' and ${state} <> 'queued' then 'dialing' else status end
    where workspace_id = ${workspaceId} and id = ${id} returning ${columns(calls.FIELDS)}`)
  return call!
}

/** Nobody knows whether the provider took the call: the watchdog asks it, for as long as a call may stay unlisted. */
export const suspect = ({ workspaceId, id, provider: name }: Call) =>
  db.call.updateMany({
    where: { workspaceId, id, placement: 'sending' },
    data: { placement: 'unknown', quietUntil: inMs(provider(name).listLagMs), checkAt: inMs(1_000) },
  })

/**
 * The provider never took the call: it ends `failed`, or as told, the hold is released, and the event is sent. `asker` is
 * who asked for it and hears of it now: their key is freed, so that they can try again.
 */
export const refuse = (call: Call, reason: string, { asker, status = 'failed' }: { asker?: Actor; status?: 'failed' | 'canceled' } = {}) =>
  transaction(async (tx) => {
    if (asker) await idempotency.free(tx, asker, call.id)
    const { count } = await tx.call.updateMany({
      where: { workspaceId: call.workspaceId, id: call.id, placement: { in: ['sending', 'unknown'] }, providerCallId: null },
      data: { placement: 'refused', status, endedReason: reason, outcome: outcomeOf(status, null, null), endedAt: new Date() },
    })
    if (count > 0) await close(tx, call.workspaceId, call.id)
  }).then(() => announce(call))
