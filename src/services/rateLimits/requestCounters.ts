import type { Redis } from 'ioredis'
import type { Allowance, WindowStatus } from '../../kernel/http/limits.ts'
import { createLimiter } from './limiters.ts'

/** Requests in a minute and in a day. */
export interface Limits {
  rpm: number
  rpd: number
}

/** Counts requests in fixed windows: clock minutes and UTC days. `now` is in milliseconds. */
export function createRequestCounters(redis?: Redis) {
  const [minutes, days] = [createWindows('minute', 60, redis), createWindows('day', 86_400, redis)]
  return {
    /** Counts a request in both windows, or in neither if one of them is used up. */
    async take(whose: string | number, { rpm, rpd }: Limits, now: number): Promise<Allowance> {
      const add = (points: 1 | -1) => Promise.all([minutes.add(whose, now, points), days.add(whose, now, points)])
      let counts = await Promise.all([minutes.known(whose, now), days.known(whose, now)])
      let allowed = counts[0] < rpm && counts[1] < rpd
      if (allowed) {
        counts = await add(1)
        allowed = counts[0] <= rpm && counts[1] <= rpd
        if (!allowed) counts = await add(-1)
      }
      const minute = windowStatus(rpm, counts[0], minutes.resetSeconds(now))
      const day = windowStatus(rpd, counts[1], days.resetSeconds(now))
      const isDay = allowed ? day.remaining * minute.limit < minute.remaining * day.limit : day.remaining === 0
      return { allowed, window: isDay ? 'day' : 'minute', minute, day }
    },
  }
}

function createWindows(name: string, seconds: number, redis?: Redis) {
  const { limiter, own } = createLimiter(`requests:${name}`, { seconds }, redis)
  const widthMs = seconds * 1000
  const keyAt = (whose: string | number, now: number) => `${whose}:${Math.floor(now / widthMs)}`
  return {
    /** Returns the count of the current window as this process knows it, without a request to Redis. */
    known: async (whose: string | number, now: number) => (await own.get(keyAt(whose, now)))?.consumedPoints ?? 0,
    /** Adds to the count of the current window and returns it. */
    async add(whose: string | number, now: number, points: 1 | -1) {
      const key = keyAt(whose, now)
      const { consumedPoints } = await (points === 1 ? limiter.penalty(key) : limiter.reward(key))
      // So that this process refuses without Redis, and continues from here if Redis fails.
      if (limiter !== own) void own.set(key, consumedPoints, seconds)
      return consumedPoints
    },
    /** Returns the whole seconds, at least one, after which the window has certainly ended. */
    resetSeconds: (now: number) => Math.ceil((widthMs - (now % widthMs)) / 1000),
  }
}

const windowStatus = (limit: number, count: number, resetSeconds: number): WindowStatus => ({ limit, remaining: Math.max(0, limit - count), resetSeconds })
