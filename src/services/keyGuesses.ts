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
export async function authenticate(key: string | undefined, address: () => string) {
  if (!key) return apiKeys.authenticate(key)
  const isProven = proven.get(key)
  if (!isProven) wrongKeys.check(address())
  try {
    const caller = await apiKeys.authenticate(key)
    if (!isProven) proven.set(key, true)
    return caller
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UNAUTHENTICATED') {
      proven.delete(key)
      wrongKeys.count(address())
    }
    throw error
  }
}
