import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../kit/clients/client.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

let server: Product
let key: Client
let agentId: number
beforeAll(async () => {
  server = await createProduct({ SIMULATOR_SPEED: '20' })
  await server.start()
  key = server.client()
  agentId = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body.id
  await key.post(`/agents/${agentId}/publish`)
})
afterAll(() => server.end())

const post = (path: string, body: object, idempotencyKey: string) =>
  key
    .raw(path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey } })
    .catch(() => null)

/** Milliseconds from 50 requests with one key to SIGKILL. The server is then started again. */
test.each([5, 20, 40, 80, 160])(
  '50 requests with one key and a SIGKILL after %i ms create one call and one agent, and every response is the same',
  async (delay) => {
    const to = `+1${212 + delay}5550100`
    const requestsToSend = [
      { path: '/calls', body: { to_number: to, agent_id: agentId }, key: randomUUID() },
      { path: '/agents', body: { name: `Agent of ${to}` }, key: randomUUID() },
    ]
    const early = requestsToSend.map((one) => Array.from({ length: 25 }, () => post(one.path, one.body, one.key)))
    await sleep(delay)
    await server.kill('SIGKILL')
    await server.start()

    for (const [which, one] of requestsToSend.entries()) {
      const response = await waitFor('a final response', async () => {
        const answer = await post(one.path, one.body, one.key)
        return answer && answer.status < 500 && answer
      })
      expect(response.status).toBe(which === 0 ? 202 : 201)
      const all = [...(await Promise.all(early[which]!)), await post(one.path, one.body, one.key)].filter((answer) => answer && answer.status < 500)
      expect(new Set(all.map((answer) => JSON.stringify([answer!.status, answer!.body])))).toEqual(new Set([JSON.stringify([response.status, response.body])]))
    }
    const agents = (await key.get('/agents?limit=100')).body.items as { name: string }[]
    expect(agents.filter(({ name }) => name === `Agent of ${to}`)).toHaveLength(1)

    // A call that was not sent ends as not placed, and its key is free. The retry above then placed a new one. The provider never has two.
    const state = (await (await fetch(`${server.demo().simulator!.url}/simulator/state`)).json()) as { calls: object[] }
    expect(state.calls.filter((call) => JSON.stringify(call).includes(to)).length).toBeLessThanOrEqual(1)
  },
)

/** Kills the server and starts it again, and waits until it knows from the provider that one call was accepted and another was not. */
test('after a SIGKILL during the query about a placement, the accepted call is found by its key, and the other ends without ringing', async () => {
  const [taken, unsent] = [
    { path: '/calls', body: { to_number: '+13125550104', agent_id: agentId }, key: randomUUID() },
    { path: '/calls', body: { to_number: '+13125550103', agent_id: agentId }, key: randomUUID() },
  ] as const
  const requests = async () => (await (await fetch(`${server.demo().simulator!.url}/simulator/requests`)).json()) as { path: string; body: object }[]
  const before = (await requests()).filter(({ path }) => path.endsWith('list-calls')).length
  const early = [taken, unsent].map((one) => post(one.path, one.body, one.key))
  await waitFor('both placements, and the requests for their results', async () => {
    const all = await requests()
    const placements = all.filter(({ path, body }) => path.endsWith('create-phone-call') && JSON.stringify(body).includes('+1312555'))
    return placements.length === 2 && all.filter(({ path }) => path.endsWith('list-calls')).length > before
  })
  await server.kill('SIGKILL')
  await server.start()
  await Promise.all(early)

  const call = await waitFor('the accepted call', async () => {
    const answer = await post(taken.path, taken.body, taken.key)
    return answer?.status === 202 && (await key.get(`/calls/${answer.body.id}`)).body
  })
  expect((await post(taken.path, taken.body, taken.key))!.body.id).toBe(call.id)
  const calls = (await key.get('/calls?limit=100')).body.items as { id: number; to_number: string; status: string }[]
  expect(calls.filter(({ to_number }) => to_number === taken.body.to_number)).toHaveLength(1)
  const missing = calls.find(({ to_number }) => to_number === unsent.body.to_number)!
  await waitFor('the other call to end', async () => (await key.get(`/calls/${missing.id}`)).body.ended_reason === 'not_placed')
  const state = (await (await fetch(`${server.demo().simulator!.url}/simulator/state`)).json()) as { calls: object[] }
  expect(state.calls.filter((call) => JSON.stringify(call).includes('+1312555'))).toHaveLength(1)
})
