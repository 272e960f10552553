import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import { addCampaigns, addLeads } from '../kit/fixtures/leads.ts'
import { addResults } from '../kit/fixtures/callResults.ts'
import { waitForEvents } from '../kit/waiting/eventsProcessed.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { recordStatements } from '../kit/observers/queries.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

const testServer = useTestServer()
const CALLS = 20
let acme: Awaited<ReturnType<typeof createTenant>>
let other: Awaited<ReturnType<typeof createTenant>>
let campaignId: number
let leadIds: number[]
let callIds: number[]
beforeAll(async () => {
  ;[acme, other] = await Promise.all([createTenant(testServer()), createTenant(testServer())])
  ;[campaignId] = (await addCampaigns(acme.acme.id, { agentId: acme.agentId, status: 'draft', count: 1 })) as [number]
  leadIds = await addLeads(
    acme.acme.id,
    campaignId,
    Array.from({ length: CALLS }, (_, n) => ({ phone_number: `+1415555${1000 + n}`, name: `Lead ${n}` })),
  )
  callIds = await addResults(
    acme.acme.id,
    campaignId,
    leadIds.map((lead_id) => ({ lead_id })),
  )
  await pool.query('update calls set agent_id = $2 where id = any($1)', [callIds, acme.agentId])
  for (const id of callIds) await addEvents(id, 3)
})

/** Events of a call, as a provider would send them. */
async function addEvents(callId: number, count: number, body: object = {}) {
  await pool.query(
    `insert into provider_events (provider, dedupe_key, body, call_id)
     select 'retell', 'retell:call_' || n || ':' || $1::int || ':' || n, $3::jsonb, $1 from generate_series(1, $2::int) as n`,
    [callId, count, JSON.stringify(body)],
  )
}

/** Runs an operation. Returns the response and the statements it took. */
async function runCounted<Data>({ acme: { id }, key }: typeof acme, document: string, variables?: object) {
  const { statements, stop } = recordStatements(id)
  const data = await key.gql<Data>(document, variables)
  stop()
  expect(statements).not.toEqual([])
  return { data, statements }
}

describe('the provider events of a call', () => {
  test('are listed in order, with their status, without their bodies', async () => {
    const { id } = (await acme.place('+14155550009')).body
    await waitFor('the end', async () => (await acme.key.get(`/calls/${id}`)).body.summary)
    // The summary may have been requested before its webhook arrived.
    await waitFor('all events', () => anyWorkspace.providerEvent.findFirst({ where: { callId: id, dedupeKey: { contains: 'analyzed' } } }))
    await waitForEvents()
    const { call } = await acme.key.gql<any>('query($id: ID!) { call(id: $id) { status events { nodes { id type status lines receivedAt isProcessed } } } }', {
      id,
    })
    const events = call.events.nodes as Record<string, string>[]
    expect(events.map((event) => Number(event.id))).toEqual(events.map((event) => Number(event.id)).toSorted((a, b) => a - b))
    expect(events.map(({ type: kind }) => kind)).toEqual(expect.arrayContaining(['call_started', 'call_ended', 'call_analyzed']))
    expect(events.at(-1)).toMatchObject({ status: 'completed', isProcessed: true })
    const stored = await anyWorkspace.providerEvent.findMany({ where: { callId: id } })
    expect(stored).toHaveLength(events.length)
    const shown = JSON.stringify(events)
    for (const secret of leavesOf(stored.map(({ body }) => body)).filter((leaf) => leaf.length > 12 && !events.some(({ type: kind }) => kind === leaf)))
      expect(shown).not.toContain(secret)
  })

  test('keep their type after their body is deleted', async () => {
    const { call } = await acme.key.gql<any>('query($id: ID!) { call(id: $id) { events { nodes { type status lines } } } }', { id: callIds[0] })
    expect(call.events.nodes).toEqual([1, 2, 3].map((n) => ({ type: `call_${n}`, status: null, lines: null })))
  })

  test('have pages, in order', async () => {
    const document =
      'query($id: ID!, $after: String) { call(id: $id) { events(first: 2, after: $after) { nodes { type } pageInfo { hasNextPage endCursor } } } }'
    const page = async (after?: string) => (await acme.key.gql<any>(document, { id: callIds[1], after })).call.events
    const first = await page()
    const second = await page(first.pageInfo.endCursor)
    expect([first, second].map(({ nodes, pageInfo }) => [nodes.map((one: { type: string }) => one.type), pageInfo.hasNextPage])).toEqual([
      [['call_1', 'call_2'], true],
      [['call_3'], false],
    ])
  })

  test('are read by one query for a whole page of calls', async () => {
    const { data, statements } = await runCounted<any>(
      acme,
      `query($id: ID!) { calls(campaignId: $id, first: ${CALLS}) { nodes { id events { nodes { type } } } } }`,
      {
        id: campaignId,
      },
    )
    expect(data.calls.nodes.map((call: any) => call.events.nodes.length)).toEqual(Array.from({ length: CALLS }, () => 3))
    expect(statements.filter((text) => text.includes('from provider_events where call_id'))).toHaveLength(1)
  })

  test('are not visible in other workspaces', async () => {
    const { data } = await runCounted<any>(other, '{ calls { nodes { events { nodes { id } } } } }')
    expect(data.calls.nodes).toEqual([])
    await expect(other.key.gql('query($id: ID!) { call(id: $id) { events { nodes { id } } } }', { id: callIds[0] })).rejects.toThrow('Call not found')
  })
})

describe('the agent, campaign and lead of calls', () => {
  const PARTIES = 'query($id: ID!) { calls(campaignId: $id, first: 20) { nodes { agent { id name } campaign { id name } lead { id name } } } }'

  test('are read by one query each for a whole page of calls', async () => {
    const { data, statements } = await runCounted<any>(acme, PARTIES, { id: campaignId })
    expect(new Set(data.calls.nodes.map((call: any) => `${call.agent.id} ${call.campaign.id}`))).toEqual(new Set([`${acme.agentId} ${campaignId}`]))
    expect(data.calls.nodes.map((call: any) => Number(call.lead.id))).toEqual(leadIds.toReversed())
    for (const table of ['agents', 'campaigns', 'leads'])
      expect(statements.filter((text) => new RegExp(`from "?(public"?\\.)?"?${table}\\b`, 'i').test(text)).length, table).toBeLessThanOrEqual(1)
  })

  test('are null if there is none or it was deleted, except an archived agent', async () => {
    const [orphanId, withoutLeadId] = await addResults(acme.acme.id, campaignId, [{ lead_id: leadIds[0] }, {}])
    await anyWorkspace.lead.update({ where: { id: leadIds[0] }, data: { deletedAt: new Date() } })
    const document = 'query($id: ID!) { call(id: $id) { agentId agent { id } leadId lead { id } campaign { id } } }'
    const call = async (id: number) => (await acme.key.gql<any>(document, { id })).call
    expect(await call(orphanId!)).toMatchObject({ agentId: null, agent: null, leadId: String(leadIds[0]), lead: null, campaign: { id: String(campaignId) } })
    expect(await call(withoutLeadId!)).toMatchObject({ leadId: null, lead: null })
    await anyWorkspace.agent.update({ where: { id: acme.agentId }, data: { isActive: false } })
    await anyWorkspace.campaign.update({ where: { id: campaignId }, data: { status: 'cancelled' } })
    expect(await call(callIds[1]!)).toMatchObject({ agent: { id: String(acme.agentId) }, campaign: null })
    await anyWorkspace.agent.update({ where: { id: acme.agentId }, data: { isActive: true } })
    await anyWorkspace.campaign.update({ where: { id: campaignId }, data: { status: 'draft' } })
  })

  test('need the same scopes as elsewhere', async () => {
    const narrow = await acme.acme.key('calls:read')
    for (const [field, scope] of Object.entries({ agent: 'agents:read', campaign: 'campaigns:read', lead: 'leads:read' }))
      await expect(narrow.gql(`query($id: ID!) { call(id: $id) { ${field} { id } } }`, { id: callIds[1] }), field).rejects.toThrow(`Missing scope: ${scope}`)
  })

  test("are never another workspace's, even if a row refers to it", async () => {
    const [id] = await addResults(other.acme.id, campaignId, [{ lead_id: leadIds[2] }]).catch(() => [])
    // Either the database refuses such a row, or the fields are null.
    if (id === undefined) return
    await pool.query('update calls set agent_id = $2 where id = $1', [id, acme.agentId])
    const { call } = await other.key.gql<any>('query($id: ID!) { call(id: $id) { agent { name } campaign { name } lead { name } } }', { id })
    expect(call).toEqual({ agent: null, campaign: null, lead: null })
  })
})

/** Every text and number inside a value. */
function leavesOf(value: unknown): string[] {
  if (value !== null && typeof value === 'object') return Object.values(value).flatMap(leavesOf)
  return [String(value)]
}
