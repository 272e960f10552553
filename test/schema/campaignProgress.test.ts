import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { publish } from '../../src/kernel/events.ts'
import type { Client } from '../kit/client.ts'
import { addLeads } from '../kit/leads.ts'
import { makeCall } from '../kit/rows.ts'
import { type Wire, wire } from '../kit/socket.ts'
import { until } from '../kit/until.ts'
import { type Acme, useWorld } from '../kit/world.ts'

const world = useWorld({ env: { ROLE: 'api' } })
let acme: Acme
let key: Client
let mine: Wire
beforeAll(async () => {
  acme = await world().workspace()
  key = await acme.key()
  mine = await wire(world().url, { apiKey: key.apiKey })
})
afterAll(() => mine.close())

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
  mine.subscribe(name, query, id === undefined ? undefined : { id })
  return () => mine.of(name).map(({ payload }) => payload.data[Object.keys(payload.data)[0]!])
}

const PROGRESS = `subscription ($id: ID!) { campaignProgress(campaignId: $id) {
  status pauseReason waiting { reason cause until } activeCalls callsPerMinute budgetSpent remainingSeconds at
  stats { leads { pending calling completed failed total } calls { completed busy ringing total } outcomes talkMinutes cost }
} }`

test('progress tells leads, calls, outcomes, money, pace and what remains', async () => {
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
  const told = watch(PROGRESS, id)
  await until('the state now', () => told().length > 0)
  expect(told()[0]).toEqual({
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

test('an empty campaign has progress too, without a guess where nothing goes on', async () => {
  const id = await campaign()
  const told = watch(PROGRESS, id)
  await until('the state now', () => told().length > 0)
  expect(told()[0]).toMatchObject({ status: 'draft', waiting: null, activeCalls: 0, callsPerMinute: 0, budgetSpent: null, remainingSeconds: null })
  await leads(id, { pending: 1 })
  await anyWorkspace.campaign.update({ where: { id }, data: { status: 'running' } })
  changed(id)
  await until('the change', () => told().length > 1)
  expect(told()[1]).toMatchObject({ status: 'running', remainingSeconds: null, stats: { leads: { total: 1 } } })
})

test('a burst of changes is told a few times, and its last state always', async () => {
  const id = await campaign()
  const told = watch(PROGRESS, id)
  await until('the state now', () => told().length > 0)
  const began = Date.now()
  for (let name = 1; name <= 200; name++) {
    if (name % 20 === 0) await anyWorkspace.campaign.update({ where: { id }, data: { waiting: { reason: 'leads_wait', until: new Date(name).toISOString() } } })
    changed(id)
  }
  await until('the last state', () => told().at(-1).waiting?.until === new Date(200).toISOString())
  expect(told().length).toBeLessThanOrEqual(2 + Math.ceil((Date.now() - began) / 250))
})

test('a campaign that is deleted is told as cancelled', async () => {
  const id = await campaign()
  const told = watch(PROGRESS, id)
  await until('the state now', () => told().length > 0)
  expect((await key.delete(`/campaigns/${id}`)).status).toBe(204)
  await until('the end', () => told().at(-1).status === 'cancelled')
  const late = watch(PROGRESS, id)
  await until('the same for who comes late', () => late().at(-1)?.status === 'cancelled')
})

test('campaignsUpdated tells each campaign of the workspace that changes, and none of another', async () => {
  const told = watch('subscription { campaignsUpdated { id name status leadsTotal leadsProcessed } }')
  const [one, two] = [await campaign(), await campaign({ name: 'Recall', status: 'running' })]
  await leads(two, { pending: 1, completed: 2, do_not_call: 1 })
  await until('the watch', () => (changed(one), told().length > 0))
  changed(two)
  const stranger = await world().workspace()
  const theirs = await anyWorkspace.campaign.create({ data: { workspaceId: stranger.id, name: 'Theirs', displayColumns: [] } })
  publish('campaign.updated', { workspaceId: stranger.id, campaignId: theirs.id })
  await until('the other', () => told().some(({ id }) => id === String(two)))
  expect(told().find(({ id }) => id === String(two))).toEqual({ id: String(two), name: 'Recall', status: 'running', leadsTotal: 4, leadsProcessed: 3 })
  await key.patch(`/campaigns/${one}`, { name: 'Renamed' })
  await until('the new name', () => told().some(({ name }) => name === 'Renamed'))
  expect(new Set(told().map(({ id }) => id))).toEqual(new Set([String(one), String(two)]))
})
