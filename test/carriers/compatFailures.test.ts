import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Carrier, CarrierErrorKind } from '../../src/carriers/carrier.ts'
import { signalwire } from '../../src/carriers/signalwire.ts'
import { twilio } from '../../src/carriers/twilio/twilio.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'
import { startCarriers } from './kit.ts'
import { type FakeReply, startFakeCarrier } from './fakeCarrier.ts'

const ACCOUNT_SID = `AC${'a'.repeat(32)}`
const PROJECT_ID = '11111111-2222-4333-8444-555555555555'
const SMS = { from: '+14155550100', to: '+14155552671', body: 'hi', ref: randomUUID(), statusUrl: 'https://x.example/s', timeoutMs: scaledTimeout(30_000) }
/** For a carrier that never answers. */
const SHORT_TIMEOUT_MS = 400

const CARRIERS = [
  { carrier: twilio as Carrier, credentials: { account_sid: ACCOUNT_SID, auth_token: 'the-secret' } },
  { carrier: signalwire as Carrier, credentials: { space: 'acme', project_id: PROJECT_ID, api_token: 'the-secret' } },
] as { carrier: Carrier; credentials: Parameters<Carrier['verify']>[0] }[]

const HTML_REPLY = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' }
const errorReply = (status: number, code: number, message = 'No.') => ({ status, body: { code, message, status, more_info: '' } })
const OTHER_ACCOUNT = { sid: `AC${'9'.repeat(32)}`, account_sid: `AC${'9'.repeat(32)}`, status: 'active' }

describe.each(CARRIERS)('$carrier.name', ({ carrier, credentials }) => {
  describe('verify reports', () => {
    test.each<[string, FakeReply, CarrierErrorKind]>([
      ['401', errorReply(401, 20003, 'Authenticate'), 'bad_credentials'],
      ['403', errorReply(403, 20403), 'forbidden'],
      ['an inactive account', errorReply(403, 20005), 'suspended'],
      ['404 for an unknown account', errorReply(404, 20404), 'bad_credentials'],
      ['429', { ...errorReply(429, 20429), headers: { 'retry-after': '7' } }, 'throttled'],
      ['500', errorReply(500, 20500), 'unavailable'],
      ['500 with the code of bad credentials', errorReply(500, 21610), 'unavailable'],
      ['503 with an HTML page', { ...HTML_REPLY, status: 503 }, 'unavailable'],
      ['200 with an HTML page', HTML_REPLY, 'unavailable'],
      ['200 of an unexpected shape', { body: { ok: true } }, 'unavailable'],
      [
        '200 with another account',
        { body: { ...OTHER_ACCOUNT, incoming_phone_numbers: [{ ...OTHER_ACCOUNT, phone_number: '+14155550100' }] } },
        'bad_credentials',
      ],
      ['a redirect', { status: 307, headers: { location: '/elsewhere' } }, 'unavailable'],
      ['a connection that breaks', 'reset', 'unavailable'],
    ])('%s', async (_title, reply, kind) => {
      await startFakeCarrier(() => reply)
      await expect(carrier.verify(credentials)).rejects.toMatchObject({ kind })
    })
    test('an unreachable carrier', async () => {
      const { requests, close } = await startFakeCarrier()
      await close()
      await expect(carrier.verify(credentials)).rejects.toMatchObject({ kind: 'unavailable' })
      expect(requests).toEqual([])
    })
  })

  describe('sending reports, after exactly one request,', () => {
    test.each<[string, FakeReply, CarrierErrorKind]>([
      ['opted out', errorReply(400, 21610), 'opted_out'],
      ['an invalid number', errorReply(400, 21211), 'invalid_number'],
      ['a landline', errorReply(400, 21614), 'invalid_number'],
      ['a sender without SMS', errorReply(400, 21606), 'not_sms_capable'],
      ['a country that is not allowed', errorReply(400, 21408), 'blocked'],
      ['another error', errorReply(400, 21617), 'rejected'],
      ['401', errorReply(401, 20003), 'bad_credentials'],
      ['402', errorReply(402, 20001), 'insufficient_funds'],
      ['403', errorReply(403, 20403), 'forbidden'],
      ['a suspended account', errorReply(403, 20005), 'suspended'],
      ['429', errorReply(429, 20429), 'throttled'],
      ['500', errorReply(500, 20500), 'unknown_outcome'],
      ['503 with an HTML page', { ...HTML_REPLY, status: 503 }, 'unknown_outcome'],
      ['200 with an HTML page', HTML_REPLY, 'unknown_outcome'],
      ['201 of an unexpected shape', { status: 201, body: { message: 'ok' } }, 'unknown_outcome'],
      ['a redirect, which is not followed', { status: 307, headers: { location: '/elsewhere' } }, 'unknown_outcome'],
      ['a timeout', 'hang', 'unknown_outcome'],
      ['a connection that breaks', 'reset', 'unknown_outcome'],
    ])('%s', async (_title, reply, kind) => {
      const { requests } = await startFakeCarrier(() => reply)
      const sms = reply === 'hang' ? { ...SMS, timeoutMs: SHORT_TIMEOUT_MS } : SMS
      await expect(carrier.sendSms(credentials, sms)).rejects.toMatchObject({ kind })
      expect(requests.length).toBe(1)
    })
  })

  test('reports the retry delay and redacts credentials', async () => {
    await startFakeCarrier(() => ({ ...errorReply(429, 20429, 'the-secret is asked for too often'), headers: { 'retry-after': '7' } }))
    await expect(carrier.sendSms(credentials, SMS)).rejects.toMatchObject({
      message: '*** is asked for too often',
      info: { retryAfterMs: 7000, code: '20429', status: 429 },
    })
  })

  test.each([
    ['suspended', 'suspended'],
    ['forbidden', 'forbidden'],
  ])('reports a %s account of the simulator', async (state, kind) => {
    const carriers = await startCarriers()
    const account = await carriers.openAccount(carrier.name, { state })
    await expect(carrier.verify(account.credentials as unknown as typeof credentials)).rejects.toMatchObject({ kind })
  })

  test('reports wrong credentials for the simulator', async () => {
    const carriers = await startCarriers()
    const account = await carriers.account(carrier.name)
    for (const secret of ['auth_token', 'api_key_secret', 'api_token'].filter((name) => name in account.credentials))
      await expect(carrier.verify({ ...account.credentials, [secret]: 'wrong' } as unknown as typeof credentials)).rejects.toMatchObject({
        kind: 'bad_credentials',
      })
  })

  test.each([
    ['verify', 'http500', 'unavailable'],
    ['verify', 'http401', 'bad_credentials'],
    ['verify', 'malformed', 'unavailable'],
    ['verify', 'truncated', 'unavailable'],
    ['send_sms', 'http503', 'unknown_outcome'],
    ['send_sms', 'hang', 'unknown_outcome'],
    ['send_sms', 'http429', 'throttled'],
    ['numbers', 'reset', 'unavailable'],
    ['route_sms', 'http403', 'forbidden'],
  ])('reports a fault of %s: %s', async (operation, mode, kind) => {
    const carriers = await startCarriers()
    const account = await carriers.account(carrier.name)
    const accountCredentials = account.credentials as unknown as typeof credentials
    const number = { e164: account.numbers[0]!.phone_number, carrierNumberId: account.numbers[0]!.id }
    await carriers.fault({ provider: carrier.name, operation, mode, times: 9 })
    const OPERATIONS: Record<string, () => Promise<unknown>> = {
      verify: () => carrier.verify(accountCredentials),
      numbers: () => carrier.findNumber(accountCredentials, number.e164),
      send_sms: () => carrier.sendSms(accountCredentials, { ...SMS, from: number.e164, ...(mode === 'hang' && { timeoutMs: SHORT_TIMEOUT_MS }) }),
      route_sms: () => carrier.routeInbound(accountCredentials, number, 'https://us.example/a'),
    }
    await expect(OPERATIONS[operation]!()).rejects.toMatchObject({ kind })
    if (operation === 'send_sms') expect(await carriers.messages(carrier.name)).toEqual([])
  })
})
