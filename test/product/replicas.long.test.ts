import { afterAll, beforeAll, expect, test } from 'vitest'
import { client } from '../kit/clients/client.ts'
import { freshDatabase } from '../kit/server/postgres.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { startRedis } from '../kit/server/redis.ts'
import { createSocketClient } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

let api: Product
let worker: Product
let end: () => Promise<void>
beforeAll(async () => {
  const [database, redis, first, second] = await Promise.all([freshDatabase(), startRedis(), createProduct(), createProduct()])
  api = first
  worker = second
  const shared = { DATABASE_URL: database.url, REDIS_URL: redis.url, SIMULATOR_SPEED: '40' }
  await api.start({ ...shared, ROLE: 'api' })
  await worker.start({ ...shared, ROLE: 'worker', PUBLIC_URL: worker.url })
  end = async () => {
    await Promise.all([api.end(), worker.end()])
    await redis.stop()
    await database.drop()
  }
})
afterAll(() => end())

/** Waits for a simulated call to end, at forty times real time. */
test('a call placed by one process and run by another can be watched live on the first', async () => {
  const key = client(api.url, api.demo().api_key)
  const { id } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', voice_engine: 'vapi' })).body
  expect((await key.post(`/agents/${id}/publish`)).status).toBe(200)
  const live = createSocketClient(api.url, { apiKey: key.apiKey })
  const watched = live.watch<any>('subscription { activeCallsUpdated { call { id status outcome } lines { text } } }')
  await waitFor('the socket', () => watched.ready)
  const call = (await key.post('/calls', { to_number: '+12125550009', agent_id: id })).body
  await waitFor('its end', () =>
    watched.events.some(({ activeCallsUpdated: liveCalls }) => liveCalls.call.id === String(call.id) && liveCalls.call.outcome === 'success'),
  )
  expect(watched.events.some(({ activeCallsUpdated: liveCalls }) => liveCalls.lines.length > 0)).toBe(true)
  await live.close()
})

test('both use one simulator, and a worker serves no API', async () => {
  expect(worker.output()).toContain('Simulator    ')
  expect((await fetch(`${worker.url}/api/v1/me`)).status).toBe(404)
  expect((await (await fetch(`${worker.url}/readyz`)).json()).role).toBe('worker')
})

/** Kills two servers and starts them again, waits until one of them runs the simulator, and then for a simulated call to end. */
test('another process takes over the simulator when its process dies', async () => {
  const key = client(api.url, api.demo().api_key)
  const { simulator } = api.demo()
  await worker.kill('SIGKILL')
  await worker.start()
  await api.kill('SIGKILL')
  await waitFor('another URL', async () => (await fetch(`${simulator!.url}/simulator/state`).catch(() => null)) === null)
  await api.start()
  const { id } = (await key.get('/agents')).body.items[0]
  const placed = await waitFor('a placement', async () => {
    const response = await key.post('/calls', { to_number: '+12125550009', agent_id: id })
    return response.status === 202 ? response : null
  })
  await waitFor('its end', async () => (await key.get(`/calls/${placed.body.id}`)).body.status === 'completed')
})
