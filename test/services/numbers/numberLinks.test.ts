import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { CARRIERS } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as numberSetup from '../../../src/services/numbers/numberSetup.ts'
import type { Client } from '../../kit/clients/client.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { readProviderNumber, connectAccount, fault, freshNumber, sendTestSms, linkAs, rowsOf, sipNumber } from './numberKit.ts'
import { createTenant } from '../calls/placementKit.ts'

// No jobs run automatically: the tests run them.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof createTenant>>
let key: Client
beforeAll(async () => {
  acme = await createTenant(testServer())
  key = acme.key
})

const link = (body: object, client = key, idempotencyKey?: string) => linkAs(client, body, idempotencyKey)
const another = async () => (await testServer().workspace()).key()

describe.each(CARRIERS)('a number of %s', (carrier) => {
  test('is connected, imported at the voice provider, and its SMS are routed to us; after its release nothing of it remains', async () => {
    const trunk = { sip_termination_uri: 'sip.example.com', sip_username: 'user', sip_password: 'a-trunk-password' }
    const { asks, phone_number, connectionId, credentials } = await connectAccount(testServer(), key, carrier, { trunk })
    const linked = await link({ ...asks, label: 'Front desk' })
    expect([linked.status, linked.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        phone_number,
        country: expect.any(String),
        carrier,
        label: 'Front desk',
        external_owner_id: null,
        sms_ready: true,
        sms_missing: carrier === 'sinch' ? ['inbound_webhook'] : [],
        inbound_enabled: false,
        inbound_agent_id: null,
        assistant_request_url: null,
        secret_set: false,
        is_active: true,
        created_at: expect.any(String),
      },
    ])
    expect(await rowsOf(phone_number)).toMatchObject([{ setup: 'linked', providerNumbers: { retell: phone_number } }])
    expect(await readProviderNumber(testServer(), 'retell', phone_number)).toMatchObject({
      sip_outbound_trunk_config: { termination_uri: 'sip.example.com', auth_username: 'user' },
    })
    expect(await sendTestSms(testServer(), phone_number)).toEqual([connectionId])
    expect((await key.get(`/phone-numbers/${linked.body.id}`)).body.sms_missing).toEqual([])

    expect((await key.delete(`/phone-numbers/${linked.body.id}`)).status).toBe(204)
    expect(await readProviderNumber(testServer(), 'retell', phone_number)).toBeNull()
    // The webhook URL at Sinch is set manually and stays. Bandwidth continues to use the previous URL for a while.
    if (carrier !== 'sinch' && carrier !== 'bandwidth') expect(await sendTestSms(testServer(), phone_number)).toEqual([])
    expect(await rowsOf(phone_number)).toMatchObject([{ isActive: false, setup: 'released', providerNumbers: {} }])
    const responses = JSON.stringify([linked.body, await rowsOf(phone_number)])
    for (const secret of [trunk.sip_password, ...Object.entries(credentials).flatMap(([name, value]) => (/secret|token|key$/.test(name) ? [value] : []))])
      expect(responses).not.toContain(secret)
  })

  test('that the account does not own returns 400, and an end customer’s account is a separate account', async () => {
    const { asks } = await connectAccount(testServer(), key, carrier, { owner: 'customer-1' })
    const strange = await link({ ...asks, phone_number: freshNumber() })
    expect([strange.status, strange.body.detail]).toEqual([400, `The connected ${carrier} account does not own this number.`])
    for (const external_owner_id of ['customer-2', 'customer-1 ']) {
      const other = await link({ ...asks, external_owner_id })
      expect([other.status, other.body.detail]).toEqual([400, expect.stringContaining('Connect it first with POST /integrations/connect')])
    }
    const linked = await link(asks)
    expect([linked.status, linked.body.external_owner_id]).toEqual([201, 'customer-1'])
  })

  test.runIf(carrier !== 'sinch')('whose SMS cannot be routed to us is not connected: everything is undone, and the same key can be used again', async () => {
    const { asks, phone_number } = await connectAccount(testServer(), key, carrier, { trunk: { sip_termination_uri: 'sip.example.com' } })
    const idempotencyKey = randomUUID()
    await fault(testServer(), carrier, 'route_sms', 'http503', 6)
    const failed = await link(asks, key, idempotencyKey)
    await fetch(`${testServer().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
    expect(failed.status).toBe(502)
    expect((await rowsOf(phone_number)).filter(({ isActive }) => isActive)).toEqual([])
    const again = await link(asks, key, idempotencyKey)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(await sendTestSms(testServer(), phone_number)).toHaveLength(1)
  })
})

describe.each(['twilio', 'bandwidth'] as const)('while %s fails', (carrier) => {
  test.each([
    ['http503', 502],
    ['http429', 502],
    ['malformed', 502],
    ['reset', 502],
    ['http401', 400],
    ['http403', 400],
  ])('is not linked and nothing is stored when the carrier answers with %s', async (mode, status) => {
    const { asks, phone_number } = await connectAccount(testServer(), key, carrier, { owner: mode })
    await fault(testServer(), carrier, 'numbers', mode, 3)
    const answer = await link(asks)
    await fetch(`${testServer().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
    expect([answer.status, typeof answer.body.detail]).toEqual([status, 'string'])
    expect(await rowsOf(phone_number)).toEqual([])
    expect((await link(asks)).status).toBe(201)
  })
})

describe('a number that cannot be connected', () => {
  test.each<[string, object, number, unknown]>([
    ['an invalid number', { phone_number: 'number' }, 400, 'Invalid phone number'],
    ['a national number', { phone_number: '4155550142' }, 400, 'Invalid phone number'],
    ['an impossible number', { phone_number: '+1999' }, 400, 'Invalid phone number'],
    ['an unknown carrier', { carrier: 'acme' }, 400, 'Unsupported provider: acme'],
    ['the simulator', { carrier: 'simulator' }, 400, 'Unsupported provider: simulator'],
    ['a carrier in another spelling', { carrier: 'Twilio' }, 400, 'Unsupported provider: Twilio'],
    [
      'an account that is not connected',
      { carrier: 'plivo', external_owner_id: 'customer-404' },
      400,
      expect.stringContaining('No plivo account of customer-404 is connected'),
    ],
    ['a missing trunk', { sip: undefined }, 422, [{ loc: ['body', 'sip'], msg: 'field required', type: 'value_error.missing' }]],
    ['no trunk', { sip: null }, 422, [{ loc: ['body', 'sip'], msg: 'field required', type: 'value_error.missing' }]],
    ['a trunk without an address', { sip: {} }, 422, [expect.objectContaining({ loc: ['body', 'sip', 'termination_uri'], type: 'value_error.missing' })]],
    [
      'a trunk with an invalid address',
      { sip: { termination_uri: 'http://x/y z' } },
      422,
      [expect.objectContaining({ loc: ['body', 'sip', 'termination_uri'] })],
    ],
    ['an unknown engine', { voice_engine: 'siri' }, 422, [expect.objectContaining({ loc: ['body', 'voice_engine'] })]],
  ])('%s', async (_, changes, status, detail) => {
    const before = await anyWorkspace.phoneNumber.count()
    const answer = await link({ ...sipNumber(), ...changes })
    expect([answer.status, answer.body.detail]).toEqual([status, detail])
    expect(await anyWorkspace.phoneNumber.count()).toBe(before)
  })

  test('that is already connected returns 409 in every workspace without naming the owner, and without a request to the carrier', async () => {
    const { asks, phone_number } = await connectAccount(testServer(), key, 'telnyx')
    expect((await link(asks)).status).toBe(201)
    await fault(testServer(), 'telnyx', 'numbers', 'http503', 3)
    for (const [client, body] of [
      [key, asks],
      [key, sipNumber(phone_number)],
      [await another(), sipNumber(phone_number)],
    ] as const) {
      const answer = await link(body, client)
      expect([answer.status, answer.body]).toEqual([409, { detail: 'This number is already connected.' }])
    }
    await fetch(`${testServer().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
  })

  test.each(['http503', 'http400', 'reset'])(
    'because the voice provider fails (%s) returns 502: nothing remains, and the same key can be used again',
    async (mode) => {
      const { asks, phone_number } = await connectAccount(testServer(), key, 'telnyx', { trunk: { sip_termination_uri: 'sip.example.com' } })
      const idempotencyKey = randomUUID()
      await fault(testServer(), 'retell', 'import_number', mode)
      const failed = await link(asks, key, idempotencyKey)
      expect([failed.status, failed.body.detail]).toEqual([502, expect.stringContaining('retell')])
      expect((await key.get('/phone-numbers?limit=100')).body.items.filter((item: any) => item.phone_number === phone_number)).toEqual([])
      const again = await link(asks, key, idempotencyKey)
      expect(again.status).toBe(201)
      expect((await rowsOf(phone_number)).filter(({ isActive }) => isActive)).toMatchObject([{ id: again.body.id, providerNumbers: { retell: phone_number } }])
    },
  )
})

describe('at the same time', () => {
  test('ten requests for one number, from several workspaces, connect it once: one 201, the others 409', async () => {
    const clients = [key, await another(), await another()]
    const body = sipNumber()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => link(body, clients[n % 3], n % 2 ? randomUUID() : undefined)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(9).fill(409)])
    expect(await rowsOf(body.phone_number)).toMatchObject([{ isActive: true, setup: 'linked' }])
    expect(await readProviderNumber(testServer(), 'retell', body.phone_number)).not.toBeNull()
  })

  test('requests with one key connect it once, and all get the same response', async () => {
    const body = sipNumber()
    const idempotencyKey = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => link(body, key, idempotencyKey)))
    expect(answers.map(({ status, body: { id } }) => [status, id])).toEqual(answers.map(() => [201, answers[0]!.body.id]))
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(4)
    expect(await rowsOf(body.phone_number)).toHaveLength(1)
  })
})

describe('a process that dies', () => {
  /** Commits a number without setting it up, and without storing the response to its request. */
  async function interrupted(idempotencyKey = randomUUID()) {
    const { asks, phone_number, connectionId } = await connectAccount(testServer(), key, 'telnyx', {
      trunk: { sip_termination_uri: 'sip.example.com' },
      owner: randomUUID(),
    })
    const linked = await link(asks, key, idempotencyKey)
    const { id } = linked.body as { id: number }
    await anyWorkspace.phoneNumber.update({ where: { id }, data: { setup: 'linking', providerNumbers: { retell: null } } })
    await anyWorkspace.$executeRaw`update idempotency_keys set status = null, body = null where key = ${idempotencyKey}`
    return { id, asks, phone_number, connectionId, idempotencyKey }
  }

  test('after the commit leaves a number that a job sets up, which is safe to repeat', async () => {
    const { id, phone_number, connectionId } = await interrupted()
    for (let times = 0; times < 2; times++) {
      await numberSetup.setUp(id)
      expect(await rowsOf(phone_number)).toMatchObject([{ id, isActive: true, setup: 'linked', smsReady: true, providerNumbers: { retell: phone_number } }])
    }
    expect(await sendTestSms(testServer(), phone_number)).toEqual([connectionId])
  })

  test('or that the repeated request sets up: it finds the number', async () => {
    const { id, asks, idempotencyKey, phone_number } = await interrupted()
    const again = await link(asks, key, idempotencyKey)
    expect([again.status, again.body.id]).toEqual([201, id])
    expect(await rowsOf(phone_number)).toMatchObject([{ setup: 'linked', providerNumbers: { retell: phone_number } }])
  })

  test('leaves a job that retries temporary failures, and stops at final refusals', async () => {
    const { id, phone_number } = await interrupted()
    await fault(testServer(), 'retell', 'import_number', 'http503')
    await expect(numberSetup.setUp(id)).rejects.toThrow('retell')
    expect(await rowsOf(phone_number)).toMatchObject([{ isActive: true, setup: 'linking' }])
    await anyWorkspace.$executeRaw`update phone_numbers set provider_numbers = '{"vapi": null}' where id = ${id}`
    await fault(testServer(), 'vapi', 'import_number', 'http400')
    await numberSetup.setUp(id)
    expect(await rowsOf(phone_number)).toMatchObject([{ isActive: true, setup: 'linked', providerNumbers: { vapi: null } }])
  })
})
