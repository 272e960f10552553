import { beforeAll, expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import type { Client } from '../kit/clients/client.ts'
import { countRowsRead } from '../kit/observers/rowsRead.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const LEADS = 100_000
const testServer = useTestServer()
let key: Client
let campaignId: number
beforeAll(async () => {
  const acme = await testServer().workspace()
  key = await acme.key()
  campaignId = (await key.post('/campaigns', { name: 'Crowd' })).body.id
  const other = (await key.post('/campaigns', { name: 'Others' })).body.id
  // Numbers are in no order of their leads. Every thousandth lead has failed.
  for (const campaign of [campaignId, other])
    await pool.query(
      `insert into leads (workspace_id, campaign_id, name, phone_number, status)
       select $1, $2, 'Person ' || n, '+1415' || (5000000 + (n * 7919::bigint) % ${LEADS}), case when n % 1000 = 0 then 'failed' else 'pending' end
       from generate_series(1, ${campaign === campaignId ? LEADS : 1_000}) as n order by n`,
      [acme.id, campaign],
    )
  await pool.query('vacuum analyze leads')
})

interface Found {
  id: string
  name: string
  phoneNumber: string
}
const DOCUMENT = `query($campaignId: ID!, $first: Int, $after: String, $status: LeadStatus, $search: String, $order: LeadOrder) {
  leads(campaignId: $campaignId, first: $first, after: $after, status: $status, search: $search, order: $order) {
    nodes { id name phoneNumber } pageInfo { hasNextPage endCursor } } }`
const page = async (args: object) => (await key.gql<any>(DOCUMENT, { campaignId, first: 100, ...args })).leads
async function allPages(args: object): Promise<Found[]> {
  const rows: Found[] = []
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo } = await page({ ...args, after })
    rows.push(...nodes)
    if (!pageInfo.hasNextPage) return rows
    after = pageInfo.endCursor
  }
}

const ORDERS = ['newest', 'oldest', 'phone_number', 'phone_number_descending']

test('leads come in the order that is asked for, each once, with any page size', async () => {
  const sorted = async (order: string) => (await allPages({ status: 'failed', order, first: 7 })).map(({ phoneNumber }) => phoneNumber)
  const numbers = await sorted('phone_number')
  expect(numbers).toHaveLength(LEADS / 1000)
  expect(numbers).toEqual(numbers.toSorted())
  expect(await sorted('phone_number_descending')).toEqual(numbers.toReversed())
  const oldest = await sorted('oldest')
  expect(oldest.toSorted()).toEqual(numbers)
  expect(await sorted('newest')).toEqual(oldest.toReversed())
  expect((await page({ order: 'oldest', first: 2 })).nodes.map(({ name }: Found) => name)).toEqual(['Person 1', 'Person 2'])
})

test('a cursor of another order is rejected', async () => {
  await expect(page({ order: 'phone_number', after: '17' })).rejects.toMatchObject({ extensions: { detail: [{ msg: 'value is not a valid cursor' }] } })
  await expect(page({ after: '+14155000001' })).rejects.toMatchObject({ extensions: { detail: [{ msg: 'value is not a valid cursor' }] } })
})

test.each(ORDERS)('a page of 100,000 leads in the order %s reads at most a few thousand, the last page like the first', async (order) => {
  const last = order.startsWith('phone') ? (order === 'phone_number' ? '+14155099000' : '+14155001000') : order === 'oldest' ? '99000' : '1000'
  for (const after of [null, last]) expect(await countRowsRead('leads', () => page({ order, after }))).toBeLessThan(3_000)
})

test('leads are counted exactly up to 10,000', async () => {
  const count = async (args: object) =>
    (
      await key.gql<{ leadCount: number }>(
        'query($campaignId: ID!, $status: LeadStatus, $search: String) { leadCount(campaignId: $campaignId, status: $status, search: $search) }',
        { campaignId, ...args },
      )
    ).leadCount
  expect(await count({})).toBe(10_001)
  expect(await count({ status: 'failed' })).toBe(LEADS / 1000)
  expect(await count({ search: 'Person 99999' })).toBe(1)
})
