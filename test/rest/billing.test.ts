import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { parseMicros } from '../../src/kernel/lib/money.ts'
import { PLAN_NAMES, PLANS, STORAGE_MB } from '../../src/kernel/vocabulary/plans.ts'
import * as wallet from '../../src/services/billing/wallet.ts'
import type { Client } from '../kit/clients/client.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { expectResponse, errorsIn } from './responses.ts'

const testServer = useTestServer({ speed: 200 })

/** Calls a number that answers, and waits for the end of the call. */
async function completeCall(key: Client) {
  const { id: agentId } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body
  await key.post(`/agents/${agentId}/publish`)
  const { id } = (await key.post('/calls', { to_number: '+12125550100', agent_id: agentId })).body
  await waitFor('the call to be closed', async () => (await anyWorkspace.call.findUnique({ where: { id } }))?.finishedAt)
  return (await key.get(`/calls/${id}`)).body
}

describe('GET /billing/usage', () => {
  test.each(PLAN_NAMES)('a new workspace on %s has used nothing of its allowance', async (plan) => {
    const key = await (await testServer().workspace({ plan, wallet: '12.34' })).key()
    const response = await key.get('/billing/usage')
    expectResponse('get_billing_usage', 200, response)
    const { includedMinutes, rpm, rpd, concurrentCalls } = PLANS[plan]
    const now = new Date()
    expect(response.body).toEqual({
      plan,
      period_start: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString(),
      period_end: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString(),
      included_minutes: includedMinutes,
      used_minutes: 0,
      remaining_minutes: includedMinutes,
      limits: { rpm, rpd, concurrent_calls: concurrentCalls },
      wallet: { balance: '12.3400', held: '0.0000', currency: 'USD' },
    })
  })

  test('a call within the included minutes is counted, free and marked so', async () => {
    const key = await (await testServer().workspace({ plan: 'starter' })).key()
    const call = await completeCall(key)
    expect(call).toMatchObject({ cost: '0.0000', cost_lines: [{ type: 'included', seconds: call.duration_seconds, unit_price: null, amount: '0.0000' }] })
    const { body } = await key.get('/billing/usage')
    expect(body.used_minutes).toBeCloseTo(call.duration_seconds / 60, 2)
    expect(body.used_minutes + body.remaining_minutes).toBeCloseTo(300, 5)
    expect(body.wallet).toEqual({ balance: '100.0000', held: '0.0000', currency: 'USD' })
  })

  test('a call beyond the included minutes is charged by the second, and its lines add up to its cost and to the ledger', async () => {
    const key = await (await testServer().workspace()).key()
    const call = await completeCall(key)
    const cost = (120_000n * BigInt(call.duration_seconds) + 59n) / 60n
    expect(parseMicros(call.cost)).toBe(cost)
    expect(call.cost_lines).toEqual([
      {
        type: 'minutes',
        description: 'Conversation, by the second: United States and Canada (+1)',
        seconds: call.duration_seconds,
        unit_price: '0.1200',
        amount: call.cost,
      },
    ])
    const { body } = await key.get('/billing/usage')
    expect([body.remaining_minutes, parseMicros(body.wallet.balance)]).toEqual([0, 100_000_000n - cost])
    const { ledgerEntries } = await key.gql<any>('{ ledgerEntries { nodes { type ref amount } } }')
    expect(ledgerEntries.nodes[0]).toEqual({ type: 'call', ref: String(call.id), amount: `-${call.cost}` })
  })

  test('the price of the destination country is reserved, and a wallet without it is refused', async () => {
    const key = await (await testServer().workspace({ wallet: '1.69' })).key()
    const { id } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body
    await key.post(`/agents/${id}/publish`)
    const place = (to_number: string) => key.post('/calls', { to_number, agent_id: id })
    expect(await place('+447700900100')).toMatchObject({ status: 402, body: { detail: { balance: '1.6900', required: '1.7000' } } })
    expect((await place('+12125550002')).status).toBe(202)
  })

  test('needs its scope, and shows no other workspace', async () => {
    const acme = await testServer().workspace()
    expect(await (await acme.key('calls:read')).get('/billing/usage')).toMatchObject({ status: 403, body: { detail: 'Missing scope: billing:read' } })
    expect((await (await (await testServer().workspace()).key()).get('/billing/usage')).body.used_minutes).toBe(0)
  })
})

test('GraphQL returns plans, prices and past months', async () => {
  const acme = await testServer().workspace()
  await anyWorkspace.usagePeriod.create({ data: { workspaceId: acme.id, periodStart: new Date('2026-10-01T00:00:00Z'), seconds: 90, calls: 2 } })
  const key = await acme.key()
  const { plans, prices, usagePeriods } = await key.gql<any>(
    '{ plans { name includedMinutes limits { rpm } storage } prices { prefix name countries isMobile perMinute perSegment } usagePeriods { nodes { usedMinutes calls } pageInfo { hasNextPage } } }',
  )
  expect(plans).toEqual(
    PLAN_NAMES.map((name) => ({ name, includedMinutes: PLANS[name].includedMinutes, limits: { rpm: PLANS[name].rpm }, storage: STORAGE_MB[name] * 1_000_000 })),
  )
  expect(prices).toContainEqual({
    prefix: '1',
    name: 'United States and Canada',
    countries: ['US', 'CA'],
    isMobile: false,
    perMinute: '0.1200',
    perSegment: '0.0100',
  })
  expect(prices).toContainEqual(expect.objectContaining({ prefix: '393', name: 'Italy, mobile', countries: ['IT'], isMobile: true }))
  expect(prices[0]).toMatchObject({ prefix: '', name: 'Anywhere else', countries: [], isMobile: false })
  expect(usagePeriods).toEqual({ nodes: [{ usedMinutes: 1.5, calls: 2 }], pageInfo: { hasNextPage: false } })
})

describe('GET /billing/ledger.csv', () => {
  const HEADER = 'id,created_at,type,ref,amount,balance,currency,reason'
  let key: Client
  let id: number
  const lines = async (query = '') => {
    const response = await key.get(`/billing/ledger.csv${query}`)
    expectResponse('export_ledger', 200, response)
    return (response.body as string).split('\r\n')
  }
  beforeAll(async () => {
    const acme = await testServer().workspace({ wallet: '5' })
    ;[id, key] = [acme.id, await acme.key()]
    await wallet.credit(id, 2_500_000n, '=HYPERLINK("http://evil.example","Refund")', 'refund-1')
    await wallet.debit(id, 1_000_000n, 'Paid back, "in full"', '+7')
  })

  test('has every transaction, oldest first, and no cell that a spreadsheet takes for a formula', async () => {
    const [header, ...rows] = await lines()
    expect(header).toBe(HEADER)
    expect(rows.pop()).toBe('')
    expect(rows).toEqual([
      expect.stringMatching(/^\d+,\d{4}-\d\d-\d\dT[\d:.]{12}Z,credit,[\da-f-]{36},5\.0000,5\.0000,USD,First credit$/),
      expect.stringMatching(/^\d+,[^,]+Z,credit,refund-1,2\.5000,7\.5000,USD,"'=HYPERLINK\(""http:\/\/evil\.example"",""Refund""\)"$/),
      expect.stringMatching(/^\d+,[^,]+Z,debit,'\+7,-1\.0000,6\.5000,USD,"Paid back, ""in full"""$/),
    ])
  })

  test('starts and ends at the requested dates', async () => {
    const [first, second, third] = await anyWorkspace.ledgerEntry.findMany({ where: { workspaceId: id }, orderBy: { id: 'asc' } })
    const ids = async (query: string) => (await lines(query)).slice(1, -1).map((line) => Number(line.split(',', 1)[0]))
    const at = ({ createdAt }: { createdAt: Date }) => encodeURIComponent(createdAt.toISOString())
    expect(await ids(`?from=${at(second!)}`)).toEqual([second!.id, third!.id])
    expect(await ids(`?to=${at(second!)}`)).toEqual([first!.id])
    expect(await ids(`?from=${at(second!)}&to=${at(third!)}`)).toEqual([second!.id])
    expect(await ids('?from=2020-01-01&to=2020-02-01')).toEqual([])
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    expect(await ids(`?from=2020-01-01&to=${tomorrow}`)).toHaveLength(3)
  })

  test.each(['yesterday', '2026-02-30', '2026-13-01', '2026-11-01T25:00:00Z', '2026-11-01T10:00:00', '20261101', '0001-01-01', ''])(
    '%o is not a date and returns 422',
    async (wrong) => {
      for (const name of ['from', 'to'])
        expect(errorsIn(await key.get(`/billing/ledger.csv?${name}=${wrong}`))).toEqual([
          { loc: ['query', name], msg: 'invalid datetime format', type: 'value_error.datetime' },
        ])
    },
  )

  test('a repeated parameter is refused, HEAD returns the same headers without a body, and the scope is required', async () => {
    expect(errorsIn(await key.get('/billing/ledger.csv?from=2026-01-01&from=2026-01-02'))).toMatchObject([{ loc: ['query', 'from'] }])
    const head = await key.raw('/billing/ledger.csv', { method: 'HEAD' })
    expect([head.status, head.body, head.headers.get('content-type')]).toEqual([200, '', 'text/csv; charset=utf-8; header=present'])
    expect(head.headers.get('content-disposition')).toBe('attachment; filename="ledger.csv"')
    const workspace = await testServer().workspace()
    expect(await (await workspace.key('calls:read')).get('/billing/ledger.csv')).toMatchObject({ status: 403, body: { detail: 'Missing scope: billing:read' } })
    expect((await key.post('/billing/ledger.csv')).status).toBe(405)
  })
})
