import { expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { measureConversation } from '../../src/services/calls/callAnalyses.ts'
import * as sessions from '../../src/services/access/sessions/sessions.ts'
import { addLeads } from '../kit/fixtures/leads.ts'
import { stopClock } from '../kit/waiting/clock.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { closeCalls } from '../services/analytics/statsKit.ts'
import { expectResponse, errorsIn } from './responses.ts'

const testServer = useTestServer({ speed: 200 })

/** Publishes an agent, waits for a simulated call to end, and reads every endpoint that shows it. */
test('a finished call appears everywhere immediately, with its cost and analysis', async () => {
  const { key, agentId, place } = await createTenant(testServer())
  const { id } = (await place('+12125550100')).body
  await waitFor('the call to be closed', async () => (await anyWorkspace.call.findUnique({ where: { id } }))?.finishedAt)
  const call = (await key.get(`/calls/${id}`)).body
  const workspace = await key.get('/analytics/workspace')
  expectResponse('get_workspace_stats', 200, workspace)
  const expectedTotals = {
    calls: 1,
    answered: 1,
    answer_rate: 1,
    successes: 1,
    cost: call.cost,
    cost_per_success: call.cost,
    average_seconds: call.duration_seconds,
  }
  expect(workspace.body).toMatchObject({ period: { timezone: 'UTC' }, current: expectedTotals, previous: { calls: 0, answer_rate: null }, active_calls: 0 })
  const daily = (await key.get(`/analytics/daily?agent_id=${agentId}`)).body
  expect(daily.days).toHaveLength(30)
  expect(daily.days.at(-1)).toMatchObject({ date: call.ended_at.slice(0, 10), ...expectedTotals })
  expect((await key.get('/analytics/hours')).body.hours.filter(({ calls }: { calls: number }) => calls > 0)).toMatchObject([
    { hour: Number(call.ended_at.slice(11, 13)), calls: 1 },
  ])
  expect((await key.get('/analytics/funnel')).body).toMatchObject({
    leads: null,
    stages: [{ stage: 'dialled', calls: 1 }, {}, {}, { stage: 'success', share: 1 }],
  })
  expect((await key.get('/analytics/costs?by=agent')).body.groups).toMatchObject([{ key: String(agentId), name: 'Ada', cost: call.cost }])
  const analysis = await key.get(`/calls/${id}/analysis`)
  expectResponse('get_call_analysis', 200, analysis)
  const { outcome, summary, cost, cost_lines, structured_data } = call
  expect(analysis.body).toMatchObject({ call_id: expect.anything(), outcome, summary, cost, cost_lines, structured_data, sentiment: 'positive' })
  expect(analysis.body.conversation).toMatchObject({ lines: call.transcript.length, agent_share: expect.any(Number) })
  const { billingUsage } = await key.gql<any>('{ billingUsage { charges { key cost } } }')
  expect(billingUsage.charges).toEqual([{ key: 'minutes', cost: call.cost }])
})

test.each([
  ['from=yesterday', ['query', 'from'], 'value_error.datetime'],
  ['to=2026-02-30', ['query', 'to'], 'value_error.datetime'],
  ['from=2026-11-01T10:07:00Z', ['query', 'from'], 'value_error.quarter_hour'],
  ['timezone=Europe/Atlantis', ['query', 'timezone'], 'value_error.timezone'],
  ['from=2026-11-02&to=2026-11-01', ['query', 'to'], 'value_error.period'],
  ['from=2020-01-01&to=2026-01-01', ['query', 'from'], 'value_error.period'],
  ['agent_id=1&campaign_id=2', ['query', 'campaign_id'], 'value_error.filter'],
  ['agent_id=x', ['query', 'agent_id'], 'type_error.integer'],
])('invalid ?%s of statistics is refused and named', async (query, loc, type) => {
  const key = await (await testServer().workspace()).key()
  expect(errorsIn(await key.get(`/analytics/daily?${query}`))).toMatchObject([{ loc, type }])
})

test('statistics need calls:read, costs billing:read and estimates campaigns:read, and the balance is shown only with its scope', async () => {
  const acme = await testServer().workspace()
  const [calls, billing] = [await acme.key('calls:read'), await acme.key('billing:read')]
  expect((await calls.get('/analytics/workspace')).body).toMatchObject({ balance: null })
  expect((await (await acme.key()).get('/analytics/workspace')).body).toMatchObject({ balance: '100.0000' })
  for (const path of ['workspace', 'daily', 'hours', 'funnel']) expect((await billing.get(`/analytics/${path}`)).body.detail).toBe('Missing scope: calls:read')
  expect((await calls.get('/analytics/costs')).body.detail).toBe('Missing scope: billing:read')
  expect((await calls.get('/campaigns/1/cost-estimate')).body.detail).toBe('Missing scope: campaigns:read')
})

test("the owner sets the workspace's time zone to an existing one, and days follow it", async () => {
  const acme = await testServer().workspace()
  const key = await acme.key()
  const { accessToken } = await sessions.signIn({ email: acme.email, password: acme.password }, '192.0.2.1')
  const set = async (timezone: string, headers: Record<string, string>) => {
    const query = 'mutation ($timezone: String!) { setWorkspaceTimezone(timezone: $timezone) { timezone } }'
    const res = await fetch(`${testServer().url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables: { timezone } }),
    })
    const { data, errors } = (await res.json()) as any
    return errors ? errors[0].extensions.code : data.setWorkspaceTimezone.timezone
  }
  const owner = { Authorization: `Bearer ${accessToken}` }
  expect(await set('Pacific/Kiritimati', owner)).toBe('Pacific/Kiritimati')
  expect(await set('Mars/Olympus', owner)).toBe('UNPROCESSABLE_ENTITY')
  expect(await set('UTC', { 'X-API-Key': key.apiKey })).toBe('FORBIDDEN')
  const { period } = (await key.get('/analytics/daily?from=2026-11-01&to=2026-11-02')).body
  expect(period).toEqual({ from: '2026-10-31T10:00:00.000Z', to: '2026-11-01T10:00:00.000Z', timezone: 'Pacific/Kiritimati' })
})

test('without an end, statistics end with the day that it is in their time zone', async () => {
  const key = await (await testServer().workspace()).key()
  stopClock(new Date('2026-11-20T03:00:00Z'))
  const lastDayIn = async (timezone: string) => (await key.get(`/analytics/daily?timezone=${timezone}`)).body.days.at(-1).date
  expect([await lastDayIn('America/Los_Angeles'), await lastDayIn('Asia/Tokyo')]).toEqual(['2026-11-19', '2026-11-20'])
  stopClock(new Date('2026-11-20T20:00:00Z'))
  expect([await lastDayIn('America/Los_Angeles'), await lastDayIn('Asia/Tokyo')]).toEqual(['2026-11-20', '2026-11-21'])
})

test('an estimate counts the leads that may be called, at the price of their country, and lists its assumptions', async () => {
  const { acme, key, agentId } = await createTenant(testServer(), { wallet: '20' })
  const { id } = (await key.post('/campaigns', { name: 'Autumn', agent_ref_id: agentId })).body
  await addLeads(acme.id, id, [
    ...Array.from({ length: 30 }, (_, n) => ({ phone_number: `+1212555${1000 + n}` })),
    ...Array.from({ length: 10 }, (_, n) => ({ phone_number: `+44207946${1000 + n}` })),
    { phone_number: '+12125559999', attempts: 3 },
    { phone_number: '+12125558888', status: 'completed' },
  ])
  await key.post('/dnc', { phone_number: '+12125551000' })
  const exact = await key.get(`/campaigns/${id}/cost-estimate?answer_rate=1&talk_seconds=60`)
  expectResponse('get_cost_estimate', 200, exact)
  expect(exact.body).toMatchObject({
    leads: 39,
    skipped: 2,
    calls: { low: 39, expected: 39, high: 39 },
    cost: { low: '4.7800', expected: '4.7800', high: '4.7800' },
    destinations: [
      { prefix: '1', leads: 29, per_minute: '0.1200', cost: { expected: '3.4800' } },
      { prefix: '44', leads: 10, per_minute: '0.1300', cost: { expected: '1.3000' } },
    ],
    covers_estimate: { low: true, expected: true, high: true },
    available: '20.0000',
    budget_left: null,
  })
  const sourceOf = async (name: string) => (await key.get(`/campaigns/${id}/cost-estimate`)).body.assumptions.find((one: { name: string }) => one.name === name)
  expect(exact.body.assumptions[0]).toMatchObject({ name: 'answer_rate', source: 'given' })
  expect(await sourceOf('answer_rate')).toMatchObject({ expected: 0.35, source: 'default', calls: 0 })
  const { cost, calls } = (await key.get(`/campaigns/${id}/cost-estimate`)).body
  expect(Number(cost.low)).toBeLessThan(Number(cost.expected))
  expect(Number(cost.expected)).toBeLessThan(Number(cost.high))
  expect(calls.expected).toBeGreaterThan(39)

  const talk = { outcome: null, to: '+12125550100', country: 'US', direction: 'outbound', agent: 0, campaign: null, number: null, endedAt: new Date() }
  const history = { workspaceId: acme.id, agents: [agentId], campaigns: [], numbers: [] }
  await closeCalls(history, [
    ...Array.from({ length: 20 }, () => ({ ...talk, status: 'completed', seconds: 30 })),
    ...Array.from({ length: 20 }, () => ({ ...talk, status: 'no_answer', seconds: 0 })),
  ])
  expect(await sourceOf('answer_rate')).toMatchObject({ expected: 0.5, source: 'agent', calls: 40 })
  expect(await sourceOf('talk_seconds')).toMatchObject({ expected: 30, low: 24, high: 36 })
  expect((await (await (await testServer().workspace()).key()).get(`/campaigns/${id}/cost-estimate`)).status).toBe(404)
})

test("a campaign's funnel covers all its calls and leads, regardless of a period", async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const { id } = (await key.post('/campaigns', { name: 'Autumn', agent_ref_id: agentId })).body
  await addLeads(acme.id, id, [{ phone_number: '+12125551000', attempts: 1 }, { phone_number: '+12125551001' }])
  const talk = { to: '+12125550100', country: 'US', direction: 'outbound', agent: 0, campaign: 0, number: null, endedAt: new Date('2026-10-01T10:00:00Z') }
  await closeCalls({ workspaceId: acme.id, agents: [agentId], campaigns: [id], numbers: [] }, [
    { ...talk, status: 'voicemail', outcome: 'voicemail', seconds: 5 },
    { ...talk, status: 'completed', outcome: 'success', seconds: 50 },
    { ...talk, status: 'busy', outcome: 'busy', seconds: 0 },
  ])
  expect((await key.get(`/analytics/funnel?campaign_id=${id}`)).body).toEqual({
    period: null,
    leads: { total: 2, called: 1 },
    stages: [
      { stage: 'dialled', calls: 3, share: 1 },
      { stage: 'connected', calls: 2, share: 0.6667 },
      { stage: 'conversation', calls: 1, share: 0.3333 },
      { stage: 'success', calls: 1, share: 0.3333 },
    ],
    outcomes: { voicemail: 1, success: 1, busy: 1 },
  })
  expect(errorsIn(await key.get(`/analytics/funnel?campaign_id=${id}&from=2026-10-01`))).toMatchObject([{ loc: ['query', 'from'] }])
  expect((await (await (await testServer().workspace()).key()).get(`/analytics/funnel?campaign_id=${id}`)).status).toBe(404)
})

test("silence is the time between two lines, a response is the agent's line after the contact's, and neither is invented", () => {
  const line = (role: 'agent' | 'user', text: string, startSeconds: number | null) => ({ role, text, startSeconds })
  expect(measureConversation([line('agent', 'one two three four five', 0), line('user', 'yes', 4), line('agent', 'good', 6.4)])).toEqual({
    lines: 3,
    agentWords: 6,
    userWords: 1,
    agentShare: 6 / 7,
    longestSilenceSeconds: expect.closeTo(2, 5),
    responseSeconds: expect.closeTo(2, 5),
  })
  expect(measureConversation([line('agent', 'hello', null), line('user', 'yes', null)])).toMatchObject({ longestSilenceSeconds: null, responseSeconds: null })
  expect(measureConversation([])).toMatchObject({ lines: 0, agentShare: null, longestSilenceSeconds: null })
})
