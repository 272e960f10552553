import { LRUCache } from 'lru-cache'

/** Attempts per account and hour without a delay; each further attempt waits twice as long as the one before. */
const FREE_ATTEMPTS = 10
const WINDOW_MS = 3_600_000
const FIRST_DELAY_MS = 15_000
const MAX_DELAY_MS = 15 * 60_000
const MAX_REMEMBERED = 20_000

/** Returns the required delay after the last of `count` attempts, in milliseconds. */
const delayAfter = (count: number) => (count < FREE_ATTEMPTS ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (count - FREE_ATTEMPTS), MAX_DELAY_MS))

export interface Attempt {
  count: number
  lastAt: number
  firstAt: number
}

/** Counts attempts in this process. Stores existing accounts separately, so that invented names cannot evict them. */
export function createLocalAttempts() {
  const known = new LRUCache<string, Attempt>({ max: MAX_REMEMBERED })
  const unknown = new LRUCache<string, Attempt>({ max: MAX_REMEMBERED })
  const cacheOf = (name: string) => (name.startsWith('user ') ? known : unknown)
  return {
    take(name: string, now: number): number {
      const before = cacheOf(name).get(name)
      const { count, lastAt, firstAt } = before && now - before.firstAt < WINDOW_MS ? before : { count: 0, lastAt: 0, firstAt: now }
      const waitMs = Math.max(0, lastAt + delayAfter(count) - now)
      if (waitMs === 0) cacheOf(name).set(name, { count: count + 1, lastAt: now, firstAt })
      return waitMs
    },
    takeBack(name: string) {
      const before = cacheOf(name).get(name)
      if (before) cacheOf(name).set(name, { ...before, count: Math.max(0, before.count - 1) })
    },
    clear() {
      known.clear()
      unknown.clear()
    },
  }
}

/**
 * The same as a script for Redis 5 or newer, by its own clock, shared by all processes. KEYS is the name; ARGV are the action and the
 * constants above. Returns the milliseconds to wait; 0 if the attempt was counted.
 */
export const TAKE_ATTEMPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local free, within, first, longest = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local count = tonumber(redis.call('HGET', KEYS[1], 'count')) or 0
if ARGV[1] == 'back' then
  if count > 0 then redis.call('HINCRBY', KEYS[1], 'count', -1) end
  return 0
end
if count >= free then
  local last = tonumber(redis.call('HGET', KEYS[1], 'last'))
  local wait = last + math.min(first * 2 ^ (count - free), longest) - now
  if wait > 0 then return math.ceil(wait) end
end
redis.call('HSET', KEYS[1], 'count', count + 1)
redis.call('HSET', KEYS[1], 'last', now)
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], within) end
return 0
`
export const TAKE_ATTEMPT_ARGS = [FREE_ATTEMPTS, WINDOW_MS, FIRST_DELAY_MS, MAX_DELAY_MS] as const
