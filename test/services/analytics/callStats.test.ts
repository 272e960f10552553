import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyWorkspace, pool, transaction } from '../../../src/kernel/db/db.ts'
import { close } from '../../../src/services/calls/progress/callClosing.ts'
import * as callStatChecks from '../../../src/services/analytics/counting/callStatChecks.ts'
import * as callStatReadiness from '../../../src/services/analytics/counting/callStatReadiness.ts'
import * as messageOutcomes from '../../../src/services/messages/messageOutcomes.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { makeMessage, makeSmsNumber } from '../../kit/fixtures/rows.ts'
import { forEachConcurrently } from '../../kit/waiting/forEachConcurrently.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { type Ending, createEndedCall, ending, closeCalls, createStatsWorkspace } from './statsKit.ts'
import { countWaitingSessions } from '../../kit/waiting/waitingSessions.ts'

useDatabase()

/** Reads the sums of a dimension's rows by key. */
async function readSums(workspaceId: number, dimension: string, grain: 'slot' | 'day' = 'day') {
  const { rows } = await pool.query<{ key: string; calls: number; messages: number; cost: string; seconds: number }>(
    `select key, sum(calls)::int as calls, sum(messages)::int as messages, sum(cost_micros + message_micros)::text as cost, sum(talk_seconds)::int as seconds
     from call_stats where workspace_id = $1 and dimension = $2 and grain = $3 group by key order by key`,
    [workspaceId, dimension, grain],
  )
  return rows
}

const talk = (changes: Partial<Ending> = {}): Ending => ({
  status: 'completed',
  outcome: 'success',
  seconds: 60,
  to: '+12125550100',
  country: 'US',
  direction: 'outbound',
  agent: 0,
  campaign: 1,
  number: 0,
  endedAt: new Date('2026-11-01T10:07:00Z'),
  ...changes,
})

/** Creates 25 workspaces with up to twelve closed calls each, and compares all their statistics with the raw rows. */
test('for any closed calls the statistics equal the raw rows, and each dimension adds up to the total', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ending, { minLength: 1, maxLength: 12 }), fc.constantFrom('enterprise' as const, 'free' as const), async (endings, plan) => {
      const workspace = await createStatsWorkspace(plan)
      await closeCalls(workspace, endings)
      expect(await callStatChecks.verify(workspace.workspaceId)).toMatchObject({ differences: 0, examples: [] })
      const seconds = endings.reduce((sum, one) => sum + one.seconds, 0)
      const { balance } = await anyWorkspace.wallet.findUniqueOrThrow({ where: { workspaceId: workspace.workspaceId } })
      const spent = String(1_000_000_000n - balance)
      for (const grain of ['slot', 'day'] as const) {
        expect(await readSums(workspace.workspaceId, 'all', grain)).toEqual([{ key: '', calls: endings.length, messages: 0, cost: spent, seconds }])
        for (const dimension of ['agent', 'campaign', 'number', 'country', 'direction', 'outcome']) {
          const rows = await readSums(workspace.workspaceId, dimension, grain)
          expect(rows.reduce((sum, row) => sum + row.calls, 0)).toBe(endings.length)
          expect(String(rows.reduce((sum, row) => sum + BigInt(row.cost), 0n))).toBe(spent)
        }
        const lines = await readSums(workspace.workspaceId, 'line', grain)
        expect(String(lines.reduce((sum, row) => sum + BigInt(row.cost), 0n))).toBe(spent)
      }
    }),
    { numRuns: 25 },
  )
})

test('a charged message is counted once, by its number and the country of the receiver; one without a charge is not', async () => {
  const { workspaceId } = await createStatsWorkspace()
  const texter = await makeSmsNumber(workspaceId, '+14155550143')
  const sent = await makeMessage(texter, { holdMicros: 10_000n, toNumber: '+442079460100' })
  const refused = await makeMessage(texter, { holdMicros: 10_000n })
  await messageOutcomes.confirm(sent, { carrierMessageId: 'SM1', status: 'sent' })
  await messageOutcomes.confirm(sent, { carrierMessageId: 'SM1', status: 'delivered' })
  await messageOutcomes.fail(refused, { reason: 'carrier_error' })
  for (const [dimension, key] of [
    ['all', ''],
    ['number', String(texter.number.id)],
    ['country', 'GB'],
    ['line', 'sms'],
  ] as const)
    expect(await readSums(workspaceId, dimension), dimension).toEqual([{ key, calls: 0, messages: 1, cost: '10000', seconds: 0 }])
  expect(await readSums(workspaceId, 'agent')).toEqual([])
  expect(await callStatChecks.verify(workspaceId)).toMatchObject({ days: 1, differences: 0 })
})

/** Closes 80 calls at once, each twice, and charges 20 messages meanwhile. All wait for the same wallet. */
test('calls of several days and slots that are closed at once are each counted once', async () => {
  const workspace = await createStatsWorkspace()
  const endings = fc.sample(ending, 80)
  const calls = await Promise.all(endings.map((one) => createEndedCall(workspace, one)))
  const texter = await makeSmsNumber(workspace.workspaceId, '+14155550144')
  const texts = await Promise.all(Array.from({ length: 20 }, () => makeMessage(texter, { holdMicros: 10_000n })))
  const closings = calls.flatMap(({ close }) => [close, close])
  const confirmations = texts.map((text, n) => () => messageOutcomes.confirm(text, { carrierMessageId: `SM-${n}`, status: 'sent' }))
  // More at once than connections, but no more than can wait for one on a slow machine.
  await forEachConcurrently<() => Promise<unknown>>([...closings, ...confirmations], async (work) => void (await work()), 40)
  expect(await readSums(workspace.workspaceId, 'all')).toMatchObject([{ calls: 80, messages: 20 }])
  expect(await callStatChecks.verify(workspace.workspaceId)).toMatchObject({ differences: 0 })
})

test('verify finds all wrong, extra and missing rows, and rebuild corrects exactly these', async () => {
  const workspace = await createStatsWorkspace()
  const { workspaceId } = workspace
  await closeCalls(workspace, [talk(), talk({ agent: 1, endedAt: new Date('2026-11-02T23:59:00Z') })])
  await pool.query(`update call_stats set calls = calls + 1 where workspace_id = $1 and dimension = 'all' and grain = 'day'`, [workspaceId])
  await pool.query(`delete from call_stats where workspace_id = $1 and dimension = 'outcome' and grain = 'slot'`, [workspaceId])
  await pool.query(
    `insert into call_stats (workspace_id, dimension, grain, starts_at, key, calls) values ($1, 'agent', 'slot', '2020-01-01T00:00:00Z', '7', 0)`,
    [workspaceId],
  )
  const { examples, ...found } = await callStatChecks.verify(workspaceId)
  expect(found).toEqual({ workspaces: 1, days: 3, differences: 5 })
  expect(examples).toContain(`workspace ${workspaceId}, day 2026-11-01T00:00:00.000Z, all: calls are 2, should be 1`)
  expect(await callStatChecks.rebuild(workspaceId)).toMatchObject({ differences: 5 })
  expect(await callStatChecks.verify(workspaceId)).toMatchObject({ days: 2, differences: 0 })
})

test('a rebuild waits for calls that are being closed, and counts them once', async () => {
  const workspace = await createStatsWorkspace()
  const { workspaceId } = workspace
  await closeCalls(workspace, [talk()])
  await pool.query(`update call_stats set calls = 900 where workspace_id = $1`, [workspaceId])
  const { id } = await createEndedCall(workspace, talk())
  let [commit, closed] = [() => {}, () => {}]
  const mayCommit = new Promise<void>((resolve) => (commit = resolve))
  const isClosed = new Promise<void>((resolve) => (closed = resolve))
  const closing = transaction(async (tx) => {
    await close(tx, workspaceId, id)
    closed()
    await mayCommit
  })
  await isClosed
  const rebuilding = callStatChecks.rebuild(workspaceId)
  await waitFor('the rebuild to wait', () => countWaitingSessions())
  commit()
  await Promise.all([closing, rebuilding])
  expect(await readSums(workspaceId, 'all')).toMatchObject([{ calls: 2 }])
  expect(await callStatChecks.verify(workspaceId)).toMatchObject({ differences: 0 })
})

test('a rebuild while calls are closed counts every call exactly once', async () => {
  const workspace = await createStatsWorkspace()
  const { workspaceId } = workspace
  const calls = await Promise.all(
    Array.from({ length: 60 }, (_, n) => createEndedCall(workspace, talk({ endedAt: new Date(Date.UTC(2026, 10, 1 + (n % 3), 10, n)) }))),
  )
  await pool.query('delete from call_stats where workspace_id = $1', [workspaceId])
  await calls[0]!.close()
  await calls[1]!.close()
  await calls[2]!.close()
  await pool.query(`update call_stats set calls = 900 where workspace_id = $1`, [workspaceId])
  const closing = Promise.all(calls.slice(3).map(({ close }) => close()))
  let done = false
  void closing.then(() => (done = true))
  do await callStatChecks.rebuild(workspaceId)
  while (!done)
  await closing
  expect(await readSums(workspaceId, 'all')).toMatchObject([{ calls: 60 }])
  expect(await callStatChecks.verify(workspaceId)).toMatchObject({ days: 3, differences: 0 })
})

test('calls from before the statistics are counted once after the first start, and no partial statistics are returned meanwhile', async () => {
  const workspace = await createStatsWorkspace()
  const { workspaceId } = workspace
  await closeCalls(workspace, [talk(), talk()])
  await pool.query('delete from call_stats where workspace_id = $1', [workspaceId])
  await callStatChecks.prepare()
  await expect(callStatReadiness.requireReady()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await callStatChecks.countEarlier(AbortSignal.abort())
  await expect(callStatReadiness.requireReady()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await closeCalls(workspace, [talk()])
  await Promise.all([callStatChecks.countEarlier(), callStatChecks.countEarlier()])
  await callStatChecks.countEarlier()
  await callStatReadiness.requireReady()
  expect(await readSums(workspaceId, 'all')).toMatchObject([{ calls: 3 }])
  await pool.query('delete from call_stats where workspace_id = $1', [workspaceId])
  await callStatChecks.prepare()
  expect(await readSums(workspaceId, 'all')).toEqual([])
})

test('erased calls and messages stay counted', async () => {
  const workspace = await createStatsWorkspace()
  const { workspaceId } = workspace
  await closeCalls(workspace, [talk()])
  await pool.query(
    `insert into erased_calls (id, workspace_id, agent_id, campaign_id, number_id, country, direction, provider, status, outcome, duration_seconds, cost_micros,
       cost_lines, created_at, ended_at, finished_at, reason)
     select c.id, c.workspace_id, agent_id, campaign_id, number_id, country, direction, provider, status, outcome, duration_seconds, cost_micros,
       d.cost_lines, created_at, ended_at, finished_at, 'retention' from calls c join call_details d on d.call_id = c.id where c.workspace_id = $1`,
    [workspaceId],
  )
  for (const table of ['call_details', 'wallet_holds', 'calls']) await pool.query(`delete from ${table} where workspace_id = $1`, [workspaceId])
  const texter = await makeSmsNumber(workspaceId, '+14155550145')
  const text = await makeMessage(texter, { holdMicros: 10_000n, toNumber: '+442079460100' })
  await messageOutcomes.confirm(text, { carrierMessageId: 'SM9', status: 'sent' })
  await pool.query(
    `insert into erased_messages (id, workspace_id, number_id, country, direction, status, segments, cost_micros, created_at, reason)
     select id, workspace_id, number_id, 'GB', direction, status, segments, cost_micros, created_at, 'request' from messages where workspace_id = $1`,
    [workspaceId],
  )
  await pool.query('delete from messages where workspace_id = $1', [workspaceId])
  expect(await callStatChecks.verify(workspaceId)).toMatchObject({ days: 2, differences: 0 })
})
