import type { Actor, Claim, Kept } from '../kernel/vocabulary/actor.ts'
import { AlreadyDone, DomainError } from '../kernel/vocabulary/errors.ts'
import { failure, rootOf } from './errors.ts'

/** What a row is answered with. */
export interface Answer {
  status: number
  /** JSON, or null where there is no body. */
  text: string | null
  /** Whether an earlier request with the same Idempotency-Key was answered so. */
  replayed?: boolean
}

type Act = (actor: Actor) => Promise<Answer>

/** Where keys and their answers are kept (services/shared/idempotency.ts says what each does). */
export interface Keys {
  claimOf(actor: Actor, request: { key: string; method: string; path: string; body: Buffer }): Claim
  keep(actor: Actor, claim: Claim, status: number, body: string): Promise<Kept | null>
  find(actor: Actor, claim: Claim): Promise<Kept | { effect: unknown } | null>
}

/**
 * Does an action once for its Idempotency-Key, and answers every repetition alike (spec: Idempotency). The action
 * claims the key together with its effect; its answer, 2xx or 4xx, is kept after it. What it finds in its way:
 * - an answer that is kept: that is the answer;
 * - the effect of an attempt that has not answered, dead or still at it: the action answers from that effect;
 * - nothing any more, since the attempt before came to nothing: it tries again.
 * A 5xx is not kept: a repetition starts anew, or from the effect there is.
 */
export async function once(keys: Keys, actor: Actor, claim: Claim, act: Act, rounds = 3): Promise<Answer> {
  const answer = await attempt(keys, actor, claim, act)
  const kept = answer && (await keys.keep(actor, claim, answer.status, answer.text!))
  if (kept) return shown(kept)
  const found = await keys.find(actor, claim)
  if (found && 'status' in found) return shown(found)
  if (rounds === 0) throw new DomainError('UNAVAILABLE', 'Requests with this Idempotency-Key keep failing. Try again in a moment.')
  return once(keys, actor, { ...claim, effect: found?.effect }, act, rounds - 1)
}

/** The answer to this attempt; null when it found the key taken. */
async function attempt(keys: Keys, actor: Actor, claim: Claim, act: Act): Promise<Answer | null> {
  try {
    return await act({ ...actor, claim })
  } catch (error) {
    if (rootOf(error) instanceof AlreadyDone) return null
    const { status, detail } = failure(error)
    if (status < 500) return { status, text: JSON.stringify({ detail }) }
    const found = await keys.find(actor, claim).catch(() => null)
    if (found && 'status' in found) return null
    throw error
  }
}

const shown = ({ status, body, replayed }: Kept): Answer => ({ status, text: body, replayed })
