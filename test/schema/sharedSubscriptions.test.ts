import { afterEach, beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { publish } from '../../src/kernel/events.ts'
import { KEY_SCOPES } from '../../src/kernel/vocabulary/scopes.ts'
import * as apiKeys from '../../src/services/access/apiKeys.ts'
import { shared } from '../kit/counted.ts'
import { socket, type Socket, type Wire, wire } from '../kit/socket.ts'
import { until } from '../kit/until.ts'
import { type Acme, useWorld } from '../kit/world.ts'

const world = useWorld({ env: { ROLE: 'api' } })
let acme: Acme
let apiKey: string
beforeAll(async () => {
  acme = await world().workspace()
  apiKey = (await acme.key()).apiKey
})

const wires: Wire[] = []
const clients: Socket[] = []
const connect = async (key = apiKey) => {
  const made = await wire(world().url, { apiKey: key })
  wires.push(made)
  return made
}
afterEach(async () => {
  await Promise.all(wires.splice(0).map((one) => one.close()))
  for (const one of clients.splice(0)) await one.close()
  await until('no group to be left behind', async () => (await shared.groups()) === 0 && (await shared.watchers()) === 0)
})

const QUERY = 'subscription ($id: ID!) { campaignProgress(campaignId: $id) { status stats { leads { total } } at } }'
const campaign = async (workspaceId = acme.id, status = 'draft') =>
  (await anyWorkspace.campaign.create({ data: { workspaceId, name: 'Survey', status, displayColumns: [] } })).id
const set = (id: number, status: string) => anyWorkspace.campaign.update({ where: { id }, data: { status } })
const change = async (id: number, status: string, workspaceId = acme.id) => {
  await set(id, status)
  publish('campaign.updated', { workspaceId, campaignId: id })
}
const statuses = (from: Wire, id: string) => from.of(id).map(({ payload }) => payload.data.campaignProgress.status)
/** Watches, and waits for the first answer. */
const watch = async (from: Wire, id: string, campaignId: number, query = QUERY, operationName?: string) => {
  from.subscribe(id, query, { id: campaignId }, operationName)
  await until(`the first answer to ${id}`, () => from.of(id).length > 0)
}

test('two hundred watchers of one document share each execution, and get the same answer under their own ids', async () => {
  const id = await campaign()
  const sockets = await Promise.all(Array.from({ length: 10 }, () => connect()))
  const ids = Array.from({ length: 20 }, (_, index) => `watcher-${index}-"é`)
  for (const one of sockets) for (const name of ids) one.subscribe(name, QUERY, { id })
  const everybody = sockets.flatMap((one) => ids.map((name) => ({ one, name })))
  await until('everybody to be told', () => everybody.every(({ one, name }) => one.of(name).length === 1))
  expect([await shared.groups(), await shared.watchers()]).toEqual([1, 200])
  for (const [index, status] of ['running', 'paused'].entries()) {
    const before = await shared.executions()
    await change(id, status)
    await until('everybody to be told', () => everybody.every(({ one, name }) => one.of(name).length === 2 + index))
    expect((await shared.executions()) - before).toBe(1)
    const answers = new Set(everybody.map(({ one, name }) => JSON.stringify(one.of(name).at(-1)!.payload)))
    expect([...answers]).toEqual([expect.stringContaining(`"status":"${status}"`)])
  }
})

test('other variables, documents, operations, scopes and workspaces are executed apart', async () => {
  const [id, another] = [await campaign(), await campaign()]
  const stranger = await world().workspace()
  const [mine, scoped, theirs] = await Promise.all([connect(), connect((await acme.key('campaigns:read')).apiKey), connect((await stranger.key()).apiKey)])
  const TWO = `${QUERY.replace('subscription', 'subscription A')} ${QUERY.replace('subscription', 'subscription B')}`
  await watch(mine, 'one', id)
  await watch(mine, 'same', id)
  expect(await shared.groups()).toBe(1)
  await watch(mine, 'variables', another)
  await watch(mine, 'document', id, `${QUERY} `)
  await watch(mine, 'A', id, TWO, 'A')
  await watch(mine, 'B', id, TWO, 'B')
  await watch(scoped, 'scopes', id)
  await watch(theirs, 'workspace', await campaign(stranger.id, 'paused'))
  expect([await shared.groups(), await shared.watchers()]).toEqual([7, 8])
  const before = await shared.executions()
  await change(id, 'running')
  await until('those who watch it', () => ['one', 'same', 'document', 'A', 'B'].every((name) => statuses(mine, name).length === 2))
  await until('the other key', () => statuses(scoped, 'scopes').length === 2)
  expect((await shared.executions()) - before).toBe(5)
  expect([statuses(mine, 'variables'), statuses(theirs, 'workspace')]).toEqual([['draft'], ['paused']])
})

test("another workspace's events and ids reach nobody, though all else is the same", async () => {
  const id = await campaign()
  const stranger = await world().workspace()
  const [mine, theirs] = [await connect(), await connect((await stranger.key()).apiKey)]
  await watch(mine, 'one', id)
  theirs.subscribe('one', QUERY, { id })
  await until('the refusal', () => theirs.of('one', 'complete').length > 0)
  expect(theirs.of('one')).toMatchObject([{ payload: { errors: [{ message: 'Campaign not found' }] } }])
  publish('campaign.updated', { workspaceId: stranger.id, campaignId: id })
  await change(id, 'running')
  await until('the change', () => statuses(mine, 'one').length === 2)
  expect(theirs.messages).toHaveLength(2)
})

test('who joins late is told the present state at once, even if nobody announced it; the others are not told again', async () => {
  const id = await campaign()
  const [early, late] = [await connect(), await connect()]
  await watch(early, 'early', id)
  await set(id, 'paused')
  await watch(late, 'late', id)
  expect(statuses(late, 'late')).toEqual(['paused'])
  expect(statuses(early, 'early')).toEqual(['draft'])
  expect(await shared.groups()).toBe(1)
})

test('what cannot be watched is told to who asked for it, and to nobody else', async () => {
  const id = await campaign()
  const mine = await connect()
  const unscoped = await connect((await acme.key('agents:read')).apiKey)
  await watch(mine, 'fine', id)
  for (const [name, campaignId] of Object.entries({ unknown: 2_000_000_000, odd: 'x' })) mine.subscribe(name, QUERY, { id: campaignId })
  mine.subscribe('invalid', 'subscription { campaignProgress { nothing } }')
  mine.subscribe('missing', QUERY, {})
  unscoped.subscribe('unscoped', QUERY, { id })
  await until('the refusals', () => ['unknown', 'odd', 'missing'].every((name) => mine.of(name, 'complete').length > 0))
  await until('the invalid one', () => mine.of('invalid', 'error').length > 0)
  await until('the one without the scope', () => unscoped.of('unscoped', 'complete').length > 0)
  for (const name of ['unknown', 'odd'])
    expect(mine.of(name)[0]!.payload.errors[0]).toMatchObject({ message: 'Campaign not found', extensions: { code: 'NOT_FOUND' } })
  expect(unscoped.of('unscoped')[0]!.payload.errors[0].message).toBe('Missing scope: campaigns:read')
  await change(id, 'running')
  await until('the change', () => statuses(mine, 'fine').length === 2)
  expect(unscoped.messages).toHaveLength(2)
  expect([await shared.groups(), await shared.watchers()]).toEqual([1, 1])
})

test('a document that is too costly is refused by its result, as elsewhere', async () => {
  const mine = await connect()
  const many = Array.from({ length: 300 }, (_, index) => `a${index}: status`).join(' ')
  mine.subscribe('wide', `subscription ($id: ID!) { campaignProgress(campaignId: $id) { ${many} } }`, { id: await campaign() })
  await until('the refusal', () => mine.of('wide').length > 0)
  expect(mine.of('wide')[0]!.payload.errors[0].message).toContain('breadth')
})

test('who completes hears nothing more and may use the id again; the group goes on for the others and ends with the last', async () => {
  const id = await campaign()
  const [one, other] = [await connect(), await connect()]
  await watch(one, 'x', id)
  await watch(other, 'x', id)
  one.send({ id: 'x', type: 'complete' })
  await until('one to be gone', async () => (await shared.watchers()) === 1)
  await change(id, 'running')
  await until('the other to be told', () => statuses(other, 'x').length === 2)
  expect(one.messages).toHaveLength(1)
  one.subscribe('x', QUERY, { id })
  await until('the present state', () => one.of('x').length === 2)
  expect(statuses(one, 'x').at(-1)).toBe('running')
  one.subscribe('x', QUERY, { id })
  expect(await one.closed).toBe(4409)
  expect(await shared.groups()).toBe(1)
  other.socket.terminate()
  await until('the group to end', async () => (await shared.groups()) === 0)
})

test('the socket of a revoked key is closed and its watchers leave; who has another key watches on', async () => {
  const id = await campaign()
  const doomed = await apiKeys.issue({ workspaceId: acme.id, name: 'doomed', scopes: [...KEY_SCOPES] })
  const [mine, theirs] = [await connect(), await connect(doomed.key)]
  await watch(mine, 'mine', id)
  await watch(theirs, 'theirs', id)
  expect([await shared.groups(), await shared.watchers()]).toEqual([1, 2])
  await anyWorkspace.apiKey.update({ where: { id: doomed.row.id }, data: { revokedAt: new Date() } })
  expect(await theirs.closed).toBe(4401)
  await until('it to be gone', async () => (await shared.watchers()) === 1)
  await change(id, 'running')
  await until('the change', () => statuses(mine, 'mine').length === 2)
  expect(theirs.messages).toHaveLength(1)
})

test('the official client watches, leaves and comes again', async () => {
  const id = await campaign()
  const client = socket(world().url, { apiKey })
  clients.push(client)
  const watched = client.watch<any>(QUERY, { id })
  await until('the first answer', () => watched.events.length === 1)
  await change(id, 'running')
  await until('the change', () => watched.events.at(-1).campaignProgress.status === 'running')
  expect(watched.errors).toEqual([])
  await client.close()
  await until('nobody to watch', async () => (await shared.watchers()) === 0)
  const again = socket(world().url, { apiKey })
  clients.push(again)
  const second = again.watch<any>(QUERY, { id })
  await until('the present state', () => second.events.length === 1)
  expect(second.events[0].campaignProgress.status).toBe('running')
})

test('a query over a socket, and a subscription that is not shared, are answered as ever', async () => {
  const mine = await connect()
  mine.subscribe('query', '{ agents { nodes { id } } }')
  mine.subscribe('live', 'subscription { activeCallsUpdated { startIndex } }')
  await until('the answer', () => mine.of('query', 'complete').length > 0)
  expect(mine.of('query')).toMatchObject([{ payload: { data: { agents: { nodes: [] } } } }])
  expect(await shared.groups()).toBe(0)
})
