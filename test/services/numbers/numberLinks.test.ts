import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { CARRIERS } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as numberSetup from '../../../src/services/numbers/numberSetup.ts'
import type { Client } from '../../kit/client.ts'
import { useWorld } from '../../kit/world.ts'
import { atVoice, connectedAccount, fault, freshNumber, heardOf, linkAs, rowsOf, sipNumber } from './numberKit.ts'
import { tenant } from '../calls/placementKit.ts'

// Jobs are run by hand here.
const world = useWorld({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof tenant>>
let key: Client
beforeAll(async () => {
  acme = await tenant(world())
  key = acme.key
})

const link = (body: object, client = key, idempotencyKey?: string) => linkAs(client, body, idempotencyKey)
const another = async () => (await world().workspace()).key()

describe.each(CARRIERS)('a number of %s', (carrier) => {
  test('is linked, known at the voice provider, and its texts come to us; once it is released, none of it is left', async () => {
    const trunk = { sip_termination_uri: 'sip.example.com', sip_username: 'user', sip_password: 'a-trunk-password' }
    const { asks, phone_number, connectionId, credentials } = await connectedAccount(world(), key, carrier, { trunk })
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
    expect(await atVoice(world(), 'retell', phone_number)).toMatchObject({
      sip_outbound_trunk_config: { termination_uri: 'sip.example.com', auth_username: 'user' },
    })
    expect(await heardOf(world(), phone_number)).toEqual([connectionId])
    expect((await key.get(`/phone-numbers/${linked.body.id}`)).body.sms_missing).toEqual([])

    expect((await key.delete(`/phone-numbers/${linked.body.id}`)).status).toBe(204)
    expect(await atVoice(world(), 'retell', phone_number)).toBeNull()
    // Where Sinch tells texts is set by a person, and stays; Bandwidth goes on telling the address that was there before, for a while.
    if (carrier !== 'sinch' && carrier !== 'bandwidth') expect(await heardOf(world(), phone_number)).toEqual([])
    expect(await rowsOf(phone_number)).toMatchObject([{ isActive: false, setup: 'released', providerNumbers: {} }])
    const shown = JSON.stringify([linked.body, await rowsOf(phone_number)])
    for (const secret of [trunk.sip_password, ...Object.entries(credentials).flatMap(([name, value]) => (/secret|token|key$/.test(name) ? [value] : []))])
      expect(shown).not.toContain(secret)
  })

  test('that the account does not own is a 400, and another end customer’s account is another account', async () => {
    const { asks } = await connectedAccount(world(), key, carrier, { owner: 'customer-1' })
    const strange = await link({ ...asks, phone_number: freshNumber() })
    expect([strange.status, strange.body.detail]).toEqual([400, `The connected ${carrier} account does not own this number.`])
    for (const external_owner_id of ['customer-2', 'customer-1 ']) {
      const other = await link({ ...asks, external_owner_id })
      expect([other.status, other.body.detail]).toEqual([400, expect.stringContaining('Connect it first with POST /integrations/connect')])
    }
    const linked = await link(asks)
    expect([linked.status, linked.body.external_owner_id]).toEqual([201, 'customer-1'])
  })

  test.runIf(carrier !== 'sinch')('whose texts the carrier does not bring to us is not linked: all is undone, and the same key may try again', async () => {
    const { asks, phone_number } = await connectedAccount(world(), key, carrier, { trunk: { sip_termination_uri: 'sip.example.com' } })
    const idempotencyKey = randomUUID()
    await fault(world(), carrier, 'route_sms', 'http503', 6)
    const failed = await link(asks, key, idempotencyKey)
    await fetch(`${world().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
    expect(failed.status).toBe(502)
    expect((await rowsOf(phone_number)).filter(({ isActive }) => isActive)).toEqual([])
    const again = await link(asks, key, idempotencyKey)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(await heardOf(world(), phone_number)).toHaveLength(1)
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
    const { asks, phone_number } = await connectedAccount(world(), key, carrier, { owner: mode })
    await fault(world(), carrier, 'numbers', mode, 3)
    const answer = await link(asks)
    await fetch(`${world().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
    expect([answer.status, typeof answer.body.detail]).toEqual([status, 'string'])
    expect(await rowsOf(phone_number)).toEqual([])
    expect((await link(asks)).status).toBe(201)
  })
})

describe('what cannot be linked', () => {
  test.each<[string, object, number, unknown]>([
    ['no number', { phone_number: 'number' }, 400, 'Invalid phone number'],
    ['a national number', { phone_number: '4155550142' }, 400, 'Invalid phone number'],
    ['one that cannot exist', { phone_number: '+1999' }, 400, 'Invalid phone number'],
    ['a carrier that nobody knows', { carrier: 'acme' }, 400, 'Unsupported provider: acme'],
    ['the simulator', { carrier: 'simulator' }, 400, 'Unsupported provider: simulator'],
    ['a carrier by another spelling', { carrier: 'Twilio' }, 400, 'Unsupported provider: Twilio'],
    [
      'an account that is not connected',
      { carrier: 'plivo', external_owner_id: 'nobody' },
      400,
      expect.stringContaining('No plivo account of nobody is connected'),
    ],
    ['a trunk that is not given', { sip: undefined }, 422, [{ loc: ['body', 'sip'], msg: 'field required', type: 'value_error.missing' }]],
    ['no trunk', { sip: null }, 422, [{ loc: ['body', 'sip'], msg: 'field required', type: 'value_error.missing' }]],
    ['a trunk without an address', { sip: {} }, 422, [expect.objectContaining({ loc: ['body', 'sip', 'termination_uri'], type: 'value_error.missing' })]],
    ['a trunk at no address', { sip: { termination_uri: 'http://x/y z' } }, 422, [expect.objectContaining({ loc: ['body', 'sip', 'termination_uri'] })]],
    ['an engine that there is not', { voice_engine: 'siri' }, 422, [expect.objectContaining({ loc: ['body', 'voice_engine'] })]],
  ])('%s', async (_, changes, status, detail) => {
    const before = await anyWorkspace.phoneNumber.count()
    const answer = await link({ ...sipNumber(), ...changes })
    expect([answer.status, answer.body.detail]).toEqual([status, detail])
    expect(await anyWorkspace.phoneNumber.count()).toBe(before)
  })

  test('a number that is linked is a 409 in every workspace, which does not say whose it is; the carrier is not asked', async () => {
    const { asks, phone_number } = await connectedAccount(world(), key, 'telnyx')
    expect((await link(asks)).status).toBe(201)
    await fault(world(), 'telnyx', 'numbers', 'http503', 3)
    for (const [client, body] of [
      [key, asks],
      [key, sipNumber(phone_number)],
      [await another(), sipNumber(phone_number)],
    ] as const) {
      const answer = await link(body, client)
      expect([answer.status, answer.body]).toEqual([409, { detail: 'This number is already connected.' }])
    }
    await fetch(`${world().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
  })

  test.each(['http503', 'http400', 'reset'])(
    'one that the voice provider does not take (%s) is a 502: nothing is left, and the same key may try again',
    async (mode) => {
      const { asks, phone_number } = await connectedAccount(world(), key, 'telnyx', { trunk: { sip_termination_uri: 'sip.example.com' } })
      const idempotencyKey = randomUUID()
      await fault(world(), 'retell', 'import_number', mode)
      const failed = await link(asks, key, idempotencyKey)
      expect([failed.status, failed.body.detail]).toEqual([502, expect.stringContaining('retell')])
      expect((await key.get('/phone-numbers?limit=100')).body.items.filter((one: any) => one.phone_number === phone_number)).toEqual([])
      const again = await link(asks, key, idempotencyKey)
      expect(again.status).toBe(201)
      expect((await rowsOf(phone_number)).filter(({ isActive }) => isActive)).toMatchObject([{ id: again.body.id, providerNumbers: { retell: phone_number } }])
    },
  )
})

describe('at the same time', () => {
  test('ten requests for one number, of several workspaces, link it once: one 201, the others 409', async () => {
    const clients = [key, await another(), await another()]
    const body = sipNumber()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => link(body, clients[n % 3], n % 2 ? randomUUID() : undefined)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(9).fill(409)])
    expect(await rowsOf(body.phone_number)).toMatchObject([{ isActive: true, setup: 'linked' }])
    expect(await atVoice(world(), 'retell', body.phone_number)).not.toBeNull()
  })

  test('requests with one key link it once, and are all answered alike', async () => {
    const body = sipNumber()
    const idempotencyKey = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => link(body, key, idempotencyKey)))
    expect(answers.map(({ status, body: { id } }) => [status, id])).toEqual(answers.map(() => [201, answers[0]!.body.id]))
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(4)
    expect(await rowsOf(body.phone_number)).toHaveLength(1)
  })
})

describe('a process that dies', () => {
  /** A number as it was committed, and no more; with the answer to its request never kept. */
  async function interrupted(idempotencyKey = randomUUID()) {
    const { asks, phone_number, connectionId } = await connectedAccount(world(), key, 'telnyx', {
      trunk: { sip_termination_uri: 'sip.example.com' },
      owner: randomUUID(),
    })
    const linked = await link(asks, key, idempotencyKey)
    const { id } = linked.body as { id: number }
    await anyWorkspace.phoneNumber.update({ where: { id }, data: { setup: 'linking', providerNumbers: { retell: null } } })
    await anyWorkspace.$executeRaw`update idempotency_keys set status = null, body = null where key = ${idempotencyKey}`
    return { id, asks, phone_number, connectionId, idempotencyKey }
  }

  test('after the commit leaves a number that a job finishes, as often as it is run', async () => {
    const { id, phone_number, connectionId } = await interrupted()
    for (let times = 0; times < 2; times++) {
      await numberSetup.setUp(id)
      expect(await rowsOf(phone_number)).toMatchObject([{ id, isActive: true, setup: 'linked', smsReady: true, providerNumbers: { retell: phone_number } }])
    }
    expect(await heardOf(world(), phone_number)).toEqual([connectionId])
  })

  test('or that the same request finishes when it is made again: it finds the number', async () => {
    const { id, asks, idempotencyKey, phone_number } = await interrupted()
    const again = await link(asks, key, idempotencyKey)
    expect([again.status, again.body.id]).toEqual([201, id])
    expect(await rowsOf(phone_number)).toMatchObject([{ setup: 'linked', providerNumbers: { retell: phone_number } }])
  })

  test('leaves a job that tries again while the outside is down, and gives up on what is refused for good', async () => {
    const { id, phone_number } = await interrupted()
    await fault(world(), 'retell', 'import_number', 'http503')
    await expect(numberSetup.setUp(id)).rejects.toThrow('retell')
    expect(await rowsOf(phone_number)).toMatchObject([{ isActive: true, setup: 'linking' }])
    await anyWorkspace.$executeRaw`update phone_numbers set provider_numbers = '{"vapi": null}' where id = ${id}`
    await fault(world(), 'vapi', 'import_number', 'http400')
    await numberSetup.setUp(id)
    expect(await rowsOf(phone_number)).toMatchObject([{ isActive: true, setup: 'linked', providerNumbers: { vapi: null } }])
  })
})
