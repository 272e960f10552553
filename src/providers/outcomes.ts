import { interruptionInWords, retryAfterMs } from '../outbound/exchange.ts'
import { ProviderError } from './provider.ts'
import type { ProviderErrorKind } from './provider.ts'

/**
 * What a request does at the provider: `place` starts a phone call, `create` leaves something else behind,
 * `safe` may be repeated without harm.
 */
export type Effect = 'place' | 'create' | 'safe'

/** What an answer that is not a success means: nothing happened, or, for a placement, perhaps a phone rings. */
export function refusal(answer: { status: number; message: string | null; retryAfter?: string }, effect: Effect): ProviderError {
  const { status } = answer
  const message = answer.message ?? `The voice provider responded with status ${status}`
  const kind = kindOf(status, message, effect)
  return new ProviderError(kind, message, kind === 'throttled' ? { status, retryAfterMs: retryAfterMs(answer.retryAfter) } : { status })
}

/** What a request without a usable answer means. `sent` tells whether any of it can have reached the provider. */
export function interruption(error: Error & { code?: unknown }, sent: boolean, effect: Effect): ProviderError {
  const code = typeof error.code === 'string' ? error.code : undefined
  return new ProviderError(sent ? unsettled(effect) : 'unavailable', interruptionInWords('voice provider', sent, code), code ? { code } : {})
}

/** The kind of every failure that leaves open what the provider did. */
const unsettled = (effect: Effect): ProviderErrorKind => (effect === 'place' ? 'unknown_outcome' : 'unavailable')

function kindOf(status: number, message: string, effect: Effect): ProviderErrorKind {
  if (status === 401 || status === 402 || status === 403) return 'account'
  if (status === 408 || status < 400 || status >= 500) return unsettled(effect)
  if (status === 429 || /concurrency/i.test(message)) return 'throttled'
  if (status === 404 || (status === 422 && /cannot find/i.test(message))) return 'not_found'
  return 'rejected'
}

/** Whether the provider said no to what was asked: nothing was made, and asking again changes nothing. */
export const isRefusal = (error: unknown): error is ProviderError => error instanceof ProviderError && (error.kind === 'rejected' || error.kind === 'not_found')

const TAKEN = 'number_taken'

/** The refusal to use a number that is at the provider already and that we did not bring there. */
export const numberTaken = (vendor: string, e164: string) =>
  new ProviderError('rejected', `${vendor} already has the number ${e164} from another setup`, { code: TAKEN })

/** Whether a number at a provider is somebody else's. */
export const isTaken = (error: unknown): boolean => error instanceof ProviderError && error.info.code === TAKEN

/** The answer, or null when the provider does not know what was asked for. */
export async function ifKnown<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  return answer.catch((error) => {
    if (error instanceof ProviderError && error.kind === 'not_found') return null
    throw error
  })
}

/** Thrown by a `save` that comes too late: another process goes on with the publish, and uses what was made. */
export class TakenOver extends Error {
  override readonly name = 'TakenOver'
}

/** Records what was just made; takes it back when that fails, because what is not recorded would be an orphan. */
export async function saveOrUndo(save: () => Promise<void>, undo: () => Promise<void>): Promise<void> {
  try {
    await save()
  } catch (error) {
    if (!(error instanceof TakenOver)) await undo().catch(() => {})
    throw error
  }
}
