import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { VOICE_ENGINES, type VoiceEngine } from '../../../src/kernel/vocabulary/engines.ts'
import * as numberSetup from '../../../src/services/numbers/numberSetup.ts'
import * as numberReleases from '../../../src/services/numbers/numberReleases.ts'
import type { Client } from '../../kit/clients/client.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { readProviderNumber, connectAccount, freshNumber, linkAs, rowsOf, sipNumber } from './numberKit.ts'
import { createTenant } from '../calls/placementKit.ts'

// No jobs run automatically: the tests run them.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof createTenant>>
let key: Client
beforeAll(async () => {
  acme = await createTenant(testServer())
  key = acme.key
})

/** Sends a request as the owner of the provider's account, outside Callwright. */
async function byOperator(engine: VoiceEngine, method: string, path: string, body?: object) {
  const { url, retellApiKey, vapiApiKey } = testServer().running.simulator!
  const authorization = `Bearer ${engine === 'retell' ? retellApiKey : vapiApiKey}`
  const res = await fetch(`${url}/${engine}${path}`, { method, headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return (await res.json().catch(() => null)) as any
}

/** Creates a number in the provider's account that this server has not imported. */
async function hotline(engine: VoiceEngine): Promise<string> {
  const number = freshNumber()
  if (engine === 'retell') {
    const trunk = { termination_uri: 'sip.operator.example', nickname: 'Hotline', inbound_webhook_url: 'https://operator.example/hook' }
    await byOperator(engine, 'POST', '/import-phone-number', { phone_number: number, ...trunk })
  } else {
    const { id } = await byOperator(engine, 'POST', '/credential', { provider: 'byo-sip-trunk', name: 'Trunk', gateways: [{ ip: 'sip.operator.example' }] })
    const server = { url: 'https://operator.example/hook' }
    await byOperator(engine, 'POST', '/phone-number', { provider: 'byo-phone-number', number, name: 'Hotline', credentialId: id, server })
  }
  return number
}

describe.each(VOICE_ENGINES)('a number that is already in the account at %s', (engine) => {
  test('is not taken over: connecting it returns 409, and nothing there is changed, answered, called from or deleted', async () => {
    const number = await hotline(engine)
    const before = await readProviderNumber(testServer(), engine, number)
    const linked = await linkAs(key, { ...sipNumber(number), voice_engine: engine })
    expect([linked.status, linked.body.detail]).toEqual([409, expect.stringContaining(`The voice provider ${engine} already has this number`)])
    const [row] = await rowsOf(number)
    expect(row).toMatchObject({ isActive: false, inboundEnabled: false })
    await numberReleases.undo(row!.id)
    expect(await rowsOf(number)).toMatchObject([{ setup: 'released' }])
    expect((await acme.place('+12125550113', { from_number: number })).status).toBe(404)
    expect((await key.put(`/phone-numbers/${row!.id}/inbound`, { enabled: true, agent_id: acme.agentId })).status).toBe(404)
    expect(await readProviderNumber(testServer(), engine, number)).toEqual(before)
  })

  test('is not taken over either when a number of the workspace places its first call through that provider', async () => {
    const number = await hotline(engine)
    const before = await readProviderNumber(testServer(), engine, number)
    const other = engine === 'retell' ? 'vapi' : 'retell'
    expect((await linkAs(key, { ...sipNumber(number), voice_engine: other })).status).toBe(201)
    const fixture = await tenantAgent(engine)
    expect((await key.post('/calls', { to_number: '+12125550113', agent_id: fixture, from_number: number })).status).toBe(409)
    const [row] = await rowsOf(number)
    expect((await key.put(`/phone-numbers/${row!.id}/inbound`, { enabled: true, agent_id: fixture })).status).toBe(409)
    expect((await key.delete(`/phone-numbers/${row!.id}`)).status).toBe(204)
    expect(await rowsOf(number)).toMatchObject([{ setup: 'released', providerNumbers: {} }])
    expect(await readProviderNumber(testServer(), engine, number)).toEqual(before)
    expect(await readProviderNumber(testServer(), other, number)).toBeNull()
  })

  test('stays if it was added to the account by others before a released link of it is cleaned up', async () => {
    const body = { ...sipNumber(), voice_engine: engine }
    const { id } = (await linkAs(key, body)).body
    const providerNumber = (await readProviderNumber(testServer(), engine, body.phone_number))!
    const mark = providerNumber[engine === 'retell' ? 'nickname' : 'name'] as string
    expect(mark).toMatch(/ \[cw-[0-9a-f]{12}\]$/)
    const path = engine === 'retell' ? `/update-phone-number/${encodeURIComponent(body.phone_number)}` : `/phone-number/${providerNumber.id}`
    await byOperator(engine, 'PATCH', path, engine === 'retell' ? { nickname: 'Hotline [cw-000000000000]' } : { name: 'Hotline [cw-000000000000]' })
    expect((await key.delete(`/phone-numbers/${id}`)).status).toBe(204)
    expect(await rowsOf(body.phone_number)).toMatchObject([{ setup: 'released' }])
    expect(await readProviderNumber(testServer(), engine, body.phone_number)).not.toBeNull()
  })

  test('is used if our mark shows that an interrupted link imported it', async () => {
    const body = { ...sipNumber(), voice_engine: engine }
    const { id } = (await linkAs(key, body)).body
    const before = await readProviderNumber(testServer(), engine, body.phone_number)
    await anyWorkspace.phoneNumber.update({ where: { id }, data: { providerNumbers: { [engine]: null }, setup: 'linking' } })
    await numberSetup.setUp(id)
    const providerNumberId = engine === 'retell' ? body.phone_number : before!.id
    expect(await rowsOf(body.phone_number)).toMatchObject([{ setup: 'linked', providerNumbers: { [engine]: providerNumberId } }])
    expect((await key.delete(`/phone-numbers/${id}`)).status).toBe(204)
    expect(await readProviderNumber(testServer(), engine, body.phone_number)).toBeNull()
  })
})

const createdIds = new Map<VoiceEngine, number>()
async function tenantAgent(engine: VoiceEngine): Promise<number> {
  if (!createdIds.has(engine)) {
    const { id } = (await key.post('/agents', { name: 'Grace', voice_engine: engine, voice_id: 'Elliot' })).body
    await key.post(`/agents/${id}/publish`)
    createdIds.set(engine, id)
  }
  return createdIds.get(engine)!
}

describe('a number connected through a SIP trunk, which proves no ownership,', () => {
  test('goes to the workspace whose carrier account owns it; the other workspace gets an alert and can no longer use it', async () => {
    const owner = await (await testServer().workspace()).key()
    const { asks, phone_number } = await connectAccount(testServer(), owner, 'twilio', { trunk: { sip_termination_uri: 'sip.owner.example' } })
    const squatter = await testServer().workspace()
    const squatterKey = await squatter.key()
    const squatted = (await linkAs(squatterKey, sipNumber(phone_number))).body
    const linked = await linkAs(owner, asks)
    expect([linked.status, linked.body.carrier]).toEqual([201, 'twilio'])
    expect((await squatterKey.get(`/phone-numbers/${squatted.id}`)).body).toMatchObject({ is_active: false, inbound_enabled: false })
    const agent = (await squatterKey.post('/agents', { name: 'Eve', voice_id: 'Elliot' })).body.id
    await squatterKey.post(`/agents/${agent}/publish`)
    expect((await squatterKey.post('/calls', { to_number: '+12125550113', agent_id: agent, from_number: phone_number })).status).toBe(404)
    await numberReleases.undo(squatted.id)
    expect(await rowsOf(phone_number)).toMatchObject([
      { isActive: false, setup: 'released', providerNumbers: {} },
      { isActive: true, setup: 'linked', providerNumbers: { retell: phone_number } },
    ])
    expect(await readProviderNumber(testServer(), 'retell', phone_number)).toMatchObject({
      sip_outbound_trunk_config: { termination_uri: 'sip.owner.example' },
    })
    const alerts = await anyWorkspace.alert.findMany({ where: { workspaceId: squatter.id, subject: String(squatted.id) } })
    expect(alerts).toMatchObject([{ type: 'number_setup_failed', data: { phone_number, claimed_by: 'owner' } }])
    const entries = await anyWorkspace.auditEntry.findMany({ where: { workspaceId: squatter.id, resourceId: String(squatted.id), action: 'changed' } })
    expect(entries.at(-1)).toMatchObject({ actorKind: 'system', operation: 'releaseUnprovenNumber' })
  })

  test('blocks a second link through a trunk, and is blocked by a link of an account that owns the number', async () => {
    const body = sipNumber()
    expect((await linkAs(key, body)).status).toBe(201)
    const other = await (await testServer().workspace()).key()
    expect((await linkAs(other, body)).status).toBe(409)
    const { asks, phone_number } = await connectAccount(testServer(), other, 'twilio')
    expect((await linkAs(other, asks)).status).toBe(201)
    expect((await linkAs(key, sipNumber(phone_number))).status).toBe(409)
  })

  test('stays if the connected account does not own it, and within one workspace', async () => {
    const body = sipNumber()
    expect((await linkAs(key, body)).status).toBe(201)
    const other = await (await testServer().workspace()).key()
    const { asks } = await connectAccount(testServer(), other, 'twilio')
    expect((await linkAs(other, { ...asks, phone_number: body.phone_number })).status).toBe(400)
    const account = await connectAccount(testServer(), key, 'twilio')
    expect((await linkAs(key, sipNumber(account.phone_number))).status).toBe(201)
    expect((await linkAs(key, account.asks)).status).toBe(409)
    expect((await rowsOf(body.phone_number)).filter(({ isActive }) => isActive)).toHaveLength(1)
  })
})
