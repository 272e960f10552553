import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace, connect, db, disconnect, sessionPool, pool, transaction } from '../../src/kernel/db/db.ts'
import * as storedSettings from '../../src/kernel/db/storedSettings.ts'
import { onEvent, publish } from '../../src/kernel/events.ts'
import { addServer, asCurrentServer, emitAsCurrentServer, forwardTo, perServer } from '../../src/kernel/serverState.ts'
import { freshDatabase } from '../kit/server/postgres.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

test('each server makes a value when it first needs it, and other work has one of its own', async () => {
  let made = 0
  const value = perServer(() => ({ number: ++made }))
  const [asFirst, asSecond] = [addServer(), addServer()]
  expect([asFirst(value).number, asSecond(value).number, value().number, asFirst(value).number]).toEqual([1, 2, 3, 1])
  asSecond(() => value.set({ number: 20 }))
  expect([asFirst(value).number, asSecond(value).number, value().number]).toEqual([1, 20, 3])
})

test('all that a server begins belongs to it: what follows an await, timers, and what waits for an event from outside', async () => {
  const name = perServer(() => 'none')
  const emitter = new EventEmitter()
  const begin = async (own: string) => {
    name.set(own)
    const fromOutside = once(emitter, 'go').then(() => name())
    const later = new Promise<string>((resolve) => setTimeout(() => resolve(name()), 1))
    return [await fromOutside, await later, name()]
  }
  const running = ['first', 'second'].map((own) => addServer()(() => begin(own)))
  emitter.emit('go')
  expect(await Promise.all(running)).toEqual([Array(3).fill('first'), Array(3).fill('second')])
  expect(name()).toBe('none')
})

test('a bound function runs as its server, also when another server or none calls it', () => {
  const name = perServer(() => 'none')
  const [asFirst, asSecond] = [addServer(), addServer()]
  asFirst(() => name.set('first'))
  const ofFirst = asFirst(() => asCurrentServer((suffix: string) => name() + suffix))
  const ofNone = asCurrentServer(() => name())
  expect([ofFirst('!'), asSecond(() => ofFirst('?')), asFirst(ofNone)]).toEqual(['first!', 'first?', 'none'])
})

/** Without `emitAsCurrentServer`, Node emits what arrives on the connection outside of both servers. */
test('what arrives on a connection belongs to the server that accepted it', async () => {
  const name = perServer(() => 'none')
  const open = async (own: string) => {
    name.set(own)
    const heard: string[] = []
    const listener = createServer()
    emitAsCurrentServer(listener)
    listener.on('connection', (socket: Socket) => {
      emitAsCurrentServer(socket)
      socket.on('data', () => heard.push(`data ${name()}`)).on('close', () => heard.push(`close ${name()}`))
      socket.once('data', () => socket.end())
    })
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    return { listener, heard }
  }
  const servers = await Promise.all(['first', 'second'].map((own) => addServer()(() => open(own))))
  for (const { listener } of servers) {
    const client = connectTo((listener.address() as AddressInfo).port, '127.0.0.1', () => client.write('x'))
    await once(client.resume(), 'close')
    listener.close()
  }
  await waitFor('both ends', () => servers.every(({ heard }) => heard.length === 2))
  expect(servers.map(({ heard }) => heard)).toEqual(['first', 'second'].map((own) => [`data ${own}`, `close ${own}`]))
})

test("a forwarding object is the current server's in every respect, and stays the same object", () => {
  class Counter {
    #count = 0
    label = 'new'
    add = (by: number) => (this.#count += by)
    read() {
      return this.#count
    }
  }
  const counter = forwardTo(perServer(() => new Counter()))
  const asOther = addServer()
  counter.add(2)
  Object.assign(counter, { label: 'own' })
  expect([counter.read(), counter.label, asOther(() => counter.read()), asOther(() => counter.label)]).toEqual([2, 'own', 0, 'new'])
  expect(counter).toBeInstanceOf(Counter)
  expect('label' in counter && Object.keys(counter)).toEqual(['label', 'add'])
  expect(Object.assign({}, counter).label).toBe('own')
})

test('an event is only heard by the server that published it', () => {
  const [asFirst, asSecond] = [addServer(), addServer()]
  const heard: string[] = []
  asFirst(() => onEvent('campaign.updated', () => heard.push('first')))
  asSecond(() => onEvent('campaign.updated', () => heard.push('second')))
  const event = { workspaceId: 1, campaignId: 1 }
  publish('campaign.updated', event)
  asSecond(() => publish('campaign.updated', event))
  expect(heard).toEqual(['second'])
})

let databases: Awaited<ReturnType<typeof freshDatabase>>[]
const servers = [addServer(), addServer()]
beforeAll(async () => {
  databases = await Promise.all(servers.map(freshDatabase))
  servers.forEach((as, at) => as(() => connect(databases[at]!.url, { size: 4 })))
})
afterAll(async () => {
  await Promise.all(servers.map((as) => as(disconnect)))
  await Promise.all(databases.map(({ drop }) => drop()))
})

test('every way to the database leads to that of the current server, also of both at the same time', async () => {
  type Row = { name: string }[]
  const ways: (() => Promise<unknown>)[] = [
    async () => (await pool.query<Row[0]>('select current_database() as name')).rows[0]!.name,
    async () => (await db.$queryRaw<Row>`select current_database() as name`)[0]!.name,
    async () => (await anyWorkspace.$queryRaw<Row>`select current_database() as name`)[0]!.name,
    () => transaction(async (tx) => (await tx.$queryRaw<Row>`select current_database() as name`)[0]!.name),
  ]
  const names = await Promise.all(servers.map((as) => as(() => Promise.all(ways.map((way) => way())))))
  expect(names).toEqual(databases.map(({ url }) => Array(ways.length).fill(new URL(url).pathname.slice(1))))
  await expect(async () => pool.query('select 1')).rejects.toThrow('not connected yet')
})

test('a statement accepts the pool, the client and the connection of the current server', async () => {
  await Promise.all(
    servers.map((as, at) =>
      as(async () => {
        expect(pool).toBeInstanceOf(pg.Pool)
        expect(await storedSettings.add('simulator', at)).toBe(true)
        for (const on of [pool, sessionPool(), db, anyWorkspace]) expect(await storedSettings.find('simulator', on)).toBe(at)
        const client = await pool.connect()
        expect(await storedSettings.find('simulator', client)).toBe(at)
        client.release()
      }),
    ),
  )
})
