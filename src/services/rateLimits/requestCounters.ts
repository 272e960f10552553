import type { Allowance, WindowStatus } from '../../kernel/http/limits.ts'
import { createLimiter } from './limiters.ts'
import type { SharedRedis } from './sharedRedis.ts'

/** Requests in a minute, and in a day (`Infinity` for no limit). */
export interface Limits {
  rpm: number
  rpd: number
}

/** Counts requests in fixed windows: clock minutes and UTC days. `now` is in milliseconds. */
export function createRequestCounters(redis?: SharedRedis) {
  const [minutes, days] = [createWindows('minute', 60, redis), createWindows('day', 86_400, redis)]
  return {
    /**
     * Counts a request in both windows, or in neither if one of them is used up. The day is counted only if the minute allows the request, so
     * that refused requests never use up the day for others.
     */
    async take(whose: string | number, { rpm, rpd }: Limits, now: number): Promise<Allowance> {
      const [minute, day] = [minutes.at(whose, rpm, now), days.at(whose, rpd, now)]
      const isInMinute = await minute.take()
      const allowed = isInMinute && (await day.take())
      if (isInMinute && !allowed) await minute.takeBack()
      if (!isInMinute) await day.read()
      const statuses = { minute: minute.status(), day: day.status() }
      const isDayUsedUp = isInMinute || statuses.day.remaining === 0
      return { allowed, window: allowed ? nearerOf(statuses) : isDayUsedUp ? 'day' : 'minute', ...statuses }
    },
  }
}

const nearerOf = ({ minute, day }: Pick<Allowance, 'minute' | 'day'>) => (day.remaining * minute.limit < minute.remaining * day.limit ? 'day' : 'minute')

/** Windows of the clock. While Redis is unavailable, this process continues from the last count that it knows. */
function createWindows(name: string, seconds: number, redis?: SharedRedis) {
  const { own, runAtRedis } = createLimiter(`requests:${name}`, { seconds }, redis)
  const widthMs = seconds * 1000

  const known = async (key: string) => (await own.get(key))?.consumedPoints ?? 0

  /** Adds to a count and returns it: that in Redis or of this process, whichever is larger, because each can lack requests after an outage. */
  async function add(key: string, points: 1 | 0 | -1): Promise<number> {
    const { consumedPoints: mine } = await own.penalty(key, points)
    if (!redis) return mine
    const shared = (await runAtRedis((limiter) => limiter.penalty(key, points)))?.consumedPoints ?? 0
    if (shared > (await known(key))) void own.set(key, shared, seconds)
    return Math.max(mine, shared)
  }

  /** Returns the current window of a workspace or another resource. */
  function at(whose: string | number, limit: number, now: number) {
    const key = `${whose}:${Math.floor(now / widthMs)}`
    let count = 0
    const change = async (points: 1 | 0 | -1) => {
      count = await add(key, points)
    }
    return {
      /** Counts a request and returns true, unless the window is used up. Doesn't ask Redis if this process knows that it is. */
      async take() {
        count = await known(key)
        if (count >= limit) return false
        await change(1)
        if (count <= limit) return true
        await change(-1)
        return false
      },
      takeBack: () => change(-1),
      read: () => change(0),
      /** The reset is in whole seconds, at least one, after which the window has certainly ended. */
      status: (): WindowStatus => ({ limit, remaining: Math.max(0, limit - count), resetSeconds: Math.ceil((widthMs - (now % widthMs)) / 1000) }),
    }
  }

  return { at: (whose: string | number, limit: number, now: number) => (limit < Infinity ? at(whose, limit, now) : UNLIMITED) }
}

const UNLIMITED = {
  take: async () => true,
  takeBack: async () => {},
  read: async () => {},
  status: (): WindowStatus => ({ limit: Infinity, remaining: Infinity, resetSeconds: 1 }),
}
