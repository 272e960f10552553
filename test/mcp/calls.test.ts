import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { addConnectedApp } from '../kit/fixtures/connectedApps.ts'
import { stopClock } from '../kit/waiting/clock.ts'
import { forEachConcurrently } from '../kit/waiting/forEachConcurrently.ts'
import { captureLogs } from '../kit/observers/logs.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { listPlacements, createTenant } from '../services/calls/placementKit.ts'
import { callTool, sendMessage, postBytes } from './kit.ts'

const testServer = useTestServer()
let acme: Awaited<ReturnType<typeof createTenant>>
let app: Awaited<ReturnType<typeof addConnectedApp>>
beforeAll(async () => {
  acme = await createTenant(testServer())
  app = await addConnectedApp(testServer(), acme.acme.id)
})
const callToolAs = (tool: string, args: object = {}, token = app.token) => callTool(testServer(), token, tool, args)

describe('a repeated call with its idempotency_key', () => {
  test('is placed once, regardless of argument order, with the same response', async () => {
    const to_number = '+12125550113'
    const idempotency_key = randomUUID()
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => callToolAs('place_call', { to_number, agent_id: acme.agentId, idempotency_key })),
      ...Array.from({ length: 5 }, () => callToolAs('place_call', { idempotency_key, agent_id: acme.agentId, to_number })),
    ])
    expect(new Set(answers.map(({ response }) => JSON.stringify(response))).size).toBe(1)
    expect(answers.filter(({ meta }) => meta?.['callwright/idempotent-replayed'])).toHaveLength(9)
    expect((await listPlacements(testServer(), 'retell', to_number)).length).toBe(1)
    const row = await anyWorkspace.call.findUniqueOrThrow({ where: { id: answers[0]!.response.id } })
    expect(row.appGrantId).toBe(app.grant.id)
  })

  test('is refused with other arguments, and is new for another app and for an API key', async () => {
    const idempotency_key = randomUUID()
    const first = await callToolAs('create_agent', { name: 'Ada', idempotency_key })
    expect(await callToolAs('create_agent', { name: 'Grace', idempotency_key })).toMatchObject({
      isError: true,
      response: { status: 409, detail: 'Idempotency-Key was already used with a different request body' },
    })
    const other = await addConnectedApp(testServer(), acme.acme.id)
    expect((await callToolAs('create_agent', { name: 'Ada', idempotency_key }, other.token)).response.id).not.toBe(first.response.id)
    const restResponse = await acme.key.raw('/agents', {
      method: 'POST',
      body: '{"name":"Ada"}',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotency_key },
    })
    expect([restResponse.status, restResponse.headers.get('idempotent-replayed')]).toEqual([201, null])
  })

  test.each([[''], ['k'.repeat(256)], ['clé'], [7], [['a', 'b']]])('an invalid key (%j) is refused, and nothing is created', async (idempotency_key) => {
    const before = await anyWorkspace.agent.count({ where: { workspaceId: acme.acme.id } })
    const { isError, response } = await callToolAs('create_agent', { name: 'Ada', idempotency_key })
    expect([isError, response.status, response.detail[0].loc]).toEqual([true, 422, ['header', 'Idempotency-Key']])
    expect(await anyWorkspace.agent.count({ where: { workspaceId: acme.acme.id } })).toBe(before)
  })
})

test('arguments are validated as strictly as a REST body: NUL, prototype keys, nesting and size', async () => {
  const createAgent = (more: object) => callToolAs('create_agent', { name: 'Ada', ...more })
  expect((await createAgent({ system_prompt: 'a\u0000b' })).response).toMatchObject({ status: 422, detail: [{ loc: ['body', 'system_prompt'] }] })
  const deepValue = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)
  expect((await createAgent({ extra: deepValue })).response).toMatchObject({ status: 422, detail: [{ type: 'value_error.json.depth' }] })
  expect((await createAgent({ extra: { constructor: 1 } })).response).toMatchObject({ status: 422, detail: [{ type: 'value_error.key' }] })
  expect((await createAgent({ extra: 'x'.repeat(300_000) })).response).toEqual({ status: 413, detail: 'The request body is larger than 262144 bytes.' })
  expect((await callToolAs('get_agent')).response).toMatchObject({ status: 422, detail: [{ loc: ['path', 'agent_id'] }] })
  expect((await callToolAs('list_agents', { limit: 1, is_active: true, cursor: null })).response.items).toHaveLength(1)
})

test('the audit log records a change by the app and its user', async () => {
  const { response } = await callToolAs('create_campaign', { name: 'Audited' })
  const entry = await anyWorkspace.auditEntry.findFirstOrThrow({ where: { workspaceId: acme.acme.id, resource: 'campaign', resourceId: String(response.id) } })
  expect(entry).toMatchObject({ actorKind: 'app', userId: app.userId, apiKeyId: app.grant.id })
})

test('the log contains the tool and the caller, but no arguments', async () => {
  const lines = await captureLogs(async () => {
    await callToolAs('create_agent', { name: 'Secretname' })
    await callToolAs('get_agent', { agent_id: 999_999 })
  })
  const calls = lines
    .split('\n')
    .filter((line) => line.includes('"tool call"'))
    .map((line) => JSON.parse(line))
  expect(calls).toEqual([
    expect.objectContaining({ tool: 'create_agent', status: 201, kind: 'app', keyId: app.grant.id, workspaceId: acme.acme.id }),
    expect.objectContaining({ tool: 'get_agent', status: 404 }),
  ])
  for (const secret of ['Secretname', app.token, app.grantId]) expect(lines).not.toContain(secret)
})

describe('limits', () => {
  test('are those of the workspace: tool calls and REST requests count together', async () => {
    stopClock(new Date('2026-03-03T10:00:15.250Z'))
    const freeWorkspace = await testServer().workspace({ plan: 'free' })
    const { token } = await addConnectedApp(testServer(), freeWorkspace.id)
    const key = await freeWorkspace.key()
    await anyWorkspace.oauthPayload.updateMany({ where: {}, data: { expiresAt: new Date('2027-01-01') } })
    expect((await key.get('/me')).headers.get('x-ratelimit-remaining')).toBe('29')
    const { headers } = await sendMessage(testServer(), token, 'tools/call', { name: 'get_workspace_info', arguments: {} })
    expect(headers.get('x-ratelimit-remaining')).toBe('28')
    // Other messages do not count.
    expect((await sendMessage(testServer(), token, 'tools/list')).status).toBe(200)
    await forEachConcurrently(Array.from({ length: 28 }), async () => void (await callToolAs('get_workspace_info', {}, token)))
    expect((await callToolAs('get_workspace_info', {}, token)).response).toEqual({
      status: 429,
      detail: 'API rate limit exceeded (per minute). Slow down and retry shortly.',
      retry_after: 45,
    })
    expect((await key.get('/me')).status).toBe(429)
  })

  test('apply to each call of a batch', async () => {
    // Otherwise a minute may end between the calls.
    stopClock(new Date())
    const freeWorkspace = await testServer().workspace({ plan: 'free' })
    const { token } = await addConnectedApp(testServer(), freeWorkspace.id)
    const batch = Array.from({ length: 20 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'get_workspace_info', arguments: {} } }))
    const send = () => postBytes(testServer(), JSON.stringify(batch), { Authorization: `Bearer ${token}`, 'MCP-Protocol-Version': '2025-03-26' })
    await Promise.all([send(), send(), send()])
    expect((await callToolAs('get_workspace_info', {}, token)).response.status).toBe(429)
  })

  test('also apply to messages that are not tool calls', async () => {
    const { token } = await addConnectedApp(testServer(), acme.acme.id)
    const pings = JSON.stringify(Array(20).fill({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    const send = () => postBytes(testServer(), pings, { Authorization: `Bearer ${token}`, 'MCP-Protocol-Version': '2025-03-26' })
    const statuses = []
    for (let count = 0; count < 31; count++) statuses.push((await send()).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})

test('a campaign can be proposed first, and started with the proposal', async () => {
  const { id } = (await callToolAs('create_campaign', { name: 'Proposed', agent_ref_id: acme.agentId })).response
  await callToolAs('add_leads', { campaign_id: id, leads: [{ phone_number: '+12125550113' }] })
  const proposal = await callToolAs('start_campaign', { campaign_id: id, propose: true })
  expect(proposal).toMatchObject({ isError: false, response: { proposal_id: expect.any(String) } })
  expect((await callToolAs('get_campaign', { campaign_id: id })).response.status).toBe('draft')
  expect((await callToolAs('start_campaign', { campaign_id: id, proposal_id: proposal.response.proposal_id })).response.status).toBe('running')
})

test('a finished report has a link to its file', async () => {
  const { id } = (await callToolAs('export_report', { type: 'calls' })).response
  await waitFor('the report', async () => (await callToolAs('get_report', { report_id: id })).response.status === 'done')
  const { response, links } = await callToolAs('get_report', { report_id: id })
  expect(links).toEqual([response.download_url])
  expect((await fetch(links[0]!)).status).toBe(200)
})
