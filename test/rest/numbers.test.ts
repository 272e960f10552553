import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import * as numbers from '../../src/services/numbers/numbers.ts'
import { settings } from '../../src/kernel/config/settings.ts'
import type { Client } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { expectResponse } from './responses.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof createTenant>>
let key: Client
let agentId: number
let id: number
beforeEach(async () => {
  acme = await createTenant(testServer())
  ;({ key, agentId } = acme)
  id = (await key.get('/phone-numbers')).body.items[0].id
})

const url = 'https://example.com/who'
const putInbound = (body: object, client = key) => client.put(`/phone-numbers/${id}/inbound`, body)
const EMPTY = {
  country: 'US',
  carrier: 'simulator',
  label: null,
  external_owner_id: null,
  sms_ready: true,
  sms_missing: [],
  inbound_enabled: false,
  inbound_agent_id: null,
  assistant_request_url: null,
  secret_set: false,
  is_active: true,
}

describe('reading', () => {
  test('the list and the detail show the same complete record', async () => {
    const list = await key.get('/phone-numbers')
    expectResponse('list_phone_numbers', 200, list)
    const detail = await key.get(`/phone-numbers/${id}`)
    expectResponse('get_phone_number', 200, detail)
    expect(detail.body).toEqual({ ...EMPTY, id, phone_number: expect.stringMatching(/^\+1\d{10}$/), created_at: expect.any(String) })
    expect(list.body.items).toEqual([detail.body])
  })

  test('GraphQL returns the same', async () => {
    const { phoneNumbers, phoneNumber } = await key.gql<any>(
      `query ($id: ID!) { phoneNumbers { nodes { id secretSet smsReady } } phoneNumber(id: $id) { id phoneNumber inboundEnabled secret } }`,
      { id },
    )
    expect(phoneNumbers.nodes).toEqual([{ id: String(id), secretSet: false, smsReady: true }])
    expect(phoneNumber).toMatchObject({ id: String(id), inboundEnabled: false, secret: null })
  })

  test('pages go from newest to oldest, without disconnected numbers and those of other workspaces', async () => {
    const add = (phoneNumber: string, isActive = true) =>
      anyWorkspace.phoneNumber.create({ data: { workspaceId: acme.acme.id, phoneNumber, carrier: 'sip', isActive } })
    const [second, released] = [await add(`+3906${id}1000`), await add(`+3906${id}2000`, false)]
    const page = (await key.get('/phone-numbers?limit=1')).body
    expect([page.items[0].id, page.has_more, page.next_cursor]).toEqual([second.id, true, String(second.id)])
    expect((await key.get(`/phone-numbers?limit=1&cursor=${page.next_cursor}`)).body.items.map((one: { id: number }) => one.id)).toEqual([id])
    expect((await key.get(`/phone-numbers/${released.id}`)).body.is_active).toBe(false)
    expect((await key.put(`/phone-numbers/${released.id}/inbound`, { enabled: false })).status).toBe(404)
  })

  test("another workspace's number returns 404 to every request", async () => {
    const other = await (await testServer().workspace()).key()
    for (const response of [await other.get(`/phone-numbers/${id}`), await putInbound({ enabled: false }, other)])
      expect([response.status, response.body.detail]).toEqual([404, 'Phone number not found'])
  })
})

describe('the inbound agent', () => {
  test('answers after it is set and inbound is enabled, with each field separately settable and null to clear', async () => {
    const first = await putInbound({ enabled: true, agent_id: agentId })
    expectResponse('set_phone_number_inbound', 200, first)
    expect(first.body).toMatchObject({ inbound_enabled: true, inbound_agent_id: agentId, secret_set: false })
    expect(first.body).not.toHaveProperty('secret')
    expect((await putInbound({ enabled: false })).body).toMatchObject({ inbound_enabled: false, inbound_agent_id: agentId })
    expect((await putInbound({ agent_id: null })).body).toMatchObject({ inbound_enabled: false, inbound_agent_id: null })
    expect((await key.get(`/phone-numbers/${id}`)).body).toMatchObject({ inbound_enabled: false, inbound_agent_id: null })
  })

  test('must be published and active, or the request returns 422 as for outbound calls', async () => {
    const draft = (await key.post('/agents', { name: 'Draft', voice_id: 'Elliot' })).body.id
    expect(await putInbound({ agent_id: draft })).toMatchObject({ status: 422, body: { detail: 'Agent is not synced: publish or update it first' } })
    await key.delete(`/agents/${agentId}`)
    expect((await putInbound({ enabled: true, agent_id: agentId })).status).toBe(422)
    expect((await key.get(`/phone-numbers/${id}`)).body).toMatchObject(EMPTY)
  })

  test("returns 404 if it doesn't exist or is another workspace's", async () => {
    const other = await createTenant(testServer())
    for (const agent_id of [other.agentId, 2_000_000_000, 9_007_199_254_740_991])
      expect(await putInbound({ enabled: true, agent_id })).toMatchObject({ status: 404, body: { detail: 'Agent not found' } })
  })

  test("doesn't block other settings after it was archived", async () => {
    await putInbound({ enabled: true, agent_id: agentId })
    await key.delete(`/agents/${agentId}`)
    expect((await putInbound({ rotate_secret: true })).status).toBe(200)
    expect((await putInbound({ assistant_request_url: url })).status).toBe(200)
    expect((await putInbound({ enabled: true })).status).toBe(422)
    expect((await putInbound({ enabled: false })).body.inbound_enabled).toBe(false)
  })
})

describe('the signing secret', () => {
  test("is returned once, with the first endpoint URL, and can't be read again", async () => {
    const first = await putInbound({ enabled: true, assistant_request_url: url })
    expect(first.body).toMatchObject({ assistant_request_url: url, secret_set: true, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) })
    expect((await putInbound({ assistant_request_url: `${url}/2` })).body).not.toHaveProperty('secret')
    expect((await key.get(`/phone-numbers/${id}`)).body).not.toHaveProperty('secret')
    expect(JSON.stringify(await anyWorkspace.phoneNumber.findUnique({ where: { id } }))).not.toContain(first.body.secret)
  })

  test('is replaced on rotation, and stays when the URL changes', async () => {
    const { secret } = (await putInbound({ assistant_request_url: url })).body
    const rotated = (await putInbound({ rotate_secret: true })).body
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(secret)
    expect((await putInbound({ assistant_request_url: '' })).body).toMatchObject({ assistant_request_url: null, secret_set: true })
    expect((await putInbound({ assistant_request_url: url })).body).not.toHaveProperty('secret')
  })

  test('is returned to only one of several simultaneous first requests', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => putInbound({ assistant_request_url: url })))
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    expect(responses.filter(({ body }) => body.secret).length).toBe(1)
  })
})

describe('a refused request changes nothing', () => {
  test.each<[object, number, unknown]>([
    [{}, 400, 'No fields to update'],
    [{ voice: 1 }, 400, 'No fields to update'],
    [{ enabled: true }, 400, expect.stringContaining('agent_id')],
    [{ enabled: true, agent_id: null, assistant_request_url: '' }, 400, expect.any(String)],
    [{ assistant_request_url: 'nonsense' }, 400, expect.stringContaining('assistant_request_url')],
    [{ assistant_request_url: 'ftp://example.com/x' }, 400, expect.any(String)],
    [{ assistant_request_url: 'https://user:pw@example.com/x' }, 400, expect.any(String)],
    [{ assistant_request_url: 5 }, 422, expect.any(Array)],
    [{ enabled: 'yes' }, 422, expect.any(Array)],
    [{ agent_id: 'seven' }, 422, expect.any(Array)],
    [{ rotate_secret: 1 }, 422, expect.any(Array)],
  ])('%j', async (body, status, detail) => {
    expect(await putInbound(body)).toMatchObject({ status, body: { detail } })
    expect((await key.get(`/phone-numbers/${id}`)).body).toMatchObject(EMPTY)
  })

  test('removing the last one that answers while inbound is enabled', async () => {
    await putInbound({ enabled: true, agent_id: agentId })
    expect((await putInbound({ agent_id: null })).status).toBe(400)
    expect((await putInbound({ agent_id: null, assistant_request_url: url })).status).toBe(200)
    expect((await putInbound({ assistant_request_url: null })).status).toBe(400)
  })
})

describe('while private addresses are not allowed', () => {
  beforeAll(() => {
    settings.allowPrivateWebhooks = false
    return () => {
      settings.allowPrivateWebhooks = true
    }
  })
  test.each([
    'http://example.com/x',
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://0x7f.1/',
    'https://box.local/',
  ])('%s returns 400', async (address) => {
    expect(await putInbound({ assistant_request_url: address })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('assistant_request_url') },
    })
  })
})

describe.each(['retell', 'vapi'] as const)('%s', (engine) => {
  afterEach(() => fetch(`${testServer().running.simulator!.url}/simulator/faults`, { method: 'DELETE' }))
  const requests = async () =>
    (await (await fetch(`${testServer().running.simulator!.url}/simulator/requests`)).json()) as { method: string; path: string; body: any }[]

  test('asks Callwright about calls to the number each time it is enabled', async () => {
    const tenant = await createTenant(testServer(), { engine })
    const number = (await tenant.key.get('/phone-numbers')).body.items[0]
    const enable = () => tenant.key.put(`/phone-numbers/${number.id}/inbound`, { enabled: true, agent_id: tenant.agentId })
    expect([(await enable()).status, (await enable()).status]).toEqual([200, 200])
    const updates = (await requests()).filter(
      ({ method, path, body }) =>
        method === 'PATCH' && path.includes('phone-number') && JSON.stringify(body).includes(`/inbound/${engine}/${tenant.acme.id}n${number.id}.`),
    )
    expect(updates.length).toBeGreaterThanOrEqual(2)
  })

  test('that fails returns 502, and nothing changes', async () => {
    const tenant = await createTenant(testServer(), { engine })
    const [number] = (await numbers.list({ workspaceId: tenant.acme.id } as never, {}, true)).rows
    const fault = { provider: engine, operation: 'any', mode: 'http500', times: 10 }
    await fetch(`${testServer().running.simulator!.url}/simulator/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fault),
    })
    const response = await tenant.key.put(`/phone-numbers/${number!.id}/inbound`, { enabled: true, agent_id: tenant.agentId, assistant_request_url: url })
    expect(response.status).toBe(502)
    expect((await tenant.key.get(`/phone-numbers/${number!.id}`)).body).toMatchObject(EMPTY)
  })
})
