import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLANS } from '../../src/kernel/vocabulary/plans.ts'
import { client } from '../kit/client.ts'
import { roomInMinute } from '../kit/minute.ts'
import { freshDatabase } from '../kit/postgres.ts'
import { product } from '../kit/process.ts'
import { startRedis } from '../kit/redis.ts'
import { until } from '../kit/until.ts'

let redis: Awaited<ReturnType<typeof startRedis>>
let asks: (() => Promise<{ status: number; remaining: number }>)[]
let end: () => Promise<void>
beforeAll(async () => {
  const [database, first, second] = await Promise.all([freshDatabase(), product(), product()])
  redis = await startRedis()
  const shared = { DATABASE_URL: database.url, REDIS_URL: redis.url }
  await first.start(shared)
  await second.start({ ...shared, ROLE: 'api' })
  asks = [first, second].map(({ url }) => async () => {
    const { status, headers } = await client(url, first.demo().api_key).get('/me')
    return { status, remaining: Number(headers.get('x-ratelimit-remaining')) }
  })
  end = async () => {
    await Promise.all([first.end(), second.end()])
    await redis.stop()
    await database.drop()
  }
})
afterAll(() => end())

/** Sends two servers some 700 requests, ends Redis meanwhile and starts it again, and waits for a new minute first where less than 20 seconds are left of one. */
test('two processes accept exactly the limit of a minute, though Redis went away in the midst of it and came back empty', async () => {
  const seen: number[] = []
  const ask = async (which: number) => {
    const { status, remaining } = await asks[which % 2]!()
    seen.push(status)
    return remaining
  }
  const burst = (times: number) => Promise.all(Array.from({ length: times }, (_, i) => ask(i)))
  await roomInMinute(20_000)
  await burst(50)
  await ask(0)
  await ask(1)
  await redis.stop()
  await burst(50)
  expect(new Set(seen)).toEqual(new Set([200]))
  redis = await startRedis(redis.port)
  await until('both to count together again', async () => (await ask(0)) - (await ask(1)) === 1)
  await burst(PLANS.enterprise.rpm)
  expect(seen.filter((status) => status === 200)).toHaveLength(PLANS.enterprise.rpm)
  expect(new Set(seen)).toEqual(new Set([200, 429]))
})
