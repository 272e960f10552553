import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../src/kernel/vocabulary/actor.ts'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { COST_GROUPS, type PeriodInput } from '../../../src/inputs/analytics.ts'
import { ROLE_SCOPES } from '../../../src/kernel/vocabulary/scopes.ts'
import * as analytics from '../../../src/services/analytics/analytics.ts'
import * as analyticsDaily from '../../../src/services/analytics/analyticsDaily.ts'
import * as analyticsFunnels from '../../../src/services/analytics/analyticsFunnels.ts'
import * as analyticsHours from '../../../src/services/analytics/analyticsHours.ts'
import * as callStatChecks from '../../../src/services/analytics/counting/callStatChecks.ts'
import * as costBreakdowns from '../../../src/services/analytics/costBreakdowns.ts'
import { explain } from '../../kit/observers/plans.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { makeMessage, makeSmsNumber } from '../../kit/fixtures/rows.ts'
import { ending, closeCalls, moment, type StatsWorkspace, createStatsWorkspace } from './statsKit.ts'

useDatabase()
beforeAll(callStatChecks.prepare)

const actorIn = (workspaceId: number): Actor => ({ kind: 'key', workspaceId, scopes: ROLE_SCOPES.owner })

const ZONES = ['UTC', 'Europe/Rome', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Kiritimati', 'Pacific/Chatham']
const QUARTER = 900_000
const day = fc.date({ min: new Date('2026-02-25T00:00:00Z'), max: new Date('2026-11-10T00:00:00Z'), noInvalidDate: true })
const edge = day.chain((date) => fc.constantFrom(date.toISOString().slice(0, 10), new Date(Math.floor(date.getTime() / QUARTER) * QUARTER).toISOString()))
const periods = fc
  .record({ a: edge, b: edge, timezone: fc.constantFrom(...ZONES) })
  .map(({ a, b, timezone }) => (a < b ? { from: a, to: b, timezone } : { from: b, to: a, timezone }))
  .filter(({ from, to }) => Date.parse(to) - Date.parse(from) > 86_400_000 * 2)

/** Selects raw rows of a workspace in a period, with time zones converted by PostgreSQL: `calls` as `c`, charged messages as `t`. */
async function raw<Row>(
  workspaceId: number,
  { from, to, timezone }: Required<PeriodInput>,
  calls: string,
  texts: string,
): Promise<{ calls: Row[]; texts: Row[] }> {
  const at = (n: number) => `(case when length($${n}) = 10 then $${n}::timestamp at time zone $4 else $${n}::timestamptz end)`
  const run = async (sql: string) => (await pool.query<Row & object>(sql, [workspaceId, from, to, timezone])).rows as Row[]
  return {
    calls: await run(
      calls.replace(
        'FROM',
        `from (select *, ended_at at time zone $4 as local from calls where workspace_id = $1 and ended_at >= ${at(2)} and ended_at < ${at(3)}) c`,
      ),
    ),
    texts: await run(
      texts.replace(
        'FROM',
        `from (select e.*, m.number_id, m.to_number, e.created_at at time zone $4 as local from ledger_entries e join messages m on m.id = e.ref::int
        where e.workspace_id = $1 and e.type = 'sms' and e.created_at >= ${at(2)} and e.created_at < ${at(3)}) t`,
      ),
    ),
  }
}

const SUMS = `count(*)::int as calls, (count(*) filter (where status = 'completed'))::int as completed, (count(*) filter (where status = 'voicemail'))::int as voicemail,
  (count(*) filter (where outcome = 'success'))::int as successes, coalesce(sum(duration_seconds), 0)::int as "talkSeconds", coalesce(sum(cost_micros), 0)::text as cost`
const TEXTS = `count(*)::int as messages, coalesce(-sum(amount), 0)::text as "messageCost"`
const money = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))) as Record<string, unknown>

/** Charges messages at the given times. */
async function chargeMessages({ workspaceId }: StatsWorkspace, moments: readonly Date[]) {
  const texter = await makeSmsNumber(workspaceId, `+1415${5_000_000 + workspaceId}`)
  for (const at of moments) {
    const { id } = await makeMessage(texter, { toNumber: '+442079460100' })
    await anyWorkspace.ledgerEntry.create({ data: { workspaceId, type: 'sms', ref: String(id), amount: -10_000n, balance: 0n, createdAt: at } })
  }
  await callStatChecks.rebuild(workspaceId)
}

/** Compares the results with sums over the raw rows, in ten generated workspaces and four periods of each. */
test('every result is the sum over the raw rows, in any time zone, across clock changes and for any period', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(ending, { minLength: 3, maxLength: 14 }),
      fc.array(moment, { maxLength: 4 }),
      fc.array(periods, { minLength: 4, maxLength: 4 }),
      async (endings, texts, some) => {
        const workspace = await createStatsWorkspace()
        const { workspaceId } = workspace
        const actor = actorIn(workspaceId)
        await closeCalls(workspace, endings)
        await chargeMessages(workspace, texts)
        for (const period of some) {
          const all = await raw<object>(workspaceId, period, `select ${SUMS} FROM`, `select ${TEXTS} FROM`)
          const stats = await analytics.readWorkspaceStats(actor, period)
          expect(money(stats.current), JSON.stringify(period)).toMatchObject({ ...all.calls[0], ...all.texts[0] })

          const byDay = await raw<{ date: string }>(
            workspaceId,
            period,
            `select to_char(local, 'YYYY-MM-DD') as date, ${SUMS} FROM group by 1`,
            `select to_char(local, 'YYYY-MM-DD') as date, ${TEXTS} FROM group by 1`,
          )
          const days = (await analyticsDaily.read(actor, period)).map(money)
          for (const row of [...byDay.calls, ...byDay.texts]) expect(days.find(({ date }) => date === row.date)).toMatchObject(row)
          expect(days.filter(({ calls, messages: sent }) => calls !== 0 || sent !== 0)).toHaveLength(
            new Set([...byDay.calls, ...byDay.texts].map(({ date }) => date)).size,
          )
          expect(days.map(({ date }) => date)).toEqual([...new Set(days.map(({ date }) => date as string))].toSorted())

          const byHour = await raw<{ weekday: number; hour: number }>(
            workspaceId,
            period,
            `select extract(isodow from local)::int as weekday, extract(hour from local)::int as hour, ${SUMS} FROM where agent_id = ${workspace.agents[0]!} group by 1, 2`,
            'select 1 FROM limit 0',
          )
          const { hours } = await analyticsHours.readHours(actor, { ...period, agentId: workspace.agents[0]! })
          expect(hours).toHaveLength(168)
          const busy = hours.filter(({ calls }) => calls > 0).map(money)
          expect(busy).toHaveLength(byHour.calls.length)
          for (const row of byHour.calls) expect(busy).toContainEqual(expect.objectContaining(row))

          const byOutcome = await raw<{ key: string; n: number }>(
            workspaceId,
            period,
            `select coalesce(outcome, 'unknown') as key, count(*)::int as n FROM group by 1`,
            'select 1 FROM limit 0',
          )
          const funnel = await analyticsFunnels.readFunnel(actor, period)
          expect(funnel.outcomes).toEqual(Object.fromEntries(byOutcome.calls.map(({ key, n }) => [key, n])))
          expect(funnel).toMatchObject({ dialled: stats.current.calls, spokenWith: stats.current.completed, successes: stats.current.successes })

          for (const by of COST_GROUPS) {
            const costs = await costBreakdowns.readBreakdown(actor, { ...period, by, limit: 2 })
            const sum = costs.groups.reduce((total, { cost, messageCost }) => total + cost + messageCost, costs.rest.cost + costs.rest.messageCost)
            expect(sum, by).toBe(stats.current.cost + stats.current.messageCost)
            expect(costs.total).toMatchObject({ messages: stats.current.messages, messageCost: stats.current.messageCost, cost: stats.current.cost })
          }
        }
      },
    ),
    { numRuns: 10 },
  )
})

test('the previous period has as many days, whatever their length', async () => {
  const { workspaceId } = await createStatsWorkspace()
  const { previous } = await analytics.readWorkspaceStats(actorIn(workspaceId), { from: '2026-10-25', to: '2026-10-26', timezone: 'Europe/Rome' })
  expect([previous.from, previous.to].map((at) => new Date(at).toISOString())).toEqual(['2026-10-23T22:00:00.000Z', '2026-10-24T22:00:00.000Z'])
  const stats = await analytics.readWorkspaceStats(actorIn(workspaceId), { from: '2026-03-29', to: '2026-03-30', timezone: 'Europe/Rome' })
  expect(stats.to - stats.from).toBe(23 * 3_600_000)
  expect(stats.previous.to - stats.previous.from).toBe(24 * 3_600_000)
})

test('costs are listed by name, the highest first, and the rest is added up', async () => {
  const workspace = await createStatsWorkspace()
  const { workspaceId, campaigns, agents, numbers } = workspace
  const [sample] = fc.sample(ending, 1)
  const talk = {
    ...sample!,
    status: 'completed',
    outcome: 'success',
    to: '+12125550100',
    country: 'US',
    agent: 0,
    number: 0,
    endedAt: new Date('2026-11-02T10:00:00Z'),
  }
  await closeCalls(workspace, [
    { ...talk, campaign: 0, seconds: 60 },
    { ...talk, campaign: 1, seconds: 120 },
    { ...talk, campaign: null, seconds: 30 },
  ])
  await chargeMessages(workspace, [new Date('2026-11-02T11:00:00Z')])
  const breakdownBy = (by: costBreakdowns.CostBreakdown['by'], limit?: number) =>
    costBreakdowns.readBreakdown(actorIn(workspaceId), { from: '2026-11-01', to: '2026-11-08', by, limit })
  const { groups, rest, total } = await breakdownBy('campaign', 2)
  expect(groups).toMatchObject([
    { key: String(campaigns[1]), name: 'Winter', calls: 1, talkSeconds: 120, cost: 240_000n },
    { key: String(campaigns[0]), name: 'Autumn', cost: 120_000n },
  ])
  expect(rest).toMatchObject({ groups: 1, calls: 1, cost: 60_000n, messages: 1, messageCost: 10_000n })
  expect(total).toEqual({ calls: 3, talkSeconds: 210, cost: 420_000n, messages: 1, messageCost: 10_000n })
  expect((await breakdownBy('agent')).groups).toMatchObject([
    { key: String(agents[0]), name: 'Ada', calls: 3 },
    { key: '', name: null, calls: 0, messages: 1 },
  ])
  expect((await breakdownBy('number')).groups[0]).toMatchObject({ key: String(numbers[0]), name: expect.stringMatching(/^\+49/) })
  expect((await breakdownBy('country')).groups).toMatchObject([
    { key: 'US', name: 'United States' },
    { key: 'GB', name: 'United Kingdom' },
  ])
  expect((await breakdownBy('line')).groups).toMatchObject([
    { key: 'minutes', name: 'Minutes', cost: 420_000n },
    { key: 'sms', name: 'SMS', messageCost: 10_000n },
  ])
})

test('the number of rows read does not depend on the number of calls', async () => {
  const workspace = await createStatsWorkspace()
  const rows = async () => {
    const { rows: found } = await pool.query<{ n: number }>('select count(*)::int as n from call_stats where workspace_id = $1', [workspace.workspaceId])
    return found[0]!.n
  }
  const [sample] = fc.sample(ending, 1)
  const call = { ...sample!, endedAt: new Date('2026-11-02T10:00:00Z') }
  await closeCalls(workspace, [call])
  const before = await rows()
  await closeCalls(
    workspace,
    Array.from({ length: 30 }, () => call),
  )
  expect(await rows()).toBe(before)
  const plan = await explain(
    `select sum(calls) from call_stats where workspace_id = $1 and dimension = 'all' and grain = 'day' and starts_at >= '2026-11-01' and starts_at < '2026-12-01'`,
    [workspace.workspaceId],
  )
  expect(plan).toMatch(/call_stats_pkey/)
})

let alice: StatsWorkspace
beforeAll(async () => {
  alice = await createStatsWorkspace()
  await closeCalls(alice, fc.sample(ending, 5))
})

test('a workspace sees only its own statistics', async () => {
  const bob = actorIn((await createStatsWorkspace()).workspaceId)
  const period = { from: '2026-03-01', to: '2026-11-30', timezone: 'UTC' }
  expect((await analytics.readWorkspaceStats(bob, period)).current.calls).toBe(0)
  expect((await analytics.readWorkspaceStats(actorIn(alice.workspaceId), period)).current.calls).toBe(5)
  expect((await analyticsDaily.read(bob, period)).every(({ calls }) => calls === 0)).toBe(true)
  expect((await analyticsDaily.read(bob, { ...period, agentId: alice.agents[0]! })).every(({ calls }) => calls === 0)).toBe(true)
  expect((await costBreakdowns.readBreakdown(bob, { ...period, by: 'campaign' })).groups).toEqual([])
  expect((await analyticsFunnels.readFunnel(bob, period)).dialled).toBe(0)
  await expect(analyticsFunnels.readFunnel(bob, { campaignId: alice.campaigns[0]! })).rejects.toThrow('Campaign not found')
})
