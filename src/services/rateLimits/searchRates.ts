import { LRUCache } from 'lru-cache'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { nowMs } from '../../kernel/lib/clock.ts'
import { RateLimitError } from '../../kernel/http/limits.ts'

/** Twice as many as a fast typist sends with a search per keystroke. */
const PER_MINUTE = 600
const MINUTE_MS = 60_000

const counts = new LRUCache<string, { minute: number; count: number }>({ max: 10_000 })

/** Counts a search of a user's session in this process. Throws RATE_LIMITED above 600 per minute. */
export function countSearch({ sessionId, userId, workspaceId }: Actor) {
  const key = sessionId ?? `${workspaceId} ${userId}`
  const now = nowMs()
  const minute = Math.floor(now / MINUTE_MS)
  const known = counts.get(key)
  const count = known?.minute === minute ? known.count + 1 : 1
  if (count > PER_MINUTE) throw new RateLimitError('Too many searches. Try again in a moment.', Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000) || 1)
  counts.set(key, { minute, count })
}
