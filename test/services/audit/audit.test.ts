import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../../src/generated/prisma/client.ts'
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
async function logged(method: string, path: string, body?: object, by = key): Promise<AuditEntry[]> {
  const requestId = `r-${(requests += 1)}`
  const headers = { 'x-request-id': requestId, ...(body && { 'content-type': 'application/json' }) }
  expect((await by.raw(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).status).toBeLessThan(300)
  return auditEntriesOfRequest(requestId)
}
const newAgent = async (fields: object = {}) => (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', ...fields })).body.id as number

describe('an entry', () => {
  test('about a change has only the changed fields, before and after', async () => {
    const id = await newAgent({ system_prompt: 'Be kind' })
    const [entry, ...more] = await logged('PATCH', `/agents/${id}`, { name: 'Bea', system_prompt: 'Be brief' })
    expect(more).toEqual([])
    expect(entry).toEqual({
      id: expect.any(Number),
      workspaceId: acme.id,
      actorKind: 'key',
      userId: null,
      apiKeyId: expect.any(Number),
      actorName: 'test',
      operation: 'updateAgent',
      subject: 'agent',
      subjectId: String(id),
      change: 'changed',
      before: { name: 'Ada', system_prompt: 'Be kind' },
      after: { name: 'Bea', system_prompt: 'Be brief' },
      count: 1,
      address: '127.0.0.1',
      requestId: `r-${requests}`,
      createdAt: expect.any(Date),
    })
    expect(await logged('PATCH', `/agents/${id}`, { name: 'Bea' })).toEqual([])
  })

  test('about a new resource has its fields, and about a deleted one its former fields', async () => {
    const [created] = await logged('POST', '/dnc', { phone_number: '+12125550177', reason: 'Asked' })
    expect(created).toMatchObject({ change: 'created', before: null, after: { phone_number: '+12125550177', reason: 'Asked', source: 'manual' } })
    const [deleted] = await logged('DELETE', '/dnc/+12125550177')
    expect(deleted).toMatchObject({ change: 'deleted', subjectId: created!.subjectId, before: created!.after, after: null })
  })

  test('has money as decimals, times in UTC, and texts up to 2,000 characters', async () => {
    const { errors } = await person.mutate('setLowBalanceThreshold', { amount: '12.345678' }, 'low')
    expect(errors).toBeUndefined()
    expect(await auditEntriesOfRequest('low')).toMatchObject([{ subject: 'wallet', before: { low_balance: '5.0000' }, after: { low_balance: '12.345678' } }])
    const expiresAt = '2030-01-02T03:04:05.678Z'
    await person.mutate('createApiKey', { input: { name: 'Mine', scopes: ['me:read'], expiresAt } }, 'made')
    expect(await auditEntriesOfRequest('made')).toMatchObject([{ subject: 'api_key', after: { name: 'Mine', scopes: ['me:read'], expires_at: expiresAt } }])
    const id = await newAgent()
    const [entry] = await logged('PATCH', `/agents/${id}`, { system_prompt: 'é'.repeat(2_500) })
    expect(entry!.after).toEqual({ system_prompt: `${'é'.repeat(2_000)}… (2500 characters)` })
  })

  test('about calls and messages has IDs, not phone numbers', async () => {
    const id = await newAgent()
    await key.post(`/agents/${id}/publish`)
    const [call] = await logged('POST', '/calls', { to_number: '+12125550113', agent_id: id })
    expect(call).toMatchObject({ operation: 'placeCall', subject: 'call', change: 'created', after: { agent_id: id, country: 'US' } })
    const [text] = await logged('POST', '/sms', { to_number: '+12125550213', body: 'Hello' })
    expect(text).toMatchObject({ operation: 'sendSms', subject: 'message', after: { source: 'api' } })
    expect(JSON.stringify([call, text])).not.toMatch(/\+?1212555|Hello/)
  })

  test('about many leads is one per statement, with the first IDs', async () => {
    const { id } = (await key.post('/campaigns', { name: 'Autumn' })).body
    const leads = Array.from({ length: 10_000 }, (_, at) => ({ phone_number: `+1${2_025_550_000 + at * 7}`, name: `Person ${at}` }))
    const entries = await logged('POST', `/campaigns/${id}/leads`, { leads })
    expect(entries.length).toBeLessThan(30)
    const made = entries.filter(({ subject }) => subject === 'lead')
    expect(made.reduce((sum, { count }) => sum + count, 0)).toBe(await anyWorkspace.lead.count({ where: { campaignId: id } }))
    for (const { after } of made) expect((after as { ids: number[] }).ids.length).toBeLessThanOrEqual(20)
    expect(JSON.stringify(entries)).not.toMatch(/Person|\+1202/)
  })

  test('about one lead shows that it changed, not how', async () => {
    const { id } = (await key.post('/campaigns', { name: 'Autumn' })).body
    await key.post('/leads:upsert', { campaign_id: id, items: [{ external_id: 'e1', phone: '+12125550101', name: 'Ann' }] })
    const entries = await logged('POST', '/leads:upsert', { campaign_id: id, items: [{ external_id: 'e1', phone: '+12125550101', name: 'Anne' }] })
    expect(entries.find(({ subject }) => subject === 'lead')).toMatchObject({
      change: 'changed',
      count: 1,
      before: { name: 'hidden' },
      after: { name: 'changed', campaign_id: id },
    })
  })
})

test('a rolled-back change leaves no entry', async () => {
  const by = { kind: 'user' as const, operation: 'never', requestId: 'rolled-back' }
  const attempt = withAuditContext(by, () =>
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
  const { keys, agents } = await crowd(6)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ who: fc.nat(5), what: fc.constantFrom('agent', 'dnc', 'campaign', 'settings') }), { minLength: 10, maxLength: 30 }),
      async (asked) => {
        const done = await Promise.all(
          asked.map(async ({ who, what }) => {
            const { client: by, id, workspaceId } = keys[who]!
            const entries = await logged(...requestFor(what, agents[who]!), by)
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
async function crowd(count: number) {
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
  const agents = await Promise.all(keys.map(async ({ client: by }) => (await by.post('/agents', { name: 'Ada' })).body.id as number))
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
  await logged('PATCH', `/agents/${id}`, { general_tools: [tool, { type: 'check_availability_cal', name: 'cal', cal_api_key: mark, event_type_id: 1 }] })
  const sip = { termination_uri: 'sip.example.com', username: 'me', password: mark }
  expect(await logged('POST', '/phone-numbers/link', { phone_number: newPhoneNumber(), carrier: 'sip', sip })).toMatchObject([{ after: { trunk: 'set' } }])
  const { credentials } = await simulatedCarriers(testServer().running.simulator!.url).account('twilio')
  await logged('POST', '/integrations/connect', { carrier: 'twilio', credentials })
  await logged('PUT', '/webhooks', { url: 'https://example.com/hook' })
  const rotated = await key.raw('/webhooks', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-request-id': 'rotated' },
    body: '{"rotate_secret":true}',
  })
  expect(await auditEntriesOfRequest('rotated')).toMatchObject([{ before: { secret: 'hidden' }, after: { secret: 'changed' } }])
  const made = await person.ask('mutation { createApiKey(input: { name: "Mine", scopes: ["me:read"] }) { key } }')
  const input = { email: 'marked@example.com', password: `${mark}-password`, name: 'Marked', workspaceName: 'Marked' }
  const { data } = await person.ask('mutation($input: SignUpInput!) { signUp(input: $input, withRefreshToken: true) { refreshToken accessToken } }', { input })
  const { rows } = await pool.query<{ secret: string }>(`select password_hash as secret from users union all select encode(hash, 'hex') from api_keys
    union all select encode(sealed, 'hex') from carrier_connections union all select encode(refresh_hash, 'hex') from sessions`)
  const log = await readAuditLog()
  const secrets = [
    mark,
    key.apiKey,
    rotated.body.secret,
    made.data.createApiKey.key,
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
    const linked = await createConnectedNumber(acme.id, 'telnyx')
    const from = newPhoneNumber()
    const { id: carrierMessageId, ...said } = smsTo(linked, 'STOP', from)
    await carrierEvents.apply(await storeCarrierEvent(linked, { type: 'inbound', carrierMessageId, media: [], ...said }))
    const entry = (await auditEntriesOfWorkspace(acme.id)).find(({ after }) => (after as { phone_number?: string } | null)?.phone_number === from)
    expect(entry).toMatchObject({ actorKind: 'system', actorName: null, operation: 'messages.stop', subject: 'dnc_entry', change: 'created', address: null })
  })

  test("has the operator as its actor if a command made it", async () => {
    const options = { workspace: String(acme.id), amount: '2.5', reason: 'Invoice 9' }
    await withAuditContext({ kind: 'operator', operation: 'wallet credit' }, () => commands['wallet credit']!(options))
    expect((await auditEntriesOfWorkspace(acme.id)).at(-1)).toMatchObject({
      actorKind: 'operator',
      operation: 'wallet credit',
      subject: 'ledger_entry',
      change: 'created',
      after: { kind: 'credit', amount: '2.5000', reason: 'Invoice 9' },
    })
  })
})

describe('the log', () => {
  test("cannot be changed, not even by the owner of the table; an erasure can only redact values", async () => {
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
    for (const by of [key, other]) await by.post('/dnc', { phone_number: one, reason: `Said ${one} himself` })
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
