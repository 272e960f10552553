import { beforeAll, describe, expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import type { Client } from '../kit/clients/client.ts'
import { countRowsRead } from '../kit/observers/rowsRead.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const CALLS = 25_000
const testServer = useTestServer()
let key: Client
let other: Client
let workspaceId: number
beforeAll(async () => {
  const [acme, umbrella] = [await testServer().workspace(), await testServer().workspace({ name: 'Umbrella' })]
  workspaceId = acme.id
  key = await acme.key()
  other = await umbrella.key()
  await pool.query(`update workspaces set timezone = 'Europe/Rome' where id = $1`, [workspaceId])
  // One call in four minutes, the last at 2026-11-01T00:00Z. Of a hundred that are inbound, twenty were busy.
  await pool.query(
    `insert into calls (workspace_id, ref, direction, from_number, to_number, provider, provider_agent, status, outcome, recorded, recording_reason, placement, created_at, ended_at, finished_at)
     select $1, gen_random_uuid(), case when n % 250 = 0 then 'inbound' else 'outbound' end, '+12025550100', '+1415' || (5000000 + 4 * n), 'retell', '{}', 'completed',
       case when n % 1250 = 0 then 'busy' else 'success' end, true, 'enabled', 'placed', at, at, at
     from generate_series(1, ${CALLS}) as n, lateral (select timestamptz '2026-11-01T00:00Z' - make_interval(mins => 4 * (${CALLS} - n)) as at) as moments order by n`,
    [workspaceId],
  )
  await pool.query(
    `insert into call_details (workspace_id, call_id, analysis)
     select workspace_id, id, jsonb_build_object('sentiment', case when outcome = 'busy' then 'negative' else 'positive' end) from calls where workspace_id = $1`,
    [workspaceId],
  )
  await pool.query('vacuum analyze calls, call_details')
})

interface Found {
  id: string
  toNumber: string
  outcome: string
  direction: string
  createdAt: string
}
const DOCUMENT = `query($first: Int, $after: String, $outcome: String, $direction: Direction, $number: String, $status: CallStatus, $from: String, $to: String, $order: CallOrder, $sentiment: Sentiment) {
  calls(first: $first, after: $after, order: $order, outcome: $outcome, direction: $direction, number: $number, status: $status, from: $from, to: $to, sentiment: $sentiment) {
    nodes { id toNumber outcome direction createdAt } pageInfo { hasNextPage endCursor } } }`
const page = async (by: Client, filter: object) => (await by.gql<any>(DOCUMENT, { first: 100, ...filter })).calls
const find = async (filter: object, by = key): Promise<Found[]> => (await page(by, filter)).nodes
/** All pages of a filter, with that many calls each. */
async function allPages(filter: object, first: number): Promise<Found[]> {
  const rows: Found[] = []
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo } = await page(key, { ...filter, first, after })
    rows.push(...nodes)
    if (!pageInfo.hasNextPage) return rows
    after = pageInfo.endCursor
  }
}

const FILTERS = {
  'a status of every call': { status: 'completed' },
  'a status of no call': { status: 'failed' },
  'an outcome of no call': { outcome: 'voicemail' },
  outcome: { outcome: 'busy' },
  direction: { direction: 'inbound' },
  'a rare sentiment': { sentiment: 'negative' },
  'a sentiment of no call': { sentiment: 'neutral' },
  'a called number': { number: '+14155050000' },
  'the number of all calls': { number: '+12025550100' },
  'its last digits': { number: '550100' },
  'last digits that ten numbers share': { number: '5000' },
  'an old day': { from: '2026-09-01', to: '2026-09-02' },
  'all but the latest days': { to: '2026-10-20' },
  'all since a day': { from: '2026-08-25' },
  'a time before all calls': { to: '2020-01-01' },
  'a time after all calls': { from: '2030-01-01' },
  'a number in a period': { number: '+12025550100', from: '2026-09-01', to: '2026-09-20' },
  'an outcome in a period': { outcome: 'busy', from: '2026-09-01', to: '2026-10-01' },
}

describe('calls are found, newest first', () => {
  test('by outcome, direction and both, with any page size', async () => {
    const busy = await allPages({ outcome: 'busy' }, 7)
    expect(busy).toHaveLength(20)
    expect(busy.map(({ id }) => Number(id))).toEqual(busy.map(({ id }) => Number(id)).toSorted((a, b) => b - a))
    const inbound = await allPages({ direction: 'inbound' }, 100)
    expect(inbound).toHaveLength(100)
    expect(await find({ outcome: 'busy', direction: 'inbound' })).toEqual(busy)
    expect(await find({ outcome: 'busy', direction: 'outbound' })).toEqual([])
  })

  test('by a number at either end, complete or by its last digits', async () => {
    const [match] = await find({ number: '+14155050000' })
    expect(match!.toNumber).toBe('+14155050000')
    expect(await find({ number: '(415) 505-0000' })).toEqual([match])
    expect(await find({ number: '+1 415 505 0000' })).toEqual([match])
    expect((await find({ number: '5000' })).map(({ toNumber }) => toNumber)).toEqual(
      Array.from({ length: 10 }, (_, at) => `+1415${5_000_000 + 95_000 - at * 10_000}`),
    )
    expect(await find({ number: '+12025550100' })).toEqual(await find({}))
    expect(await allPages({ number: '2025550100', outcome: 'busy' }, 3)).toEqual(await allPages({ outcome: 'busy' }, 100))
    expect(await find({ number: '+14159999999' })).toEqual([])
    expect(await find({ number: '%_%_' }).catch((error: Error) => error.message)).toMatch(/last four digits/)
    expect(await find({ number: '100' }).catch((error: Error) => error.message)).toMatch(/last four digits/)
  })

  test("by a period in the workspace's days, or between two times", async () => {
    const day = await allPages({ from: '2026-10-01', to: '2026-10-02' }, 100)
    expect(day).toHaveLength(24 * 15)
    expect([day.at(-1)!.createdAt, day[0]!.createdAt]).toEqual(['2026-09-30T22:00:00.000Z', '2026-10-01T21:56:00.000Z'])
    expect(await find({ from: '2026-10-31T23:52:00Z' })).toHaveLength(3)
    expect(await find({ from: '2026-10-02', to: '2026-10-01' }).catch((error: Error) => error.message)).toMatch(/must be after from/)
    await expect(find({ from: '2026-02-31' })).rejects.toMatchObject({ extensions: { detail: [{ msg: 'invalid datetime format' }] } })
  })

  test('or oldest first, in exactly the reverse order, with any page size', async () => {
    for (const filter of [{ outcome: 'busy' }, { number: '5000' }, { outcome: 'busy', from: '2026-09-01', to: '2026-10-01' }])
      expect(await allPages({ ...filter, order: 'oldest' }, 3)).toEqual((await allPages(filter, 100)).toReversed())
  })

  test('in no other workspace, by any filter', async () => {
    for (const [name, filter] of Object.entries(FILTERS)) expect(await find(filter, other), name).toEqual([])
  })
})

test.each(Object.entries(FILTERS))('a page of %s reads at most a few hundred calls, in either order', async (_, filter) => {
  expect(await countRowsRead('calls', () => find(filter))).toBeLessThan(750)
  expect(await countRowsRead('calls', () => find({ ...filter, order: 'oldest' }))).toBeLessThan(750)
})

const COUNT = `query($outcome: String, $direction: Direction, $number: String, $status: CallStatus, $from: String, $to: String, $sentiment: Sentiment) {
  callCount(outcome: $outcome, direction: $direction, number: $number, status: $status, from: $from, to: $to, sentiment: $sentiment) }`
const count = async (filter: object) => (await key.gql<{ callCount: number }>(COUNT, filter)).callCount

test("calls are found by the contact's sentiment, the rarest as well as the most common", async () => {
  const negative = await find({ sentiment: 'negative' })
  expect(negative).toEqual(await find({ outcome: 'busy' }))
  expect(await count({ sentiment: 'negative' })).toBe(negative.length)
  expect(await find({ sentiment: 'negative', outcome: 'success' })).toEqual([])
  expect(await find({ sentiment: 'positive' })).toHaveLength(100)
})

test('calls are counted exactly up to 10,000, and a count reads little more than it counts', async () => {
  expect(await count({})).toBe(10_001)
  expect(await count({ direction: 'inbound' })).toBe(100)
  expect(await count({ number: '5000' })).toBe(10)
  expect(await count({ from: '2026-10-01', to: '2026-10-02' })).toBe(24 * 15)
  for (const [name, filter] of Object.entries(FILTERS)) expect(await countRowsRead('calls', () => count(filter)), name).toBeLessThan(21_000)
})
