import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import * as wallet from '../../src/services/billing/wallet.ts'
import type { Client } from '../kit/clients/client.ts'
import { addResults } from '../kit/fixtures/callResults.ts'
import { addLeads } from '../kit/fixtures/leads.ts'
import { createReport, download, FILE_READERS, waitForReport } from '../kit/fixtures/reports.ts'
import { makeMessage, makeSmsNumber } from '../kit/fixtures/rows.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

const testServer = useTestServer()
let acme: TestWorkspace
let key: Client
let campaignId: number
/** Texts that files often get wrong: quotes, line breaks, formulas, markup, other scripts, control characters. */
const HARD = '=1+1 "quoted", né 東京 <b>&amp;</b>\nsecond line \u0007'

beforeAll(async () => {
  acme = await testServer().workspace({ wallet: '100' })
  key = await acme.key()
  const { id: agent_ref_id } = (await key.post('/agents', { name: 'Ada' })).body
  const schema = { properties: { seats: { type: 'integer', title: 'Seats' } } }
  campaignId = (await key.post('/campaigns', { name: 'Autumn', agent_ref_id, extraction_schema: schema })).body.id
  const [lead] = await addLeads(acme.id, campaignId, [
    { phone_number: '+14155550101', name: HARD },
    { phone_number: '+14155550102', status: 'completed' },
  ])
  await addResults(acme.id, campaignId, [
    { lead_id: lead, summary: HARD, structured_data: { seats: 4 }, recorded: true },
    { summary: 'Said no.', outcome: 'not_interested', structured_data: { seats: 0 } },
    { finished: false, status: 'completed', summary: 'Not analysed yet' },
  ])
  await pool.query('update calls set cost_micros = 123456 where workspace_id = $1', [acme.id])
  const smsNumber = await makeSmsNumber(acme.id)
  await makeMessage(smsNumber, { body: HARD, costMicros: 7_900n, status: 'delivered' })
  await makeMessage(smsNumber, { body: 'Second', status: 'failed' })
  await wallet.credit(acme.id, 5_000_000n, HARD, 'Invoice 7')
})

/** The expected rows of each type, in order, by a column that is unique. */
const KINDS: Record<string, { column: string; values: () => Promise<unknown[]>; typed: Record<string, (value: unknown) => boolean> }> = {
  calls: {
    column: 'summary',
    values: async () => [HARD, 'Said no.', 'Not analysed yet'],
    typed: { cost: (value) => value === 0.123456, ended_at: (value) => value instanceof Date, recorded: (value) => value === true },
  },
  results: {
    column: 'summary',
    values: async () => [HARD, 'Said no.'],
    typed: { completed_at: (value) => value instanceof Date, campaign_id: (value) => value === campaignId },
  },
  leads: {
    column: 'phone_number',
    values: async () => ['+14155550101', '+14155550102'],
    typed: { attempts: (value) => value === 0, created_at: (value) => value instanceof Date },
  },
  messages: { column: 'body', values: async () => [HARD, 'Second'], typed: { segments: (value) => value === 1, created_at: (value) => value instanceof Date } },
  ledger: {
    column: 'reason',
    values: async () => [expect.any(String), HARD],
    typed: { amount: (value) => value === 100 || value === 5, balance: (value) => typeof value === 'number' },
  },
}

/** A text as a spreadsheet stores it. */
const readable = (value: unknown) => (typeof value === 'string' ? value.replace('\u0007', '') : value)
/** A text in CSV: with an apostrophe if it starts like a formula. */
const safe = (value: unknown) => (typeof value === 'string' && value.startsWith('=') ? `'${value}` : value)

describe.each(Object.keys(KINDS))('an export of %s', (kind) => {
  const { column, values, typed } = KINDS[kind]!

  test('as JSON has every row with its public names, oldest first', async () => {
    const report = await createReport(key, { type: kind, format: 'json' })
    const { bytes, headers } = await download(report.download_url)
    const rows = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>[]
    expect(rows.map((row) => row[column])).toEqual(await values())
    expect(report).toMatchObject({ status: 'done', progress: 100, rows_processed: rows.length, rows_total: rows.length, bytes: bytes.length, error: null })
    expect(headers.get('content-type')).toBe('application/json')
  })

  test('as CSV has the same, without a cell that a spreadsheet takes for a formula', async () => {
    const report = await createReport(key, { type: kind })
    const { bytes, headers } = await download(report.download_url)
    const { header, lines } = FILE_READERS.csv(bytes)
    expect(lines.map((line) => line[header.indexOf(column)])).toEqual((await values()).map(safe))
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${kind}-${report.created_at.slice(0, 10)}.csv"`)
  })

  test('as XLSX has the same, with typed numbers, amounts and times', async () => {
    const { download_url } = await createReport(key, { type: kind, format: 'xlsx' })
    const { bytes } = await download(download_url)
    const { header, lines } = await FILE_READERS.xlsx(bytes)
    expect(lines.map((line) => line[header.indexOf(column)])).toEqual((await values()).map(readable))
    for (const [name, isRight] of Object.entries(typed)) expect(isRight(lines[0]![header.indexOf(name)]), name).toBe(true)
  })
})

test('an export of usage has a row for each day in the period, with the numbers of the statistics', async () => {
  const { download_url, rows_processed } = await createReport(key, {
    type: 'usage',
    format: 'json',
    from: '2025-01-01',
    to: '2026-11-03',
    timezone: 'Europe/Rome',
  })
  const rows = JSON.parse((await download(download_url)).bytes.toString()) as Record<string, unknown>[]
  expect([rows_processed, rows.length, new Set(rows.map(({ date }) => date)).size]).toEqual([671, 671, 671])
  expect([rows[0]!.date, rows.at(-1)!.date]).toEqual(['2025-01-01', '2026-11-02'])
  const { days } = (await key.get('/analytics/daily?from=2026-11-01&to=2026-11-03&timezone=Europe/Rome')).body as { days: Record<string, unknown>[] }
  const names = ['date', 'calls', 'answered', 'no_answer', 'successes', 'talk_minutes', 'cost', 'messages', 'message_cost', 'currency']
  for (const [at, day] of days.entries()) for (const name of names) expect(rows.slice(-2)[at]![name], name).toEqual(day[name])
})

test("an export of one campaign's results has its display columns, as the campaign's own export does", async () => {
  const { download_url } = await createReport(key, { type: 'results', campaign_id: campaignId })
  const [file, campaignExport] = [FILE_READERS.csv((await download(download_url)).bytes), await key.get(`/campaigns/${campaignId}/results.csv`)]
  const exported = FILE_READERS.csv(Buffer.from(campaignExport.body as string))
  expect(file.header).toEqual(exported.header)
  expect(file.lines).toEqual(exported.lines.reverse())
})

test('rows can be filtered by period, campaign, status and outcome; a period includes its start and not its end', async () => {
  const { id: other } = (await key.post('/campaigns', { name: 'Winter', agent_ref_id: (await key.post('/agents', { name: 'Eve' })).body.id })).body
  await addResults(acme.id, other, [{ status: 'busy', outcome: 'busy' }, { outcome: 'not_interested' }])
  await pool.query("update calls set ended_at = '2026-03-10T00:00:00Z' where campaign_id = $1", [other])
  const outcomes = async (body: object) => {
    const { download_url } = await createReport(key, { type: 'calls', format: 'json', timezone: 'UTC', ...body })
    return (JSON.parse((await download(download_url)).bytes.toString()) as { outcome: string }[]).map(({ outcome }) => outcome)
  }
  expect(await outcomes({ outcome: 'not_interested' })).toEqual(['not_interested', 'not_interested'])
  expect(await outcomes({ outcome: 'not_interested', campaign_id: other, status: 'completed' })).toEqual(['not_interested'])
  expect(await outcomes({ status: 'busy' })).toEqual(['busy'])
  expect(await outcomes({ campaign_id: campaignId })).toHaveLength(3)
  expect(await outcomes({ from: '2026-03-10', to: '2026-03-11' })).toEqual(['busy', 'not_interested'])
  expect(await outcomes({ from: '2026-03-09', to: '2026-03-10' })).toEqual([])
  expect(await outcomes({ from: '2026-03-11', campaign_id: other })).toEqual([])
  expect((await createReport(key, { type: 'leads', status: 'completed' })).rows_processed).toBe(1)
})

test("a day starts at midnight in the export's time zone, or in the workspace's", async () => {
  const createLedger = async (body: object) => (await key.post('/reports', { type: 'ledger', from: '2026-11-01', to: '2026-11-02', ...body })).body.filter
  expect(await createLedger({})).toMatchObject({ from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z', timezone: 'UTC' })
  // The clocks change on that day, which has 25 hours.
  expect(await createLedger({ timezone: 'America/New_York' })).toMatchObject({ from: '2026-11-01T04:00:00.000Z', to: '2026-11-02T05:00:00.000Z' })
  await anyWorkspace.workspace.update({ where: { id: acme.id }, data: { timezone: 'Europe/Rome' } })
  expect(await createLedger({})).toMatchObject({ from: '2026-10-31T23:00:00.000Z', timezone: 'Europe/Rome' })
  expect(await createLedger({ from: '2026-11-01T12:00:00-05:00' })).toMatchObject({ from: '2026-11-01T17:00:00.000Z' })
})

test('invalid fields are named', async () => {
  const refused = async (body: object) => {
    const { status, body: response } = await key.post('/reports', body)
    return [status, response.detail]
  }
  expect(await refused({ type: 'ledger', timezone: 'Mars/Base' })).toEqual([400, 'timezone: Mars/Base is not a valid IANA time zone such as Europe/Rome'])
  expect(await refused({ type: 'ledger', from: '2026-11-02', to: '2026-11-01' })).toEqual([400, 'to: must be after from'])
  expect(await refused({ type: 'ledger', status: 'done' })).toEqual([400, 'status: the ledger export does not support this filter'])
  expect(await refused({ type: 'results', campaign_id: 999_999 })).toEqual([404, 'Campaign not found'])
  expect((await refused({ type: 'secrets' }))[0]).toBe(422)
  expect((await refused({ type: 'calls', format: 'pdf' }))[0]).toBe(422)
  expect((await refused({ type: 'calls', from: 'yesterday' }))[0]).toBe(422)
})

test('an export needs the scope of its content: to create, read and delete it', async () => {
  const narrow = await acme.key('me:read', 'calls:read')
  const { id } = await createReport(key, { type: 'ledger' })
  for (const ask of [() => narrow.post('/reports', { type: 'ledger' }), () => narrow.get(`/reports/${id}`), () => narrow.delete(`/reports/${id}`)]) {
    const { status, body } = await ask()
    expect([status, body]).toEqual([403, { detail: 'Missing scope: billing:read' }])
  }
  const report = await createReport(narrow, { type: 'calls' })
  const listed = (await narrow.get('/reports')).body.items as { id: number; type: string }[]
  expect(listed.map((report) => report.id)).toContain(report.id)
  expect(new Set(listed.map((report) => report.type))).toEqual(new Set(['calls']))
})

test("another workspace's exports are not found, and its rows are in no export", async () => {
  const other = await (await testServer().workspace()).key()
  const report = await createReport(key, { type: 'calls' })
  expect((await other.get(`/reports/${report.id}`)).status).toBe(404)
  expect((await other.delete(`/reports/${report.id}`)).status).toBe(404)
  expect((await other.get('/reports')).body.items).toEqual([])
  for (const kind of ['calls', 'results', 'leads', 'messages']) expect((await createReport(other, { type: kind })).rows_processed).toBe(0)
  expect((await other.post('/reports', { type: 'results', campaign_id: campaignId })).status).toBe(404)
  expect((await download(report.download_url)).status).toBe(200)
})

test('an export that was created in GraphQL is the newest there, and done', async () => {
  const { exportReport } = await key.gql<{ exportReport: { id: string } }>('mutation { exportReport(input: { type: calls, format: json }) { id status } }')
  await waitForReport(key, Number(exportReport.id))
  const { report, reports } = await key.gql<{ report: object; reports: { nodes: object[] } }>(
    `{ report(id: "${exportReport.id}") { status progress downloadExpiresAt } reports(first: 1) { nodes { id } } }`,
  )
  expect(report).toMatchObject({ status: 'done', progress: 100 })
  expect(reports.nodes).toEqual([{ id: exportReport.id }])
})

test('twenty exports may be active, and a canceled one frees its place', async () => {
  const busy = await (await testServer().workspace()).key()
  const { workspaceId } = await anyWorkspace.apiKey.findFirstOrThrow({ orderBy: { id: 'desc' }, select: { workspaceId: true } })
  await anyWorkspace.report.createMany({ data: Array.from({ length: 20 }, () => ({ workspaceId, type: 'calls', format: 'csv', filter: { timezone: 'UTC' } })) })
  const refused = await busy.post('/reports', { type: 'calls' })
  expect([refused.status, refused.body.detail]).toEqual([409, '20 exports are already in progress. Wait until one is done, or delete one.'])
  const { id } = (await busy.get('/reports?limit=1')).body.items[0]
  expect((await busy.delete(`/reports/${id}`)).status).toBe(204)
  expect((await busy.get(`/reports/${id}`)).body).toMatchObject({ status: 'canceled', download_url: null })
  expect((await createReport(busy, { type: 'calls' })).status).toBe('done')
  expect((await busy.delete(`/reports/${id}`)).status).toBe(204)
  expect((await busy.get(`/reports/${id}`)).status).toBe(404)
  await waitFor(
    'what was canceled to be swept',
    async () => (await anyWorkspace.report.count({ where: { workspaceId, status: 'canceled', expiresAt: { not: null } } })) === 0,
  )
})
