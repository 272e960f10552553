import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLANS } from '../../src/kernel/vocabulary/plans.ts'
import { client } from '../kit/clients/client.ts'
import { ensureTimeLeftInMinute } from '../kit/waiting/minute.ts'
import { freshDatabase } from '../kit/server/postgres.ts'
import { createProduct } from '../kit/server/product.ts'
import { startRedis } from '../kit/server/redis.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

let redis: Awaited<ReturnType<typeof startRedis>>
let clients: (() => Promise<{ status: number; remaining: number }>)[]
let end: () => Promise<void>
beforeAll(async () => {
  const [database, first, second] = await Promise.all([freshDatabase(), createProduct(), createProduct()])
  redis = await startRedis()
  const shared = { DATABASE_URL: database.url, REDIS_URL: redis.url }
  await first.start(shared)
  await second.start({ ...shared, ROLE: 'api' })
  clients = [first, second].map(({ url }) => async () => {
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

/** Sends two servers about 700 requests, stops Redis meanwhile and starts it again. First waits for a new minute if less than 20 seconds are left. */
test('two processes accept exactly the limit per minute, even if Redis stops in between and returns empty', async () => {
  const statuses: number[] = []
  const sendTo = async (which: number) => {
    const { status, remaining } = await clients[which % 2]!()
    statuses.push(status)
    return remaining
  }
  const burst = (times: number) => Promise.all(Array.from({ length: times }, (_, i) => sendTo(i)))
  await ensureTimeLeftInMinute(20_000)
  await burst(50)
  await sendTo(0)
  await sendTo(1)
  await redis.stop()
  await burst(50)
  expect(new Set(statuses)).toEqual(new Set([200]))
  redis = await startRedis(redis.port)
  await waitFor('both to share their counts again', async () => (await sendTo(0)) - (await sendTo(1)) === 1)
  await burst(PLANS.enterprise.rpm)
  expect(statuses.filter((status) => status === 200)).toHaveLength(PLANS.enterprise.rpm)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
})
