import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { nowMs } from '../../../kernel/lib/clock.ts'
import { RateLimitError } from '../../../kernel/http/limits.ts'
import { createAttemptLimiter } from '../../rateLimits/attemptLimits.ts'
import * as knownDevices from './knownDevices.ts'
import { getRateLimits } from '../../rateLimits/rateLimits.ts'

/** Where a guess comes from: its network address, and the cookie that tells which accounts were signed in to on its device. */
export interface GuessOrigin {
  address: string
  devices: string | null
}

/** Wrong passwords for one account from one address, or from one device that is known to it. */
const byPair = createAttemptLimiter({ most: 5, withinMs: 15 * 60_000 })
const FROM_ADDRESS = { most: 50, withinMs: 3_600_000 }
/** Wrong passwords from one address, for whatever account. Beyond these, one is judged at a time. */
const byAddress = createAttemptLimiter(FROM_ADDRESS)
const GUESS_INTERVAL_MS = 1_000
const MAX_WAIT_MS = 3_000
const nextGuessAt = new LRUCache<string, number>({ max: 20_000 })

/**
 * Counts a guess before it is judged, so that many at once cannot slip through. Throws RateLimitError. Answers how to forgive
 * one that was right.
 *
 * A device from which the account was signed in to before has a count of its own, so that nobody else's guesses reach it.
 * From elsewhere an account is counted over all addresses, with a delay that grows, and an address over all accounts: one
 * that has guessed much is slowed but never shut out, since it may be shared with others.
 */
export async function countGuess({ email, userId }: { email: string; userId: number | null }, { address, devices }: GuessOrigin): Promise<() => void> {
  const device = userId === null ? null : knownDevices.findDevice(devices, userId)
  const pair = `${device ? `device ${device}` : address} ${email}`
  byPair.check(pair)
  if (device) return byPair.count(pair)
  const isSuspected = byAddress.isExceeded(address)
  const takeBack = [byPair.count(pair), byAddress.count(address)]
  const forgive = () => takeBack.forEach((back) => back())
  try {
    if (isSuspected) await waitForTurn(address)
    takeBack.push(await countForAccount(userId === null ? `email ${email}` : `user ${userId}`))
  } catch (error) {
    forgive()
    throw error
  }
  return forgive
}

/** Waits for the turn of an address that has guessed too often: once a second, and not long. Throws RateLimitError. */
async function waitForTurn(address: string) {
  const now = nowMs()
  const turn = Math.max(now, nextGuessAt.get(address) ?? 0)
  if (turn - now > MAX_WAIT_MS) throw new RateLimitError('Too many requests. Please try again later.', Math.ceil((turn - now) / 1000))
  nextGuessAt.set(address, turn + GUESS_INTERVAL_MS)
  await delay(turn - now)
}

async function countForAccount(account: string): Promise<() => void> {
  const attempts = getRateLimits().attempts
  const { waitMs } = await attempts.take(account)
  if (waitMs > 0) throw new RateLimitError('Too many requests. Please try again later.', Math.ceil(waitMs / 1000))
  return () => void attempts.takeBack(account)
}
