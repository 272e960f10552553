import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { routeTable } from '../../src/rest/routeTable.ts'
import type { Client } from '../kit/clients/client.ts'
import { simulatedCarriers } from '../kit/fakes/simulatedCarriers.ts'
import { addCampaigns } from '../kit/fixtures/leads.ts'
import { addReports } from '../kit/fixtures/reports.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { recordStatements } from '../kit/observers/queries.ts'
import { createTenant } from '../services/calls/placementKit.ts'

// No jobs run in this process, so all counted queries are those of the request. A call at night would read the workspace's rule for it.
const testServer = useTestServer({ env: { ROLE: 'api', CALLING_HOURS: 'off' } })
let acme: Awaited<ReturnType<typeof createTenant>>
let callId: number
let messageId: number
let numberId: number
let drafts: number[]
let campaignId: number
let credentials: object
let running: number[]
let reportId: number
let reportIds: number[]
let statements: string[]
beforeAll(async () => {
  acme = await createTenant(testServer())
  // 0113: the provider sends no webhooks.
  callId = (await acme.place('+12125550113')).body.id
  messageId = (await acme.key.post('/sms', { to_number: '+12125550213', body: 'Hello' })).body.id
  numberId = (await acme.key.get('/phone-numbers')).body.items[0].id
  drafts = await addCampaigns(acme.acme.id, { agentId: acme.agentId, status: 'draft', count: 20 })
  campaignId = (await acme.key.post('/campaigns', { name: 'Autumn' })).body.id
  running = await addCampaigns(acme.acme.id, { agentId: acme.agentId, status: 'running', count: 10 })
  reportIds = await addReports(acme.acme.id, 8)
  reportId = reportIds.pop()!
  credentials = (await simulatedCarriers(testServer().running.simulator!.url).account('twilio')).credentials
  const recorded = recordStatements()
  statements = recorded.statements
  return recorded.stop
})

/** Only in tests, each connection is told the workspace (`workspacePool.ts`). */
const OF_ROW_SECURITY = 'set callwright.workspace_id'

let lines = 0
/** A new number each time. 0113: the provider sends no webhooks. 0213: the carrier sends no delivery receipts. */
const newNumber = (digits = '0113') => `+1${201 + (lines += 1)}555${digits}`
const post = (key: Client, path: string, body: object) =>
  key.raw(path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() } })
/** The request for each route. */
const REQUESTS: Record<string, (key: Client, n: number) => Promise<{ status: number }>> = {
  'GET /me': (key) => key.get('/me'),
  'GET /billing/usage': (key) => key.get('/billing/usage'),
  'GET /agents': (key) => key.get('/agents?limit=5&is_active=true'),
  'POST /agents': (key) => post(key, '/agents', { name: 'Ada' }),
  'GET /agents/{agent_id}': (key) => key.get(`/agents/${acme.agentId}`),
  'PATCH /agents/{agent_id}': (key, n) => key.patch(`/agents/${acme.agentId}`, { name: `Ada ${n}` }),
  'POST /agents/{agent_id}/publish': (key) => key.post(`/agents/${acme.agentId}/publish`),
  'DELETE /agents/{agent_id}': (key) => key.delete(`/agents/${acme.agentId}`),
  'GET /campaigns': (key) => key.get('/campaigns?limit=5&status=draft'),
  'POST /campaigns': (key) => post(key, '/campaigns', { name: 'Autumn', extraction_schema: { properties: { ok: { type: 'boolean' } } } }),
  'GET /campaigns/{campaign_id}': (key) => key.get(`/campaigns/${drafts[0]}`),
  'PATCH /campaigns/{campaign_id}': (key, n) => key.patch(`/campaigns/${drafts[0]}`, { name: `Autumn ${n}`, agent_ref_id: acme.agentId }),
  'DELETE /campaigns/{campaign_id}': (key) => key.delete(`/campaigns/${drafts.pop()}`),
  'POST /campaigns/{campaign_id}/start': (key) => key.post(`/campaigns/${drafts.pop()}/start`),
  'POST /campaigns/{campaign_id}/pause': (key) => key.post(`/campaigns/${running.pop()}/pause`),
  'GET /campaigns/{campaign_id}/results': (key) => key.get(`/campaigns/${drafts[0]}/results?limit=5`),
  'GET /calls': (key) => key.get('/calls?limit=50&status=queued&campaign_id=1'),
  'POST /calls': (key) => post(key, '/calls', { to_number: newNumber(), agent_id: acme.agentId }),
  'GET /calls/{call_id}': (key) => key.get(`/calls/${callId}`),
  'GET /calls/{call_id}/proof': (key) => key.get(`/calls/${callId}/proof`),
  'GET /compliance': (key) => key.get('/compliance'),
  'GET /sms': (key) => key.get('/sms?limit=5&conversation_id=1'),
  'GET /sms/{message_id}': (key) => key.get(`/sms/${messageId}`),
  'POST /sms': (key) => post(key, '/sms', { to_number: newNumber('0213'), body: 'Hello' }),
  'GET /campaigns/{campaign_id}/leads': (key) => key.get(`/campaigns/${campaignId}/leads?limit=5&status=pending`),
  'POST /campaigns/{campaign_id}/leads': (key) => post(key, `/campaigns/${campaignId}/leads`, { leads: [{ phone_number: newNumber() }] }),
  'POST /leads:upsert': (key) => post(key, '/leads:upsert', { campaign_id: campaignId, items: [{ external_id: newNumber(), phone: newNumber() }] }),
  'DELETE /campaigns/{campaign_id}/leads/{lead_id}': async (key) => {
    await post(key, `/campaigns/${campaignId}/leads`, { leads: [{ phone_number: newNumber() }] })
    const { id } = (await key.get(`/campaigns/${campaignId}/leads?limit=1`)).body.items[0]
    statements.length = 0
    return key.delete(`/campaigns/${campaignId}/leads/${id}`)
  },
  'GET /phone-numbers': (key) => key.get('/phone-numbers?limit=5'),
  'GET /phone-numbers/{number_id}': (key) => key.get(`/phone-numbers/${numberId}`),
  'PUT /phone-numbers/{number_id}/inbound': (key, n) => key.put(`/phone-numbers/${numberId}/inbound`, { enabled: n % 2 === 0, agent_id: acme.agentId }),
  'POST /integrations/connect': (key) => key.post('/integrations/connect', { carrier: 'twilio', credentials }),
  'GET /dnc': (key) => key.get('/dnc'),
  'GET /dnc/registers': (key) => key.get('/dnc/registers'),
  'GET /consents': (key) => key.get('/consents?phone_number=%2B12125550100'),
  'POST /consents': (key, n) => key.post('/consents', { phone_number: newNumber(), basis: 'none_stated', source: `Form ${n}` }),
  'POST /consents/{consent_id}/revoke': async (key) => {
    const { id } = (await key.post('/consents', { phone_number: newNumber(), basis: 'none_stated' })).body
    statements.length = 0
    return key.post(`/consents/${id}/revoke`)
  },
  'POST /dnc': (key) => key.post('/dnc', { phone_number: newNumber() }),
  'GET /dnc/check': (key) => key.get('/dnc/check?phone_number=%2B12125550100'),
  'DELETE /dnc/{phone_number}': async (key) => {
    const to = newNumber()
    await key.post('/dnc', { phone_number: to })
    statements.length = 0
    return key.delete(`/dnc/${to}`)
  },
  'POST /phone-numbers/link': (key) =>
    post(key, '/phone-numbers/link', { phone_number: newNumber(), carrier: 'sip', sip: { termination_uri: 'sip.example.com' } }),
  'DELETE /phone-numbers/{number_id}': async (key) => {
    const { id } = (await post(key, '/phone-numbers/link', { phone_number: newNumber(), carrier: 'sip', sip: { termination_uri: 'sip.example.com' } })).body
    statements.length = 0
    return key.delete(`/phone-numbers/${id}`)
  },
  'GET /analytics/workspace': (key) => key.get('/analytics/workspace?from=2026-11-01&to=2026-11-08'),
  'GET /analytics/daily': (key) => key.get(`/analytics/daily?agent_id=${acme.agentId}`),
  'GET /analytics/hours': (key) => key.get('/analytics/hours'),
  'GET /analytics/funnel': (key) => key.get('/analytics/funnel'),
  'GET /analytics/costs': (key) => key.get('/analytics/costs?by=agent'),
  'GET /campaigns/{campaign_id}/cost-estimate': (key) => key.get(`/campaigns/${campaignId}/cost-estimate`),
  'GET /calls/{call_id}/analysis': (key) => key.get(`/calls/${callId}/analysis`),
  'GET /reports': (key) => key.get('/reports?limit=5'),
  'POST /reports': (key) => post(key, '/reports', { type: 'calls', from: '2026-11-01' }),
  'GET /reports/{report_id}': (key) => key.get(`/reports/${reportId}`),
  'DELETE /reports/{report_id}': (key) => key.delete(`/reports/${reportIds.pop()}`),
  'GET /webhooks': (key) => key.get('/webhooks'),
  'PUT /webhooks': (key, n) => key.put('/webhooks', { events: n % 2 ? [] : ['call.completed'] }),
  'GET /webhook-endpoints': (key) => key.get('/webhook-endpoints'),
  'POST /webhook-endpoints': (key) => post(key, '/webhook-endpoints', { url: 'https://example.com/hook' }),
  'PATCH /webhook-endpoints/{endpoint_id}': async (key, n) => {
    const [{ id }] = (await key.get('/webhook-endpoints')).body.items
    statements.length = 0
    return key.patch(`/webhook-endpoints/${id}`, { description: String(n) })
  },
  'DELETE /webhook-endpoints/{endpoint_id}': async (key) => {
    const [{ id }] = (await key.get('/webhook-endpoints')).body.items
    statements.length = 0
    return key.delete(`/webhook-endpoints/${id}`)
  },
}
/** Routes that need more than two queries, and the reason. */
const EXPECTED_COUNTS: Record<string, [number: number, why: string]> = {
  'POST /webhook-endpoints': [8, 'a transaction of its lock, the other endpoints, the ID that its secret is bound to, the row; who asks'],
  'PATCH /webhook-endpoints/{endpoint_id}': [6, 'a transaction of the row and its change; who asks'],
  'DELETE /webhook-endpoints/{endpoint_id}': [7, 'a transaction of the row, its end and its alert; who asks'],

  'GET /analytics/workspace': [3, 'the time zone, the sums of both periods, calls under way and the wallet'],
  'GET /campaigns/{campaign_id}/cost-estimate': [3, 'campaign, its leads, what limits it and what calls were like'],
  'GET /compliance': [14, 'the campaigns, the leads of each of ten, the registers, the changed rules, all other rows'],
  'POST /calls': [5, 'agent, number, the intent, what the provider answered, the answer kept'],
  'POST /sms': [11, 'number, connection, the intent, a transaction of what the carrier answered with the money and the statistics, the answer kept; who asks'],
  'PUT /phone-numbers/{number_id}/inbound': [3, 'number, agent, the change'],
  'POST /phone-numbers/link': [
    16,
    'who has it, the intent, a lock and its end, the number, what is left at the provider, its id there, the end, the answer kept; a transaction of the end with a alert that may stand, another that names who asks',
  ],
  'DELETE /phone-numbers/{number_id}': [
    12,
    'number, the release, what is to be undone, a lock and its end, the number, who has it since, what is gone, the end',
  ],
  'POST /consents': [6, 'a transaction of the consent with its job, the room that is left, and the row as it is shown; who asks'],
  'POST /integrations/connect': [
    9,
    'a transaction of its lock, what is known, the change and the numbers to set up; the connection as it is shown; who asks, a alert that may stand',
  ],
  'PATCH /campaigns/{campaign_id}': [
    10,
    'campaign, agent, a transaction of its lock, the log, the leads that waited for its rules and the change, stats; who asks',
  ],
  'DELETE /campaigns/{campaign_id}': [8, 'a transaction of its lock, its leads, the log and the change; who asks, a alert that may stand'],
  'POST /reports': [
    10,
    'who asks, the time zone, a transaction of its turn, how many are open, the row with the key, its job, the row as it is shown; the answer kept',
  ],
  'DELETE /reports/{report_id}': [11, 'the report, a transaction of its end, what is left of it, a transaction of the end of the row; who asks, twice'],
  'POST /campaigns/{campaign_id}/leads': [
    10,
    'campaign, a transaction that holds it, the import with the key, its leads, its counts, the activity, the answer kept; who asks',
  ],
  'POST /leads:upsert': [10, 'the same'],
  'DELETE /campaigns/{campaign_id}/leads/{lead_id}': [6, 'a transaction that holds the campaign, the lead, the activity; who asks'],
  'POST /campaigns/{campaign_id}/start': [
    14,
    'campaign, what the pre-flight looks at with the consents of its leads, a transaction of its lock, the log, the leads that waited and the change; who asks, a alert that may stand',
  ],
  'POST /campaigns/{campaign_id}/pause': [8, 'a transaction of its lock, the log and the change, calls on their way, stats; who asks'],
  'POST /agents/{agent_id}/publish': [
    19,
    'agent, whether the workspace refuses it, the countries it calls, the intent and its place at the provider, what the workspace keeps, each step noted there, the version with what it replaces; who asks, twice',
  ],
}

test('every route has a request here', () => {
  expect(Object.keys(REQUESTS).sort()).toEqual(routeTable.map(({ method, path }) => `${method} ${path}`).sort())
})

const rows = routeTable.filter(({ method, path }) => `${method} ${path}` !== 'DELETE /agents/{agent_id}')
test.each([...rows, routeTable.find(({ tool }) => tool === 'delete_agent')!].map(({ method, path }) => `${method} ${path}`))(
  '%s runs at most two queries, or as many as are listed for it',
  async (name) => {
    const runs: string[][] = []
    for (let n = 0; n < 5; n++) {
      statements.length = 0
      expect((await REQUESTS[name]!(acme.key, n)).status).toBeLessThan(300)
      runs.push(statements.filter((text) => !text.includes('from api_keys') && !text.startsWith(OF_ROW_SECURITY)))
    }
    // A periodic query sometimes falls into a run.
    const fewest = runs.sort((a, b) => a.length - b.length)[0]!
    expect(fewest.length, fewest.join('\n')).toBeLessThanOrEqual(EXPECTED_COUNTS[name]?.[0] ?? 2)
  },
)
