import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { UserId } from '../../../kernel/vocabulary/ids.ts'
import { nowMs } from '../../../kernel/lib/clock.ts'
import { RateLimitError } from '../../../kernel/http/limits.ts'
import { perServer } from '../../../kernel/serverState.ts'
import { createAttemptLimiter } from '../../rateLimits/attemptLimits.ts'
import * as knownDevices from './knownDevices.ts'
import { rateLimits } from '../../rateLimits/rateLimits.ts'

/** Origin of a password attempt: the network address, and the cookie with the accounts that signed in on the device. */
export interface GuessOrigin {
  address: string
  devices: string | null
}

/** Limits wrong passwords for one account from one address, or from one device that the account knows. */
const byPair = createAttemptLimiter({ most: 5, withinMs: 15 * 60_000 })
const FROM_ADDRESS = { most: 50, withinMs: 3_600_000 }
/** Counts wrong passwords from one address for all accounts. Above the limit, attempts are checked one at a time. */
const byAddress = createAttemptLimiter(FROM_ADDRESS)
const GUESS_INTERVAL_MS = 1_000
const MAX_WAIT_MS = 3_000
const nextGuesses = perServer(() => new LRUCache<string, number>({ max: 20_000 }))

/**
 * Counts an attempt before the password is checked, so that concurrent attempts all count. Throws RateLimitError. Returns a function that
 * undoes the count after a correct password.
 *
 * A device on which the account signed in before has its own count, so that attempts from elsewhere never block it. All other attempts
 * count per account, with a growing delay, and per address. An address above its limit is slowed but never blocked, because other users
 * may share it.
 */
export async function countGuess({ email, userId }: { email: string; userId: UserId | null }, { address, devices }: GuessOrigin): Promise<() => void> {
  const device = userId === null ? null : knownDevices.findDevice(devices, userId)
  const pair = `${device ? `device ${device}` : address} ${email}`
  byPair.check(pair)
  if (device) return byPair.count(pair)
  const isSuspected = byAddress.isExceeded(address)
  const undos = [byPair.count(pair), byAddress.count(address)]
  const forgive = () => undos.forEach((undo) => undo())
  try {
    if (isSuspected) await waitForTurn(address)
    undos.push(await countForAccount(userId === null ? `email ${email}` : `user ${userId}`))
  } catch (error) {
    forgive()
    throw error
  }
  return forgive
}

/** Delays attempts from an address above its limit to one per second. Throws RateLimitError if the wait would exceed `MAX_WAIT_MS`. */
async function waitForTurn(address: string) {
  const [now, nextGuessAt] = [nowMs(), nextGuesses()]
  const turn = Math.max(now, nextGuessAt.get(address) ?? 0)
  if (turn - now > MAX_WAIT_MS) throw new RateLimitError('too_many_attempts', Math.ceil((turn - now) / 1000))
  nextGuessAt.set(address, turn + GUESS_INTERVAL_MS)
  await delay(turn - now)
}

async function countForAccount(account: string): Promise<() => void> {
  const attempts = rateLimits().attempts
  const { waitMs } = await attempts.take(account)
  if (waitMs > 0) throw new RateLimitError('too_many_attempts', Math.ceil(waitMs / 1000))
  return () => void attempts.takeBack(account)
}
