import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import * as numbers from '../../src/services/numbers/numbers.ts'
import { settings } from '../../src/kernel/config/settings.ts'
import type { Client } from '../kit/client.ts'
import { useWorld } from '../kit/world.ts'
import { tenant } from '../services/calls/placementKit.ts'
import { expectAnswer } from './answers.ts'

const world = useWorld({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof tenant>>
let key: Client
let agentId: number
let id: number
beforeEach(async () => {
  acme = await tenant(world())
  ;({ key, agentId } = acme)
  id = (await key.get('/phone-numbers')).body.items[0].id
})

const url = 'https://example.com/who'
const put = (body: object, client = key) => client.put(`/phone-numbers/${id}/inbound`, body)
const EMPTY = {
  country: 'US',
  carrier: 'simulator',
  label: 'Simulated number',
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
  test('the list and the detail show the whole record, the same in both', async () => {
    const list = await key.get('/phone-numbers')
    expectAnswer('list_phone_numbers', 200, list)
    const detail = await key.get(`/phone-numbers/${id}`)
    expectAnswer('get_phone_number', 200, detail)
    expect(detail.body).toEqual({ ...EMPTY, id, phone_number: expect.stringMatching(/^\+1\d{10}$/), created_at: expect.any(String) })
    expect(list.body.items).toEqual([detail.body])
  })

  test('GraphQL tells the same', async () => {
    const { phoneNumbers, phoneNumber } = await key.gql<any>(
      `query ($id: ID!) { phoneNumbers { nodes { id secretSet smsReady } } phoneNumber(id: $id) { id phoneNumber inboundEnabled secret } }`,
      { id },
    )
    expect(phoneNumbers.nodes).toEqual([{ id: String(id), secretSet: false, smsReady: true }])
    expect(phoneNumber).toMatchObject({ id: String(id), inboundEnabled: false, secret: null })
  })

  test("pages go from newest to oldest, and leave out released numbers and other workspaces'", async () => {
    const add = (phoneNumber: string, isActive = true) =>
      anyWorkspace.phoneNumber.create({ data: { workspaceId: acme.acme.id, phoneNumber, carrier: 'sip', isActive } })
    const [second, released] = [await add(`+3906${id}1000`), await add(`+3906${id}2000`, false)]
    const page = (await key.get('/phone-numbers?limit=1')).body
    expect([page.items[0].id, page.has_more, page.next_cursor]).toEqual([second.id, true, String(second.id)])
    expect((await key.get(`/phone-numbers?limit=1&cursor=${page.next_cursor}`)).body.items.map((one: { id: number }) => one.id)).toEqual([id])
    expect((await key.get(`/phone-numbers/${released.id}`)).body.is_active).toBe(false)
    expect((await key.put(`/phone-numbers/${released.id}/inbound`, { enabled: false })).status).toBe(404)
  })

  test("another workspace's number is not found, whatever is asked of it", async () => {
    const other = await (await world().workspace()).key()
    for (const answer of [await other.get(`/phone-numbers/${id}`), await put({ enabled: false }, other)])
      expect([answer.status, answer.body.detail]).toEqual([404, 'Phone number not found'])
  })
})

describe('the agent', () => {
  test('answers once it is set and inbound is enabled; each field may be sent on its own, and null clears', async () => {
    const first = await put({ enabled: true, agent_id: agentId })
    expectAnswer('set_phone_number_inbound', 200, first)
    expect(first.body).toMatchObject({ inbound_enabled: true, inbound_agent_id: agentId, secret_set: false })
    expect(first.body).not.toHaveProperty('secret')
    expect((await put({ enabled: false })).body).toMatchObject({ inbound_enabled: false, inbound_agent_id: agentId })
    expect((await put({ agent_id: null })).body).toMatchObject({ inbound_enabled: false, inbound_agent_id: null })
    expect((await key.get(`/phone-numbers/${id}`)).body).toMatchObject({ inbound_enabled: false, inbound_agent_id: null })
  })

  test('must be published and active: else 422, as for placing', async () => {
    const draft = (await key.post('/agents', { name: 'Draft', voice_id: 'Elliot' })).body.id
    expect(await put({ agent_id: draft })).toMatchObject({ status: 422, body: { detail: 'Agent is not synced: publish or update it first' } })
    await key.delete(`/agents/${agentId}`)
    expect((await put({ enabled: true, agent_id: agentId })).status).toBe(422)
    expect((await key.get(`/phone-numbers/${id}`)).body).toMatchObject(EMPTY)
  })

  test("that is nobody's or another workspace's is a 404", async () => {
    const other = await tenant(world())
    for (const agent_id of [other.agentId, 2_000_000_000, 9_007_199_254_740_991])
      expect(await put({ enabled: true, agent_id })).toMatchObject({ status: 404, body: { detail: 'Agent not found' } })
  })

  test('that was retired since does not keep the other settings from being changed', async () => {
    await put({ enabled: true, agent_id: agentId })
    await key.delete(`/agents/${agentId}`)
    expect((await put({ rotate_secret: true })).status).toBe(200)
    expect((await put({ assistant_request_url: url })).status).toBe(200)
    expect((await put({ enabled: true })).status).toBe(422)
    expect((await put({ enabled: false })).body.inbound_enabled).toBe(false)
  })
})

describe('the secret', () => {
  test('is answered once, with the first address, and never read again', async () => {
    const first = await put({ enabled: true, assistant_request_url: url })
    expect(first.body).toMatchObject({ assistant_request_url: url, secret_set: true, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) })
    expect((await put({ assistant_request_url: `${url}/2` })).body).not.toHaveProperty('secret')
    expect((await key.get(`/phone-numbers/${id}`)).body).not.toHaveProperty('secret')
    expect(JSON.stringify(await anyWorkspace.phoneNumber.findUnique({ where: { id } }))).not.toContain(first.body.secret)
  })

  test('is made anew when it is to be rotated, and survives the address', async () => {
    const { secret } = (await put({ assistant_request_url: url })).body
    const rotated = (await put({ rotate_secret: true })).body
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(secret)
    expect((await put({ assistant_request_url: '' })).body).toMatchObject({ assistant_request_url: null, secret_set: true })
    expect((await put({ assistant_request_url: url })).body).not.toHaveProperty('secret')
  })

  test('of several first addresses at once only one is answered', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => put({ assistant_request_url: url })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ body }) => body.secret).length).toBe(1)
  })
})

describe('what is refused changes nothing', () => {
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
    expect(await put(body)).toMatchObject({ status, body: { detail } })
    expect((await key.get(`/phone-numbers/${id}`)).body).toMatchObject(EMPTY)
  })

  test('taking away the last that answers while calls are answered', async () => {
    await put({ enabled: true, agent_id: agentId })
    expect((await put({ agent_id: null })).status).toBe(400)
    expect((await put({ agent_id: null, assistant_request_url: url })).status).toBe(200)
    expect((await put({ assistant_request_url: null })).status).toBe(400)
  })
})

describe('where the operator has not permitted private addresses', () => {
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
  ])('%s is a 400', async (address) => {
    expect(await put({ assistant_request_url: address })).toMatchObject({ status: 400, body: { detail: expect.stringContaining('assistant_request_url') } })
  })
})

describe.each(['retell', 'vapi'] as const)('%s', (engine) => {
  afterEach(() => fetch(`${world().running.simulator!.url}/simulator/faults`, { method: 'DELETE' }))
  const requests = async () =>
    (await (await fetch(`${world().running.simulator!.url}/simulator/requests`)).json()) as { method: string; path: string; body: any }[]

  test('is told to ask us about calls to the number, as often as it is enabled', async () => {
    const own = await tenant(world(), { engine })
    const number = (await own.key.get('/phone-numbers')).body.items[0]
    const enable = () => own.key.put(`/phone-numbers/${number.id}/inbound`, { enabled: true, agent_id: own.agentId })
    expect([(await enable()).status, (await enable()).status]).toEqual([200, 200])
    const told = (await requests()).filter(
      ({ method, path, body }) =>
        method === 'PATCH' && path.includes('phone-number') && JSON.stringify(body).includes(`/inbound/${engine}/${own.acme.id}n${number.id}.`),
    )
    expect(told.length).toBeGreaterThanOrEqual(2)
  })

  test('that fails is a 502, and nothing has changed', async () => {
    const own = await tenant(world(), { engine })
    const [number] = (await numbers.list({ workspaceId: own.acme.id } as never, {}, true)).rows
    const fault = { provider: engine, operation: 'any', mode: 'http500', times: 10 }
    await fetch(`${world().running.simulator!.url}/simulator/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fault),
    })
    const answer = await own.key.put(`/phone-numbers/${number!.id}/inbound`, { enabled: true, agent_id: own.agentId, assistant_request_url: url })
    expect(answer.status).toBe(502)
    expect((await own.key.get(`/phone-numbers/${number!.id}`)).body).toMatchObject(EMPTY)
  })
})
