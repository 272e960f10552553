import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { Allowance } from '../../kernel/http/limits.ts'
import { sha256 } from '../../kernel/crypto/ids.ts'
import { TAKE_ATTEMPT, TAKE_ATTEMPT_ARGS } from './attempts.ts'
import { withTimeout, watchOutages } from './rateLimitsOutages.ts'
import { TAKE_REQUEST } from './rateLimitsScript.ts'
import { allowanceOf, type Counter, startWindow, indexAt, newCounter, WIDTH_MS, type Window } from './rateLimitWindows.ts'

interface Limits {
  rpm: number
  rpd: number
}

/**
 * Connects to the counters that all processes share in Redis. Each request runs one script, by Redis' own clock. Each time a process sends
 * its own count and the last known total, so that nothing is lost or counted twice if Redis was unavailable or lost its data.
 */
export function connectSharedCounters(redisUrl: string) {
  const processName = randomBytes(6).toString('base64url')
  const redis = new Redis(redisUrl, {
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    socketTimeout: 10_000,
  }) as Redis & { takeRequest(...args: (string | number)[]): Promise<number[]>; takeAttempt(...args: (string | number)[]): Promise<number> }
  redis.defineCommand('takeRequest', { numberOfKeys: 2, lua: TAKE_REQUEST })
  redis.defineCommand('takeAttempt', { numberOfKeys: 1, lua: TAKE_ATTEMPT })
  const outage = watchOutages(redis, () => ask('probe', newCounter(nowMs()), { rpm: 0, rpd: 0 }))
  let ahead = 0

  const ask = (whose: number | string, { minute, day }: Counter, { rpm, rpd }: Limits) => {
    const key = `callwright:limits:{${whose}}`
    const argumentsOf = (limit: number, widthMs: number, { index, known, handed, own, born }: Window) => [limit, widthMs, index, known, handed, own, born]
    return redis.takeRequest(`${key}:minute`, `${key}:day`, processName, ...argumentsOf(rpm, WIDTH_MS.minute, minute), ...argumentsOf(rpd, WIDTH_MS.day, day))
  }

  async function take(whose: number | string, counter: Counter, limits: Limits): Promise<Allowance> {
    const answer = await withTimeout(ask(whose, counter, limits)).catch((error: unknown) => {
      outage.begin(error)
      throw error
    })
    const [taken, now, minuteTotal, minuteMine, minuteBorn, dayTotal, dayMine, dayBorn] = answer as ScriptAnswer
    ahead = now - nowMs()
    applyAnswer(counter.minute, indexAt(now, WIDTH_MS.minute), taken, { known: minuteTotal, handed: minuteMine, born: minuteBorn })
    applyAnswer(counter.day, indexAt(now, WIDTH_MS.day), taken, { known: dayTotal, handed: dayMine, born: dayBorn })
    return allowanceOf(taken === 1, now, limits, { minute: minuteTotal, day: dayTotal })
  }

  // Names are hashed, since they can contain email addresses.
  const attempt = (name: string, what: 'count' | 'back') =>
    withTimeout(redis.takeAttempt(`callwright:attempts:${Buffer.from(sha256(name)).toString('base64url')}`, what, ...TAKE_ATTEMPT_ARGS))

  return {
    /** Counts an attempt, or returns the milliseconds to wait if it comes too soon. Throws if Redis does not respond in time. */
    takeAttempt: (name: string) => attempt(name, 'count'),
    takeBackAttempt: (name: string) => attempt(name, 'back'),
    /** Whether Redis is available. */
    isUsable: () => redis.status === 'ready' && outage.isOver(),
    /** How far Redis' clock is ahead of this process's, in milliseconds. */
    ahead: () => ahead,
    /** Counts a request. Throws if Redis does not respond in time; then nothing was counted here. */
    take,
    close() {
      outage.forget()
      redis.disconnect()
    },
  }
}

type ScriptAnswer = [number, number, number, number, number, number, number, number]

function applyAnswer(window: Window, index: number, taken: number, shared: Pick<Window, 'known' | 'handed' | 'born'>) {
  startWindow(window, index)
  window.own = Math.max(window.own + taken, shared.handed)
  Object.assign(window, shared)
}
