import { LIMITS } from '../common.ts'
import { Refused } from './errors.ts'

interface Counts {
  minute: number
  inMinute: number
  day: number
  inDay: number
}
const workspaces = new Map<number, Counts>()

const POLICY = `"minute";q=${LIMITS.rpm};w=60, "day";q=${LIMITS.rpd};w=86400`
const MINUTE_SPENT = 'API rate limit exceeded (per minute). Slow down and retry shortly.'
const DAY_SPENT = 'API daily rate limit exceeded. Upgrade your plan or retry tomorrow.'

interface Headers {
  setHeader(name: string, value: string | number): unknown
}

/** Counts a request against its workspace's limits per minute and day, and returns the response headers. Throws a 429. */
export function limit(workspaceId: number, headers: Headers) {
  const seconds = Math.floor(Date.now() / 1000)
  const counts = countsOf(workspaceId, seconds)
  const spent = counts.inDay >= LIMITS.rpd ? DAY_SPENT : counts.inMinute >= LIMITS.rpm ? MINUTE_SPENT : null
  if (!spent) {
    counts.inMinute++
    counts.inDay++
  }
  const minute = { limit: LIMITS.rpm, left: LIMITS.rpm - counts.inMinute, reset: 60 - (seconds % 60) }
  const day = { limit: LIMITS.rpd, left: LIMITS.rpd - counts.inDay, reset: 86_400 - (seconds % 86_400) }
  const nearer = spent === DAY_SPENT || (spent !== MINUTE_SPENT && day.left / day.limit < minute.left / minute.limit) ? day : minute
  headers.setHeader('X-RateLimit-Limit', nearer.limit)
  headers.setHeader('X-RateLimit-Remaining', nearer.left)
  headers.setHeader('X-RateLimit-Reset', nearer.reset)
  headers.setHeader('RateLimit-Policy', POLICY)
  headers.setHeader('RateLimit', `"minute";r=${minute.left};t=${minute.reset}, "day";r=${day.left};t=${day.reset}`)
  if (!spent) return
  headers.setHeader('Retry-After', nearer.reset)
  throw new Refused(429, spent)
}

function countsOf(workspaceId: number, seconds: number): Counts {
  const minute = Math.floor(seconds / 60)
  const day = Math.floor(seconds / 86_400)
  let counts = workspaces.get(workspaceId)
  if (!counts) workspaces.set(workspaceId, (counts = { minute, day, inMinute: 0, inDay: 0 }))
  if (counts.minute !== minute) Object.assign(counts, { minute, inMinute: 0 })
  if (counts.day !== day) Object.assign(counts, { day, inDay: 0 })
  return counts
}
