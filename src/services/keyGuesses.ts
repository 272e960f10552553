import { LRUCache } from 'lru-cache'
import { DomainError } from '../errors.ts'
import * as apiKeys from './apiKeys.ts'
import { guessCounter } from './guesses.ts'

const wrongKeys = guessCounter({ most: 20, withinMs: 60_000 })
/** Keys that held when they were last sent: they go on working where others guess. */
const proven = new LRUCache<string, true>({ max: 10_000 })

/**
 * Who a key speaks for. Throws as `apiKeys.authenticate` does, and RateLimited, before any look-up, when twenty keys
 * from that address did not hold within a minute. To send none is no guess.
 */
export const authenticate = (key: string | undefined, address: () => string) =>
  key ? guarded(key, address, () => apiKeys.authenticate(key)) : apiKeys.authenticate(key)

/** The same for any secret, with the look-up that tells whether it holds. */
export async function guarded<Caller>(secret: string, address: () => string, lookUp: () => Promise<Caller>): Promise<Caller> {
  const isProven = proven.get(secret)
  if (!isProven) wrongKeys.check(address())
  try {
    const caller = await lookUp()
    if (!isProven) proven.set(secret, true)
    return caller
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UNAUTHENTICATED') {
      proven.delete(secret)
      wrongKeys.count(address())
    }
    throw error
  }
}
