import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { publish } from '../../src/kernel/events.ts'
import type { Client } from '../kit/clients/client.ts'
import { signInOwner } from '../kit/observers/auditEntries.ts'
import { download, waitForReport } from '../kit/fixtures/reports.ts'
import { type ProtocolSocket, openProtocolSocket } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
let acme: TestWorkspace
let key: Client
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
})
const wires: ProtocolSocket[] = []
afterAll(() => Promise.all(wires.map((one) => one.close())))

const QUERY = 'subscription ($id: ID!) { reportUpdated(id: $id) { id status progress rowsProcessed rowsTotal downloadUrl error } }'
/** Subscribes to an export, and waits for the first event. */
async function watch(params: Record<string, unknown>, id: number) {
  const socket = await openProtocolSocket(testServer().url, params)
  wires.push(socket)
  socket.subscribe('w', QUERY, { id })
  await waitFor('the first answer', () => socket.messagesOf('w').length > 0)
  const events = () => socket.messagesOf('w').map(({ payload }) => payload.data?.reportUpdated ?? payload.errors[0].message)
  return { socket, seen: events, statuses: () => events().map((each: { status: string }) => each.status) }
}
const waiting = async (workspaceId = acme.id) =>
  (await anyWorkspace.report.create({ data: { workspaceId, type: 'calls', format: 'csv', filter: { timezone: 'UTC' } } })).id
const ask = async (body: object = { type: 'calls' }) => (await key.post('/reports', body)).body.id as number

test('a subscriber sees the progress of an export in order, and its own working download URL', async () => {
  const { id: campaign_id } = (await key.post('/campaigns', { name: 'Autumn', agent_ref_id: (await key.post('/agents', { name: 'Ada' })).body.id })).body
  const id = await ask({ type: 'leads', campaign_id, format: 'xlsx' })
  const [own, other] = await Promise.all([watch({ apiKey: key.apiKey }, id), watch({ apiKey: (await acme.key()).apiKey }, id)])
  for (const { seen: events, statuses } of [own, other]) {
    await waitFor('the end', () => events().at(-1).downloadUrl)
    const order = ['queued', 'running', 'done']
    expect(statuses()).toEqual([...statuses()].sort((a, b) => order.indexOf(a) - order.indexOf(b)))
    expect(events().at(-1)).toMatchObject({ id: String(id), status: 'done', progress: 100, rowsProcessed: 0, rowsTotal: 0, error: null })
    expect((await download(events().at(-1).downloadUrl)).status).toBe(200)
  }
  expect(own.seen().at(-1).downloadUrl).not.toBe(other.seen().at(-1).downloadUrl)
})

test('a canceled and then deleted export is sent as such', async () => {
  const id = await waiting()
  const { seen: events, statuses } = await watch({ apiKey: key.apiKey }, id)
  expect(statuses()).toEqual(['queued'])
  await key.delete(`/reports/${id}`)
  await waitFor('the end', () => statuses().at(-1) === 'canceled')
  await key.delete(`/reports/${id}`)
  publish('report.updated', { workspaceId: acme.id, reportId: id })
  await waitFor('the deletion', () => events().at(-1) === 'Report not found')
})

test("another workspace's export is not found, and its events reach only its own workspace", async () => {
  const id = await waiting()
  const otherKey = await (await testServer().workspace()).key()
  const foreign = await watch({ apiKey: otherKey.apiKey }, id)
  expect(foreign.seen()).toEqual(['Report not found'])
  const own = await watch({ apiKey: key.apiKey }, id)
  await key.delete(`/reports/${id}`)
  await waitFor('the end', () => own.statuses().at(-1) === 'canceled')
  expect(foreign.seen()).toEqual(['Report not found'])
})

test('a caller without the scope of its content is refused', async () => {
  const id = await waiting()
  const narrow = await acme.key('me:read', 'leads:read')
  expect((await watch({ apiKey: narrow.apiKey }, id)).seen()).toEqual(['Missing scope: calls:read'])
  expect((await watch({ apiKey: (await acme.key('calls:read')).apiKey }, id)).seen()).toEqual(['Missing scope: me:read'])
})

/** Waits until open sockets are checked against the database, which happens every second and a half. */
test('the socket of an ended session or a revoked key closes, without further events', async () => {
  const id = await waiting()
  const person = await signInOwner(testServer(), acme)
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
  await waitFor('the end', () => mine.statuses().at(-1) === 'canceled')
  expect([theirs.statuses(), its.statuses()]).toEqual([['queued'], ['queued']])
})

test('a later subscriber immediately receives an export that has ended', async () => {
  const id = await ask()
  await waitForReport(key, id)
  expect((await watch({ apiKey: key.apiKey }, id)).statuses()).toEqual(['done'])
})
