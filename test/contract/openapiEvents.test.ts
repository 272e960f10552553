import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../kit/client.ts'
import { published, strict } from '../kit/openapiCheck.ts'
import { receiver, receiverForTest, type Received } from '../kit/receiver.ts'
import { useWorld } from '../kit/world.ts'

const world = useWorld()
const { post: described } = published().webhooks['call.completed']!
const { post: question } = published().webhooks['assistant.request']!
const faults = strict(published())
let key: Client
let hook: Awaited<ReturnType<typeof receiver>>
beforeAll(async () => {
  key = await (await world().workspace()).key()
  hook = await receiver()
  await key.put('/webhooks', { url: hook.url })
  return () => hook.close()
})

/** What was sent has the documented body and headers, and no others. */
async function expectDescribed(eventId: string) {
  expectAsDescribed(await hook.event(eventId), described)
}

function expectAsDescribed({ body, headers }: Pick<Received, 'body' | 'headers'>, described: typeof question) {
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
  ['a call that nobody took', '+14155550001'],
  ['a call that the provider refused', '+14155550005'],
])('what is sent of %s is what the document says', async (_name, to_number) => {
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

test('and so is the question who answers a call, of which the documented answer is taken', async () => {
  const { body: agent } = await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })
  await key.post(`/agents/${agent.id}/publish`)
  const server = await receiverForTest((response) => response.end(JSON.stringify({ agent_id: agent.id, variables: { customer_name: 'Ada' } })))
  const [number] = (await key.get('/phone-numbers')).body.items
  await key.put(`/phone-numbers/${number.id}/inbound`, { enabled: true, assistant_request_url: server.url })
  const { simulator } = world().running
  const call = { provider: 'retell', from: '+14155550100', to: number.phone_number }
  const { answered } = (await (await fetch(`${simulator!.url}/simulator/inbound`, { method: 'POST', body: JSON.stringify(call) })).json()) as {
    answered: boolean
  }
  expect(answered).toBe(true)
  expectAsDescribed(server.received[0]!, question)
  const { schema, example } = question.responses['200']!.content!['application/json']!
  expect(faults(schema!, example)).toBe('')
})
