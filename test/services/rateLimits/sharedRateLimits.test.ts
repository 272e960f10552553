import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Allowance } from '../../../src/kernel/http/limits.ts'
import { log } from '../../../src/kernel/log.ts'
import { type RateLimits, startRateLimits } from '../../../src/services/rateLimits/rateLimits.ts'
import { connectRedis } from '../../../src/services/rateLimits/sharedRedis.ts'
import { startRedis } from '../../kit/server/redis.ts'
import { ensureTimeLeftInMinute } from '../../kit/waiting/minute.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { allowed, newWorkspace } from './rateLimitKit.ts'

const RPM = 60
const RPD = 5_000
let workspace: number
beforeEach(() => {
  workspace = newWorkspace()
})
const take = (limits: RateLimits) => limits.take(workspace, 'starter')
const takeOften = async (times: number, limits: RateLimits) => {
  const taken: Allowance[] = []
  for (let i = 0; i < times; i++) taken.push(await take(limits))
  return taken
}

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
    ada = startRateLimits(connectRedis(redis.url))
    bob = startRateLimits(connectRedis(redis.url))
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
      const id = newWorkspace()
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

  test('while requests wait, those that the minute refuses in one process use up nothing of the day in the other', async () => {
    const takeIt = (limits: RateLimits) => limits.takeOf(`burst ${workspace}`, { rpm: 20, rpd: 25 })
    const taken = await Promise.all(Array.from({ length: 200 }, (_, i) => takeIt(i % 2 ? ada : bob)))
    expect(allowed(taken)).toBe(20)
    expect(new Set(taken.filter((each) => !each.allowed).map(({ window }) => window))).toEqual(new Set(['minute']))
    for (const each of [ada, bob]) expect(await takeIt(each)).toMatchObject({ allowed: false, window: 'minute', day: { remaining: 5 } })
  })

  test('when Redis is back without data, each process continues from what it knows, and they count together', async () => {
    await takeOften(5, ada)
    await takeOften(5, bob)
    await redis.stop()
    expect(allowed([...(await takeOften(7, ada)), ...(await takeOften(8, bob))])).toBe(15)
    redis = await startRedis(redis.port)
    await bothBack()
    expect((await take(ada)).minute.remaining).toBe(RPM - 13)
    expect((await take(bob)).minute.remaining).toBe(RPM - 19)
    const taken = await Promise.all(Array.from({ length: 4 * RPM }, (_, i) => take(i % 2 ? ada : bob)))
    expect(allowed(taken)).toBeLessThanOrEqual(2 * RPM - 13 - 19)
    expect(allowed(taken)).toBeGreaterThanOrEqual(RPM - 19)
    for (const each of [ada, bob]) expect(await take(each)).toMatchObject({ allowed: false, minute: { remaining: 0 } })
  })

  test('when Redis hangs, only current requests are delayed, one message is logged, and nothing is counted twice after it recovers', async () => {
    await takeOften(3, bob)
    await takeOften(4, ada)
    const logs = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')]
    redis.pause()
    expect(allowed(await Promise.all(Array.from({ length: 5 }, () => take(ada))))).toBe(5)
    // The replies of Redis could only arrive after these.
    const served = Promise.all(Array.from({ length: 100 }, () => ada.take(newWorkspace(), 'starter')))
    expect(await Promise.race([served.then(allowed), new Promise((resolve) => setImmediate(resolve))])).toBe(100)
    redis.resume()
    await bothBack()
    await take(ada)
    expect((await take(bob)).minute.remaining).toBeGreaterThanOrEqual(RPM - 14)
    expect((await take(ada)).minute.remaining).toBe(RPM - 15)
    expect(logs.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    expect(logs[0]!.mock.calls[0]![0]).toEqual({ err: 'no answer within 150 ms' })
  })

  test('a process that is busy itself does not blame Redis, and counts together with the others', async () => {
    const warn = vi.spyOn(log, 'warn')
    await takeOften(2, bob)
    // Redis gets the requests before this process is busy, and answers meanwhile.
    redis.pause()
    const answers = Promise.all([take(ada), take(ada), ada.attempts.take(`user ${workspace}`)])
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
    redis.resume()
    for (const end = Date.now() + 800; Date.now() < end;);
    const [one, other] = await answers
    expect([one.minute.remaining, other.minute.remaining]).toEqual([RPM - 3, RPM - 4])
    expect((await take(bob)).minute.remaining).toBe(RPM - 5)
    expect(warn).not.toHaveBeenCalled()
  })

  test('if Redis refuses to write, one message is logged, and each process counts by itself until it writes again', async () => {
    await takeOften(3, ada)
    const logs = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')]
    await admin.config('SET', 'maxmemory', '1')
    expect((await takeOften(4, ada)).at(-1)!.minute.remaining).toBe(RPM - 7)
    await admin.config('SET', 'maxmemory', '0')
    await waitFor('Redis to be back', async () => (await take(ada)) && logs[1]!.mock.calls.length > 0)
    expect(logs.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    expect(logs[0]!.mock.calls[0]![0]).toEqual({ err: expect.stringContaining('OOM') })
  })

  test('all keys in Redis expire, also those of attempts', async () => {
    await takeOften(2, ada)
    for (let i = 0; i < 12; i++) await ada.attempts.take('email nobody@example.com')
    const keys = await admin.keys('*')
    expect(keys.join(' ')).not.toContain('nobody')
    for (const key of keys) expect(await admin.pttl(key)).toBeGreaterThan(0)
  })

  test('servers of an earlier version can use the same Redis', async () => {
    const warn = vi.spyOn(log, 'warn')
    const name = `user ${workspace}`
    await admin.hset(`callwright:attempts:${createHash('sha256').update(name).digest('base64url')}`, 'count', 3, 'last', Date.now())
    expect((await ada.attempts.take(name)).waitMs).toBe(0)
    expect(warn).not.toHaveBeenCalled()
  })

  test('attempts at one account are counted together, also if they are concurrent', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? ada : bob).attempts.take('user 1')))
    expect(outcomes.filter(({ waitMs }) => waitMs === 0)).toHaveLength(10)
    for (const { waitMs } of outcomes) expect(waitMs).toBeLessThanOrEqual(900_000)
    expect((await bob.attempts.take('user 2')).waitMs).toBe(0)
  })
})
