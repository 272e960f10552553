import { afterEach, beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { publish } from '../../src/kernel/events.ts'
import { KEY_SCOPES } from '../../src/kernel/vocabulary/scopes.ts'
import * as apiKeys from '../../src/services/access/apiKeys.ts'
import { sharedCounts } from '../kit/observers/sharedCounts.ts'
import { createSocketClient, type SocketClient, type ProtocolSocket, openProtocolSocket } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
let apiKey: string
beforeAll(async () => {
  acme = await testServer().workspace()
  apiKey = (await acme.key()).apiKey
})

const wires: ProtocolSocket[] = []
const clients: SocketClient[] = []
const connect = async (key = apiKey) => {
  const socket = await openProtocolSocket(testServer().url, { apiKey: key })
  wires.push(socket)
  return socket
}
afterEach(async () => {
  await Promise.all(wires.splice(0).map((one) => one.close()))
  for (const client of clients.splice(0)) await client.close()
  await waitFor('all groups to end', async () => (await sharedCounts.groups()) === 0 && (await sharedCounts.watchers()) === 0)
})

const QUERY = 'subscription ($id: ID!) { campaignProgress(campaignId: $id) { status stats { leads { total } } at } }'
const campaign = async (workspaceId = acme.id, status = 'draft') =>
  (await anyWorkspace.campaign.create({ data: { workspaceId, name: 'Survey', status, displayColumns: [] } })).id
const set = (id: number, status: string) => anyWorkspace.campaign.update({ where: { id }, data: { status } })
const change = async (id: number, status: string, workspaceId = acme.id) => {
  await set(id, status)
  publish('campaign.updated', { workspaceId, campaignId: id })
}
const statuses = (from: ProtocolSocket, id: string) => from.messagesOf(id).map(({ payload }) => payload.data.campaignProgress.status)
/** Subscribes, and waits for the first event. */
const watch = async (from: ProtocolSocket, id: string, campaignId: number, query = QUERY, operationName?: string) => {
  from.subscribe(id, query, { id: campaignId }, operationName)
  await waitFor(`the first answer to ${id}`, () => from.messagesOf(id).length > 0)
}

test('two hundred subscribers to one document share each execution, and receive the same event under their own IDs', async () => {
  const id = await campaign()
  const sockets = await Promise.all(Array.from({ length: 10 }, () => connect()))
  const ids = Array.from({ length: 20 }, (_, index) => `watcher-${index}-"é`)
  for (const socket of sockets) for (const name of ids) socket.subscribe(name, QUERY, { id })
  const subscribers = sockets.flatMap((one) => ids.map((name) => ({ one, name })))
  await waitFor('every subscriber to receive it', () => subscribers.every(({ one: socket, name }) => socket.messagesOf(name).length === 1))
  expect([await sharedCounts.groups(), await sharedCounts.watchers()]).toEqual([1, 200])
  for (const [index, status] of ['running', 'paused'].entries()) {
    const before = await sharedCounts.executions()
    await change(id, status)
    await waitFor('every subscriber to receive it', () => subscribers.every(({ one: socket, name }) => socket.messagesOf(name).length === 2 + index))
    expect((await sharedCounts.executions()) - before).toBe(1)
    const answers = new Set(subscribers.map(({ one: socket, name }) => JSON.stringify(socket.messagesOf(name).at(-1)!.payload)))
    expect([...answers]).toEqual([expect.stringContaining(`"status":"${status}"`)])
  }
})

test('other variables, documents, operations, scopes and workspaces are executed separately', async () => {
  const [id, another] = [await campaign(), await campaign()]
  const otherWorkspace = await testServer().workspace()
  const [own, scoped, foreign] = await Promise.all([
    connect(),
    connect((await acme.key('campaigns:read')).apiKey),
    connect((await otherWorkspace.key()).apiKey),
  ])
  const TWO = `${QUERY.replace('subscription', 'subscription A')} ${QUERY.replace('subscription', 'subscription B')}`
  await watch(own, 'one', id)
  await watch(own, 'same', id)
  expect(await sharedCounts.groups()).toBe(1)
  await watch(own, 'variables', another)
  await watch(own, 'document', id, `${QUERY} `)
  await watch(own, 'A', id, TWO, 'A')
  await watch(own, 'B', id, TWO, 'B')
  await watch(scoped, 'scopes', id)
  await watch(foreign, 'workspace', await campaign(otherWorkspace.id, 'paused'))
  expect([await sharedCounts.groups(), await sharedCounts.watchers()]).toEqual([7, 8])
  const before = await sharedCounts.executions()
  await change(id, 'running')
  await waitFor('its subscribers', () => ['one', 'same', 'document', 'A', 'B'].every((name) => statuses(own, name).length === 2))
  await waitFor('the other key', () => statuses(scoped, 'scopes').length === 2)
  expect((await sharedCounts.executions()) - before).toBe(5)
  expect([statuses(own, 'variables'), statuses(foreign, 'workspace')]).toEqual([['draft'], ['paused']])
})

test("another workspace's events and IDs are not shared, even if all else is the same", async () => {
  const id = await campaign()
  const otherWorkspace = await testServer().workspace()
  const [own, foreign] = [await connect(), await connect((await otherWorkspace.key()).apiKey)]
  await watch(own, 'one', id)
  foreign.subscribe('one', QUERY, { id })
  await waitFor('the error', () => foreign.messagesOf('one', 'complete').length > 0)
  expect(foreign.messagesOf('one')).toMatchObject([{ payload: { errors: [{ message: 'Campaign not found' }] } }])
  publish('campaign.updated', { workspaceId: otherWorkspace.id, campaignId: id })
  await change(id, 'running')
  await waitFor('the change', () => statuses(own, 'one').length === 2)
  expect(foreign.messages).toHaveLength(2)
})

test("a later subscriber receives the current state immediately, without a change, and the others don't receive it again", async () => {
  const id = await campaign()
  const [early, late] = [await connect(), await connect()]
  await watch(early, 'early', id)
  await set(id, 'paused')
  await watch(late, 'late', id)
  expect(statuses(late, 'late')).toEqual(['paused'])
  expect(statuses(early, 'early')).toEqual(['draft'])
  expect(await sharedCounts.groups()).toBe(1)
})

test('a refused subscription returns an error only to its subscriber', async () => {
  const id = await campaign()
  const socket = await connect()
  const unscoped = await connect((await acme.key('agents:read')).apiKey)
  await watch(socket, 'fine', id)
  for (const [name, campaignId] of Object.entries({ unknown: 2_000_000_000, odd: 'x' })) socket.subscribe(name, QUERY, { id: campaignId })
  socket.subscribe('invalid', 'subscription { campaignProgress { nothing } }')
  socket.subscribe('missing', QUERY, {})
  unscoped.subscribe('unscoped', QUERY, { id })
  await waitFor('the errors', () => ['unknown', 'odd', 'missing'].every((name) => socket.messagesOf(name, 'complete').length > 0))
  await waitFor('the invalid one', () => socket.messagesOf('invalid', 'error').length > 0)
  await waitFor('the one without the scope', () => unscoped.messagesOf('unscoped', 'complete').length > 0)
  for (const name of ['unknown', 'odd'])
    expect(socket.messagesOf(name)[0]!.payload.errors[0]).toMatchObject({ message: 'Campaign not found', extensions: { code: 'NOT_FOUND' } })
  expect(unscoped.messagesOf('unscoped')[0]!.payload.errors[0].message).toBe('Missing scope: campaigns:read')
  await change(id, 'running')
  await waitFor('the change', () => statuses(socket, 'fine').length === 2)
  expect(unscoped.messages).toHaveLength(2)
  expect([await sharedCounts.groups(), await sharedCounts.watchers()]).toEqual([1, 1])
})

test('a document that is too expensive is refused through its result, as elsewhere', async () => {
  const socket = await connect()
  const many = Array.from({ length: 300 }, (_, index) => `a${index}: status`).join(' ')
  socket.subscribe('wide', `subscription ($id: ID!) { campaignProgress(campaignId: $id) { ${many} } }`, { id: await campaign() })
  await waitFor('the error', () => socket.messagesOf('wide').length > 0)
  expect(socket.messagesOf('wide')[0]!.payload.errors[0].message).toContain('breadth')
})

test('a completed subscription receives nothing more and frees its ID, and the group lasts as long as its subscribers', async () => {
  const id = await campaign()
  const [first, second] = [await connect(), await connect()]
  await watch(first, 'x', id)
  await watch(second, 'x', id)
  first.send({ id: 'x', type: 'complete' })
  await waitFor('the first to leave', async () => (await sharedCounts.watchers()) === 1)
  await change(id, 'running')
  await waitFor('the event for the second', () => statuses(second, 'x').length === 2)
  expect(first.messages).toHaveLength(1)
  first.subscribe('x', QUERY, { id })
  await waitFor('the current state', () => first.messagesOf('x').length === 2)
  expect(statuses(first, 'x').at(-1)).toBe('running')
  first.subscribe('x', QUERY, { id })
  expect(await first.closed).toBe(4409)
  expect(await sharedCounts.groups()).toBe(1)
  second.socket.terminate()
  await waitFor('the group to end', async () => (await sharedCounts.groups()) === 0)
})

test('the socket of a revoked key closes and leaves the group, while those of other keys stay subscribed', async () => {
  const id = await campaign()
  const doomed = await apiKeys.issue({ workspaceId: acme.id, name: 'doomed', scopes: [...KEY_SCOPES] })
  const [remaining, revoked] = [await connect(), await connect(doomed.key)]
  await watch(remaining, 'mine', id)
  await watch(revoked, 'theirs', id)
  expect([await sharedCounts.groups(), await sharedCounts.watchers()]).toEqual([1, 2])
  await anyWorkspace.apiKey.update({ where: { id: doomed.row.id }, data: { revokedAt: new Date() } })
  expect(await revoked.closed).toBe(4401)
  await waitFor('it to leave', async () => (await sharedCounts.watchers()) === 1)
  await change(id, 'running')
  await waitFor('the change', () => statuses(remaining, 'mine').length === 2)
  expect(revoked.messages).toHaveLength(1)
})

test('the official client subscribes, leaves and subscribes again', async () => {
  const id = await campaign()
  const client = createSocketClient(testServer().url, { apiKey })
  clients.push(client)
  const watched = client.watch<any>(QUERY, { id })
  await waitFor('the first answer', () => watched.events.length === 1)
  await change(id, 'running')
  await waitFor('the change', () => watched.events.at(-1).campaignProgress.status === 'running')
  expect(watched.errors).toEqual([])
  await client.close()
  await waitFor('all subscribers to leave', async () => (await sharedCounts.watchers()) === 0)
  const nextClient = createSocketClient(testServer().url, { apiKey })
  clients.push(nextClient)
  const second = nextClient.watch<any>(QUERY, { id })
  await waitFor('the current state', () => second.events.length === 1)
  expect(second.events[0].campaignProgress.status).toBe('running')
})

test('a query over a socket, and a subscription that is not shared, are answered as usual', async () => {
  const socket = await connect()
  socket.subscribe('query', '{ agents { nodes { id } } }')
  socket.subscribe('live', 'subscription { ...f } fragment f on Subscription { activeCallsUpdated { startIndex } }')
  await waitFor('the answer', () => socket.messagesOf('query', 'complete').length > 0)
  expect(socket.messagesOf('query')).toMatchObject([{ payload: { data: { agents: { nodes: [] } } } }])
  expect(await sharedCounts.groups()).toBe(0)
})
