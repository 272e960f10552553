import { describeInterruption, retryAfterMs } from '../outbound/exchange.ts'
import { ProviderError } from './provider.ts'
import type { ProviderErrorKind } from './provider.ts'

/** Effect of a request at the provider: `place` starts a phone call, `create` creates any other resource, `safe` can be repeated without harm. */
export type Effect = 'place' | 'create' | 'safe'

/** Maps an error response to a ProviderError: nothing happened or, for a placement, a phone may be ringing. */
export function toRefusalError(reply: { status: number; message: string | null; retryAfter?: string }, effect: Effect): ProviderError {
  const { status } = reply
  const message = reply.message ?? `The voice provider responded with status ${status}`
  const kind = kindOf(status, message, effect)
  return new ProviderError(kind, message, kind === 'throttled' ? { status, retryAfterMs: retryAfterMs(reply.retryAfter) } : { status })
}

/** Maps a request without a usable response to a ProviderError. `sent` says whether any part of it may have reached the provider. */
export function toInterruptionError(error: Error & { code?: unknown }, sent: boolean, effect: Effect): ProviderError {
  const code = typeof error.code === 'string' ? error.code : undefined
  return new ProviderError(sent ? unknownOutcomeKind(effect) : 'unavailable', describeInterruption('voice provider', sent, code), code ? { code } : {})
}

/** Error kind for failures whose effect at the provider is unknown. */
const unknownOutcomeKind = (effect: Effect): ProviderErrorKind => (effect === 'place' ? 'unknown_outcome' : 'unavailable')

function kindOf(status: number, message: string, effect: Effect): ProviderErrorKind {
  if (status === 401 || status === 402 || status === 403) return 'account'
  if (status === 408 || status < 400 || status >= 500) return unknownOutcomeKind(effect)
  if (status === 429 || /concurrency/i.test(message)) return 'throttled'
  if (status === 404 || (status === 422 && /cannot find/i.test(message))) return 'not_found'
  return 'rejected'
}

/** Whether the provider rejected the request: nothing was created, and a retry will not help. */
export const isRefusal = (error: unknown): error is ProviderError => error instanceof ProviderError && (error.kind === 'rejected' || error.kind === 'not_found')

const NUMBER_TAKEN = 'number_taken'

/** Creates the error for a number that already exists at the provider and that we did not import. */
export const numberTakenError = (vendor: string, e164: string) =>
  new ProviderError('rejected', `${vendor} already has the number ${e164} from another setup`, { code: NUMBER_TAKEN })

/** Whether the error means that the number belongs to another setup at the provider. */
export const isNumberTaken = (error: unknown): boolean => error instanceof ProviderError && error.info.code === NUMBER_TAKEN

/** Resolves to null if the provider does not know the resource. */
export async function nullIfNotFound<Reply>(reply: Promise<Reply>): Promise<Reply | null> {
  return reply.catch((error) => {
    if (error instanceof ProviderError && error.kind === 'not_found') return null
    throw error
  })
}

/** Thrown by a late `save`: another process has taken over the publish and uses the created resources. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

/** Saves a created resource; deletes it again if saving fails, since an unsaved resource would be an orphan. */
export async function saveOrUndo(save: () => Promise<void>, undo: () => Promise<void>): Promise<void> {
  try {
    await save()
  } catch (error) {
    if (!(error instanceof LeaseLostError)) await undo().catch(() => {})
    throw error
  }
}
