import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import type { Client } from '../kit/clients/client.ts'
import { addLeads } from '../kit/fixtures/leads.ts'
import { addManyResults, addResults } from '../kit/fixtures/callResults.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import { expectResponse, errorsIn } from './responses.ts'

const testServer = useTestServer()
let acme: TestWorkspace
let key: Client
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
})

const SCHEMA = {
  type: 'object',
  properties: { seats: { type: 'integer', title: 'Seats wanted' }, preferredDate: { type: 'string' }, status: { type: 'string' } },
}
const campaign = async (fields: object = {}) => (await key.post('/campaigns', { name: 'Autumn', ...fields })).body.id as number
const page = async (id: number, query = '', who = key) => {
  const response = await who.get(`/campaigns/${id}/results${query}`)
  expectResponse('list_campaign_results', 200, response)
  return response.body
}
const ids = ({ items: rows }: { items: { call_id: number }[] }) => rows.map(({ call_id }) => call_id)

describe('GET /campaigns/{campaign_id}/results', () => {
  test('shows the outcome of each call in both forms, newest first', async () => {
    const id = await campaign({ extraction_schema: SCHEMA, display_columns: ['name', 'seats', 'company', 'outcome', 'nowhere'] })
    const [lead] = await addLeads(acme.id, id, [{ phone_number: '+12025550142', name: 'Bob Miller' }])
    await pool.query(`update leads set external_id = 'crm-7', data = '{"company": "Initech", "seats": 99}' where id = $1`, [lead])
    const unfit = [{ field: 'status', value: 3, error: 'must be string' }]
    const [first, second] = await addResults(acme.id, id, [
      { to_number: '+12025550141', status: 'voicemail', outcome: 'voicemail' },
      { to_number: '+12025550142', lead_id: lead, structured_data: { seats: 4 }, validation_errors: unfit, recorded: true },
    ])
    const body = await page(id)
    expect(body).toEqual({
      items: [
        {
          call_id: second,
          lead_id: lead,
          external_id: 'crm-7',
          lead_name: 'Bob Miller',
          to_number: '+12025550142',
          status: 'completed',
          outcome: 'success',
          summary: 'They spoke.',
          analysis: { sentiment: 'positive' },
          structured_data: { seats: 4 },
          validation_errors: unfit,
          success_evaluation: 'true',
          transcript: [{ role: 'agent', text: 'Hello', start_seconds: 0.4 }],
          detected_language: null,
          duration_seconds: 42,
          recording_url: `${testServer().url}/api/v1/calls/${second}/recording`,
          completed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
        },
        expect.objectContaining({ call_id: first, lead_id: null, external_id: null, structured_data: {}, validation_errors: [], outcome: 'voicemail' }),
      ],
      data: body.items,
      has_more: false,
      next_cursor: null,
      display_columns: [
        { name: 'name', label: 'Name' },
        { name: 'seats', label: 'Seats wanted' },
        { name: 'company', label: 'Company' },
        { name: 'outcome', label: 'Outcome' },
        { name: 'nowhere', label: 'Nowhere' },
      ],
      rows: [
        { name: 'Bob Miller', seats: 4, company: 'Initech', outcome: 'success', nowhere: null },
        { name: null, seats: null, company: null, outcome: 'voicemail', nowhere: null },
      ],
    })
    expect(body.items[1]).not.toHaveProperty('recording_url')
  })

  test.each<[string, object, string[], string[]]>([
    ['its extraction questions', { extraction_schema: SCHEMA }, ['seats', 'preferredDate', 'status'], ['Seats wanted', 'Preferred date', 'Status']],
    ['the questions of its analysis too', { analysis_config: { fields: { final_URL: {} } } }, ['final_URL'], ['Final URL']],
    ['number, outcome and summary', {}, ['to_number', 'outcome', 'summary'], ['To number', 'Outcome', 'Summary']],
  ])('without display columns shows %s', async (_name, fields, names, labels) => {
    const { display_columns, rows } = await page(await campaign(fields))
    expect(display_columns).toEqual(names.map((name, at) => ({ name, label: labels[at] })))
    expect(rows).toEqual([])
  })

  test('has complete pages without repetition while calls end, and without active calls', async () => {
    const id = await campaign()
    const before = await addResults(
      acme.id,
      id,
      Array.from({ length: 23 }, () => ({})),
    )
    await addResults(acme.id, id, [{ finished: false, to_number: '+12025559999' }])
    const listedIds: number[] = []
    for (let cursor = ''; ;) {
      const body = await page(id, `?limit=10${cursor && `&cursor=${cursor}`}`)
      listedIds.push(...ids(body))
      await addResults(acme.id, id, [{}])
      if (!body.has_more) break
      cursor = body.next_cursor
    }
    expect(listedIds).toEqual(before.toReversed())
    expect(ids(await page(id, `?limit=5&cursor=${before[3]}`))).toEqual(before.slice(0, 3).toReversed())
    expect(ids(await page(id))).toHaveLength(20)
    expect(errorsIn(await key.get(`/campaigns/${id}/results?limit=101`))).toMatchObject([{ loc: ['query', 'limit'] }])
    expect(errorsIn(await key.get(`/campaigns/${id}/results?cursor=x`))).toMatchObject([{ loc: ['query', 'cursor'] }])
  })

  test('can be filtered by status and outcome, also in GraphQL', async () => {
    const id = await campaign()
    const [good, , busy] = await addResults(acme.id, id, [{}, { outcome: 'callback' }, { status: 'busy', outcome: 'busy' }])
    expect(ids(await page(id, '?outcome=success'))).toEqual([good])
    expect(ids(await page(id, '?status=busy'))).toEqual([busy])
    expect(ids(await page(id, '?status=busy&outcome=success'))).toEqual([])
    const { campaignResults } = await key.gql<any>(
      'query ($id: ID!) { campaignResults(campaignId: $id, outcome: "callback", first: 1) { nodes { callId outcome validationErrors { field } transcript { text } } displayColumns { name } rows pageInfo { hasNextPage } } }',
      { id },
    )
    expect(campaignResults).toMatchObject({
      nodes: [{ outcome: 'callback', validationErrors: [] }],
      rows: [{ outcome: 'callback' }],
      pageInfo: { hasNextPage: false },
    })
  })

  test("of another workspace's, a missing or a deleted campaign returns 404, and so do exports", async () => {
    const id = await campaign()
    await addResults(acme.id, id, [{}])
    const otherKey = await (await testServer().workspace()).key()
    const deleted = await campaign()
    await key.delete(`/campaigns/${deleted}`)
    for (const form of ['', '.csv', '.json']) {
      expect(await otherKey.get(`/campaigns/${id}/results${form}`)).toMatchObject({ status: 404, body: { detail: 'Campaign not found' } })
      expect((await key.get(`/campaigns/${deleted}/results${form}`)).status).toBe(404)
      expect((await key.get(`/campaigns/2147483647/results${form}`)).status).toBe(404)
      expect(await (await acme.key('calls:read')).get(`/campaigns/${id}/results${form}`)).toMatchObject({
        status: 403,
        body: { detail: 'Missing scope: results:read' },
      })
    }
  })
})

describe('the outcome of a call', () => {
  const analysis_config = { fields: { interest: { enum: ['eager'] }, likes: { enum: ['cats'] } }, outcome_field: 'interest' }
  const called = async (to_number: string, config: object) => {
    const { id: agent_id } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body
    await key.post(`/agents/${agent_id}/publish`)
    const id = await campaign({ analysis_config: config })
    await key.post('/calls', { to_number, agent_id, campaign_id: id })
    const [result] = await waitFor('the result', async () => ((await page(id)).items.length ? (await page(id)).items : null))
    return result
  }

  /** Publishes an agent, and waits for a simulated call to appear in the results. */
  test.each<[string, string, object, string]>([
    ['is the answer named by the analysis', '+14155550009', {}, 'eager'],
    ['is the mapped outcome of that answer', '+14155550100', { outcomes: { eager: 'success' } }, 'success'],
    ['is unchanged if the call was not answered', '+14155550002', {}, 'no_answer'],
    ['is unchanged if the question is not asked', '+14155550007', {}, 'not_interested'],
  ])('%s', async (_name, to, more, outcome) => {
    const result = await called(to, { ...analysis_config, ...more })
    expect(result).toMatchObject({ outcome, ...(outcome === 'eager' ? { structured_data: { interest: 'eager', likes: 'cats' }, validation_errors: [] } : {}) })
  })
})

describe('exports', () => {
  const csv = async (id: number, query = '') => {
    const response = await key.get(`/campaigns/${id}/results.csv${query}`)
    expectResponse('export_campaign_results_csv', 200, response)
    return parse(response.body as string) as string[][]
  }
  /** The fields before and after the campaign's columns. */
  const OWN = [
    'lead_name,to_number,status,outcome,completed_at,duration_seconds,summary',
    'call_id,lead_id,external_id,success_evaluation,detected_language,recording_url,analysis,structured_data,validation_errors,transcript',
  ] as const

  test('CSV reads back as the original values, without a cell that a spreadsheet takes for a formula', async () => {
    const id = await campaign({ extraction_schema: SCHEMA, display_columns: ['seats', 'note', 'status', 'outcome'] })
    const structured_data = { seats: -3, note: 'Two,\r\n"three"', status: 'open', list: ['=1'] }
    const [first, second] = await addResults(acme.id, id, [
      { structured_data },
      { summary: '=HYPERLINK("http://evil.example")', structured_data: { note: true } },
    ])
    const [header, ...lines] = await csv(id)
    expect(header).toEqual([...OWN[0].split(','), 'seats', 'note', 'structured_data.status', ...OWN[1].split(',')])
    const [newest, oldest] = lines.map((line) => Object.fromEntries(header!.map((name, at) => [name, line[at]])))
    expect(lines).toHaveLength(2)
    expect(newest).toMatchObject({
      call_id: String(second),
      summary: '\'=HYPERLINK("http://evil.example")',
      note: 'true',
      lead_id: '',
      'structured_data.status': 'completed',
    })
    expect(oldest).toMatchObject({
      call_id: String(first),
      seats: '-3',
      note: 'Two,\r\n"three"',
      status: 'completed',
      'structured_data.status': 'open',
      to_number: '+12025550001',
    })
    expect(JSON.parse(oldest!.structured_data!)).toEqual(structured_data)
    expect(JSON.parse(oldest!.transcript!)).toEqual([{ role: 'agent', text: 'Hello', start_seconds: 0.4 }])
    expect(await csv(id, '?outcome=busy')).toEqual([header])
  })

  test('of more results than are read at once has each of them once, newest first', async () => {
    const id = await campaign()
    await addManyResults(acme.id, id, 201, 32)
    const { rows } = await pool.query<{ id: number }>('select id from calls where campaign_id = $1 order by id desc', [id])
    const exported = (await key.get(`/campaigns/${id}/results.json`)).body as { call_id: number }[]
    expect(exported.map(({ call_id }) => call_id)).toEqual(rows.map((call) => call.id))
  })

  test('JSON has the same items as the pages, with their columns', async () => {
    const id = await campaign({ extraction_schema: SCHEMA })
    expect((await key.get(`/campaigns/${id}/results.json`)).body).toEqual([])
    await addResults(acme.id, id, [{ structured_data: { seats: 2 } }, { recorded: true }, { status: 'busy', outcome: 'busy' }])
    const { items: rows, rows: cells } = await page(id)
    const response = await key.get(`/campaigns/${id}/results.json`)
    expectResponse('export_campaign_results_json', 200, response)
    expect(response.body).toEqual(rows.map((row: object, at: number) => ({ ...row, columns: cells[at] })))
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="campaign-${id}-results.json"`)
    expect((await key.get(`/campaigns/${id}/results.json?status=busy`)).body).toHaveLength(1)
    const head = await key.raw(`/campaigns/${id}/results.csv`, { method: 'HEAD' })
    expect([head.status, head.body, head.headers.get('content-type')]).toEqual([200, '', 'text/csv; charset=utf-8; header=present'])
    expect(errorsIn(await key.get(`/campaigns/${id}/results.csv?status=a&status=b`))).toMatchObject([{ loc: ['query', 'status'] }])
  })
})
