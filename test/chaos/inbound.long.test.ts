import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inboundCallBody, retellSignature } from '../inbound/vendors.ts'
import type { Client } from '../kit/clients/client.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { startReceiver } from '../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

let server: Product
let customer: Awaited<ReturnType<typeof startReceiver>>
let isMute = false
beforeAll(async () => {
  server = await createProduct({ SIMULATOR_SPEED: '200' })
  customer = await startReceiver((response) => (isMute ? undefined : response.end('{"metadata":{"from":"server"}}')))
  await server.start()
})
afterAll(async () => {
  await server.end()
  await customer.close()
})

/** The webhook URL that Retell has for the number, with the server's current address. */
async function addressOf(phoneNumber: string): Promise<string> {
  const { url, retell_api_key: key } = server.demo().simulator!
  const number = await fetch(`${url}/retell/get-phone-number/${encodeURIComponent(phoneNumber)}`, { headers: { Authorization: `Bearer ${key}` } })
  return new URL((await number.json()).inbound_webhook_url).pathname
}
const ask = (raw: string, path: string) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'X-Retell-Signature': retellSignature(server.demo().simulator!.retell_api_key, raw) },
    body: raw,
  })
const inboundCalls = async (key: Client) => (await key.get('/calls?limit=100')).body.items as { id: number; status: string }[]

/** Kills the server three times and starts it again, and waits until it has closed the calls that the provider does not have. */
test('killed at any moment of an inbound request, the server answers the repetition as one call with one reservation, and charges nothing', async () => {
  const key = server.client()
  const { id: agent_id } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body
  expect((await key.post(`/agents/${agent_id}/publish`)).status).toBe(200)
  const number = (await key.get('/phone-numbers')).body.items[0]
  const inbound = { enabled: true, agent_id, assistant_request_url: customer.url }
  expect((await key.put(`/phone-numbers/${number.id}/inbound`, inbound)).status).toBe(200)

  const path = await addressOf(number.phone_number)
  const questions: string[] = []
  // The server is killed during the customer's request, and in the milliseconds in which the call is committed and answered.
  for (const wait of ['mute', 0, 8] as const) {
    isMute = wait === 'mute'
    const raw = inboundCallBody('retell', { from: '+12125550100', to: number.phone_number, id: randomUUID() })
    const before = customer.received.length
    const firstReply = ask(raw, path).catch(() => null)
    await waitFor('the request to the customer', () => customer.received.length > before)
    if (wait !== 'mute') await sleep(wait)
    await server.kill('SIGKILL')
    await firstReply
    isMute = false
    await server.start()
    if (wait === 'mute') expect(await inboundCalls(key)).toEqual([])
    const answers = await Promise.all(
      [ask(raw, path), ask(raw, path), ask(raw, path)].map(async (answer) => [(await answer).status, await (await answer).text()]),
    )
    questions.push(raw)
    const calls = await inboundCalls(key)
    expect(calls.length).toBe(questions.length)
    expect(answers.map(([status]) => status)).toEqual([200, 200, 200])
    const accepted = answers.filter(([, text]) => String(text).includes('override_agent_id'))
    expect(new Set(accepted.map(String)).size).toBeLessThanOrEqual(1)
    // The provider does not have the call. Once the reconciler has ended it, a repetition is rejected.
    if (calls[0]!.status !== 'failed') expect(accepted).toHaveLength(3)
  }
  // The simulator has none of these calls, so each ends as not placed. The polling stays below the plan's rate limit.
  const haveEnded = async () => (await sleep(200), (await inboundCalls(key)).every(({ status }) => status === 'failed'))
  await waitFor('every call to end', haveEnded)
  const { wallet } = await key.gql<any>('{ wallet { balance reserved } }')
  expect([wallet.balance, wallet.reserved]).toEqual(['100.0000', '0.0000'])
})
