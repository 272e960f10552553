import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduct, type Product } from '../kit/server/product.ts'
import { startReceiver } from '../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

let server: Product
let hooks: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  server = await createProduct({ SIMULATOR_SPEED: '100' })
  hooks = await startReceiver()
  await server.start()
})
afterAll(async () => {
  await server.end()
  await hooks.close()
})

const readSimulator = (path: string, body?: object) =>
  fetch(`${server.demo().simulator!.url}/simulator/${path}`, body && { method: 'POST', body: JSON.stringify(body) })
/** The requests about a call that the provider received and did not answer. */
const unanswered = async (times: number) => {
  const { faults } = (await (await readSimulator('state')).json()) as { faults: { operation: string; times: number }[] }
  return faults.some((fault) => fault.operation === 'get_call' && fault.times < times)
}

/** Waits for a simulated call to end, kills the server and starts it again, and waits until it has asked the provider again. */
test('a server killed between the query about an ended call and its settlement settles it after its restart, and charges it once', async () => {
  const key = server.client()
  await key.put('/webhooks', { url: hooks.url })
  const { id: agent_id } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', system_prompt: 'Ask for the name.' })).body
  expect((await key.post(`/agents/${agent_id}/publish`)).status).toBe(200)
  await readSimulator('faults', { provider: 'retell', operation: 'get_call', mode: 'hang', times: 1_000 })
  const { body: placed, status } = await key.post('/calls', { to_number: '+12125550009', agent_id })
  expect(status).toBe(202)
  await waitFor('the request to the provider', () => unanswered(1_000))
  expect((await key.get(`/calls/${placed.id}`)).body).toMatchObject({ ended_reason: null, ended_at: null, cost: null })

  await server.kill('SIGKILL')
  await server.start()

  const call = await waitFor('the call to be settled', async () => {
    const { body } = await key.get(`/calls/${placed.id}`)
    return body.cost === null ? null : body
  })
  expect(call).toMatchObject({ status: 'completed', ended_reason: 'agent_hangup', provider_ended_reason: 'agent_hangup' })
  expect(call.duration_seconds).toBeGreaterThan(0)
  await waitFor('its event', () => hooks.received.some(({ body }) => body.id === String(placed.id)))
  const { wallet, ledgerEntries } = await key.gql<any>('{ wallet { reserved } ledgerEntries(first: 100) { nodes { type ref amount } } }')
  expect(Number(wallet.reserved)).toBe(0)
  const charges = ledgerEntries.nodes.filter(({ type: kind }: { type: string }) => kind === 'call')
  expect(charges).toMatchObject([{ ref: String(placed.id) }])
  expect(-Number(charges[0].amount)).toBe(Number(call.cost))
  expect(hooks.received.filter(({ body }) => body.id === String(placed.id))).toHaveLength(1)
})
