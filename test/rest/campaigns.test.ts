import { beforeAll, describe, expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { addLeads } from '../kit/fixtures/leads.ts'
import { makeCall } from '../kit/fixtures/rows.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createCampaignTenant } from './campaignKit.ts'
import { expectResponse } from './responses.ts'

// No jobs run here, so only requests change a campaign.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof createCampaignTenant>>
beforeAll(async () => {
  acme = await createCampaignTenant(testServer())
})

describe('POST /campaigns', () => {
  test('only needs a name to create a draft', async () => {
    const response = await acme.key.post('/campaigns', { name: 'Autumn' })
    expectResponse('create_campaign', 201, response)
    expect(response.body).toEqual({ id: expect.any(Number), name: 'Autumn', status: 'draft' })
    expect((await acme.key.get(`/campaigns/${response.body.id}`)).body).toMatchObject({
      purpose: null,
      agent_ref_id: null,
      from_number_id: null,
      call_language_mode: 'auto',
      output_language: 'same_as_call',
      extraction_schema: null,
      display_columns: [],
      schedule: null,
      analysis_config: null,
      settings: { max_attempts: 3, retry_busy_minutes: 60, legal_hours: 'by_purpose', budget: null },
      stats: { leads: { total: 0 }, calls: { total: 0 }, outcomes: {}, talk_minutes: 0, cost: '0.0000', currency: 'USD' },
      started_at: null,
    })
  })

  test('returns everything that was sent, with times in UTC', async () => {
    const input = {
      name: 'Quotes',
      purpose: 'quote_request',
      agent_ref_id: acme.agentId,
      call_language_mode: 'fixed',
      output_language: 'it-IT',
      extraction_schema: { type: 'object', properties: { budget: { type: 'string', enum: ['low', 'high'], required: true } } },
      display_columns: ['budget', 'say "cheese"\\', 'with, comma', '{braces}'],
      analysis_config: { outcomes: ['sold'], nested: { deep: [1, null] } },
    }
    const { body } = await acme.key.post('/campaigns', {
      ...input,
      schedule: { timezone: 'Europe/Rome', start_date: '2026-07-01T09:00:00', end_date: '2026-12-31' },
    })
    expect((await acme.key.get(`/campaigns/${body.id}`)).body).toMatchObject({
      ...input,
      schedule: { timezone: 'Europe/Rome', start_date: '2026-07-01T07:00:00.000Z', end_date: '2026-12-31T23:00:00.000Z' },
    })
  })

  test.each([
    ['extraction_schema', { extraction_schema: { type: 'nonsense' } }],
    ['extraction_schema', { extraction_schema: { properties: { a: { type: 'strin' } } } }],
    ['extraction_schema', { extraction_schema: { properties: { a: { type: 'string', pattern: '(' } } } }],
    ['extraction_schema', { extraction_schema: { properties: { a: { enum: [] } } } }],
    ['extraction_schema', { extraction_schema: { type: 'array' } }],
    ['schedule.timezone', { schedule: { timezone: 'Europe/Nowhere' } }],
    ['schedule.end_date', { schedule: { start_date: '2026-12-02T00:00:00Z', end_date: '2026-12-01T00:00:00Z' } }],
    ['agent_ref_id', { agent_ref_id: 999_999 }],
    ['agent_ref_id', { agent_ref_id: 9_007_199_254_740_991 }],
    ['from_number_id', { from_number_id: 999_999 }],
  ])('invalid %s returns 400 and is named', async (field, more) => {
    for (const response of [await acme.key.post('/campaigns', { name: 'x', ...more }), await acme.key.patch(`/campaigns/${await acme.create()}`, more)]) {
      expect(response).toMatchObject({ status: 400, body: { detail: expect.stringMatching(new RegExp(`^${field}(:|\\.)`)) } })
    }
  })

  test("another workspace's agent and number return 400, and its campaigns 404", async () => {
    const other = await (await testServer().workspace()).key()
    const foreignAgentId = (await other.post('/agents', { name: 'Eve' })).body.id
    const number = (await other.get('/phone-numbers')).body.items[0].id
    expect(await acme.key.post('/campaigns', { name: 'x', agent_ref_id: foreignAgentId })).toMatchObject({ status: 400 })
    expect(await acme.key.post('/campaigns', { name: 'x', from_number_id: number })).toMatchObject({ status: 400 })
    const id = await acme.create()
    for (const response of [await other.get(`/campaigns/${id}`), await other.delete(`/campaigns/${id}`), await other.post(`/campaigns/${id}/start`)])
      expect(response).toMatchObject({ status: 404, body: { detail: 'Campaign not found' } })
    expect((await other.get('/campaigns')).body.items).toEqual([])
  })

  test('an unknown purpose or mode returns 422', async () => {
    for (const [field, value] of Object.entries({ purpose: 'world_domination', call_language_mode: 'loud' }))
      expect(await acme.key.post('/campaigns', { name: 'x', [field]: value })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', field], type: 'type_error.enum' }] },
      })
  })

  test('repeated with the same Idempotency-Key creates one campaign', async () => {
    const sendWithKey = () =>
      acme.key.raw('/campaigns', { method: 'POST', body: '{"name":"Once"}', headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'once' } })
    const responses = await Promise.all([sendWithKey(), sendWithKey(), sendWithKey()])
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
    const id = responses[0]!.body.id as number
    expect(await acme.eventsOf(id)).toEqual(['created'])
  })
})

describe('GET /campaigns', () => {
  test('lists the newest first, filters by status, and treats active as running', async () => {
    const other = await testServer().workspace()
    const otherKey = await other.key()
    const ids: number[] = []
    for (const status of ['draft', 'running', 'cancelled', 'running', 'paused']) {
      const { body } = await otherKey.post('/campaigns', { name: status })
      await pool.query('update campaigns set status = $2 where id = $1', [body.id, status])
      ids.push(body.id)
    }
    const [draft, first, , second, paused] = ids
    const listed = async (query = '') => (await otherKey.get(`/campaigns${query}`)).body.items.map((row: { id: number }) => row.id)
    expect(await listed()).toEqual([paused, second, first, draft])
    for (const status of ['active', 'running']) expect(await listed(`?status=${status}`)).toEqual([second, first])
    expect(await listed('?status=cancelled')).toEqual([])
    const page = (await otherKey.get('/campaigns?limit=3')).body
    expect(page).toMatchObject({ has_more: true, next_cursor: String(first) })
    expect(await listed(`?limit=3&cursor=${page.next_cursor}`)).toEqual([draft])
    expect(page.items[0]).toEqual({ id: paused, name: 'paused', status: 'paused' })
  })
})

describe('settings', () => {
  const UPDATE = 'mutation ($id: ID!, $input: CampaignSettingsInput!) { updateCampaignSettings(campaignId: $id, input: $input) { id } }'
  const update = (id: number, input: object) => acme.key.gql(UPDATE, { id, input })
  const settingsOf = async (id: number) => (await acme.key.get(`/campaigns/${id}`)).body.settings

  test('can be changed separately, appear in REST, and return to the default with null', async () => {
    const id = await acme.create()
    const callingWindows = [{ days: ['mon', 'tue'], from: '09:00', to: '24:00' }]
    await update(id, { callingWindows, maxAttempts: 5, budget: '25', callsPerSecond: 0.5, retryOutcomes: ['busy'] })
    await update(id, { concurrency: 2 })
    expect(await settingsOf(id)).toMatchObject({
      calling_windows: callingWindows,
      max_attempts: 5,
      budget: '25.0000',
      calls_per_second: 0.5,
      retry_outcomes: ['busy'],
      concurrency: 2,
    })
    await update(id, { maxAttempts: null, budget: null, callingWindows: null })
    expect(await settingsOf(id)).toMatchObject({ max_attempts: 3, budget: null, calling_windows: [], concurrency: 2 })
    expect(await acme.eventsOf(id)).toEqual(['settings_changed', 'settings_changed', 'settings_changed', 'created'])
  })

  test.each([
    ['numberIds', { numberIds: [999_999] }, 'number_ids', 'BAD_REQUEST'],
    ['knowledgeBaseIds', { knowledgeBaseIds: [999_999] }, 'knowledge_base_ids', 'BAD_REQUEST'],
    ['budget', { budget: 'much' }, 'budget', 'BAD_REQUEST'],
    ['nothing', {}, 'No fields', 'BAD_REQUEST'],
    ['maxAttempts', { maxAttempts: 0 }, '', 'UNPROCESSABLE_ENTITY'],
  ])('invalid %s is refused', async (_name, input, message, code) => {
    const id = await acme.create()
    await expect(update(id, input)).rejects.toMatchObject({ message: expect.stringContaining(message), extensions: { code } })
    expect(await acme.eventsOf(id)).toEqual(['created'])
  })

  test("apply to a running campaign immediately, and can't be changed on a completed one", async () => {
    const id = await acme.ready({ schedule: { start_date: '2099-01-01T00:00:00Z' } })
    await acme.start(id)
    await update(id, { numberIds: [(await acme.key.get('/phone-numbers')).body.items[0].id] })
    expect((await pool.query('select dial_at <= now() as due from campaigns where id = $1', [id])).rows).toEqual([{ due: true }])
    await pool.query(`update campaigns set status = 'completed' where id = $1`, [id])
    await expect(update(id, { maxAttempts: 2 })).rejects.toMatchObject({ extensions: { code: 'CONFLICT' } })
  })
})

test('stats add up leads, finished calls and active calls', async () => {
  const id = await acme.create()
  await addLeads(acme.workspaceId, id, [
    { phone_number: '+14155550101' },
    { phone_number: '+14155550102', status: 'calling' },
    { phone_number: '+14155550103', status: 'do_not_call' },
  ])
  await pool.query(
    `insert into campaign_totals (campaign_id, workspace_id, calls, talk_seconds, cost_micros, statuses, outcomes)
     values ($1, $2, 3, 90, 1250000, '{"completed": 2, "busy": 1}', '{"success": 2, "busy": 1}')`,
    [id, acme.workspaceId],
  )
  const call = await makeCall(acme.workspaceId)
  await pool.query(`update calls set campaign_id = $2, status = 'in_progress', to_number = '+12125550010' where id = $1`, [call.id, id])
  const { leads, calls, ...rest } = (await acme.key.get(`/campaigns/${id}`)).body.stats
  expect(leads).toEqual({ total: 3, pending: 1, calling: 1, completed: 0, failed: 0, do_not_call: 1, cancelled: 0 })
  expect(calls).toMatchObject({ total: 4, completed: 2, busy: 1, in_progress: 1, failed: 0 })
  expect(rest).toEqual({ outcomes: { success: 2, busy: 1 }, talk_minutes: 1.5, cost: '1.2500', currency: 'USD' })
})
