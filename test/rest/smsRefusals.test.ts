import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { readWallet } from '../services/calls/placementKit.ts'
import { carriersOf, createSmsTenant, linkSmsNumber, listAccepted } from '../services/messages/messageKit.ts'
import { to, withKey } from './smsKit.ts'

const testServer = useTestServer()
const CARRIER = 'twilio'
let acme: Awaited<ReturnType<typeof createSmsTenant>>
beforeAll(async () => {
  acme = await createSmsTenant(testServer(), { carrier: CARRIER })
})

const messagesTo = (toNumber: string) => anyWorkspace.message.findMany({ where: { toNumber } })

describe('is refused without a trace:', () => {
  const nothing = async (number: string) => {
    expect(await messagesTo(number)).toEqual([])
    expect(await listAccepted(testServer(), CARRIER, number)).toEqual([])
  }

  test.each(['12125550200', '+1212555', '+1 212 555 0200', 'Bob', ''])('400 for %j, which is not a number', async (number) => {
    expect(await acme.text(number)).toMatchObject({ status: 400, body: { detail: 'Invalid phone number' } })
    expect(await acme.text(to(), { from_number: number })).toMatchObject({ status: 400 })
  })

  test.each([
    ['an empty body', { body: '' }, 'body'],
    ['a body that is too long', { body: 'a'.repeat(1_601) }, 'body'],
    ['a missing body', { body: undefined }, 'body'],
    ['a body that is not text', { body: 7 }, 'body'],
    ['a missing recipient', { to_number: undefined }, 'to_number'],
    ['an invalid ID', { from_number_id: 'x' }, 'from_number_id'],
  ])('422 for %s', async (_name, wrong, field) => {
    const response = await acme.text(to(), wrong)
    expect([response.status, response.body.detail[0].loc]).toEqual([422, ['body', field]])
  })

  test("404 for another workspace's number, a missing one, and a disconnected one", async () => {
    const other = await createSmsTenant(testServer(), { carrier: CARRIER })
    const released = await linkSmsNumber(testServer(), acme.key, CARRIER)
    expect((await acme.key.delete(`/phone-numbers/${released.id}`)).status).toBe(204)
    for (const from of [
      { from_number: other.number.phoneNumber },
      { from_number_id: other.number.id, from_number: undefined },
      { from_number: '+14155559999' },
    ]) {
      const number = to()
      expect(await acme.text(number, from)).toMatchObject({ status: 404, body: { detail: 'Phone number not found' } })
      await nothing(number)
    }
    expect(await acme.text(to(), { from_number: released.phoneNumber })).toMatchObject({ status: 404 })
  })

  test('422 if the workspace has no number, with how to connect one', async () => {
    const { id, key } = await testServer().workspace()
    await anyWorkspace.phoneNumber.updateMany({ where: { workspaceId: id }, data: { isActive: false } })
    expect(await (await key()).post('/sms', { to_number: to(), body: 'Hello' })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('POST /phone-numbers/link') },
    })
  })

  test("400 for a number that isn't ready, with what is missing", async () => {
    const bare = await linkSmsNumber(testServer(), acme.key, CARRIER)
    await anyWorkspace.phoneNumber.update({ where: { id: bare.id }, data: { smsReady: false, smsMissing: ['messaging_profile', 'a2p_registration'] } })
    const number = to()
    const response = await acme.text(number, { from_number: bare.phoneNumber })
    expect(response).toMatchObject({
      status: 400,
      body: { detail: `The number ${bare.phoneNumber} cannot send SMS: missing messaging_profile, a2p_registration.` },
    })
    await nothing(number)
  })

  test('403 for a number on the do-not-call list', async () => {
    const number = to()
    await acme.key.post('/dnc', { phone_number: number })
    expect(await acme.text(number)).toMatchObject({ status: 403, body: { detail: 'The number is on the do-not-call list.' } })
    await nothing(number)
  })

  test("402 if the wallet's funds are insufficient, before anything else is done", async () => {
    const poor = await createSmsTenant(testServer(), { carrier: CARRIER, wallet: '0.0150' })
    const [first, second] = [to(), to()]
    expect((await poor.text(first)).status).toBe(202)
    expect(await poor.text(second)).toMatchObject({
      status: 402,
      body: { detail: { error: 'insufficient_funds', message: expect.stringContaining('the message reserves 0.0100'), balance: '0.0050', required: '0.0100' } },
    })
    await nothing(second)
    expect(await readWallet(poor.key)).toEqual({ balance: '0.0050', reserved: '0.0000' })
  })

  test.each([
    ['0203', 403, 'This number has opted out of SMS.'],
    ['0208', 400, /^The carrier rejected/],
    ['0209', 422, /^The carrier does not send this message/],
    ['0207', 502, /^The carrier does not accept more/],
  ])("the carrier's error for …%s returns %i, nothing stays reserved, and the key stores only a 4xx", async (scenario, status, detail) => {
    const number = to(scenario)
    const before = await readWallet(acme.key)
    const [key, body] = [randomUUID(), { to_number: number, from_number: acme.number.phoneNumber, body: 'Hello' }]
    const response = await withKey(acme.key, key, body)
    expect([response.status, response.body.detail]).toEqual([status, expect.stringMatching(detail)])
    expect(await readWallet(acme.key)).toEqual(before)
    const repetition = await withKey(acme.key, key, body)
    expect([repetition.status, repetition.headers.get('idempotent-replayed')]).toEqual([status, status < 500 ? 'true' : null])
    expect(await messagesTo(number)).toHaveLength(status < 500 ? 1 : 2)
    expect(await listAccepted(testServer(), CARRIER, number)).toEqual([])
  })

  test('a number that has opted out at the carrier is added to the do-not-call list', async () => {
    const number = to('0203')
    await acme.text(number)
    const { body } = await acme.key.get(`/dnc/check?phone_number=${encodeURIComponent(number)}`)
    expect(body).toMatchObject({ is_on_dnc: true, entry: { source: 'carrier' } })
    expect(await acme.text(number)).toMatchObject({ status: 403, body: { detail: 'The number is on the do-not-call list.' } })
  })

  test('400 after the carrier has rejected the credentials', async () => {
    await carriersOf(testServer()).fault({ provider: CARRIER, operation: 'send_sms', status: 401 })
    const number = to()
    expect(await acme.text(number)).toMatchObject({ status: 400, body: { detail: expect.stringContaining('The carrier rejected the credentials') } })
    expect(await messagesTo(number)).toMatchObject([{ status: 'failed', errorReason: 'bad_credentials' }])
  })
})
