import { LRUCache } from 'lru-cache'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { nowMs } from '../../kernel/lib/clock.ts'
import { RateLimitError } from '../../kernel/http/limits.ts'

/** Twice the searches of a fast typist with a search per keystroke. */
const PER_MINUTE = 600
const MINUTE_MS = 60_000

const counts = new LRUCache<string, { minute: number; count: number }>({ max: 10_000 })

/** Counts a search of a person's session in this process; throws RATE_LIMITED beyond 600 in a minute. */
export function countSearch({ sessionId, userId, workspaceId }: Actor) {
  const key = sessionId ?? `${workspaceId} ${userId}`
  const now = nowMs()
  const minute = Math.floor(now / MINUTE_MS)
  const known = counts.get(key)
  const count = known?.minute === minute ? known.count + 1 : 1
  if (count > PER_MINUTE) throw new RateLimitError('Too many searches. Try again in a moment.', Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000) || 1)
  counts.set(key, { minute, count })
}
