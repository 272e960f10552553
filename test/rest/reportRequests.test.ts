import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { signInOwner } from '../kit/observers/auditEntries.ts'
import type { Client } from '../kit/clients/client.ts'
import { download, waitForReport, FILE_READERS, createReport } from '../kit/fixtures/reports.ts'
import { addResults } from '../kit/fixtures/callResults.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
let acme: TestWorkspace
let key: Client
let campaignId: number
let strangers: number
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  const campaign = async (asker: Client) =>
    (await asker.post('/campaigns', { name: 'Autumn', agent_ref_id: (await asker.post('/agents', { name: '=Ada' })).body.id })).body.id as number
  campaignId = await campaign(key)
  strangers = await campaign(await (await testServer().workspace()).key())
  await addResults(acme.id, campaignId, [{ summary: '@SUM(A1)' }])
})

const invalid = (field: string, msg: string, type: string) => [422, [{ loc: ['body', field], msg, type }]]
const DATE = ['invalid datetime format', 'value_error.datetime'] as const

describe('an invalid request is refused with its field, and creates no export', () => {
  test.each<[string, () => object, unknown[]]>([
    ['a period that is reversed', () => ({ type: 'calls', from: '2026-11-02', to: '2026-11-01' }), [400, 'to: must be after from']],
    ['an empty period', () => ({ type: 'calls', from: '2026-11-01', to: '2026-11-01' }), [400, 'to: must be after from']],
    ["a day that doesn't exist", () => ({ type: 'calls', from: '2026-02-30' }), invalid('from', ...DATE)],
    ['a leap day of another year', () => ({ type: 'calls', to: '2027-02-29' }), invalid('to', ...DATE)],
    ["a month that doesn't exist", () => ({ type: 'calls', to: '2026-13-01' }), invalid('to', ...DATE)],
    ['a time without an offset', () => ({ type: 'calls', from: '2026-11-01T10:00:00' }), invalid('from', ...DATE)],
    [
      'an unknown time zone',
      () => ({ type: 'calls', timezone: 'Europe/Atlantis' }),
      [400, 'timezone: Europe/Atlantis is not a valid IANA time zone such as Europe/Rome'],
    ],
    ['a filter of another type', () => ({ type: 'messages', campaign_id: campaignId }), [400, 'campaign_id: the messages export does not support this filter']],
    ['an outcome for leads', () => ({ type: 'leads', outcome: 'success' }), [400, 'outcome: the leads export does not support this filter']],
    ['a status for usage', () => ({ type: 'usage', status: 'done' }), [400, 'status: the usage export does not support this filter']],
    ['a missing campaign', () => ({ type: 'calls', campaign_id: 999_999 }), [404, 'Campaign not found']],
    ["another workspace's campaign", () => ({ type: 'leads', campaign_id: strangers }), [404, 'Campaign not found']],
    ['content for signed-in people only', () => ({ type: 'audit' }), [403, 'Missing scope: audit:read']],
  ])('%s', async (_what, body, answer) => {
    const { status, body: response } = await key.post('/reports', body())
    expect([status, response.detail]).toEqual(answer)
    expect(await anyWorkspace.report.count({ where: { workspaceId: acme.id } })).toBe(0)
  })

  test.each<[string, object, string]>([
    ['an unknown type', { type: 'secrets' }, 'type'],
    ['a missing type', {}, 'type'],
    ['an unknown format', { type: 'calls', format: 'pdf' }, 'format'],
    ['a campaign that is not a number', { type: 'calls', campaign_id: '1 or 1=1' }, 'campaign_id'],
    ['a status that is too long', { type: 'calls', status: 'x'.repeat(65) }, 'status'],
    ['a time zone without letters', { type: 'calls', timezone: '' }, 'timezone'],
  ])('%s', async (_what, body, field) => {
    const { status, body: response } = await key.post('/reports', body)
    expect([status, response.detail.map(({ loc }: { loc: string[] }) => loc)]).toEqual([422, [['body', field]]])
    expect(await anyWorkspace.report.count({ where: { workspaceId: acme.id } })).toBe(0)
  })
})

describe.each(['csv', 'xlsx'] as const)('as %s', (format) => {
  test('an export of usage has a typed row for each day', async () => {
    const { download_url } = await createReport(key, { type: 'usage', format, from: '2026-10-24', to: '2026-10-27', timezone: 'Europe/Rome' })
    const { header, lines } = await FILE_READERS[format]((await download(download_url)).bytes)
    expect(header).toEqual('date calls answered voicemail no_answer busy failed canceled successes talk_minutes cost messages message_cost currency'.split(' '))
    const zero = format === 'csv' ? '0' : 0
    const none = format === 'csv' ? '0.0000' : 0
    const line = (day: string) => [day, ...Array(8).fill(zero), zero, none, zero, none, 'USD']
    expect(lines).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'].map(line))
  })

  test('an export of the audit log has its entries, for a person who is signed in', async () => {
    const person = await signInOwner(testServer(), acme)
    const { data, errors } = await person.ask('mutation($input: ReportInput!) { exportReport(input: $input) { id } }', { input: { type: 'audit', format } })
    expect(errors).toBeUndefined()
    const url = await waitFor(
      'the report',
      async () => (await person.ask('query($id: ID!) { report(id: $id) { downloadUrl } }', data.exportReport)).data.report.downloadUrl as string | null,
    )
    const { header, lines } = await FILE_READERS[format]((await download(url)).bytes)
    const column = (name: string) => lines.map((line) => line[header.indexOf(name)])
    expect(column('operation')).toEqual(expect.arrayContaining(['createAgent', 'createCampaign']))
    expect(column('created_at').every((value) => (format === 'xlsx' ? value instanceof Date : typeof value === 'string'))).toBe(true)
    const created = column('after')[column('operation').indexOf('createAgent')] as string
    expect(JSON.parse(created)).toMatchObject({ name: '=Ada' })
    expect((await key.get(`/reports/${data.exportReport.id}`)).body).toEqual({ detail: 'Missing scope: audit:read' })
  })

  test("an export of one campaign's results has no formulas", async () => {
    const { download_url } = await createReport(key, { type: 'results', campaign_id: campaignId, format })
    const { header, lines } = await FILE_READERS[format]((await download(download_url)).bytes)
    expect(lines[0]![header.indexOf('summary')]).toBe(format === 'csv' ? "'@SUM(A1)" : '@SUM(A1)')
  })
})

test('an Idempotency-Key creates one export', async () => {
  const ask = () =>
    key.raw('/reports', {
      method: 'POST',
      body: JSON.stringify({ type: 'ledger' }),
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'month-end' },
    })
  const responses = await Promise.all([ask(), ask(), ask()])
  const ids = responses.flatMap(({ status, body }) => (status === 202 ? [body.id as number] : []))
  expect(new Set(ids).size).toBe(1)
  expect(await anyWorkspace.report.count({ where: { workspaceId: acme.id, type: 'ledger' } })).toBe(1)
  await waitForReport(key, ids[0]!)
})
