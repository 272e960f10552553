import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace, transaction } from '../../src/kernel/db/db.ts'
import type { SmsEvent } from '../../src/carriers/carrier.ts'
import * as carrierEvents from '../../src/services/messages/carrierEvents.ts'
import * as messageOutcomes from '../../src/services/messages/messageOutcomes.ts'
import { type ConnectedNumber, createConnectedNumber, newPhoneNumber } from '../inbound/carrierKit.ts'
import { makeMessage } from '../kit/fixtures/rows.ts'
import { createSocketClient, type SocketClient } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
let other: TestWorkspace
let linked: ConnectedNumber
const open: SocketClient[] = []
beforeAll(async () => {
  acme = await testServer().workspace()
  other = await testServer().workspace()
  linked = await createConnectedNumber(acme.id, 'vonage')
})
afterAll(async () => {
  for (const socket of open) await socket.close()
})

async function watch<Event>(whose: TestWorkspace, query: string, variables?: Record<string, unknown>) {
  const client = createSocketClient(testServer().url, { apiKey: (await whose.key('sms:write')).apiKey })
  open.push(client)
  const watched = client.watch<Event>(query, variables)
  await waitFor('the subscription', () => watched.ready)
  return watched
}

async function receiveMessage(body: string, from = newPhoneNumber()) {
  const { workspaceId, id: connectionId } = linked.connection
  const event: SmsEvent = { type: 'inbound', carrierMessageId: randomUUID(), from, to: linked.number.phoneNumber, body, media: [] }
  const { id } = await anyWorkspace.carrierEvent.create({ data: { workspaceId, connectionId, dedupeKey: randomUUID(), event: event as object } })
  await carrierEvents.apply(Number(id))
  return (await anyWorkspace.message.findFirst({ where: { workspaceId, fromNumber: from, body } }))!
}

const ALL = 'subscription { messagesUpdated { id body status conversationId } }'
const ONE = 'subscription ($id: ID!) { conversationUpdated(conversationId: $id) { id contactNumber lastMessage { body status } } }'
interface All {
  messagesUpdated: { id: string; body: string; status: string; conversationId: string }
}
interface One {
  conversationUpdated: { id: string; contactNumber: string; lastMessage: { body: string; status: string } }
}

test('a workspace sees its messages being received, sent and delivered, and no other workspace sees them', async () => {
  const [ownEvents, otherEvents] = [await watch<All>(acme, ALL), await watch<All>(other, ALL)]
  const text = await receiveMessage('Hello?')
  const answer = await makeMessage(linked, { toNumber: text.fromNumber, body: 'Hi!' })
  for (const status of ['queued', 'sent', 'delivered'] as const)
    await transaction((tx) => messageOutcomes.applyUpdate(tx, answer, { status, carrierMessageId: answer.ref }))
  await waitFor('its delivery', () =>
    ownEvents.events.some(({ messagesUpdated }) => messagesUpdated.id === String(answer.id) && messagesUpdated.status === 'delivered'),
  )
  expect(ownEvents.events[0]).toEqual({
    messagesUpdated: { id: String(text.id), body: 'Hello?', status: 'received', conversationId: String(text.conversationId) },
  })
  expect(otherEvents.events).toEqual([])
})

test('a conversation is sent at first, and again with each message', async () => {
  const first = await receiveMessage('one')
  const watched = await watch<One>(acme, ONE, { id: first.conversationId })
  await waitFor('the current state', () => watched.events[0])
  expect(watched.events[0]).toEqual({
    conversationUpdated: { id: String(first.conversationId), contactNumber: first.fromNumber, lastMessage: { body: 'one', status: 'received' } },
  })
  await receiveMessage('elsewhere')
  await receiveMessage('two', first.fromNumber)
  await waitFor('the second', () => watched.events.at(-1)!.conversationUpdated.lastMessage.body === 'two')
  expect(new Set(watched.events.map(({ conversationUpdated }) => conversationUpdated.id))).toEqual(new Set([String(first.conversationId)]))
})

test("another workspace's conversation is not found, and a key without sms:write sees no messages", async () => {
  const { conversationId } = await receiveMessage('secret')
  const otherClient = createSocketClient(testServer().url, { apiKey: (await other.key('sms:write')).apiKey })
  const without = createSocketClient(testServer().url, { apiKey: (await acme.key('calls:read')).apiKey })
  open.push(otherClient, without)
  const [foreign, unscoped] = [otherClient.watch(ONE, { id: conversationId }), without.watch(ALL)]
  await waitFor('both errors', () => foreign.errors.length > 0 && unscoped.errors.length > 0)
  expect(JSON.stringify(foreign.errors)).toContain('not found')
  expect(JSON.stringify(unscoped.errors)).toContain('Missing scope: sms:')
  expect([...foreign.events, ...unscoped.events]).toEqual([])
})
