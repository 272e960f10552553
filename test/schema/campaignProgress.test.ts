import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { publish } from '../../src/kernel/events.ts'
import type { Client } from '../kit/clients/client.ts'
import { addLeads } from '../kit/fixtures/leads.ts'
import { makeCall } from '../kit/fixtures/rows.ts'
import { type ProtocolSocket, openProtocolSocket } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
let key: Client
let socket: ProtocolSocket
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  socket = await openProtocolSocket(testServer().url, { apiKey: key.apiKey })
})
afterAll(() => socket.close())

const campaign = async (data: object = {}) =>
  (await anyWorkspace.campaign.create({ data: { workspaceId: acme.id, name: 'Survey', displayColumns: [], ...data } })).id
const leads = (campaignId: number, statuses: Record<string, number>) =>
  addLeads(
    acme.id,
    campaignId,
    Object.entries(statuses).flatMap(([status, count], kind) =>
      Array.from({ length: count }, (_, index) => ({ phone_number: `+1212555${String(kind * 100 + index).padStart(4, '0')}`, status })),
    ),
  )
const call = async (campaignId: number, data: object) => {
  const { id } = await makeCall(acme.id)
  await anyWorkspace.call.update({ where: { id }, data: { campaignId, toNumber: `+1212555${id}`, ...data } })
}
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000)
const changed = (campaignId: number) => publish('campaign.updated', { workspaceId: acme.id, campaignId })
const watch = (query: string, id?: number) => {
  const name = randomUUID()
  socket.subscribe(name, query, id === undefined ? undefined : { id })
  return () => socket.messagesOf(name).map(({ payload }) => payload.data[Object.keys(payload.data)[0]!])
}

const PROGRESS = `subscription ($id: ID!) { campaignProgress(campaignId: $id) {
  status pauseReason waiting { reason cause until } activeCalls callsPerMinute budgetSpent remainingSeconds at
  stats { leads { pending calling completed failed total } calls { completed busy ringing total } outcomes talkMinutes cost }
} }`

test('a campaign whose leads are all for later has no estimate of the time left', async () => {
  const id = await campaign({ status: 'running', waiting: { reason: 'leads_wait', cause: 'retry_busy', until: '2030-01-01T08:00:00.000Z' } })
  await leads(id, { pending: 2, completed: 1 })
  await call(id, { status: 'busy', createdAt: secondsAgo(40), finishedAt: secondsAgo(10) })
  const events = watch(PROGRESS, id)
  await waitFor('the current state', () => events().length > 0)
  expect(events()[0]).toMatchObject({ activeCalls: 0, callsPerMinute: 1, remainingSeconds: null })
})

test('progress has leads, calls, outcomes, cost, rate and what remains', async () => {
  const id = await campaign({
    status: 'running',
    settings: { budget: '8.00' },
    waiting: { reason: 'leads_wait', cause: 'retry_busy', until: '2030-01-01T08:00:00.000Z' },
  })
  await leads(id, { pending: 5, calling: 1, completed: 2, failed: 1 })
  await call(id, { status: 'ringing', createdAt: secondsAgo(5) })
  await call(id, { status: 'busy', createdAt: secondsAgo(40), finishedAt: secondsAgo(10) })
  await call(id, { status: 'completed', createdAt: secondsAgo(300), finishedAt: secondsAgo(20) })
  await call(id, { status: 'completed', createdAt: secondsAgo(900), finishedAt: secondsAgo(800) })
  await anyWorkspace.campaignTotal.create({
    data: {
      workspaceId: acme.id,
      campaignId: id,
      calls: 6,
      talkSeconds: 90,
      costMicros: 2_000_000n,
      statuses: { completed: 4, busy: 2 },
      outcomes: { success: 3 },
    },
  })
  const events = watch(PROGRESS, id)
  await waitFor('the current state', () => events().length > 0)
  expect(events()[0]).toEqual({
    status: 'running',
    pauseReason: null,
    waiting: { reason: 'leads_wait', cause: 'retry_busy', until: '2030-01-01T08:00:00.000Z' },
    activeCalls: 1,
    callsPerMinute: 2,
    budgetSpent: 0.25,
    // Six leads that need two calls each, at two calls a minute.
    remainingSeconds: 360,
    at: expect.any(String),
    stats: {
      leads: { pending: 5, calling: 1, completed: 2, failed: 1, total: 9 },
      calls: { completed: 4, busy: 2, ringing: 1, total: 7 },
      outcomes: { success: 3 },
      talkMinutes: 1.5,
      cost: '2.0000',
    },
  })
})

test('an empty campaign has progress too, without an estimate while it is not running', async () => {
  const id = await campaign()
  const events = watch(PROGRESS, id)
  await waitFor('the current state', () => events().length > 0)
  expect(events()[0]).toMatchObject({ status: 'draft', waiting: null, activeCalls: 0, callsPerMinute: 0, budgetSpent: null, remainingSeconds: null })
  await leads(id, { pending: 1 })
  await anyWorkspace.campaign.update({ where: { id }, data: { status: 'running' } })
  changed(id)
  await waitFor('the change', () => events().length > 1)
  expect(events()[1]).toMatchObject({ status: 'running', remainingSeconds: null, stats: { leads: { total: 1 } } })
})

test('a burst of changes is sent as a few updates, always including the last state', async () => {
  const id = await campaign()
  const events = watch(PROGRESS, id)
  await waitFor('the current state', () => events().length > 0)
  const began = Date.now()
  for (let name = 1; name <= 200; name++) {
    if (name % 20 === 0) await anyWorkspace.campaign.update({ where: { id }, data: { waiting: { reason: 'leads_wait', until: new Date(name).toISOString() } } })
    changed(id)
  }
  await waitFor('the last state', () => events().at(-1).waiting?.until === new Date(200).toISOString())
  expect(events().length).toBeLessThanOrEqual(2 + Math.ceil((Date.now() - began) / 250))
})

test('a deleted campaign is sent as canceled', async () => {
  const id = await campaign()
  const events = watch(PROGRESS, id)
  await waitFor('the current state', () => events().length > 0)
  expect((await key.delete(`/campaigns/${id}`)).status).toBe(204)
  await waitFor('the end', () => events().at(-1).status === 'cancelled')
  const late = watch(PROGRESS, id)
  await waitFor('the same for a later subscriber', () => late().at(-1)?.status === 'cancelled')
})

test('campaignsUpdated sends each campaign of the workspace that changes, and no others', async () => {
  const events = watch('subscription { campaignsUpdated { id name status leadsTotal leadsProcessed } }')
  const [first, second] = [await campaign(), await campaign({ name: 'Recall', status: 'running' })]
  await leads(second, { pending: 1, completed: 2, do_not_call: 1 })
  await waitFor('the subscription', () => (changed(first), events().length > 0))
  changed(second)
  const otherWorkspace = await testServer().workspace()
  const otherCampaign = await anyWorkspace.campaign.create({ data: { workspaceId: otherWorkspace.id, name: 'Theirs', displayColumns: [] } })
  publish('campaign.updated', { workspaceId: otherWorkspace.id, campaignId: otherCampaign.id })
  await waitFor('the other', () => events().some(({ id }) => id === String(second)))
  expect(events().find(({ id }) => id === String(second))).toEqual({ id: String(second), name: 'Recall', status: 'running', leadsTotal: 4, leadsProcessed: 3 })
  await key.patch(`/campaigns/${first}`, { name: 'Renamed' })
  await waitFor('the new name', () => events().some(({ name }) => name === 'Renamed'))
  expect(new Set(events().map(({ id }) => id))).toEqual(new Set([String(first), String(second)]))
})
