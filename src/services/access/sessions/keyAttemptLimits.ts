import { LRUCache } from 'lru-cache'
import { DomainError } from '../../../kernel/vocabulary/errors.ts'
import * as apiKeys from '../apiKeys.ts'
import { boundedQueue } from '../../shared/boundedQueue.ts'
import { createAttemptLimiter } from '../../rateLimits/attemptLimits.ts'

const wrongKeys = createAttemptLimiter({ most: 20, withinMs: 60_000 })
/** Keys that held when they were last sent: they go on working where others guess. */
const validKeys = new LRUCache<string, true>({ max: 10_000 })
/** Look-ups of keys not seen before, from addresses that have sent too many wrong ones: few at once, so that they delay nobody else. */
const suspectQueue = boundedQueue({ atOnce: 2, waiting: 50, retryAfterSeconds: 1 })

/**
 * Who a key speaks for. Throws as `apiKeys.authenticate` does, and RateLimitError instead of UNAUTHENTICATED when twenty keys
 * from that address did not hold within a minute. One that holds is taken all the same: its address may be shared with whoever
 * guesses. To send none is no guess.
 */
export const authenticate = (key: string | undefined, address: () => string) =>
  key ? authenticateSecret(key, address, () => apiKeys.authenticate(key)) : apiKeys.authenticate(key)

/** The same for any secret, with the look-up that tells whether it holds. */
export async function authenticateSecret<Caller>(secret: string, address: () => string, lookUp: () => Promise<Caller>): Promise<Caller> {
  const isProven = validKeys.get(secret)
  const isSuspected = !isProven && wrongKeys.isExceeded(address())
  try {
    const caller = await (isSuspected ? suspectQueue(lookUp) : lookUp())
    if (!isProven) validKeys.set(secret, true)
    return caller
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UNAUTHENTICATED') {
      validKeys.delete(secret)
      wrongKeys.check(address())
      wrongKeys.count(address())
    }
    throw error
  }
}
