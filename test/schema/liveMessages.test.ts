import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace, transaction } from '../../src/kernel/db/db.ts'
import type { SmsEvent } from '../../src/carriers/carrier.ts'
import * as carrierEvents from '../../src/services/messages/carrierEvents.ts'
import * as messageOutcomes from '../../src/services/messages/messageOutcomes.ts'
import { type Linked, linkedAt, someNumber } from '../inbound/carrierKit.ts'
import { makeMessage } from '../kit/rows.ts'
import { socket, type Socket } from '../kit/socket.ts'
import { until } from '../kit/until.ts'
import { type Acme, useWorld } from '../kit/world.ts'

const world = useWorld({ env: { ROLE: 'api' } })
let acme: Acme
let other: Acme
let linked: Linked
const open: Socket[] = []
beforeAll(async () => {
  acme = await world().workspace()
  other = await world().workspace()
  linked = await linkedAt(acme.id, 'vonage')
})
afterAll(async () => {
  for (const one of open) await one.close()
})

async function watch<Event>(whose: Acme, query: string, variables?: Record<string, unknown>) {
  const made = socket(world().url, { apiKey: (await whose.key('sms:write')).apiKey })
  open.push(made)
  const watched = made.watch<Event>(query, variables)
  await until('the watcher', () => watched.ready)
  return watched
}

async function comesIn(body: string, from = someNumber()) {
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

test('a workspace sees its texts come in, go out and arrive, and no other workspace sees any of it', async () => {
  const [ours, theirs] = [await watch<All>(acme, ALL), await watch<All>(other, ALL)]
  const text = await comesIn('Hello?')
  const answer = await makeMessage(linked, { toNumber: text.fromNumber, body: 'Hi!' })
  for (const status of ['queued', 'sent', 'delivered'] as const)
    await transaction((tx) => messageOutcomes.applyUpdate(tx, answer, { status, carrierMessageId: answer.ref }))
  await until('its arrival', () =>
    ours.events.some(({ messagesUpdated }) => messagesUpdated.id === String(answer.id) && messagesUpdated.status === 'delivered'),
  )
  expect(ours.events[0]).toEqual({ messagesUpdated: { id: String(text.id), body: 'Hello?', status: 'received', conversationId: String(text.conversationId) } })
  expect(theirs.events).toEqual([])
})

test('a conversation is shown as it is, and again with each text', async () => {
  const first = await comesIn('one')
  const watched = await watch<One>(acme, ONE, { id: first.conversationId })
  await until('what is there', () => watched.events[0])
  expect(watched.events[0]).toEqual({
    conversationUpdated: { id: String(first.conversationId), contactNumber: first.fromNumber, lastMessage: { body: 'one', status: 'received' } },
  })
  await comesIn('elsewhere')
  await comesIn('two', first.fromNumber)
  await until('the second', () => watched.events.at(-1)!.conversationUpdated.lastMessage.body === 'two')
  expect(new Set(watched.events.map(({ conversationUpdated }) => conversationUpdated.id))).toEqual(new Set([String(first.conversationId)]))
})

test("another workspace's conversation is not found, and a key without sms:write sees no texts", async () => {
  const { conversationId } = await comesIn('secret')
  const theirs = socket(world().url, { apiKey: (await other.key('sms:write')).apiKey })
  const without = socket(world().url, { apiKey: (await acme.key('calls:read')).apiKey })
  open.push(theirs, without)
  const [foreign, unscoped] = [theirs.watch(ONE, { id: conversationId }), without.watch(ALL)]
  await until('both refusals', () => foreign.errors.length > 0 && unscoped.errors.length > 0)
  expect(JSON.stringify(foreign.errors)).toContain('not found')
  expect(JSON.stringify(unscoped.errors)).toContain('Missing scope: sms:')
  expect([...foreign.events, ...unscoped.events]).toEqual([])
})
