import { beforeAll, describe, expect, test } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'
import type { Client } from '../../kit/clients/client.ts'
import { addLeads } from '../../kit/fixtures/leads.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { scaledTimeout } from '../../kit/runner/slowness.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let workspaceId: number
let key: Client
let agentId: number
beforeAll(async () => ({ workspaceId, key, agentId } = await tenant()))

async function tenant(wallet?: string) {
  const acme = await testServer().workspace({ wallet })
  const owner = await acme.key()
  const agent = (await owner.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body.id as number
  await owner.post(`/agents/${agent}/publish`)
  return { workspaceId: acme.id, key: owner, agentId: agent }
}
interface Preflight {
  ready: boolean
  missing: { requirement: string; code: string; details: object; message: string; action: string }[]
  recommendations: { code: string; details: object; message: string }[]
  suggestions: string[]
  pending: number
  skipped: { reason: string; count: number }[]
  waiting: { reason: string; count: number }[]
}
const QUERY = `query ($id: ID!) { campaignPreflight(campaignId: $id) {
  ready missing { requirement code details message action } recommendations { code details message } suggestions pending skipped { reason count } waiting { reason count } } }`
const preflight = async (id: number, client = key) => (await client.gql<{ campaignPreflight: Preflight }>(QUERY, { id })).campaignPreflight
const missing = async (id: number, client = key) => (await preflight(id, client)).missing.map(({ requirement }) => requirement)

async function campaign(more: object = {}, leads: Parameters<typeof addLeads>[2] = [{ phone_number: '+14155550100' }]) {
  const id = (await key.post('/campaigns', { name: 'Autumn', agent_ref_id: agentId, ...more })).body.id as number
  await addLeads(workspaceId, id, leads)
  return id
}

test('a campaign with all requirements is ready, and the check changes nothing', async () => {
  const id = await campaign()
  expect(await preflight(id)).toMatchObject({ ready: true, missing: [], pending: 1, skipped: [] })
  expect((await key.get(`/campaigns/${id}`)).body).toMatchObject({ status: 'draft', started_at: null })
})

test('all missing requirements are listed at once, each with the action that fixes it', async () => {
  const poor = await tenant('0')
  const { body } = await poor.key.post('/campaigns', { name: 'x', schedule: { end_date: '2020-01-01' }, extraction_schema: {} })
  await pool.query('update phone_numbers set is_active = false where workspace_id = $1', [poor.workspaceId])
  const { ready, missing: requirements } = await preflight(body.id, poor.key)
  expect(ready).toBe(false)
  expect(requirements.map(({ requirement }) => requirement)).toEqual(['agent', 'leads', 'from_number', 'wallet', 'schedule', 'extraction_schema'])
  for (const { message, action } of requirements) expect([message, action]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/(POST|PATCH|GET) \//)])
})

describe('the agent', () => {
  const agentWith = async (fields: object) => {
    const { id } = (await key.post('/agents', { name: 'Eve', voice_id: 'voice-1', ...fields })).body
    return id as number
  }

  test('must be active', async () => {
    const id = await agentWith({})
    await key.post(`/agents/${id}/publish`)
    const autumn = await campaign({ agent_ref_id: id })
    expect(await missing(autumn)).toEqual([])
    await key.delete(`/agents/${id}`)
    expect(await missing(autumn)).toEqual(['agent_active'])
  })

  test('must be published', async () => {
    const id = await agentWith({})
    const { missing: requirements } = await preflight(await campaign({ agent_ref_id: id }))
    expect(requirements).toMatchObject([{ requirement: 'agent_published', action: `Publish the agent with POST /agents/${id}/publish.` }])
  })

  test('must not have a failed last publish, whose error is returned', async () => {
    const id = await agentWith({ voice_id: 'invalid-voice' })
    await key.post(`/agents/${id}/publish`)
    const { missing: requirements } = await preflight(await campaign({ agent_ref_id: id }))
    expect(requirements).toMatchObject([{ requirement: 'agent_published', message: expect.stringContaining('failed') }])
  })
})

describe('leads', () => {
  test('that are on the do-not-call list or without attempts left are counted separately, and do not make the campaign ready', async () => {
    await key.post('/dnc', { phone_number: '+14155550177' })
    const skippedLeads = [
      { phone_number: '+14155550177', attempts: 3 },
      { phone_number: '+14155550178', attempts: 3 },
      { phone_number: '+14155550179', status: 'completed' },
    ]
    const id = await campaign({}, skippedLeads)
    const skipped = [
      { reason: 'do_not_call_list', count: 1 },
      { reason: 'attempts_used', count: 1 },
    ]
    expect(await preflight(id)).toMatchObject({ ready: false, pending: 2, skipped })
    expect(await missing(id)).toEqual(['leads'])
    expect((await key.post(`/campaigns/${id}/start`)).body.detail).toMatchObject({ error: 'campaign_not_ready', skipped })
    await addLeads(workspaceId, id, [{ phone_number: '+14155550180' }])
    expect(await preflight(id)).toMatchObject({ ready: true, pending: 3, skipped })
  })

  test("of another workspace's list and of other campaigns do not count", async () => {
    const other = await tenant()
    await other.key.post('/dnc', { phone_number: '+14155550181' })
    expect(await preflight(await campaign({}, [{ phone_number: '+14155550181' }]))).toMatchObject({ ready: true, pending: 1, skipped: [] })
  })
})

test('leads that may not be called now are counted by reason, and do not block the start', async () => {
  const id = await campaign({}, [{ phone_number: '+14155550131' }, { phone_number: '+14155550132' }, { phone_number: '+14155550133', attempts: 3 }])
  expect((await preflight(id)).waiting).toEqual([])
  await pool.query(`update leads set next_attempt_at = now() + interval '1 hour' where campaign_id = $1 and phone_number like '%1'`, [id])
  expect((await preflight(id)).waiting).toEqual([{ reason: 'earlier_attempt', count: 1 }])
  const closed = 'mutation ($id: ID!) { updateCampaignSettings(campaignId: $id, input: { quietHours: [{ from: "00:00", to: "24:00" }] }) { id } }'
  await key.gql(closed, { id })
  expect(await preflight(id)).toMatchObject({ ready: true, waiting: [{ reason: 'calling_hours', count: 2 }], skipped: [{ reason: 'attempts_used', count: 1 }] })
})

test('ten thousand leads are checked within seconds', async () => {
  const leads = Array.from({ length: 10_000 }, (_, at) => ({ phone_number: `+1415${2_000_000 + at}` }))
  const startedAt = performance.now()
  expect(await preflight(await campaign({ purpose: 'cold_calling' }, leads))).toMatchObject({
    ready: false,
    pending: 10_000,
    skipped: [{ reason: 'consent_missing', count: 10_000 }],
  })
  expect(performance.now() - startedAt).toBeLessThan(scaledTimeout(15_000))
})

describe('variables without a default', () => {
  const NAMES = ['company', 'name', 'phone_number', 'day']
  const withVariables = async (leads: object[], more: object = {}) => {
    const { id } = (await key.post('/agents', { name: 'Eve', voice_id: 'voice-1', system_prompt: NAMES.map((name) => `{{${name}}}`).join(' '), ...more })).body
    await key.post(`/agents/${id}/publish`)
    const autumn = await campaign({ agent_ref_id: id }, [])
    await pool.query(
      `insert into leads (workspace_id, campaign_id, phone_number, name, data, status)
       select $1, $2, '+1415555' || (1000 + nth), value ->> 'name', coalesce(value -> 'data', '{}'), coalesce(value ->> 'status', 'pending')
       from json_array_elements($3::json) with ordinality as given (value, nth)`,
      [workspaceId, autumn, JSON.stringify(leads)],
    )
    const { missing: requirements, recommendations } = await preflight(autumn)
    return {
      empty: requirements.filter(({ code }) => code === 'variables_empty'),
      some: recommendations.filter(({ code }) => code === 'leads_without_value').map(({ details }) => details),
    }
  }

  test('that no pending lead fills are all named in one requirement', async () => {
    const filled = { name: 'Ann', data: { company: 'x', day: 'Monday' }, status: 'completed' }
    const { empty, some } = await withVariables([{ data: { company: 'Rossi', name: '', day: '' } }, { data: { company: 7, day: { a: 1 } } }, filled])
    expect(empty).toMatchObject([{ requirement: 'agent_variables', details: { agent: 'Eve', variables: ['name', 'day'] } }])
    expect(empty[0]!.message).toBe('The agent Eve uses variables that no lead fills and that have no default: name, day.')
    expect(some).toEqual([])
  })

  test('that some leads lack are recommendations with the number of leads', async () => {
    const { empty, some } = await withVariables([
      { name: 'Ann', data: { day: 'Monday', company: false } },
      { data: { name: 'Bob', day: null, company: 'x' } },
      {},
    ])
    expect(empty).toEqual([])
    expect(some).toEqual([
      { variable: 'company', leads: 1 },
      { variable: 'name', leads: 1 },
      { variable: 'day', leads: 2 },
    ])
  })

  test('are no subject with a default, or without leads', async () => {
    expect(await withVariables([{}], { default_variables: { company: 'a', name: 'you', day: 'soon' } })).toEqual({ empty: [], some: [] })
    expect(await withVariables([])).toEqual({ empty: [], some: [] })
  })

  test('are known to be filled by any lead, also beyond those that are counted', async () => {
    const leads = Array.from({ length: 10_001 }, (_, nth) => ({ name: 'Ann', data: nth === 10_000 ? { company: 'x' } : {} }))
    const { empty, some } = await withVariables(leads)
    expect(empty).toMatchObject([{ details: { variables: ['day'] } }])
    expect(some).toEqual([{ variable: 'company', leads: 10_000 }])
  })
})

test('a disconnected number cannot place calls, but another one of the pool can', async () => {
  const { id: number } = (await key.get('/phone-numbers')).body.items[0]
  const { rows } = await pool.query(
    `insert into phone_numbers (workspace_id, phone_number, carrier, provider_numbers) values ($1, '+12125559999', 'simulator', '{}') returning id`,
    [workspaceId],
  )
  const second = rows[0].id as number
  const id = await campaign({ from_number_id: second })
  expect(await missing(id)).toEqual([])
  await pool.query('update phone_numbers set is_active = false where id = $1', [second])
  expect(await preflight(id)).toMatchObject({ missing: [{ requirement: 'from_number', message: expect.stringContaining('+12125559999') }] })
  await key.gql('mutation ($id: ID!, $numberIds: [ID!]) { updateCampaignSettings(campaignId: $id, input: { numberIds: $numberIds }) { id } }', {
    id,
    numberIds: [number],
  })
  expect(await missing(id)).toEqual([])
})

test('the wallet must cover the reservation for a call to the next lead', async () => {
  const { key: poor, ...theirs } = await tenant('0.5')
  const { body } = await poor.post('/campaigns', { name: 'x', agent_ref_id: theirs.agentId })
  await addLeads(theirs.workspaceId, body.id, [{ phone_number: '+14155550100' }])
  const [requirements] = (await preflight(body.id, poor)).missing
  expect(requirements).toMatchObject({
    requirement: 'wallet',
    code: 'balance_too_low',
    details: { available: '0.5000', required: expect.stringMatching(/^\d+\.\d{4}$/), currency: 'USD' },
    message: expect.stringMatching(/^The available balance is 0\.5000 USD, and a call reserves \d+\.\d{4}/),
  })
  await pool.query('update wallets set balance = 100000000 where workspace_id = $1', [theirs.workspaceId])
  expect(await missing(body.id, poor)).toEqual([])
})

test('invalid or unsupported questions are reported with their field', async () => {
  const unknown = { properties: { a: { $ref: '#/$defs/nothing' } } }
  expect(await missing(await campaign({ extraction_schema: unknown }))).toEqual(['extraction_schema'])
  expect(await missing(await campaign({ extraction_schema: { properties: { a: { type: 'string', pattern: '^(a+)+$' } } } }))).toEqual([])
  expect(await missing(await campaign({ analysis_config: { fields: { a: { type: 'color' } } } }))).toEqual(['analysis_config'])
  const invalid = await campaign({ analysis_config: { outcomes: ['sold'] } })
  expect(await preflight(invalid)).toMatchObject({ ready: true, suggestions: expect.arrayContaining([expect.stringContaining('analysis_config.outcomes')]) })
})

test('recommendations are listed until they are resolved', async () => {
  const id = await campaign({ schedule: { start_date: '2099-01-01T00:00:00Z' } })
  const { suggestions, recommendations } = await preflight(id)
  expect(recommendations.map(({ message }) => message)).toEqual(suggestions)
  expect(recommendations.map(({ code }) => code)).toEqual([
    'set_purpose',
    'set_budget',
    'set_webhook',
    'starts_later',
    'add_questions',
    'leads_without_consent',
  ])
  expect(recommendations).toContainEqual(expect.objectContaining({ code: 'starts_later', details: { starts_at: '2099-01-01T00:00:00.000Z' } }))
  for (const word of ['purpose', 'budget', 'webhook', '2099-01-01', 'questions']) expect(suggestions.join('\n')).toContain(word)
  await key.patch(`/campaigns/${id}`, { purpose: 'appointment', schedule: null, extraction_schema: { properties: { ok: { type: 'boolean' } } } })
  await key.put('/webhooks', { url: 'https://example.com/hook' })
  await key.gql('mutation ($id: ID!) { updateCampaignSettings(campaignId: $id, input: { budget: "10" }) { id } }', { id })
  await key.gql('mutation ($input: ConsentInput!) { recordConsent(input: $input) { id } }', {
    input: { phoneNumber: '+14155550100', basis: 'express', givenAt: '2026-01-31' },
  })
  expect((await preflight(id)).suggestions).toEqual([])
})
