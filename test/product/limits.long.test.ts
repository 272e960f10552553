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

/** Sends two servers about 1,300 requests, stops Redis meanwhile and starts it again. First waits for a new minute if less than 20 seconds are left. */
test('two processes accept exactly the limit per minute together, and serve requests while Redis is away', async () => {
  const sendTo = (which: number) => clients[which % 2]!()
  const burst = (times: number) => Promise.all(Array.from({ length: times }, (_, i) => sendTo(i)))
  await ensureTimeLeftInMinute(20_000)
  await burst(50)
  await redis.stop()
  expect(new Set((await burst(50)).map(({ status }) => status))).toEqual(new Set([200]))
  redis = await startRedis(redis.port)
  let accepted = 0
  await waitFor('both to share their counts again', async () => {
    const [first, second] = [await sendTo(0), await sendTo(1)]
    // Redis came back empty, so what it counts begins with the first request that it gets.
    accepted = PLANS.enterprise.rpm - second.remaining
    return first.remaining - second.remaining === 1 && accepted < 50
  })
  const statuses = (await burst(PLANS.enterprise.rpm)).map(({ status }) => status)
  expect(accepted + statuses.filter((status) => status === 200).length).toBe(PLANS.enterprise.rpm)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
})
