import { LRUCache } from 'lru-cache'
import { perServer } from '../../../kernel/serverState.ts'
import { DomainError } from '../../../kernel/vocabulary/errors.ts'
import * as apiKeys from '../apiKeys.ts'
import { createBoundedQueue } from '../../shared/boundedQueue.ts'
import { createAttemptLimiter } from '../../rateLimits/attemptLimits.ts'

const wrongKeys = createAttemptLimiter({ most: 20, withinMs: 60_000 })
/** Keys that were valid at their last use. They stay usable from an address that sends wrong keys. */
const validKeys = perServer(() => new LRUCache<string, true>({ max: 10_000 }))
/** Look-ups of unknown keys from addresses that sent too many wrong ones. Few run at a time, so that they do not delay other requests. */
const suspectQueue = perServer(() => createBoundedQueue({ atOnce: 2, waiting: 50, retryAfterSeconds: 1 }))

/**
 * Returns the actor of a key. Throws the errors of `apiKeys.authenticate`, and RateLimitError instead of UNAUTHENTICATED after twenty wrong
 * keys from the address within a minute. A valid key is accepted even then, because the address may be shared. A missing key does not
 * count as an attempt.
 */
export const authenticate = (key: string | undefined, address: () => string) =>
  key ? authenticateSecret(key, address, () => apiKeys.authenticate(key)) : apiKeys.authenticate(key)

/** Authenticates any secret with the given look-up, which throws UNAUTHENTICATED for a wrong one. Limits attempts as `authenticate` does. */
export async function authenticateSecret<Caller>(secret: string, address: () => string, lookUp: () => Promise<Caller>): Promise<Caller> {
  const isProven = validKeys().get(secret)
  const isSuspected = !isProven && wrongKeys.isExceeded(address())
  try {
    const caller = await (isSuspected ? suspectQueue()(lookUp) : lookUp())
    if (!isProven) validKeys().set(secret, true)
    return caller
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UNAUTHENTICATED') {
      validKeys().delete(secret)
      wrongKeys.check(address())
      wrongKeys.count(address())
    }
    throw error
  }
}
