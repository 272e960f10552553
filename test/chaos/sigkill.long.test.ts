import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduct, type Product } from '../kit/server/product.ts'
import { startReceiver } from '../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { ENDED, expectExactBooks } from './books.ts'

let server: Product
let hooks: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  server = await createProduct({ SIMULATOR_SPEED: '20' })
  hooks = await startReceiver()
  await server.start()
})
afterAll(async () => {
  await server.end()
  await hooks.close()
})

const NUMBERS = ['0009', '0100', '0007', '0001', '0003', '0009', '0103', '0111', '0112', '0113']

/** Kills the server three times among 60 calls and starts it again, and waits until every call has ended, including those without webhooks. */
test('after SIGKILLs during calls every call ends, is reported, counted and charged once, and none is placed twice', async () => {
  const key = server.client()
  await key.put('/webhooks', { url: hooks.url })
  const agents = await Promise.all(
    ['retell', 'vapi'].map(async (voice_engine) => {
      const { id } = (await key.post('/agents', { name: voice_engine, voice_engine, voice_id: 'Elliot', system_prompt: 'Ask for the name.' })).body
      expect((await key.post(`/agents/${id}/publish`)).status).toBe(200)
      return id as number
    }),
  )
  const place = (n: number) =>
    key.post('/calls', { to_number: `+1212555${NUMBERS[n % NUMBERS.length]}`, agent_id: agents[n % 2], metadata: { n } }).catch(() => null)

  // The server is killed while calls ring, while they are answered, and while placements are being sent.
  const placed: Promise<unknown>[] = []
  for (const [round, { answered, wait }] of [
    { answered: 4, wait: 0 },
    { answered: 10, wait: 100 },
    { answered: 18, wait: 700 },
  ].entries()) {
    let answers = 0
    placed.push(
      ...Array.from({ length: 20 }, (_, n) =>
        place(round * 20 + n).then((response) => {
          if (response && [202, 502].includes(response.status)) answers++
        }),
      ),
    )
    await waitFor('some placements', () => answers >= answered)
    await sleep(wait)
    await server.kill('SIGKILL')
    await server.start()
  }
  await Promise.all(placed)

  const readCalls = async () => {
    const { body } = await key.get('/calls?limit=100')
    return body.items as { id: number; status: string; to_number: string }[]
  }
  // The polling stays below the plan's rate limit.
  await waitFor('every call to end', async () => (await sleep(200), (await readCalls()).every(({ status }) => ENDED.includes(status))))
  const calls = await readCalls()
  expect(calls.length).toBeGreaterThan(32)

  // A placement that returns 502 sends no event.
  const announced = calls.filter(({ to_number }) => !to_number.endsWith('0103'))
  await waitFor('every event', () => announced.every(({ id }) => hooks.received.some(({ body }) => body.id === String(id))))
  for (const { body } of hooks.received) expect(calls.find(({ id }) => String(id) === body.id)?.status).toBe(body.data.status)

  await expectExactBooks(server)
})
