import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type RateLimits, startRateLimits } from '../../../src/services/rateLimits/rateLimits.ts'
import { DAY, MINUTE, stopClock } from '../../kit/waiting/clock.ts'
import { allowed, newWorkspace } from './rateLimitKit.ts'

let workspace: number
beforeEach(() => {
  workspace = newWorkspace()
})

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
        const id = newWorkspace()
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

  test('requests that the minute refuses use up nothing of the day, not even while they are refused', async () => {
    const name = 'a burst'
    const burst = async (limits: RateLimits, times: number) => Promise.all(Array.from({ length: times }, () => limits.takeOf(name, { rpm: 5, rpd: 8 })))
    stopClock(new Date('2026-05-05T10:00:00Z'))
    const first = await burst(limits, 50)
    expect(allowed(first)).toBe(5)
    const refused = first.filter((each) => !each.allowed)
    expect(refused.map(({ window }) => window)).toEqual(Array(45).fill('minute'))
    expect((await limits.takeOf(name, { rpm: 5, rpd: 8 })).day.remaining).toBe(3)
    stopClock(new Date('2026-05-05T10:01:00Z'))
    const second = await burst(limits, 50)
    expect(allowed(second)).toBe(3)
    expect(await limits.takeOf(name, { rpm: 5, rpd: 8 })).toMatchObject({ allowed: false, window: 'day', day: { remaining: 0 }, minute: { remaining: 2 } })
    stopClock(new Date('2026-05-06T10:01:00Z'))
    expect(allowed(await burst(limits, 50))).toBe(5)
  })

  test('a limit without a day counts minutes only', async () => {
    stopClock(new Date('2026-05-05T10:00:00Z'))
    const takeIt = () => limits.takeOf('by the minute', { rpm: 2, rpd: Infinity })
    expect([(await takeIt()).allowed, (await takeIt()).allowed]).toEqual([true, true])
    expect(await takeIt()).toMatchObject({ allowed: false, window: 'minute', minute: { limit: 2, remaining: 0, resetSeconds: 60 } })
  })

  /** Counts 20,020 attempts. */
  test('invented names cannot use up memory, and do not make the attempts at an account forgotten', async () => {
    const name = (n: number) => `email nobody${n}@example.com`
    for (let i = 0; i < 10; i++) for (const each of ['user 1', name(0)]) expect((await limits.attempts.take(each)).waitMs).toBe(0)
    expect((await limits.attempts.take(name(0))).waitMs).toBeGreaterThan(0)
    for (let n = 1; n <= 20_000; n++) await limits.attempts.take(name(n))
    expect((await limits.attempts.take(name(0))).waitMs).toBe(0)
    expect((await limits.attempts.take('user 1')).waitMs).toBeGreaterThan(0)
  })

  test('an attempt that is taken back does not count', async () => {
    for (let i = 0; i < 30; i++) {
      expect((await limits.attempts.take('user 2')).waitMs).toBe(0)
      await limits.attempts.takeBack('user 2')
    }
    for (let i = 0; i < 9; i++) await limits.attempts.take('user 2')
    expect((await limits.attempts.take('user 2')).waitMs).toBe(0)
    await limits.attempts.takeBack('user 2')
    expect((await limits.attempts.take('user 2')).waitMs).toBe(0)
    expect((await limits.attempts.take('user 2')).waitMs).toBeGreaterThan(0)
  })
})
