import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntryItem } from '../../../src/services/audit/audit.ts'
import { withAuditContext } from '../../../src/kernel/auditContext.ts'
import { commands } from '../../../src/admin/commands.ts'
import { anyWorkspace, pool, transaction } from '../../../src/kernel/db/db.ts'
import * as apiKeys from '../../../src/services/access/apiKeys.ts'
import * as auditTrail from '../../../src/services/audit/auditTrail.ts'
import { phonePatternsOf } from '../../../src/services/dataSubjects/phonePatterns.ts'
import * as carrierEvents from '../../../src/services/messages/carrierEvents.ts'
import { createConnectedNumber, newPhoneNumber, storeCarrierEvent, smsTo } from '../../inbound/carrierKit.ts'
import { auditEntriesOfWorkspace, auditEntriesOfRequest, signInOwner, readAuditLog } from '../../kit/observers/auditEntries.ts'
import { simulatedCarriers } from '../../kit/fakes/simulatedCarriers.ts'
import { client, type Client } from '../../kit/clients/client.ts'
import { type TestWorkspace, useTestServer } from '../../kit/server/testServer.ts'

// No jobs, so that only the tests cause changes.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
let key: Client
let person: Awaited<ReturnType<typeof signInOwner>>
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  person = await signInOwner(testServer(), acme)
})

let requests = 0
/** Sends a request with a key, and returns its audit entries. */
async function requestAndReadLog(method: string, path: string, body?: object, client = key): Promise<AuditEntryItem[]> {
  const requestId = `r-${(requests += 1)}`
  const headers = { 'x-request-id': requestId, ...(body && { 'content-type': 'application/json' }) }
  expect((await client.raw(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).status).toBeLessThan(300)
  return auditEntriesOfRequest(requestId)
}
const newAgent = async (fields: object = {}) => (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', ...fields })).body.id as number

describe('an entry', () => {
  test('about a change has only the changed fields, before and after', async () => {
    const id = await newAgent({ system_prompt: 'Be kind' })
    const [entry, ...more] = await requestAndReadLog('PATCH', `/agents/${id}`, { name: 'Bea', system_prompt: 'Be brief' })
    expect(more).toEqual([])
    expect(entry).toEqual({
      id: expect.any(Number),
      workspaceId: acme.id,
      actorKind: 'key',
      userId: null,
      apiKeyId: expect.any(Number),
      actorName: 'test',
      operation: 'updateAgent',
      resource: 'agent',
      resourceId: String(id),
      action: 'changed',
      before: { name: 'Ada', system_prompt: 'Be kind' },
      after: { name: 'Bea', system_prompt: 'Be brief' },
      count: 1,
      address: '127.0.0.1',
      requestId: `r-${requests}`,
      createdAt: expect.any(Date),
    })
    expect(await requestAndReadLog('PATCH', `/agents/${id}`, { name: 'Bea' })).toEqual([])
  })

  test('about a new resource has its fields, and about a deleted one its former fields', async () => {
    const [created] = await requestAndReadLog('POST', '/dnc', { phone_number: '+12125550177', reason: 'Asked' })
    expect(created).toMatchObject({ action: 'created', before: null, after: { phone_number: '+12125550177', reason: 'Asked', source: 'manual' } })
    const [deleted] = await requestAndReadLog('DELETE', '/dnc/+12125550177')
    expect(deleted).toMatchObject({ action: 'deleted', resourceId: created!.resourceId, before: created!.after, after: null })
  })

  test('has money as decimals, times in UTC, and texts up to 2,000 characters', async () => {
    const { errors } = await person.mutate('setLowBalanceThreshold', { amount: '12.345678' }, 'low')
    expect(errors).toBeUndefined()
    expect(await auditEntriesOfRequest('low')).toMatchObject([
      { resource: 'wallet', before: { low_balance_threshold: '5.0000' }, after: { low_balance_threshold: '12.345678' } },
    ])
    const expiresAt = '2030-01-02T03:04:05.678Z'
    await person.mutate('createApiKey', { input: { name: 'Mine', scopes: ['me:read'], expiresAt } }, 'made')
    expect(await auditEntriesOfRequest('made')).toMatchObject([{ resource: 'api_key', after: { name: 'Mine', scopes: ['me:read'], expires_at: expiresAt } }])
    const id = await newAgent()
    const [entry] = await requestAndReadLog('PATCH', `/agents/${id}`, { system_prompt: 'é'.repeat(2_500) })
    expect(entry!.after).toEqual({ system_prompt: `${'é'.repeat(2_000)}… (2500 characters)` })
  })

  test('about calls and messages has IDs, not phone numbers', async () => {
    const id = await newAgent()
    await key.post(`/agents/${id}/publish`)
    const [call] = await requestAndReadLog('POST', '/calls', { to_number: '+12125550113', agent_id: id })
    expect(call).toMatchObject({ operation: 'placeCall', resource: 'call', action: 'created', after: { agent_id: id, country: 'US' } })
    const [text] = await requestAndReadLog('POST', '/sms', { to_number: '+12125550213', body: 'Hello' })
    expect(text).toMatchObject({ operation: 'sendSms', resource: 'message', after: { source: 'api' } })
    expect(JSON.stringify([call, text])).not.toMatch(/\+?1212555|Hello/)
  })

  test('about many leads is one per statement, with the first IDs', async () => {
    const { id } = (await key.post('/campaigns', { name: 'Autumn' })).body
    const leads = Array.from({ length: 10_000 }, (_, at) => ({ phone_number: `+1${2_025_550_000 + at * 7}`, name: `Person ${at}` }))
    const entries = await requestAndReadLog('POST', `/campaigns/${id}/leads`, { leads })
    expect(entries.length).toBeLessThan(30)
    const leadEntries = entries.filter(({ resource }) => resource === 'lead')
    expect(leadEntries.reduce((sum, { count }) => sum + count, 0)).toBe(await anyWorkspace.lead.count({ where: { campaignId: id } }))
    for (const { after } of leadEntries) expect((after as { ids: number[] }).ids.length).toBeLessThanOrEqual(20)
    expect(JSON.stringify(entries)).not.toMatch(/Person|\+1202/)
  })

  test('about one lead shows that it changed, not how', async () => {
    const { id } = (await key.post('/campaigns', { name: 'Autumn' })).body
    await key.post('/leads:upsert', { campaign_id: id, items: [{ external_id: 'e1', phone: '+12125550101', name: 'Ann' }] })
    const entries = await requestAndReadLog('POST', '/leads:upsert', { campaign_id: id, items: [{ external_id: 'e1', phone: '+12125550101', name: 'Anne' }] })
    expect(entries.find(({ resource }) => resource === 'lead')).toMatchObject({
      action: 'changed',
      count: 1,
      before: { name: 'hidden' },
      after: { name: 'changed', campaign_id: id },
    })
  })
})

test('a rolled-back change leaves no entry', async () => {
  const actor = { kind: 'user' as const, operation: 'never', requestId: 'rolled-back' }
  const attempt = withAuditContext(actor, () =>
    transaction(async (tx) => {
      await tx.workspace.update({ where: { id: acme.id }, data: { name: 'Never' } })
      throw new Error('not so')
    }),
  )
  await expect(attempt).rejects.toThrow('not so')
  expect(await auditEntriesOfRequest('rolled-back')).toEqual([])
})

/** Sends up to 30 requests at once, eight times, and reads the audit entries of each. */
test('concurrent requests never get entries of each other', async () => {
  const { keys, agents } = await createClients(6)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ who: fc.nat(5), what: fc.constantFrom('agent', 'dnc', 'campaign', 'settings') }), { minLength: 10, maxLength: 30 }),
      async (asked) => {
        const done = await Promise.all(
          asked.map(async ({ who, what }) => {
            const { client, id, workspaceId } = keys[who]!
            const entries = await requestAndReadLog(...requestFor(what, agents[who]!), client)
            return entries.map((entry) => ({ entry, id, workspaceId, what }))
          }),
        )
        for (const { entry, id, workspaceId, what } of done.flat())
          expect([entry.apiKeyId, entry.workspaceId, entry.operation]).toEqual([id, workspaceId, OPERATION[what]])
        expect(done.every((entries) => entries.length > 0)).toBe(true)
      },
    ),
    { numRuns: 8 },
  )
})

const OPERATION: Record<string, string> = { agent: 'updateAgent', dnc: 'addDncEntry', campaign: 'createCampaign', settings: 'updateWebhookSettings' }
const requestFor = (what: string, agentId: number): [string, string, object] => {
  const some = newPhoneNumber()
  if (what === 'agent') return ['PATCH', `/agents/${agentId}`, { name: some }]
  if (what === 'dnc') return ['POST', '/dnc', { phone_number: some }]
  if (what === 'campaign') return ['POST', '/campaigns', { name: some }]
  return ['PUT', '/webhooks', { url: `https://example.com/${some}` }]
}
async function createClients(count: number) {
  const workspaces = await Promise.all([1, 2, 3].map(() => testServer().workspace()))
  const keys = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const { id: workspaceId } = workspaces[at % workspaces.length]!
      const { key: text, row } = await apiKeys.issue({
        workspaceId,
        name: `Key ${at}`,
        scopes: ['agents:write', 'compliance:write', 'campaigns:write', 'webhooks:write'],
      })
      return { client: client(testServer().url, text), id: row.id, workspaceId }
    }),
  )
  const agents = await Promise.all(keys.map(async ({ client }) => (await client.post('/agents', { name: 'Ada' })).body.id as number))
  return { keys, agents }
}

test('secrets of every kind never appear', async () => {
  const mark = 'S3cretMark'
  const tool = {
    type: 'custom',
    name: 'look',
    url: `https://u:${mark}@example.com/x?api_key=${mark}`,
    headers: { 'X-Mine': mark },
    description: 'Looks',
    speak_after_execution: true,
  }
  const id = await newAgent()
  await requestAndReadLog('PATCH', `/agents/${id}`, {
    general_tools: [tool, { type: 'check_availability_cal', name: 'cal', cal_api_key: mark, event_type_id: 1 }],
  })
  const sip = { termination_uri: 'sip.example.com', username: 'me', password: mark }
  expect(await requestAndReadLog('POST', '/phone-numbers/link', { phone_number: newPhoneNumber(), carrier: 'sip', sip })).toMatchObject([
    { after: { trunk: 'set' } },
  ])
  const { credentials } = await simulatedCarriers(testServer().running.simulator!.url).account('twilio')
  await requestAndReadLog('POST', '/integrations/connect', { carrier: 'twilio', credentials })
  await requestAndReadLog('PUT', '/webhooks', { url: 'https://example.com/hook' })
  const rotated = await key.raw('/webhooks', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-request-id': 'rotated' },
    body: '{"rotate_secret":true}',
  })
  expect(await auditEntriesOfRequest('rotated')).toMatchObject([{ before: { secret: 'hidden' }, after: { secret: 'changed' } }])
  const createdKey = await person.ask('mutation { createApiKey(input: { name: "Mine", scopes: ["me:read"] }) { key } }')
  const input = { email: 'marked@example.com', password: `${mark}-password`, name: 'Marked', workspaceName: 'Marked' }
  const { data } = await person.ask('mutation($input: SignUpInput!) { signUp(input: $input, withRefreshToken: true) { refreshToken accessToken } }', { input })
  const { rows } = await pool.query<{ secret: string }>(`select password_hash as secret from users union all select encode(hash, 'hex') from api_keys
    union all select encode(sealed, 'hex') from carrier_connections union all select encode(refresh_hash, 'hex') from sessions`)
  const log = await readAuditLog()
  const secrets = [
    mark,
    key.apiKey,
    rotated.body.secret,
    createdKey.data.createApiKey.key,
    data.signUp.refreshToken,
    data.signUp.accessToken,
    ...Object.values(credentials),
  ]
  const named = new Set(
    Object.keys(credentials)
      .filter((name) => /sid|account/i.test(name))
      .map((name) => credentials[name]),
  )
  for (const secret of [...secrets, ...rows.map(({ secret }) => secret)]) if (!named.has(secret)) expect(log).not.toContain(secret)
})

describe('a change without a request', () => {
  test('has the system as its actor, and the rule as its operation', async () => {
    const number = await createConnectedNumber(acme.id, 'telnyx')
    const from = newPhoneNumber()
    const { id: carrierMessageId, ...said } = smsTo(number, 'STOP', from)
    await carrierEvents.apply(await storeCarrierEvent(number, { type: 'inbound', carrierMessageId, media: [], ...said }))
    const entry = (await auditEntriesOfWorkspace(acme.id)).find(({ after }) => (after as { phone_number?: string } | null)?.phone_number === from)
    expect(entry).toMatchObject({ actorKind: 'system', actorName: null, operation: 'messages.stop', resource: 'dnc_entry', action: 'created', address: null })
  })

  test('has the operator as its actor if a command made it', async () => {
    const options = { workspace: String(acme.id), amount: '2.5', reason: 'Invoice 9' }
    await withAuditContext({ kind: 'operator', operation: 'wallet credit' }, () => commands['wallet credit']!(options))
    expect((await auditEntriesOfWorkspace(acme.id)).at(-1)).toMatchObject({
      actorKind: 'operator',
      operation: 'wallet credit',
      resource: 'ledger_entry',
      action: 'created',
      after: { type: 'credit', amount: '2.5000', reason: 'Invoice 9' },
    })
  })
})

describe('the log', () => {
  test('cannot be changed, not even by the owner of the table; an erasure can only redact values', async () => {
    await newAgent()
    for (const sql of ['update audit_entries set actor_name = null', 'delete from audit_entries', 'truncate audit_entries'])
      await expect(pool.query(sql)).rejects.toThrow('append-only')
    const own = new pg.Client({ connectionString: testServer().databaseUrl })
    await own.connect()
    for (const sql of ['update audit_entries set address = null', 'delete from audit_entries', 'truncate audit_entries']) {
      await own.query(`begin; set local callwright.erasing = 'on'`)
      await expect(own.query(sql)).rejects.toThrow('append-only')
      await own.query('rollback')
    }
    await own.end()
  })

  test('loses an erased phone number, and no other', async () => {
    const [one, longer] = ['+442071838750', '+4420718387501']
    const other = await (await testServer().workspace()).key()
    for (const client of [key, other]) await client.post('/dnc', { phone_number: one, reason: `Said ${one} himself` })
    await key.patch(`/agents/${await newAgent()}`, { system_prompt: `Transfer to 442071838750 or ${longer}` })
    await key.post(`/campaigns`, { name: 'Numbers', extraction_schema: { type: 'object', properties: { [one]: { type: 'integer', maximum: 442071838750 } } } })
    const person = { workspaceId: acme.id, phoneNumber: one, traces: phonePatternsOf(one) }
    expect(await transaction((tx) => auditTrail.erase(tx, person, new Date(0)))).toBe(3)
    const own = (await auditEntriesOfWorkspace(acme.id)).map((entry) => JSON.stringify(entry)).join('\n')
    expect(own).not.toMatch(/442071838750(?!1)/)
    expect(own).not.toContain('Said')
    expect(own).toContain(`Transfer to [erased] or ${longer}`)
    expect(await readAuditLog()).toContain(`Said ${one} himself`)
    await expect(pool.query('update audit_entries set before = null')).rejects.toThrow('append-only')
  })
})
