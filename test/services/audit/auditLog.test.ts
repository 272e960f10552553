import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../../src/admin/commands.ts'
import { withAuditContext } from '../../../src/kernel/auditContext.ts'
import { pool, transaction } from '../../../src/kernel/db/db.ts'
import * as auditTrail from '../../../src/services/audit/auditTrail.ts'
import { phonePatternsOf } from '../../../src/services/dataSubjects/phonePatterns.ts'
import * as carrierEvents from '../../../src/services/messages/carrierEvents.ts'
import { createConnectedNumber, newPhoneNumber, smsTo, storeCarrierEvent } from '../../inbound/carrierKit.ts'
import { simulatedCarriers } from '../../kit/fakes/simulatedCarriers.ts'
import { auditEntriesOfRequest, auditEntriesOfWorkspace, readAuditLog } from '../../kit/observers/auditEntries.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createAuditedTenant } from './auditKit.ts'

// No jobs, so that only the tests cause changes.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof createAuditedTenant>>
beforeAll(async () => {
  acme = await createAuditedTenant(testServer())
})

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
  const id = await acme.newAgent()
  await acme.requestAndReadLog('PATCH', `/agents/${id}`, {
    general_tools: [tool, { type: 'check_availability_cal', name: 'cal', cal_api_key: mark, event_type_id: 1 }],
  })
  const sip = { termination_uri: 'sip.example.com', username: 'me', password: mark }
  expect(await acme.requestAndReadLog('POST', '/phone-numbers/link', { phone_number: newPhoneNumber(), carrier: 'sip', sip })).toMatchObject([
    { after: { trunk: 'set' } },
  ])
  const { credentials } = await simulatedCarriers(testServer().running.simulator!.url).account('twilio')
  await acme.requestAndReadLog('POST', '/integrations/connect', { carrier: 'twilio', credentials })
  await acme.requestAndReadLog('PUT', '/webhooks', { url: 'https://example.com/hook' })
  const rotated = await acme.key.raw('/webhooks', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-request-id': 'rotated' },
    body: '{"rotate_secret":true}',
  })
  expect(await auditEntriesOfRequest('rotated')).toMatchObject([{ before: { secret: 'hidden' }, after: { secret: 'changed' } }])
  const createdKey = await acme.person.ask('mutation { createApiKey(input: { name: "Mine", scopes: ["me:read"] }) { key } }')
  const input = { email: 'marked@example.com', password: `${mark}-password`, name: 'Marked', workspaceName: 'Marked' }
  const { data } = await acme.person.ask('mutation($input: SignUpInput!) { signUp(input: $input, withRefreshToken: true) { refreshToken accessToken } }', {
    input,
  })
  const { rows } = await pool.query<{ secret: string }>(`select password_hash as secret from users union all select encode(hash, 'hex') from api_keys
    union all select encode(sealed, 'hex') from carrier_connections union all select encode(refresh_hash, 'hex') from sessions`)
  const log = await readAuditLog()
  const secrets = [
    mark,
    acme.key.apiKey,
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
    const number = await createConnectedNumber(acme.workspaceId, 'telnyx')
    const from = newPhoneNumber()
    const { id: carrierMessageId, ...said } = smsTo(number, 'STOP', from)
    await carrierEvents.apply(await storeCarrierEvent(number, { type: 'inbound', carrierMessageId, media: [], ...said }))
    const entry = (await auditEntriesOfWorkspace(acme.workspaceId)).find(({ after }) => (after as { phone_number?: string } | null)?.phone_number === from)
    expect(entry).toMatchObject({ actorKind: 'system', actorName: null, operation: 'messages.stop', resource: 'dnc_entry', action: 'created', address: null })
  })

  test('has the operator as its actor if a command made it', async () => {
    const options = { workspace: String(acme.workspaceId), amount: '2.5', reason: 'Invoice 9' }
    await withAuditContext({ kind: 'operator', operation: 'wallet credit' }, () => commands['wallet credit']!(options))
    expect((await auditEntriesOfWorkspace(acme.workspaceId)).at(-1)).toMatchObject({
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
    await acme.newAgent()
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
    for (const client of [acme.key, other]) await client.post('/dnc', { phone_number: one, reason: `Said ${one} himself` })
    await acme.key.patch(`/agents/${await acme.newAgent()}`, { system_prompt: `Transfer to 442071838750 or ${longer}` })
    await acme.key.post(`/campaigns`, {
      name: 'Numbers',
      extraction_schema: { type: 'object', properties: { [one]: { type: 'integer', maximum: 442071838750 } } },
    })
    const person = { workspaceId: acme.workspaceId, phoneNumber: one, traces: phonePatternsOf(one) }
    expect(await transaction((tx) => auditTrail.erase(tx, person, new Date(0)))).toBe(3)
    const own = (await auditEntriesOfWorkspace(acme.workspaceId)).map((entry) => JSON.stringify(entry)).join('\n')
    expect(own).not.toMatch(/442071838750(?!1)/)
    expect(own).not.toContain('Said')
    expect(own).toContain(`Transfer to [erased] or ${longer}`)
    expect(await readAuditLog()).toContain(`Said ${one} himself`)
    await expect(pool.query('update audit_entries set before = null')).rejects.toThrow('append-only')
  })
})
