import type { Actor, IdempotencyClaim, StoredResponse } from '../kernel/vocabulary/actor.ts'
import { DomainError, DuplicateRequestError } from '../kernel/vocabulary/errors.ts'
import { toFailure, rootCauseOf } from './errors.ts'

/** The response of a route. */
export interface Answer {
  status: number
  /** JSON. `null` for no body. */
  text: string | null
  /** Whether this is the response to an earlier request with the same Idempotency-Key. */
  replayed?: boolean
}

type Act = (actor: Actor) => Promise<Answer>

/** Storage of Idempotency-Keys and their responses (see services/shared/idempotency.ts). */
export interface IdempotencyStore {
  createClaim(actor: Actor, request: { key: string; method: string; path: string; body: Buffer }): IdempotencyClaim
  storeResponse(actor: Actor, claim: IdempotencyClaim, status: number, body: string): Promise<StoredResponse | null>
  find(actor: Actor, claim: IdempotencyClaim): Promise<StoredResponse | { effect: unknown } | null>
}

/**
 * Runs an action once per Idempotency-Key and returns the same response to every repetition (spec: Idempotency). The action claims the key in
 * the same transaction as its effect; a 2xx or 4xx response is stored afterwards. If the key is already claimed:
 * - with a stored response: returns that response;
 * - with an effect but no response yet (the earlier attempt died or is still running): the action responds from that effect;
 * - and the claim is gone because the earlier attempt failed: tries again.
 * A 5xx is not stored: a repetition starts over, or from the existing effect.
 */
export async function withIdempotency(keys: IdempotencyStore, actor: Actor, claim: IdempotencyClaim, act: Act, retriesLeft = 3): Promise<Answer> {
  const answer = await attempt(keys, actor, claim, act)
  const stored = answer && (await keys.storeResponse(actor, claim, answer.status, answer.text!))
  if (stored) return toAnswer(stored)
  const earlier = await keys.find(actor, claim)
  if (earlier && 'status' in earlier) return toAnswer(earlier)
  if (retriesLeft === 0) throw new DomainError('UNAVAILABLE', 'Requests with this Idempotency-Key keep failing. Try again in a moment.')
  return withIdempotency(keys, actor, { ...claim, effect: earlier?.effect }, act, retriesLeft - 1)
}

/** Runs one attempt; null if the key was already claimed. */
async function attempt(keys: IdempotencyStore, actor: Actor, claim: IdempotencyClaim, act: Act): Promise<Answer | null> {
  try {
    return await act({ ...actor, claim })
  } catch (error) {
    if (rootCauseOf(error) instanceof DuplicateRequestError) return null
    const { status, detail } = toFailure(error)
    if (status < 500) return { status, text: JSON.stringify({ detail }) }
    const earlier = await keys.find(actor, claim).catch(() => null)
    if (earlier && 'status' in earlier) return null
    throw error
  }
}

const toAnswer = ({ status, body, replayed }: StoredResponse): Answer => ({ status, text: body, replayed })
