import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { processId } from '../../src/kernel/liveness.ts'
import type { Client } from '../kit/clients/client.ts'
import { addLeads } from '../kit/fixtures/leads.ts'
import { makeCall } from '../kit/fixtures/rows.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { expectResponse } from './responses.ts'

// No jobs run here, so only requests change a campaign.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let workspaceId: number
let key: Client
let agentId: number
beforeAll(async () => {
  const acme = await testServer().workspace()
  workspaceId = acme.id
  key = await acme.key()
  agentId = (await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body.id
  await key.post(`/agents/${agentId}/publish`)
})

const create = async (more: object = {}): Promise<number> => (await key.post('/campaigns', { name: 'Autumn', ...more })).body.id
/** A campaign that is ready to start. */
async function ready(more: object = {}) {
  const id = await create({ agent_ref_id: agentId, ...more })
  await addLeads(workspaceId, id, [{ phone_number: '+14155550113' }])
  return id
}
const start = (id: number, body?: object) => key.post(`/campaigns/${id}/start`, body)
const pause = (id: number) => key.post(`/campaigns/${id}/pause`)
const statusOf = async (id: number) => (await key.get(`/campaigns/${id}`)).body.status
const eventsOf = async (id: number) => {
  const { campaign } = await key.gql<{ campaign: { events: { nodes: { type: string; apiKeyId: string | null }[] } } }>(
    'query ($id: ID!) { campaign(id: $id) { events { nodes { type apiKeyId } } } }',
    { id },
  )
  return campaign.events.nodes.map(({ type: kind }) => kind)
}

describe('POST /campaigns', () => {
  test('only needs a name to create a draft', async () => {
    const response = await key.post('/campaigns', { name: 'Autumn' })
    expectResponse('create_campaign', 201, response)
    expect(response.body).toEqual({ id: expect.any(Number), name: 'Autumn', status: 'draft' })
    expect((await key.get(`/campaigns/${response.body.id}`)).body).toMatchObject({
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
      agent_ref_id: agentId,
      call_language_mode: 'fixed',
      output_language: 'it-IT',
      extraction_schema: { type: 'object', properties: { budget: { type: 'string', enum: ['low', 'high'], required: true } } },
      display_columns: ['budget', 'say "cheese"\\', 'with, comma', '{braces}'],
      analysis_config: { outcomes: ['sold'], nested: { deep: [1, null] } },
    }
    const { body } = await key.post('/campaigns', {
      ...input,
      schedule: { timezone: 'Europe/Rome', start_date: '2026-07-01T09:00:00', end_date: '2026-12-31' },
    })
    expect((await key.get(`/campaigns/${body.id}`)).body).toMatchObject({
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
    for (const response of [await key.post('/campaigns', { name: 'x', ...more }), await key.patch(`/campaigns/${await create()}`, more)]) {
      expect(response).toMatchObject({ status: 400, body: { detail: expect.stringMatching(new RegExp(`^${field}(:|\\.)`)) } })
    }
  })

  test("another workspace's agent and number return 400, and its campaigns 404", async () => {
    const other = await (await testServer().workspace()).key()
    const foreignAgentId = (await other.post('/agents', { name: 'Eve' })).body.id
    const number = (await other.get('/phone-numbers')).body.items[0].id
    expect(await key.post('/campaigns', { name: 'x', agent_ref_id: foreignAgentId })).toMatchObject({ status: 400 })
    expect(await key.post('/campaigns', { name: 'x', from_number_id: number })).toMatchObject({ status: 400 })
    const id = await create()
    for (const response of [await other.get(`/campaigns/${id}`), await other.delete(`/campaigns/${id}`), await other.post(`/campaigns/${id}/start`)])
      expect(response).toMatchObject({ status: 404, body: { detail: 'Campaign not found' } })
    expect((await other.get('/campaigns')).body.items).toEqual([])
  })

  test('an unknown purpose or mode returns 422', async () => {
    for (const [field, value] of Object.entries({ purpose: 'world_domination', call_language_mode: 'loud' }))
      expect(await key.post('/campaigns', { name: 'x', [field]: value })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', field], type: 'type_error.enum' }] },
      })
  })

  test('repeated with the same Idempotency-Key creates one campaign', async () => {
    const sendWithKey = () =>
      key.raw('/campaigns', { method: 'POST', body: '{"name":"Once"}', headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'once' } })
    const responses = await Promise.all([sendWithKey(), sendWithKey(), sendWithKey()])
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
    const id = responses[0]!.body.id as number
    expect(await eventsOf(id)).toEqual(['created'])
  })
})

describe('GET /campaigns', () => {
  test('lists the newest first, filters by status, and treats active as running', async () => {
    const acme = await testServer().workspace()
    const otherKey = await acme.key()
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

describe('PATCH and DELETE /campaigns/{campaign_id}', () => {
  test('changes the fields sent, resets null to the default, and returns the detail', async () => {
    const id = await create({ purpose: 'appointment', display_columns: ['a'], schedule: { timezone: 'UTC' }, extraction_schema: { properties: { a: {} } } })
    const response = await key.patch(`/campaigns/${id}`, { name: 'Winter', purpose: null, display_columns: null, schedule: null, extraction_schema: null })
    expectResponse('update_campaign', 200, response)
    expect(response.body).toMatchObject({ name: 'Winter', purpose: null, display_columns: [], schedule: null, extraction_schema: null, stats: {} })
    expect(await key.patch(`/campaigns/${id}`, { nothing: 1 })).toMatchObject({ status: 400, body: { detail: 'No fields to update' } })
    expect(await eventsOf(id)).toEqual(['changed', 'created'])
  })

  test('changes only a draft or a paused campaign', async () => {
    const id = await ready()
    await start(id)
    expect(await key.patch(`/campaigns/${id}`, { name: 'x' })).toMatchObject({ status: 409 })
    await pause(id)
    expect(await key.patch(`/campaigns/${id}`, { name: 'x' })).toMatchObject({ status: 200, body: { name: 'x', status: 'paused' } })
    await pool.query(`update campaigns set status = 'completed' where id = $1`, [id])
    expect(await key.patch(`/campaigns/${id}`, { name: 'y' })).toMatchObject({ status: 409 })
  })

  test('a running campaign is not deleted, and any other is deleted with its pending leads', async () => {
    const id = await ready()
    await addLeads(workspaceId, id, [{ phone_number: '+14155550100', status: 'completed' }])
    await start(id)
    expect(await key.delete(`/campaigns/${id}`)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Pause it first') } })
    await pause(id)
    expectResponse('delete_campaign', 204, await key.delete(`/campaigns/${id}`))
    for (const response of [await key.get(`/campaigns/${id}`), await key.delete(`/campaigns/${id}`), await start(id)]) expect(response.status).toBe(404)
    const { rows } = await pool.query('select status from leads where campaign_id = $1 order by id', [id])
    expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'completed'])
  })
})

describe('POST /campaigns/{campaign_id}/start', () => {
  test('starts it immediately in the current form', async () => {
    const id = await ready()
    const response = await start(id)
    expectResponse('start_campaign', 200, response)
    expect(response.body).toEqual({
      id,
      name: 'Autumn',
      status: 'running',
      started_at: expect.stringMatching(/Z$/),
      proposal_id: null,
      requires_confirmation: false,
      summary: null,
    })
    const { rows } = await pool.query('select dial_at <= now() as due from campaigns where id = $1', [id])
    expect(rows).toEqual([{ due: true }])
    expect(await start(id)).toMatchObject({ status: 409 })
    expect(await eventsOf(id)).toEqual(['started', 'created'])
  })

  test('before its schedule begins, the campaign waits, gives that reason, and keeps the time of its first start', async () => {
    const id = await ready({ schedule: { start_date: '2099-01-01T00:00:00Z' } })
    const first = (await start(id)).body.started_at
    expect((await key.get(`/campaigns/${id}`)).body.waiting).toMatchObject({ reason: 'not_begun', until: '2099-01-01T00:00:00.000Z' })
    const { rows } = await pool.query('select dial_at from campaigns where id = $1', [id])
    expect(rows[0].dial_at).toEqual(new Date('2099-01-01T00:00:00Z'))
    await pause(id)
    expect((await start(id)).body.started_at).toBe(first)
  })

  test('only one of two simultaneous requests starts it', async () => {
    const id = await ready()
    const responses = await Promise.all([start(id), start(id), start(id)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect((await eventsOf(id)).filter((kind) => kind === 'started')).toHaveLength(1)
  })

  test('names everything that is missing at once, and changes nothing', async () => {
    const response = await start(await create())
    expect(response).toMatchObject({
      status: 422,
      body: { detail: { error: 'campaign_not_ready', message: expect.any(String), suggestions: expect.any(Array), skipped: [] } },
    })
    expect(response.body.detail.missing.map((each: { requirement: string }) => each.requirement)).toEqual(['agent', 'leads'])
    expect(response.body.detail.missing[1]).toEqual({ requirement: 'leads', message: expect.any(String), action: expect.stringContaining('POST /campaigns/') })
  })

  test('a completed campaign returns what to do instead', async () => {
    const id = await ready()
    await pool.query(`update campaigns set status = 'completed' where id = $1`, [id])
    expect(await start(id)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Add leads') } })
  })

  test('the older form returns a proposal, which starts the campaign once', async () => {
    const id = await ready()
    const proposed = await start(id, { propose: true })
    expectResponse('start_campaign', 200, proposed)
    expect(proposed.body).toMatchObject({ status: 'draft', requires_confirmation: true, proposal_id: expect.any(String), summary: { pending: 1 } })
    const { proposal_id } = proposed.body
    expect(await statusOf(id)).toBe('draft')
    expect(await start(await ready(), { proposal_id })).toMatchObject({ status: 404, body: { detail: 'Proposal not found' } })
    expect(await start(id, { proposal_id: randomUUID() })).toMatchObject({ status: 404 })
    expect(await start(id, { proposal_id: 'nonsense' })).toMatchObject({ status: 404 })
    const responses = await Promise.all([start(id, { proposal_id }), start(id, { proposal_id })])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, expect.toSatisfy((status) => status === 404 || status === 409)])
    expect(responses.find(({ status }) => status === 200)!.body).toMatchObject({ status: 'running', proposal_id: null, requires_confirmation: false })
    await pause(id)
    expect(await start(id, { proposal_id })).toMatchObject({ status: 404 })
  })

  test('a proposal older than a day is not found, and one whose campaign is no longer ready is checked again', async () => {
    const id = await ready()
    const { proposal_id } = (await start(id, { propose: true })).body
    await pool.query(`update leads set status = 'cancelled' where campaign_id = $1`, [id])
    expect(await start(id, { proposal_id })).toMatchObject({ status: 422 })
    await pool.query(`update leads set status = 'pending' where campaign_id = $1`, [id])
    await pool.query(`update campaign_proposals set expires_at = now() where id = $1`, [proposal_id])
    expect(await start(id, { proposal_id })).toMatchObject({ status: 404 })
    expect(await start(await create(), { propose: true })).toMatchObject({ status: 422 })
    expect(await start(id, { propose: true, proposal_id })).toMatchObject({ status: 400 })
  })
})

describe('POST /campaigns/{campaign_id}/pause', () => {
  test('returns the detail, and only pauses a running campaign', async () => {
    const id = await ready()
    expect(await pause(id)).toMatchObject({ status: 409 })
    await start(id)
    const response = await pause(id)
    expectResponse('pause_campaign', 200, response)
    expect(response.body).toMatchObject({ id, status: 'paused', pause_reason: 'by_hand', stats: { leads: { pending: 1, total: 1 } } })
    expect(await pause(id)).toMatchObject({ status: 409 })
    expect(await eventsOf(id)).toEqual(['paused', 'started', 'created'])
  })

  test("returns after no call is being sent, and doesn't wait for a process that died", async () => {
    const id = await ready()
    await start(id)
    const { id: callId } = await makeCall(workspaceId)
    const sending = (owner: string | null) =>
      pool.query(`update calls set campaign_id = $2, placement = 'sending', owner = $3, created_at = now() where id = $1`, [callId, id, owner])
    await sending(randomUUID())
    expect((await pause(id)).status).toBe(200)

    await start(id)
    await sending(processId())
    let isAnswered = false
    const pausing = pause(id).finally(() => (isAnswered = true))
    await waitFor('it is paused', async () => (await statusOf(id)) === 'paused')
    expect(isAnswered).toBe(false)
    await pool.query(`update calls set placement = 'placed' where id = $1`, [callId])
    expect(await pausing).toMatchObject({ status: 200, body: { stats: { calls: { queued: 1, total: 1 } } } })
  })
})

describe('settings', () => {
  const UPDATE = 'mutation ($id: ID!, $input: CampaignSettingsInput!) { updateCampaignSettings(campaignId: $id, input: $input) { id } }'
  const update = (id: number, input: object) => key.gql(UPDATE, { id, input })
  const settingsOf = async (id: number) => (await key.get(`/campaigns/${id}`)).body.settings

  test('can be changed separately, appear in REST, and return to the default with null', async () => {
    const id = await create()
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
    expect(await eventsOf(id)).toEqual(['settings_changed', 'settings_changed', 'settings_changed', 'created'])
  })

  test.each([
    ['numberIds', { numberIds: [999_999] }, 'number_ids', 'BAD_REQUEST'],
    ['knowledgeBaseIds', { knowledgeBaseIds: [999_999] }, 'knowledge_base_ids', 'BAD_REQUEST'],
    ['budget', { budget: 'much' }, 'budget', 'BAD_REQUEST'],
    ['nothing', {}, 'No fields', 'BAD_REQUEST'],
    ['maxAttempts', { maxAttempts: 0 }, '', 'UNPROCESSABLE_ENTITY'],
  ])('invalid %s is refused', async (_name, input, message, code) => {
    const id = await create()
    await expect(update(id, input)).rejects.toMatchObject({ message: expect.stringContaining(message), extensions: { code } })
    expect(await eventsOf(id)).toEqual(['created'])
  })

  test("apply to a running campaign immediately, and can't be changed on a completed one", async () => {
    const id = await ready({ schedule: { start_date: '2099-01-01T00:00:00Z' } })
    await start(id)
    await update(id, { numberIds: [(await key.get('/phone-numbers')).body.items[0].id] })
    expect((await pool.query('select dial_at <= now() as due from campaigns where id = $1', [id])).rows).toEqual([{ due: true }])
    await pool.query(`update campaigns set status = 'completed' where id = $1`, [id])
    await expect(update(id, { maxAttempts: 2 })).rejects.toMatchObject({ extensions: { code: 'CONFLICT' } })
  })
})

test('stats add up leads, finished calls and active calls', async () => {
  const id = await create()
  await addLeads(workspaceId, id, [
    { phone_number: '+14155550101' },
    { phone_number: '+14155550102', status: 'calling' },
    { phone_number: '+14155550103', status: 'do_not_call' },
  ])
  await pool.query(
    `insert into campaign_totals (campaign_id, workspace_id, calls, talk_seconds, cost_micros, statuses, outcomes)
     values ($1, $2, 3, 90, 1250000, '{"completed": 2, "busy": 1}', '{"success": 2, "busy": 1}')`,
    [id, workspaceId],
  )
  const call = await makeCall(workspaceId)
  await pool.query(`update calls set campaign_id = $2, status = 'in_progress', to_number = '+12125550010' where id = $1`, [call.id, id])
  const { leads, calls, ...rest } = (await key.get(`/campaigns/${id}`)).body.stats
  expect(leads).toEqual({ total: 3, pending: 1, calling: 1, completed: 0, failed: 0, do_not_call: 1, cancelled: 0 })
  expect(calls).toMatchObject({ total: 4, completed: 2, busy: 1, in_progress: 1, failed: 0 })
  expect(rest).toEqual({ outcomes: { success: 2, busy: 1 }, talk_minutes: 1.5, cost: '1.2500', currency: 'USD' })
})
