import { createServer } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { GraphQLInt, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Actor } from '../../src/kernel/vocabulary/actor.ts'
import { type EventStream, streamEvents } from '../../src/kernel/events.ts'
import { TRY_AGAIN_LATER } from '../../src/http/sockets/closeCodes.ts'
import { createSendQueue, MAX_BUFFERED_BYTES } from '../../src/http/sockets/sendQueue.ts'
import { createSharing, type SocketExtra as Extra } from '../../src/http/sockets/sharing.ts'
import { contextFor } from '../../src/schema/base/context.ts'
import { sharedCounts } from '../kit/observers/sharedCounts.ts'
import { type ProtocolSocket, openProtocolSocket } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

/** A small schema. Its responses are as long as an event says, and name the caller of the execution. */
let sources: EventStream<any>[] = []
const actor: Actor = { kind: 'key', workspaceId: 1, scopes: new Set(['calls:read', 'me:read']), keyId: 7 }
const field = (how?: string) => ({
  type: new GraphQLObjectType({
    name: `Told${how ?? ''}`,
    fields: { number: { type: GraphQLInt }, text: { type: GraphQLString }, who: { type: GraphQLString } },
  }),
  extensions: how ? { shared: how } : {},
  subscribe: () => {
    const source = streamEvents('alert.raised', () => true)
    sources.push(source)
    return source
  },
  resolve: ({ number, length }: { number: number; length: number }, _: unknown, ctx: { actor: Actor }) => ({
    number,
    text: 'x'.repeat(length),
    who: JSON.stringify(ctx.actor.keyId ?? null),
  }),
})
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { ok: { type: GraphQLInt } } }),
  subscription: new GraphQLObjectType({ name: 'Subscription', fields: { state: field('state'), changes: field('changes'), alone: field() } }),
})
const publishEvent = (number: number, length = 1) => {
  for (const source of sources) source.push({ number, length })
}

const server = createServer()
const wss = new WebSocketServer({ server, path: '/graphql' })
let url: string
beforeAll(async () => {
  useServer<Record<string, unknown>, Extra>({ schema, ...createSharing(), context: () => contextFor(actor) }, wss)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  for (const client of wss.clients) client.terminate()
  wss.close()
  server.close()
})

const wires: ProtocolSocket[] = []
const connect = async () => {
  const socket = await openProtocolSocket(url)
  wires.push(socket)
  return socket
}
beforeEach(() => {
  sources = []
})
afterEach(async () => {
  await Promise.all(wires.splice(0).map((one) => (one.socket.terminate(), one.closed)))
  await waitFor('all groups to end', async () => (await sharedCounts.groups()) === 0 && (await sharedCounts.watchers()) === 0)
})

const watch = async (from: ProtocolSocket, id: string, name: string) => {
  const before = await sharedCounts.watchers()
  from.subscribe(id, `subscription { ${name} { number text who } }`)
  if (name !== 'alone') await waitFor('the subscription', async () => (await sharedCounts.watchers()) > before)
  await waitFor('the source', () => sources.length > 0)
}
const numbers = (from: ProtocolSocket, id: string, name: string): number[] => from.messagesOf(id).map(({ payload }) => payload.data[name].number)
const waiting = () => Math.max(...[...wss.clients].map(({ bufferedAmount }) => bufferedAmount))

test('a shared execution knows the workspace and the scopes, but no individual caller', async () => {
  const socket = await connect()
  await watch(socket, 'shared', 'state')
  await watch(socket, 'own', 'alone')
  await waitFor('both sources', () => sources.length === 2)
  publishEvent(1)
  await waitFor('both', () => socket.messages.length === 2)
  expect([socket.messagesOf('shared')[0]!.payload.data.state.who, socket.messagesOf('own')[0]!.payload.data.alone.who]).toEqual(['null', '7'])
})

test.each([0, 126, 65_536])('a response with a text of %i characters arrives complete, under any ID', async (length) => {
  const socket = await connect()
  const id = '"é\n'
  await watch(socket, id, 'state')
  publishEvent(length, length)
  await waitFor('the answer', () => socket.messages.length === 1)
  expect(socket.messages).toEqual([{ id, type: 'next', payload: { data: { state: { number: length, text: 'x'.repeat(length), who: 'null' } } } }])
})

/** Sends 60 responses of half a megabyte each to two sockets, one after the other, next to a third that reads none. */
test("a socket that doesn't read doesn't delay others, and receives the latest state when it reads again", async () => {
  const [paused, ...others] = await Promise.all([connect(), connect(), connect()])
  for (const socket of [paused, ...others]) await watch(socket, 'x', 'state')
  expect(sources).toHaveLength(1)
  paused.socket.pause()
  const length = 512 * 1024
  for (let number = 1; number <= 60; number++) {
    publishEvent(number, length)
    await waitFor(`answer ${number}`, () => others.every((one) => one.messagesOf('x').length === number))
    expect(waiting()).toBeLessThanOrEqual(MAX_BUFFERED_BYTES + length + 200)
  }
  expect(waiting()).toBeGreaterThan(MAX_BUFFERED_BYTES / 2)
  paused.socket.resume()
  await waitFor('the newest state', () => numbers(paused, 'x', 'state').at(-1) === 60)
  const received = numbers(paused, 'x', 'state')
  expect(received.length).toBeLessThan(60)
  expect(received).toEqual([...received].sort((a, b) => a - b))
  publishEvent(61)
  await waitFor('the next', () => numbers(paused, 'x', 'state').at(-1) === 61)
})

test('a subscription that a slow socket has ended is not sent to it later', async () => {
  const paused = await connect()
  await watch(paused, 'x', 'state')
  await watch(paused, 'y', 'state')
  paused.socket.pause()
  await waitFor('the socket to lag', () => (publishEvent(1, 512 * 1024), waiting() >= MAX_BUFFERED_BYTES))
  publishEvent(2)
  paused.send({ id: 'x', type: 'complete' })
  await waitFor('one subscriber to leave', async () => (await sharedCounts.watchers()) === 1)
  paused.socket.resume()
  await waitFor('the latest state for the other', () => numbers(paused, 'y', 'state').at(-1) === 2)
  expect(numbers(paused, 'x', 'state')).not.toContain(2)
})

test('a state that waited is not sent after a newer one', () => {
  const sent: string[] = []
  const send = (message: Buffer) => sent.push((JSON.parse(message.toString()) as { payload: string }).payload)
  const socket = { OPEN: 1, readyState: 1, bufferedAmount: MAX_BUFFERED_BYTES, send }
  const connection = new Socket()
  const sendAnswer = createSendQueue(socket as unknown as WebSocket, connection).under('x', true)
  sendAnswer(Buffer.from('"older"'))
  socket.bufferedAmount = MAX_BUFFERED_BYTES / 2
  sendAnswer(Buffer.from('"newer"'))
  socket.bufferedAmount = 0
  connection.emit('drain')
  expect(sent).toEqual(['newer'])
})

test("if every event is required, a socket that doesn't read is closed, so that it reconnects", async () => {
  const [paused, other] = await Promise.all([connect(), connect()])
  for (const socket of [paused, other]) await watch(socket, 'x', 'changes')
  paused.socket.pause()
  let number = 0
  await waitFor('the socket to be closed', () => (publishEvent((number += 1), 512 * 1024), [...wss.clients].some(({ readyState }) => readyState !== 1)))
  await waitFor('the other', () => numbers(other, 'x', 'changes').length === number)
  expect(numbers(other, 'x', 'changes')).toEqual(Array.from({ length: number }, (_, index) => index + 1))
  paused.socket.resume()
  expect(await paused.closed).toBe(TRY_AGAIN_LATER)
  await waitFor('it to leave', async () => (await sharedCounts.watchers()) === 1)
})

test('a subscriber receives changes from then on, and the end of the source', async () => {
  const [early, late] = await Promise.all([connect(), connect()])
  await watch(early, 'early', 'changes')
  publishEvent(1)
  await waitFor('the first', () => early.messagesOf('early').length === 1)
  await watch(late, 'late', 'changes')
  await waitFor('the second for both', () => (publishEvent(2), late.messagesOf('late').length > 0))
  expect(numbers(late, 'late', 'changes')[0]).toBe(2)
  expect(sources).toHaveLength(1)
  await sources[0]!.return()
  await waitFor('both to receive it', () => early.messagesOf('early', 'complete').length === 1 && late.messagesOf('late', 'complete').length === 1)
  expect(await sharedCounts.groups()).toBe(0)
})

test('a source that fails sends an error to every subscriber', async () => {
  const [first, second] = await Promise.all([connect(), connect()])
  await watch(first, 'x', 'state')
  await watch(second, 'y', 'state')
  sources[0]!.next = () => Promise.reject(new Error('broken'))
  publishEvent(1)
  await waitFor('both to receive it', () => first.messagesOf('x', 'error').length === 1 && second.messagesOf('y', 'error').length === 1)
  expect(first.messagesOf('x', 'error')[0]!.payload).toMatchObject([{ message: 'broken' }])
})

test('fields that are not shared, and roots in a fragment, are executed for each subscriber', async () => {
  const socket = await connect()
  for (const id of ['a', 'b']) socket.subscribe(id, 'subscription { alone { number } }')
  for (const id of ['c', 'd']) socket.subscribe(id, 'subscription { ...f } fragment f on Subscription { state { number } }')
  await waitFor('the sources', () => sources.length === 4)
  const before = await sharedCounts.executions()
  publishEvent(1)
  await waitFor('all', () => socket.messages.length === 4)
  expect([await sharedCounts.executions(), await sharedCounts.groups()]).toEqual([before, 0])
})
