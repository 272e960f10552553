import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GraphQLInt, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as ws from 'ws'
import type { Actor } from '../../src/kernel/vocabulary/actor.ts'
import { type EventStream, streamEvents } from '../../src/kernel/events.ts'
import { framePrefix, frameSuffix, encodeFrame } from '../../src/http/sockets/frames.ts'
import { MAX_BUFFERED_BYTES, TOO_SLOW } from '../../src/http/sockets/sendQueue.ts'
import { createSharing, type SocketExtra as Extra } from '../../src/http/sockets/sharing.ts'
import { contextFor } from '../../src/schema/base/context.ts'
import { shared } from '../kit/counted.ts'
import { type Wire, wire } from '../kit/socket.ts'
import { until } from '../kit/until.ts'

// ws exports it, its types do not.
const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, options: object): Buffer[] } }

/** A small schema: its answers are as long as an event says, and name who it was executed for. */
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
const tell = (number: number, length = 1) => {
  for (const source of sources) source.push({ number, length })
}

const server = createServer()
const wss = new ws.WebSocketServer({ server, path: '/graphql' })
let url: string
beforeAll(async () => {
  useServer<Record<string, unknown>, Extra>({ schema, ...createSharing(), context: () => contextFor(actor) }, wss)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  for (const one of wss.clients) one.terminate()
  wss.close()
  server.close()
})

const wires: Wire[] = []
const connect = async () => {
  const made = await wire(url)
  wires.push(made)
  return made
}
beforeEach(() => {
  sources = []
})
afterEach(async () => {
  await Promise.all(wires.splice(0).map((one) => (one.socket.terminate(), one.closed)))
  await until('no group to be left behind', async () => (await shared.groups()) === 0 && (await shared.watchers()) === 0)
})

const watch = async (from: Wire, id: string, name: string) => {
  const before = await shared.watchers()
  from.subscribe(id, `subscription { ${name} { number text who } }`)
  if (name !== 'alone') await until('the watcher', async () => (await shared.watchers()) > before)
  await until('the source', () => sources.length > 0)
}
const numbers = (from: Wire, id: string, name: string): number[] => from.of(id).map(({ payload }) => payload.data[name].number)
const waiting = () => Math.max(...[...wss.clients].map(({ bufferedAmount }) => bufferedAmount))

test('what is executed for all knows the workspace and the scopes, and nobody in particular', async () => {
  const one = await connect()
  await watch(one, 'shared', 'state')
  await watch(one, 'own', 'alone')
  await until('both sources', () => sources.length === 2)
  tell(1)
  await until('both', () => one.messages.length === 2)
  expect([one.of('shared')[0]!.payload.data.state.who, one.of('own')[0]!.payload.data.alone.who]).toEqual(['null', '7'])
})

test.each([0, 126, 65_536])('an answer with a text of %i arrives whole, under whatever id', async (length) => {
  const one = await connect()
  const id = '"é\n'
  await watch(one, id, 'state')
  tell(length, length)
  await until('the answer', () => one.messages.length === 1)
  expect(one.messages).toEqual([{ id, type: 'next', payload: { data: { state: { number: length, text: 'x'.repeat(length), who: 'null' } } } }])
})

test('frames are those of ws, at every boundary of their lengths', () => {
  const begin = framePrefix('x')
  for (const length of [begin.length + 7, 124, 125, 126, 127, 65_534, 65_535, 65_536, 65_537, 100_000]) {
    const end = frameSuffix(`${'é'.repeat(3)}${'y'.repeat(length - begin.length - 7)}`)
    expect(begin.length + end.length).toBe(length)
    const theirs = Sender.frame(Buffer.concat([begin, end]), { fin: true, opcode: 1, mask: false, readOnly: true, rsv1: false })
    expect(encodeFrame(begin, end).equals(Buffer.concat(theirs))).toBe(true)
  }
})

/** Sends 60 answers of half a megabyte each to two sockets, one after the other, beside a third that reads none. */
test('a socket that is not read holds up nobody and is kept no more than the newest state, which it gets when it reads on', async () => {
  const [paused, ...others] = await Promise.all([connect(), connect(), connect()])
  for (const one of [paused, ...others]) await watch(one, 'x', 'state')
  expect(sources).toHaveLength(1)
  paused.socket.pause()
  const length = 512 * 1024
  for (let number = 1; number <= 60; number++) {
    tell(number, length)
    await until(`answer ${number}`, () => others.every((one) => one.of('x').length === number))
    expect(waiting()).toBeLessThanOrEqual(MAX_BUFFERED_BYTES + length + 200)
  }
  expect(waiting()).toBeGreaterThan(MAX_BUFFERED_BYTES / 2)
  paused.socket.resume()
  await until('the newest state', () => numbers(paused, 'x', 'state').at(-1) === 60)
  const seen = numbers(paused, 'x', 'state')
  expect(seen.length).toBeLessThan(60)
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  tell(61)
  await until('the next', () => numbers(paused, 'x', 'state').at(-1) === 61)
})

test('what a socket that is not read has asked to end is not sent to it later', async () => {
  const paused = await connect()
  await watch(paused, 'x', 'state')
  await watch(paused, 'y', 'state')
  paused.socket.pause()
  await until('it to be behind', () => (tell(1, 512 * 1024), waiting() >= MAX_BUFFERED_BYTES))
  tell(2)
  paused.send({ id: 'x', type: 'complete' })
  await until('one to have left', async () => (await shared.watchers()) === 1)
  paused.socket.resume()
  await until('the newest for the other', () => numbers(paused, 'y', 'state').at(-1) === 2)
  expect(numbers(paused, 'x', 'state')).not.toContain(2)
})

test('where no answer may be missed, a socket that is not read is closed, to come again', async () => {
  const [paused, other] = await Promise.all([connect(), connect()])
  for (const one of [paused, other]) await watch(one, 'x', 'changes')
  paused.socket.pause()
  let number = 0
  await until('it to be given up', () => (tell((number += 1), 512 * 1024), [...wss.clients].some(({ readyState }) => readyState !== 1)))
  await until('the other', () => numbers(other, 'x', 'changes').length === number)
  expect(numbers(other, 'x', 'changes')).toEqual(Array.from({ length: number }, (_, index) => index + 1))
  paused.socket.resume()
  expect(await paused.closed).toBe(TOO_SLOW)
  await until('it to have left', async () => (await shared.watchers()) === 1)
})

test('changes are told from when one joins, and every watcher is told the end of the source', async () => {
  const [early, late] = await Promise.all([connect(), connect()])
  await watch(early, 'early', 'changes')
  tell(1)
  await until('the first', () => early.of('early').length === 1)
  await watch(late, 'late', 'changes')
  await until('the second for both', () => (tell(2), late.of('late').length > 0))
  expect(numbers(late, 'late', 'changes')[0]).toBe(2)
  expect(sources).toHaveLength(1)
  await sources[0]!.return()
  await until('both to be told', () => early.of('early', 'complete').length === 1 && late.of('late', 'complete').length === 1)
  expect(await shared.groups()).toBe(0)
})

test('a source that breaks is told to every watcher as an error', async () => {
  const [one, other] = await Promise.all([connect(), connect()])
  await watch(one, 'x', 'state')
  await watch(other, 'y', 'state')
  sources[0]!.next = () => Promise.reject(new Error('broken'))
  tell(1)
  await until('both to be told', () => one.of('x', 'error').length === 1 && other.of('y', 'error').length === 1)
  expect(one.of('x', 'error')[0]!.payload).toMatchObject([{ message: 'broken' }])
})

test('fields that are not shared, and roots behind a fragment, are executed for each watcher', async () => {
  const one = await connect()
  for (const id of ['a', 'b']) one.subscribe(id, 'subscription { alone { number } }')
  for (const id of ['c', 'd']) one.subscribe(id, 'subscription { ...f } fragment f on Subscription { state { number } }')
  await until('the sources', () => sources.length === 4)
  const before = await shared.executions()
  tell(1)
  await until('all', () => one.messages.length === 4)
  expect([await shared.executions(), await shared.groups()]).toEqual([before, 0])
})
