import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../kit/clients/client.ts'
import { readOpenapi, createStrictValidator } from '../kit/clients/openapiCheck.ts'
import { startReceiver, startReceiverForTest, type ReceivedWebhook } from '../kit/fakes/webhookReceiver.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const { post: described } = readOpenapi().webhooks['call.completed']!
const { post: question } = readOpenapi().webhooks['assistant.request']!
const faults = createStrictValidator(readOpenapi())
let key: Client
let hook: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
  hook = await startReceiver()
  await key.put('/webhooks', { url: hook.url })
  return () => hook.close()
})

/** The request has exactly the documented body and headers. */
async function expectDescribed(eventId: string) {
  expectAsDescribed(await hook.event(eventId), described)
}

function expectAsDescribed({ body, headers }: Pick<ReceivedWebhook, 'body' | 'headers'>, described: typeof question) {
  expect(faults(described.requestBody.content['application/json'].schema, body), JSON.stringify(body)).toBe('')
  for (const { name, required, schema } of described.parameters) {
    const value = headers[name.toLowerCase()]
    if (required) expect(value, name).toBeDefined()
    if (value !== undefined) expect(faults(schema, value)).toBe('')
  }
  const known = described.parameters.map(({ name }) => name.toLowerCase())
  expect(Object.keys(headers).filter((name) => name.startsWith('x-service-') && !known.includes(name))).toEqual([])
}

test.each([
  ['a conversation', '+14155550100'],
  ['an unanswered call', '+14155550001'],
  ['a call refused by the provider', '+14155550005'],
])('the sent %s is as documented', async (_name, to_number) => {
  const { body: agent } = await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })
  await key.post(`/agents/${agent.id}/publish`)
  const placed = await key.post('/calls', { to_number, agent_id: agent.id, metadata: { order: 'A-1' } })
  const { id } = placed.status === 202 ? placed.body : (await key.get('/calls?limit=1')).body.items[0]
  await expectDescribed(String(id))
})

test('and so is the test event', async () => {
  const { sent } = await key.gql<{ sent: { eventId: string } }>('mutation { sent: sendTestWebhook { eventId } }')
  await expectDescribed(sent.eventId)
})

test('and so is the inbound request, whose documented response is accepted', async () => {
  const { body: agent } = await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })
  await key.post(`/agents/${agent.id}/publish`)
  const server = await startReceiverForTest((response) => response.end(JSON.stringify({ agent_id: agent.id, variables: { customer_name: 'Ada' } })))
  const [number] = (await key.get('/phone-numbers')).body.items
  await key.put(`/phone-numbers/${number.id}/inbound`, { enabled: true, assistant_request_url: server.url })
  const { simulator } = testServer().running
  const call = { provider: 'retell', from: '+14155550100', to: number.phone_number }
  const { answered } = (await (await fetch(`${simulator!.url}/simulator/inbound`, { method: 'POST', body: JSON.stringify(call) })).json()) as {
    answered: boolean
  }
  expect(answered).toBe(true)
  expectAsDescribed(server.received[0]!, question)
  const { schema, example } = question.responses['200']!.content!['application/json']!
  expect(faults(schema!, example)).toBe('')
})
