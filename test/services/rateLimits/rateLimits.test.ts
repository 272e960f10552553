import fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Allowance } from '../../../src/kernel/http/limits.ts'
import { log } from '../../../src/kernel/log.ts'
import { type RateLimits, startRateLimits } from '../../../src/services/rateLimits/rateLimits.ts'
import { DAY, MINUTE, stopClock } from '../../kit/waiting/clock.ts'
import { ensureTimeLeftInMinute } from '../../kit/waiting/minute.ts'
import { startRedis } from '../../kit/server/redis.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'

const RPM = 60
const RPD = 5_000
let nextWorkspace = 1
let workspace: number
beforeEach(() => {
  workspace = nextWorkspace++
})
const take = (limits: RateLimits) => limits.take(workspace, 'starter')
const takeOften = async (times: number, limits: RateLimits) => {
  const taken: Allowance[] = []
  for (let i = 0; i < times; i++) taken.push(await take(limits))
  return taken
}
const allowed = (taken: Allowance[]) => taken.filter((allowance) => allowance.allowed).length

describe('in one process', () => {
  const limits = startRateLimits()

  /** Counts up to 4,000 requests in each of 15 random sequences, and compares every result with its own count. */
  test('any sequence of requests is counted by clock minute and UTC day', async () => {
    const [rpm, rpd] = [30, 1_000]
    const pauses = fc.oneof(
      { weight: 20, arbitrary: fc.constant(MINUTE) },
      { weight: 4, arbitrary: fc.nat(2 * MINUTE) },
      { weight: 1, arbitrary: fc.nat(2 * DAY) },
    )
    const steps = fc.array(fc.tuple(pauses, fc.integer({ min: 20, max: 40 })), { minLength: 1, maxLength: 100, size: 'max' })
    await fc.assert(
      fc.asyncProperty(fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), steps, async (start, course) => {
        const id = nextWorkspace++
        const passed = new Map<string, number>()
        let now = start.getTime()
        for (const [pause, times] of course) {
          now += pause
          stopClock(new Date(now))
          const [minute, day] = [new Date(now).toISOString().slice(0, 16), new Date(now).toISOString().slice(0, 10)]
          for (let i = 0; i < times; i++) {
            const [inMinute, inDay] = [passed.get(minute) ?? 0, passed.get(day) ?? 0]
            const may = inMinute < rpm && inDay < rpd
            if (may) passed.set(minute, inMinute + 1).set(day, inDay + 1)
            const allowance = await limits.take(id, 'free')
            expect(allowance.allowed).toBe(may)
            expect(allowance.minute).toMatchObject({ limit: rpm, remaining: rpm - (passed.get(minute) ?? 0) })
            expect(allowance.day).toMatchObject({ limit: rpd, remaining: rpd - (passed.get(day) ?? 0) })
            const nearer = (rpd - inDay - 1) * rpm < (rpm - inMinute - 1) * rpd ? 'day' : 'minute'
            expect(allowance.window).toBe(may ? nearer : inDay >= rpd ? 'day' : 'minute')
            for (const [window, text] of [
              [allowance.minute, minute],
              [allowance.day, day],
            ] as const) {
              const at = (seconds: number) => new Date(now + seconds * 1000).toISOString().slice(0, text.length)
              expect([at(window.resetSeconds) > text, at(window.resetSeconds - 1)]).toEqual([true, text])
            }
          }
        }
      }),
      { numRuns: 15 },
    )
  })

  test('after a change of plan within a minute the earlier requests count', async () => {
    stopClock(new Date('2026-05-05T10:00:00Z'))
    for (let i = 0; i < 30; i++) await limits.take(workspace, 'free')
    expect((await limits.take(workspace, 'free')).allowed).toBe(false)
    expect((await limits.take(workspace, 'starter')).minute.remaining).toBe(29)
    expect(await limits.take(workspace, 'no such plan')).toMatchObject({ allowed: false, minute: { limit: 30, remaining: 0 } })
  })
})

/** Each of these tests waits for the next minute if fewer than twelve seconds of the current one are left. */
describe('in several processes with Redis', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  let admin: Redis
  let ada: RateLimits
  let bob: RateLimits
  beforeAll(async () => {
    redis = await startRedis()
    admin = new Redis(redis.url, { retryStrategy: () => 50 })
    admin.on('error', () => {})
    ada = startRateLimits(redis.url)
    bob = startRateLimits(redis.url)
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(async () => {
    ada.close()
    bob.close()
    admin.disconnect()
    await redis.stop()
  })
  beforeEach(async () => {
    await bothBack()
    await ensureTimeLeftInMinute(12_000)
  })
  /** Waits until both instances count together. */
  const bothBack = () =>
    waitFor('both to count together', async () => {
      const id = nextWorkspace++
      await ada.take(id, 'starter')
      await bob.take(id, 'starter')
      return (await ada.take(id, 'starter')).day.remaining === RPD - 3
    })

  test('exactly the limit of a burst on both processes is allowed', async () => {
    const taken = await Promise.all(Array.from({ length: 2 * RPM }, (_, i) => take(i % 2 ? ada : bob)))
    expect(allowed(taken)).toBe(RPM)
    expect(
      taken
        .filter((each) => each.allowed)
        .map(({ minute }) => minute.remaining)
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: RPM }, (_, i) => i))
    expect(await take(ada)).toMatchObject({ allowed: false, window: 'minute', day: { remaining: RPD - RPM } })
  })

  test('while Redis is unavailable each process continues from the last count up to the limit, without delay', async () => {
    await takeOften(10, ada)
    await takeOften(10, bob)
    const burst = Promise.all(Array.from({ length: 40 }, () => take(bob)))
    await redis.stop()
    const taken = [...(await burst), ...(await takeOften(40, bob))]
    redis = await startRedis(redis.port)
    expect(allowed(taken)).toBe(RPM - 20)
  })

  test('when Redis is back, with or without its data, the processes count together again', async () => {
    await takeOften(5, ada)
    await takeOften(5, bob)
    await redis.stop()
    expect(allowed([...(await takeOften(7, ada)), ...(await takeOften(8, bob))])).toBe(15)
    redis = await startRedis(redis.port)
    await bothBack()
    const taken = await Promise.all(Array.from({ length: 2 * RPM }, (_, i) => take(i % 2 ? ada : bob)))
    expect(allowed(taken)).toBe(RPM)
  })

  test('when Redis hangs, only current requests are delayed, one message is logged, and counting continues together after it recovers', async () => {
    await takeOften(3, bob)
    await takeOften(4, ada)
    const logs = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')]
    redis.pause()
    expect(allowed(await Promise.all(Array.from({ length: 5 }, () => take(ada))))).toBe(5)
    await waitFor('both to give up waiting', () => logs[0]!.mock.calls.length === 2 || take(bob).then(() => false))
    // The replies of Redis could only arrive after these.
    const served = Promise.all(Array.from({ length: 100 }, () => ada.take(nextWorkspace++, 'starter')))
    expect(await Promise.race([served.then(allowed), new Promise((resolve) => setImmediate(resolve))])).toBe(100)
    redis.resume()
    await bothBack()
    expect(logs.map(({ mock }) => mock.calls.length)).toEqual([2, 2])
    expect(logs[0]!.mock.calls[0]![0]).toEqual({ err: expect.stringContaining('Socket timeout') })
  })

  test('all keys in Redis expire, also those of attempts', async () => {
    await takeOften(2, ada)
    for (let i = 0; i < 12; i++) await ada.attempts.take('email nobody@example.com')
    const keys = await admin.keys('*')
    expect(keys.join(' ')).not.toContain('nobody')
    for (const key of keys) expect(await admin.pttl(key)).toBeGreaterThan(0)
  })

  test('attempts at one account are counted together, also if they are concurrent', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? ada : bob).attempts.take('user 1')))
    expect(outcomes.filter(({ waitMs }) => waitMs === 0)).toHaveLength(10)
    for (const { waitMs } of outcomes) expect(waitMs).toBeLessThanOrEqual(900_000)
    expect((await bob.attempts.take('user 2')).waitMs).toBe(0)
  })
})
