import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import type { SmsEvent } from '../../src/carriers/carrier.ts'
import * as carrierEvents from '../../src/services/messages/carrierEvents.ts'
import { createConnectedNumber, newPhoneNumber } from '../inbound/carrierKit.ts'
import type { Client } from '../kit/clients/client.ts'
import { startReceiverForTest } from '../kit/fakes/webhookReceiver.ts'
import { createSocketClient, type SocketClient } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const open: SocketClient[] = []
afterAll(async () => {
  for (const socket of open) await socket.close()
})

interface SentEvent {
  webhookEvents: { type: string; id: string; body: string; createdAt: string }
}
const EVENTS = 'subscription ($types: [String!]) { webhookEvents(types: $types) { type id body createdAt } }'

async function watch(client: Client, types?: string[]) {
  const socket = createSocketClient(testServer().url, { apiKey: client.apiKey })
  open.push(socket)
  const watched = socket.watch<SentEvent>(EVENTS, { types })
  await waitFor('the subscription', () => watched.ready)
  return watched
}

async function callOf(client: Client) {
  const agent = (await client.post('/agents', { name: 'Ada', voice_id: '11labs-Adrian' })).body.id
  await client.post(`/agents/${agent}/publish`)
  return String((await client.post('/calls', { to_number: '+12125550009', agent_id: agent, metadata: { order: 'A-1' } })).body.id)
}

async function textTo(acme: TestWorkspace, body: string) {
  const linked = await createConnectedNumber(acme.id, 'vonage')
  const { workspaceId, id: connectionId } = linked.connection
  const event: SmsEvent = { type: 'inbound', carrierMessageId: randomUUID(), from: newPhoneNumber(), to: linked.number.phoneNumber, body, media: [] }
  const { id } = await anyWorkspace.carrierEvent.create({ data: { workspaceId, connectionId, dedupeKey: randomUUID(), event: event as object } })
  await carrierEvents.apply(Number(id))
}

/** Waits for three sockets to open, one after the other, and for a simulated call to end. */
test("without a webhook every event is sent once, in a webhook's format, only to its workspace", async () => {
  const acme = await testServer().workspace()
  const key = await acme.key()
  const [own, texts, foreign] = [await watch(key), await watch(key, ['sms.received']), await watch(await (await testServer().workspace()).key())]
  const id = await callOf(key)
  await textTo(acme, 'Yes, that works')
  await waitFor('both events', () => own.events.length === 2 && texts.events.length === 1)
  const deliveries = own.events.map(({ webhookEvents }) => ({ ...webhookEvents, body: JSON.parse(webhookEvents.body) }))
  const call = deliveries.find(({ type }) => type === 'call.completed')!
  expect(call).toMatchObject({ id, body: { id, type: 'call.completed', created_at: call.createdAt, workspace_id: String(acme.id) } })
  expect(call.body.data).toMatchObject({ call_id: id, status: 'completed', outcome: 'success', metadata: { order: 'A-1' } })
  expect(JSON.parse(texts.events[0]!.webhookEvents.body).data).toMatchObject({ body: 'Yes, that works' })
  expect(foreign.events).toEqual([])
  expect(await anyWorkspace.webhookDelivery.count({ where: { workspaceId: acme.id } })).toBe(0)
})

test('with a webhook they have the same bytes as the deliveries, including test events', async () => {
  const receiver = await startReceiverForTest()
  const key = await (await testServer().workspace()).key()
  await key.put('/webhooks', { url: receiver.url })
  const watched = await watch(key)
  await callOf(key)
  await waitFor('the event', () => watched.events.length === 1 && receiver.received.length === 1)
  await key.gql('mutation { sendTestWebhook { id } }')
  await waitFor('the test event', () => watched.events.length === 2 && receiver.received.length === 2)
  expect(watched.events.map(({ webhookEvents }) => webhookEvents.body)).toEqual(receiver.received.map(({ raw }) => raw.toString()))
})

test('event types excluded from the webhook are still sent to subscribers', async () => {
  const key = await (await testServer().workspace()).key()
  await key.put('/webhooks', { url: 'http://127.0.0.1:9', events: ['sms.received'] })
  const watched = await watch(key)
  await callOf(key)
  await waitFor('the event', () => watched.events.length === 1)
})

test.each([
  ['an unknown type', ['webhooks:read'], ['call.started'], 'Unknown event type: call.started'],
  ['a key without the scope', ['calls:read'], undefined, /webhooks:read/],
] as const)('%s is refused', async (_, scopes, types, message) => {
  const key = await (await testServer().workspace()).key(...scopes)
  const watched = await watch(key, types as string[] | undefined)
  await waitFor('the error', () => watched.errors.length === 1)
  expect((watched.errors[0] as Error).message).toMatch(message)
})
