import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { publish } from '../../src/kernel/events.ts'
import type { Client } from '../kit/client.ts'
import { owner } from '../kit/audited.ts'
import { fetched, over } from '../kit/reports.ts'
import { type Wire, wire } from '../kit/socket.ts'
import { until } from '../kit/until.ts'
import { type Acme, useWorld } from '../kit/world.ts'

const world = useWorld()
let acme: Acme
let key: Client
beforeAll(async () => {
  acme = await world().workspace()
  key = await acme.key()
})
const wires: Wire[] = []
afterAll(() => Promise.all(wires.map((one) => one.close())))

const QUERY = 'subscription ($id: ID!) { reportUpdated(id: $id) { id status progress rowsProcessed rowsTotal downloadUrl error } }'
/** Watches a report, and waits for the first answer. */
async function watch(params: Record<string, unknown>, id: number) {
  const socket = await wire(world().url, params)
  wires.push(socket)
  socket.subscribe('w', QUERY, { id })
  await until('the first answer', () => socket.of('w').length > 0)
  const seen = () => socket.of('w').map(({ payload }) => payload.data?.reportUpdated ?? payload.errors[0].message)
  return { socket, seen, statuses: () => seen().map((each: { status: string }) => each.status) }
}
const waiting = async (workspaceId = acme.id) =>
  (await anyWorkspace.report.create({ data: { workspaceId, kind: 'calls', format: 'csv', filter: { timezone: 'UTC' } } })).id
const ask = async (body: object = { type: 'calls' }) => (await key.post('/reports', body)).body.id as number

test('a watcher sees a report go on to its end, never backwards, and an address of its own that works', async () => {
  const { id: campaign_id } = (await key.post('/campaigns', { name: 'Autumn', agent_ref_id: (await key.post('/agents', { name: 'Ada' })).body.id })).body
  const id = await ask({ type: 'leads', campaign_id, format: 'xlsx' })
  const [mine, other] = await Promise.all([watch({ apiKey: key.apiKey }, id), watch({ apiKey: (await acme.key()).apiKey }, id)])
  for (const { seen, statuses } of [mine, other]) {
    await until('the end', () => seen().at(-1).downloadUrl)
    const order = ['queued', 'running', 'done']
    expect(statuses()).toEqual([...statuses()].sort((a, b) => order.indexOf(a) - order.indexOf(b)))
    expect(seen().at(-1)).toMatchObject({ id: String(id), status: 'done', progress: 100, rowsProcessed: 0, rowsTotal: 0, error: null })
    expect((await fetched(seen().at(-1).downloadUrl)).status).toBe(200)
  }
  expect(mine.seen().at(-1).downloadUrl).not.toBe(other.seen().at(-1).downloadUrl)
})

test('a report that is canceled, and then deleted, is told as such', async () => {
  const id = await waiting()
  const { seen, statuses } = await watch({ apiKey: key.apiKey }, id)
  expect(statuses()).toEqual(['queued'])
  await key.delete(`/reports/${id}`)
  await until('the end', () => statuses().at(-1) === 'canceled')
  await key.delete(`/reports/${id}`)
  publish('report.updated', { workspaceId: acme.id, reportId: id })
  await until('the deletion', () => seen().at(-1) === 'Report not found')
})

test("another workspace's report is not there, and its events reach nobody else", async () => {
  const id = await waiting()
  const stranger = await (await world().workspace()).key()
  const theirs = await watch({ apiKey: stranger.apiKey }, id)
  expect(theirs.seen()).toEqual(['Report not found'])
  const mine = await watch({ apiKey: key.apiKey }, id)
  await key.delete(`/reports/${id}`)
  await until('the end', () => mine.statuses().at(-1) === 'canceled')
  expect(theirs.seen()).toEqual(['Report not found'])
})

test('who may not read what it holds is refused', async () => {
  const id = await waiting()
  const narrow = await acme.key('me:read', 'leads:read')
  expect((await watch({ apiKey: narrow.apiKey }, id)).seen()).toEqual(['Missing scope: calls:read'])
  expect((await watch({ apiKey: (await acme.key('calls:read')).apiKey }, id)).seen()).toEqual(['Missing scope: me:read'])
})

/** Waits until open sockets are checked against the database: that happens every second and a half. */
test('the socket of a session that is over is closed, and one of a revoked key too: they are told nothing more', async () => {
  const id = await waiting()
  const person = await owner(world(), acme)
  const doomed = await acme.key()
  const [theirs, its, mine] = await Promise.all([
    watch({ accessToken: person.accessToken }, id),
    watch({ apiKey: doomed.apiKey }, id),
    watch({ apiKey: key.apiKey }, id),
  ])
  const { id: keyId } = await anyWorkspace.apiKey.findFirstOrThrow({ where: { workspaceId: acme.id, last4: doomed.apiKey.slice(-4) }, select: { id: true } })
  await anyWorkspace.apiKey.update({ where: { id: keyId, workspaceId: acme.id }, data: { revokedAt: new Date() } })
  await anyWorkspace.session.updateMany({ where: { revokedAt: null }, data: { revokedAt: new Date() } })
  expect(await Promise.all([theirs.socket.closed, its.socket.closed])).toEqual([4401, 4401])
  await key.delete(`/reports/${id}`)
  await until('the end', () => mine.statuses().at(-1) === 'canceled')
  expect([theirs.statuses(), its.statuses()]).toEqual([['queued'], ['queued']])
})

test('a report that is over is told at once to whoever comes late', async () => {
  const id = await ask()
  await over(key, id)
  expect((await watch({ apiKey: key.apiKey }, id)).statuses()).toEqual(['done'])
})
