import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { connectedApp } from '../kit/apps.ts'
import { stopClock } from '../kit/clock.ts'
import { each } from '../kit/each.ts'
import { loggedBy } from '../kit/logged.ts'
import { until } from '../kit/until.ts'
import { useWorld } from '../kit/world.ts'
import { dialled, tenant } from '../services/calls/placementKit.ts'
import { call, message, post } from './kit.ts'

const world = useWorld()
let acme: Awaited<ReturnType<typeof tenant>>
let app: Awaited<ReturnType<typeof connectedApp>>
beforeAll(async () => {
  acme = await tenant(world())
  app = await connectedApp(world(), acme.acme.id)
})
const use = (tool: string, args: object = {}, token = app.token) => call(world(), token, tool, args)

describe('a call that is repeated with its idempotency_key', () => {
  test('is placed once, whoever names the arguments in whichever order, and answered alike', async () => {
    const to_number = '+12125550113'
    const idempotency_key = randomUUID()
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => use('place_call', { to_number, agent_id: acme.agentId, idempotency_key })),
      ...Array.from({ length: 5 }, () => use('place_call', { idempotency_key, agent_id: acme.agentId, to_number })),
    ])
    expect(new Set(answers.map(({ said }) => JSON.stringify(said))).size).toBe(1)
    expect(answers.filter(({ meta }) => meta?.['callwright/idempotent-replayed'])).toHaveLength(9)
    expect((await dialled(world(), 'retell', to_number)).length).toBe(1)
    const row = await anyWorkspace.call.findUniqueOrThrow({ where: { id: answers[0]!.said.id } })
    expect(row.appGrantId).toBe(app.grant.id)
  })

  test('is refused with other arguments, and is new for another app and for a key of the workspace', async () => {
    const idempotency_key = randomUUID()
    const first = await use('create_agent', { name: 'Ada', idempotency_key })
    expect(await use('create_agent', { name: 'Grace', idempotency_key })).toMatchObject({
      isError: true,
      said: { status: 409, detail: 'Idempotency-Key was already used with a different request body' },
    })
    const other = await connectedApp(world(), acme.acme.id)
    expect((await use('create_agent', { name: 'Ada', idempotency_key }, other.token)).said.id).not.toBe(first.said.id)
    const overRest = await acme.key.raw('/agents', {
      method: 'POST',
      body: '{"name":"Ada"}',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotency_key },
    })
    expect([overRest.status, overRest.headers.get('idempotent-replayed')]).toEqual([201, null])
  })

  test.each([[''], ['k'.repeat(256)], ['clé'], [7], [['a', 'b']]])('a key that is none (%j) is refused, and nothing is made', async (idempotency_key) => {
    const before = await anyWorkspace.agent.count({ where: { workspaceId: acme.acme.id } })
    const { isError, said } = await use('create_agent', { name: 'Ada', idempotency_key })
    expect([isError, said.status, said.detail[0].loc]).toEqual([true, 422, ['header', 'Idempotency-Key']])
    expect(await anyWorkspace.agent.count({ where: { workspaceId: acme.acme.id } })).toBe(before)
  })
})

test('arguments are as strict as a body: nothing that cannot be stored, no names of prototypes, no depths, no more bytes than REST takes', async () => {
  const agent = (more: object) => use('create_agent', { name: 'Ada', ...more })
  expect((await agent({ system_prompt: 'a\u0000b' })).said).toMatchObject({ status: 422, detail: [{ loc: ['body', 'system_prompt'] }] })
  const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)
  expect((await agent({ extra: deep })).said).toMatchObject({ status: 422, detail: [{ type: 'value_error.json.depth' }] })
  expect((await agent({ extra: { constructor: 1 } })).said).toMatchObject({ status: 422, detail: [{ type: 'value_error.key' }] })
  expect((await agent({ extra: 'x'.repeat(300_000) })).said).toEqual({ status: 413, detail: 'The request body is larger than 262144 bytes.' })
  expect((await use('get_agent')).said).toMatchObject({ status: 422, detail: [{ loc: ['path', 'agent_id'] }] })
  expect((await use('list_agents', { limit: 1, is_active: true, cursor: null })).said.items).toHaveLength(1)
})

test('a change is in the audit log as the app’s, for the person behind it', async () => {
  const { said } = await use('create_campaign', { name: 'Audited' })
  const entry = await anyWorkspace.auditEntry.findFirstOrThrow({ where: { workspaceId: acme.acme.id, subject: 'campaign', subjectId: String(said.id) } })
  expect(entry).toMatchObject({ actorKind: 'app', userId: app.userId, apiKeyId: app.grant.id })
})

test('the log names the tool and who called it, and nothing that was said', async () => {
  const lines = await loggedBy(async () => {
    await use('create_agent', { name: 'Secretname' })
    await use('get_agent', { agent_id: 999_999 })
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
  test('are those of the workspace: each call of a tool counts as a request does, over REST and here together', async () => {
    stopClock(new Date('2026-03-03T10:00:15.250Z'))
    const free = await world().workspace({ plan: 'free' })
    const { token } = await connectedApp(world(), free.id)
    const key = await free.key()
    await anyWorkspace.oauthPayload.updateMany({ where: {}, data: { expiresAt: new Date('2027-01-01') } })
    expect((await key.get('/me')).headers.get('x-ratelimit-remaining')).toBe('29')
    const { headers } = await message(world(), token, 'tools/call', { name: 'get_workspace_info', arguments: {} })
    expect(headers.get('x-ratelimit-remaining')).toBe('28')
    // What is no call costs nothing.
    expect((await message(world(), token, 'tools/list')).status).toBe(200)
    await each(Array.from({ length: 28 }), async () => void (await use('get_workspace_info', {}, token)))
    expect((await use('get_workspace_info', {}, token)).said).toEqual({
      status: 429,
      detail: 'API rate limit exceeded (per minute). Slow down and retry shortly.',
      retry_after: 45,
    })
    expect((await key.get('/me')).status).toBe(429)
  })

  test('hold for calls that are sent together', async () => {
    const free = await world().workspace({ plan: 'free' })
    const { token } = await connectedApp(world(), free.id)
    const batch = Array.from({ length: 20 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'get_workspace_info', arguments: {} } }))
    const send = () => post(world(), JSON.stringify(batch), { Authorization: `Bearer ${token}`, 'MCP-Protocol-Version': '2025-03-26' })
    await Promise.all([send(), send(), send()])
    expect((await use('get_workspace_info', {}, token)).said.status).toBe(429)
  })

  test('what is no call of a tool has an end, too', async () => {
    const { token } = await connectedApp(world(), acme.acme.id)
    const pings = JSON.stringify(Array(20).fill({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    const send = () => post(world(), pings, { Authorization: `Bearer ${token}`, 'MCP-Protocol-Version': '2025-03-26' })
    const statuses = []
    for (let sent = 0; sent < 31; sent++) statuses.push((await send()).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})

test('a campaign is proposed first, and started with what was proposed', async () => {
  const { id } = (await use('create_campaign', { name: 'Proposed', agent_ref_id: acme.agentId })).said
  await use('add_leads', { campaign_id: id, leads: [{ phone_number: '+12125550113' }] })
  const proposed = await use('start_campaign', { campaign_id: id, propose: true })
  expect(proposed).toMatchObject({ isError: false, said: { proposal_id: expect.any(String) } })
  expect((await use('get_campaign', { campaign_id: id })).said.status).toBe('draft')
  expect((await use('start_campaign', { campaign_id: id, proposal_id: proposed.said.proposal_id })).said.status).toBe('running')
})

test('a report that is done comes with a link to its file', async () => {
  const { id } = (await use('export_report', { type: 'calls' })).said
  await until('the report', async () => (await use('get_report', { report_id: id })).said.status === 'done')
  const { said, links } = await use('get_report', { report_id: id })
  expect(links).toEqual([said.download_url])
  expect((await fetch(links[0]!)).status).toBe(200)
})
