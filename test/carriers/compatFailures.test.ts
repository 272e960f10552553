import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Carrier, CarrierErrorKind } from '../../src/carriers/carrier.ts'
import { signalwire } from '../../src/carriers/signalwire.ts'
import { twilio } from '../../src/carriers/twilio/twilio.ts'
import { startCarriers } from './kit.ts'
import { type Answer, startWire } from './fakeCarrier.ts'

const SID = `AC${'a'.repeat(32)}`
const PROJECT = '11111111-2222-4333-8444-555555555555'
const SMS = { from: '+14155550100', to: '+14155552671', body: 'hi', ref: randomUUID(), statusUrl: 'https://x.example/s', timeoutMs: 400 }

const CARRIERS = [
  { carrier: twilio as Carrier, given: { account_sid: SID, auth_token: 'the-secret' } },
  { carrier: signalwire as Carrier, given: { space: 'acme', project_id: PROJECT, api_token: 'the-secret' } },
] as { carrier: Carrier; given: Parameters<Carrier['verify']>[0] }[]

const html = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' }
const refused = (status: number, code: number, message = 'No.') => ({ status, body: { code, message, status, more_info: '' } })
const foreign = { sid: `AC${'9'.repeat(32)}`, account_sid: `AC${'9'.repeat(32)}`, status: 'active' }

describe.each(CARRIERS)('$carrier.name', ({ carrier, given }) => {
  describe('verifying', () => {
    test.each<[string, Answer, CarrierErrorKind]>([
      ['401', refused(401, 20003, 'Authenticate'), 'bad_credentials'],
      ['403', refused(403, 20403), 'forbidden'],
      ['an account that is not active', refused(403, 20005), 'suspended'],
      ['404: no such account', refused(404, 20404), 'bad_credentials'],
      ['429', { ...refused(429, 20429), headers: { 'retry-after': '7' } }, 'throttled'],
      ['500', refused(500, 20500), 'unavailable'],
      ['500 with the code of bad credentials', refused(500, 21610), 'unavailable'],
      ['503 with an HTML page', { ...html, status: 503 }, 'unavailable'],
      ['200 with an HTML page', html, 'unavailable'],
      ['200 of another shape', { body: { ok: true } }, 'unavailable'],
      ["200 with another's account", { body: { ...foreign, incoming_phone_numbers: [{ ...foreign, phone_number: '+14155550100' }] } }, 'bad_credentials'],
      ['a redirect', { status: 307, headers: { location: '/elsewhere' } }, 'unavailable'],
      ['a connection that breaks', 'reset', 'unavailable'],
    ])('%s', async (_title, answer, kind) => {
      await startWire(() => answer)
      await expect(carrier.verify(given)).rejects.toMatchObject({ kind })
    })
    test('a carrier that nobody reaches', async () => {
      const { asked, close } = await startWire()
      await close()
      await expect(carrier.verify(given)).rejects.toMatchObject({ kind: 'unavailable' })
      expect(asked).toEqual([])
    })
  })

  describe('sending, with one request and no more', () => {
    test.each<[string, Answer, CarrierErrorKind]>([
      ['opted out', refused(400, 21610), 'opted_out'],
      ['an invalid number', refused(400, 21211), 'invalid_number'],
      ['a land line', refused(400, 21614), 'invalid_number'],
      ['a number that cannot text', refused(400, 21606), 'not_sms_capable'],
      ['a country that is not allowed', refused(400, 21408), 'blocked'],
      ['another refusal', refused(400, 21617), 'rejected'],
      ['401', refused(401, 20003), 'bad_credentials'],
      ['402', refused(402, 20001), 'insufficient_funds'],
      ['403', refused(403, 20403), 'forbidden'],
      ['a suspended account', refused(403, 20005), 'suspended'],
      ['429', refused(429, 20429), 'throttled'],
      ['500', refused(500, 20500), 'unknown_outcome'],
      ['503 with an HTML page', { ...html, status: 503 }, 'unknown_outcome'],
      ['200 with an HTML page', html, 'unknown_outcome'],
      ['201 of another shape', { status: 201, body: { message: 'ok' } }, 'unknown_outcome'],
      ['a redirect, which is not followed', { status: 307, headers: { location: '/elsewhere' } }, 'unknown_outcome'],
      ['no answer in time', 'hang', 'unknown_outcome'],
      ['a connection that breaks', 'reset', 'unknown_outcome'],
    ])('%s', async (_title, answer, kind) => {
      const { asked } = await startWire(() => answer)
      await expect(carrier.sendSms(given, SMS)).rejects.toMatchObject({ kind })
      expect(asked.length).toBe(1)
    })
  })

  test('says for how long it is throttled, and quotes no credentials', async () => {
    await startWire(() => ({ ...refused(429, 20429, 'the-secret is asked for too often'), headers: { 'retry-after': '7' } }))
    await expect(carrier.sendSms(given, SMS)).rejects.toMatchObject({
      message: '*** is asked for too often',
      info: { retryAfterMs: 7000, code: '20429', status: 429 },
    })
  })

  test.each([
    ['suspended', 'suspended'],
    ['forbidden', 'forbidden'],
  ])('an account that is %s at the simulated carrier', async (state, kind) => {
    const carriers = await startCarriers()
    const { credentials } = await carriers.open(carrier.name, { state })
    await expect(carrier.verify(credentials as unknown as typeof given)).rejects.toMatchObject({ kind })
  })

  test('wrong credentials at the simulated carrier', async () => {
    const carriers = await startCarriers()
    const { credentials } = await carriers.account(carrier.name)
    for (const secret of ['auth_token', 'api_key_secret', 'api_token'].filter((name) => name in credentials))
      await expect(carrier.verify({ ...credentials, [secret]: 'wrong' } as unknown as typeof given)).rejects.toMatchObject({ kind: 'bad_credentials' })
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
  ])('the fault of %s: %s', async (operation, mode, kind) => {
    const carriers = await startCarriers()
    const { credentials, numbers } = await carriers.account(carrier.name)
    const account = credentials as unknown as typeof given
    const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
    await carriers.fault({ provider: carrier.name, operation, mode, times: 9 })
    const DO: Record<string, () => Promise<unknown>> = {
      verify: () => carrier.verify(account),
      numbers: () => carrier.findNumber(account, number.e164),
      send_sms: () => carrier.sendSms(account, { ...SMS, from: number.e164 }),
      route_sms: () => carrier.routeInbound(account, number, 'https://us.example/a'),
    }
    await expect(DO[operation]!()).rejects.toMatchObject({ kind })
    if (operation === 'send_sms') expect(await carriers.messages(carrier.name)).toEqual([])
  })
})
