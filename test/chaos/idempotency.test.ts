import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../kit/client.ts'
import { product, type Product } from '../kit/process.ts'
import { until } from '../kit/until.ts'

let server: Product
let key: Client
let agentId: number
beforeAll(async () => {
  server = await product({ SIMULATOR_SPEED: '20' })
  await server.start()
  key = server.client()
  agentId = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body.id
  await key.post(`/agents/${agentId}/publish`)
}, 90_000)
afterAll(() => server.end())

const post = (path: string, body: object, idempotencyKey: string) =>
  key
    .raw(path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey } })
    .catch(() => null)

/** A SIGKILL that soon after 50 requests were sent with one key, in milliseconds. */
test.each([5, 20, 40, 80, 160])(
  '50 requests with one key and a SIGKILL after %i ms make one call and one agent, and every answer is the same',
  async (delay) => {
    const to = `+1${212 + delay}5550100`
    const asked = [
      { path: '/calls', body: { to_number: to, agent_id: agentId }, key: randomUUID() },
      { path: '/agents', body: { name: `Agent of ${to}` }, key: randomUUID() },
    ]
    const early = asked.map((one) => Array.from({ length: 25 }, () => post(one.path, one.body, one.key)))
    await sleep(delay)
    await server.kill('SIGKILL')
    await server.start()

    for (const [which, one] of asked.entries()) {
      const answered = await until('an answer that stands', async () => {
        const answer = await post(one.path, one.body, one.key)
        return answer && answer.status < 500 && answer
      })
      expect(answered.status).toBe(which === 0 ? 202 : 201)
      const all = [...(await Promise.all(early[which]!)), await post(one.path, one.body, one.key)].filter((answer) => answer && answer.status < 500)
      expect(new Set(all.map((answer) => JSON.stringify([answer!.status, answer!.body])))).toEqual(new Set([JSON.stringify([answered.status, answered.body])]))
    }
    const agents = (await key.get('/agents?limit=100')).body.items as { name: string }[]
    expect(agents.filter(({ name }) => name === `Agent of ${to}`)).toHaveLength(1)

    // A call that was not sent ends as not placed and its key is free; then the retry above placed a new one. Never two at the provider.
    const state = (await (await fetch(`${server.demo().simulator!.url}/simulator/state`)).json()) as { calls: object[] }
    expect(state.calls.filter((call) => JSON.stringify(call).includes(to)).length).toBeLessThanOrEqual(1)
  },
  60_000,
)
