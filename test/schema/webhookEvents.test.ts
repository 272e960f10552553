import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import type { SmsEvent } from '../../src/carriers/carrier.ts'
import * as carrierEvents from '../../src/services/messages/carrierEvents.ts'
import { linkedAt, someNumber } from '../inbound/carrierKit.ts'
import type { Client } from '../kit/client.ts'
import { receiverForTest } from '../kit/receiver.ts'
import { socket, type Socket } from '../kit/socket.ts'
import { until } from '../kit/until.ts'
import { type Acme, useWorld } from '../kit/world.ts'

const world = useWorld()
const open: Socket[] = []
afterAll(async () => {
  for (const one of open) await one.close()
})

interface Told {
  webhookEvents: { type: string; id: string; body: string; createdAt: string }
}
const EVENTS = 'subscription ($types: [String!]) { webhookEvents(types: $types) { type id body createdAt } }'

async function watch(client: Client, types?: string[]) {
  const made = socket(world().url, { apiKey: client.apiKey })
  open.push(made)
  const watched = made.watch<Told>(EVENTS, { types })
  await until('the watcher', () => watched.ready)
  return watched
}

async function callOf(client: Client) {
  const agent = (await client.post('/agents', { name: 'Ada', voice_id: '11labs-Adrian' })).body.id
  await client.post(`/agents/${agent}/publish`)
  return String((await client.post('/calls', { to_number: '+12125550009', agent_id: agent, metadata: { order: 'A-1' } })).body.id)
}

async function textTo(acme: Acme, body: string) {
  const linked = await linkedAt(acme.id, 'vonage')
  const { workspaceId, id: connectionId } = linked.connection
  const event: SmsEvent = { type: 'inbound', carrierMessageId: randomUUID(), from: someNumber(), to: linked.number.phoneNumber, body, media: [] }
  const { id } = await anyWorkspace.carrierEvent.create({ data: { workspaceId, connectionId, dedupeKey: randomUUID(), event: event as object } })
  await carrierEvents.apply(Number(id))
}

/** Waits for three sockets to be open, one after the other, and for a simulated call to end. */
test('without a webhook every event is told once, as a webhook would send it, and only in its workspace', async () => {
  const acme = await world().workspace()
  const key = await acme.key()
  const [ours, texts, theirs] = [await watch(key), await watch(key, ['sms.received']), await watch(await (await world().workspace()).key())]
  const id = await callOf(key)
  await textTo(acme, 'Yes, that works')
  await until('both events', () => ours.events.length === 2 && texts.events.length === 1)
  const told = ours.events.map(({ webhookEvents }) => ({ ...webhookEvents, body: JSON.parse(webhookEvents.body) }))
  const call = told.find(({ type }) => type === 'call.completed')!
  expect(call).toMatchObject({ id, body: { id, type: 'call.completed', created_at: call.createdAt, workspace_id: String(acme.id) } })
  expect(call.body.data).toMatchObject({ call_id: id, status: 'completed', outcome: 'success', metadata: { order: 'A-1' } })
  expect(JSON.parse(texts.events[0]!.webhookEvents.body).data).toMatchObject({ body: 'Yes, that works' })
  expect(theirs.events).toEqual([])
  expect(await anyWorkspace.webhookDelivery.count({ where: { workspaceId: acme.id } })).toBe(0)
})

test('with a webhook they have the very bytes that are sent, test events too', async () => {
  const receiver = await receiverForTest()
  const key = await (await world().workspace()).key()
  await key.put('/webhooks', { url: receiver.url })
  const watched = await watch(key)
  await callOf(key)
  await until('the event', () => watched.events.length === 1 && receiver.received.length === 1)
  await key.gql('mutation { sendTestWebhook { id } }')
  await until('the test event', () => watched.events.length === 2 && receiver.received.length === 2)
  expect(watched.events.map(({ webhookEvents }) => webhookEvents.body)).toEqual(receiver.received.map(({ raw }) => raw.toString()))
})

test('what the webhook does not want is told to who listens', async () => {
  const key = await (await world().workspace()).key()
  await key.put('/webhooks', { url: 'http://127.0.0.1:9', events: ['sms.received'] })
  const watched = await watch(key)
  await callOf(key)
  await until('the event', () => watched.events.length === 1)
})

test.each([
  ['a type that does not exist', ['webhooks:read'], ['call.started'], 'Unknown event type: call.started'],
  ['a key without the scope', ['calls:read'], undefined, /webhooks:read/],
] as const)('%s is refused', async (_, scopes, types, message) => {
  const key = await (await world().workspace()).key(...scopes)
  const watched = await watch(key, types as string[] | undefined)
  await until('the refusal', () => watched.errors.length === 1)
  expect((watched.errors[0] as Error).message).toMatch(message)
})
