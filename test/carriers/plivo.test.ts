import { expect, test } from 'vitest'
import { plivo } from '../../src/carriers/plivo/plivo.ts'
import { failure, expectFailure } from './errors.ts'
import { BODY, expectGolden, FROM, STATUS_URL, TO } from './golden.ts'
import { type Answer, type Asked, startWire } from './fakeCarrier.ts'

const ID = 'MAXXXXXXXXXXXXXXXXXX'
const SECRET = 'plivo_auth_token_secret'
const GIVEN = { auth_id: ID, auth_token: SECRET }
const SMS = { from: FROM, to: TO, body: BODY, ref: 'm1', statusUrl: STATUS_URL, timeoutMs: 300 }
const NUMBER = { e164: FROM, carrierNumberId: '14155550100' }
const base = `/v1/Account/${ID}`

const seen = (change: object = {}) => ({
  number: '14155550100',
  sms_enabled: true,
  voice_enabled: true,
  tendlc_registration_status: 'COMPLETED',
  application: null,
  ...change,
})
const taken = { status: 202, body: { api_id: 'a', message: 'message(s) queued', message_uuid: ['u'] } }
const refusal = (status: number, error: unknown = 'no') => ({ status, body: { api_id: 'a', error } })
const UNAUTHORIZED = { status: 401, headers: { 'content-type': 'text/plain' }, body: 'Could not verify your access level for that URL.' }

test('requests are those of the vendor’s own SDK', async () => {
  const { asked } = await startWire(({ path }: Asked) => {
    if (path.endsWith('/Message/')) return taken
    if (path.endsWith('/Number/')) return { body: { meta: { next: null }, objects: [seen()] } }
    return { body: path.includes('/Number/') ? seen() : { auth_id: ID } }
  })
  await plivo.verify(GIVEN)
  await plivo.findNumber(GIVEN, FROM)
  await plivo.listNumbers(GIVEN, null)
  await plivo.sendSms(GIVEN, SMS)
  // The SDK doubles a slash and sends a body with a GET.
  expectGolden(asked[0]!, 'plivo', 'verify', () => ({ path: `${base}/`, type: null, fields: null }))
  expectGolden(asked[1]!, 'plivo', 'ownsNumber')
  // We list numbers without texts as well.
  expectGolden(asked[2]!, 'plivo', 'listNumbers', () => ({ query: { limit: '20', offset: '0' } }))
  expectGolden(asked[3]!, 'plivo', 'sendSms')
  const authorization = `Basic ${Buffer.from(`${ID}:${SECRET}`).toString('base64')}`
  expect(asked.every((one) => one.headers.authorization === authorization && one.host === 'api.plivo.com')).toBe(true)
})

test.each([
  ['bad credentials in plain text', UNAUTHORIZED, 'bad_credentials'],
  ['another account', { body: { auth_id: 'MAYYYYYYYYYYYYYYYYYY' } }, 'bad_credentials'],
  ['no such account', refusal(404), 'bad_credentials'],
  ['a missing right', refusal(403), 'forbidden'],
  ['a suspended account', refusal(403, 'Your account has been suspended'), 'suspended'],
  ['a disabled subaccount', { body: { auth_id: ID, enabled: false } }, 'suspended'],
  ['too many requests', { ...refusal(429), headers: { 'retry-after': '7' } }, 'throttled'],
  ['an outage', refusal(500), 'unavailable'],
  ['a page of HTML', { body: '<html>' }, 'unavailable'],
  ['another shape', { body: { account: ID } }, 'unavailable'],
  ['a broken connection', 'reset', 'unavailable'],
] as [string, Answer, string][])('verifying tells %s', async (_what, answer, kind) => {
  await startWire(() => answer)
  await expectFailure(plivo.verify(GIVEN), kind, [SECRET])
})

test.each([
  ['an invalid recipient', refusal(400, 'dst parameter is not a valid phone number'), 'invalid_number'],
  ['a recipient that is passed over', { status: 202, body: { message: 'x', message_uuid: [], invalid_number: ['1'] } }, 'invalid_number'],
  ['a sender that cannot text', refusal(400, 'src parameter is invalid'), 'not_sms_capable'],
  ['a country that is not permitted', refusal(403, 'geo permission'), 'blocked'],
  ['no money', refusal(402), 'insufficient_funds'],
  ['no credit', refusal(400, 'Insufficient credits'), 'insufficient_funds'],
  ['bad credentials', UNAUTHORIZED, 'bad_credentials'],
  ['a suspended account', refusal(403, 'account suspended'), 'suspended'],
  ['fields that are not liked', refusal(400, { text: ['too long'] }), 'rejected'],
  ['too many requests', refusal(429), 'throttled'],
  ['an outage', refusal(500), 'unknown_outcome'],
  ['a page of HTML', { body: '<html>' }, 'unknown_outcome'],
  ['no id', { status: 202, body: { message_uuid: [] } }, 'unknown_outcome'],
  ['a redirect', { status: 307, headers: { location: '/v1' } }, 'unknown_outcome'],
  ['silence', 'hang', 'unknown_outcome'],
  ['a broken connection', 'reset', 'unknown_outcome'],
] as [string, Answer, string][])('sending tells %s, and is never repeated', async (_what, answer, kind) => {
  const { asked } = await startWire(() => answer)
  await expectFailure(plivo.sendSms(GIVEN, SMS), kind, [SECRET])
  expect(asked).toHaveLength(1)
})

test('no error quotes the token', async () => {
  await startWire(() => refusal(400, `Token ${SECRET} is odd`))
  expect((await failure(plivo.verify(GIVEN)))!.message).toBe('Token *** is odd')
})

test.each([
  ['registered', {}, FROM, true, []],
  ['not registered', { tendlc_registration_status: 'UNREGISTERED' }, FROM, true, ['a2p_registration']],
  ['of which nothing is said', { tendlc_registration_status: null }, FROM, true, ['a2p_registration']],
  [
    'free of charge and verified',
    { number: '18885550100', tendlc_registration_status: null, toll_free_sms_verification: 'verified' },
    '+18885550100',
    true,
    [],
  ],
  ['free of charge and not verified', { number: '18885550100', toll_free_sms_verification: 'unverified' }, '+18885550100', true, ['a2p_registration']],
  ['of another country', { number: '447911123456', tendlc_registration_status: null }, '+447911123456', true, []],
  ['for calls alone', { sms_enabled: false }, FROM, false, ['sms_capable_number']],
] as [string, object, string, boolean, string[]][])('a number %s says what its texts need', async (_what, change, e164, sms, smsMissing) => {
  await startWire(() => ({ body: seen(change) }))
  expect(await plivo.findNumber(GIVEN, e164)).toEqual({ e164, carrierNumberId: e164.slice(1), voice: true, sms, smsMissing })
})

test('another number than the one asked for is not it', async () => {
  await startWire(() => ({ body: seen({ number: '141555501000' }) }))
  expect(await plivo.findNumber(GIVEN, FROM)).toBeNull()
})

test('numbers are listed a page at a time', async () => {
  const { asked } = await startWire((_, nth) => ({ body: { meta: { next: nth === 1 ? '/v1/next' : null }, objects: [seen()] } }))
  expect((await plivo.listNumbers(GIVEN, null)).next).toBe('20')
  expect((await plivo.listNumbers(GIVEN, '20')).next).toBeNull()
  expect(asked.map(({ query }) => Object.fromEntries(query).offset)).toEqual(['0', '20'])
})

test('a number on a SIP trunk of Plivo’s is left to a person, who alone may take its calls from there', async () => {
  const { asked } = await startWire(() => ({ body: seen({ application: `${base}/Zentrunk/Trunk/1234/` }) }))
  expect(await plivo.routeInbound(GIVEN, NUMBER, 'https://x.example/inbound/plivo/t')).toBe(false)
  expect(asked).toHaveLength(1)
})

test('a number that is gone is released without an error', async () => {
  await startWire(() => refusal(404))
  await plivo.unrouteInbound(GIVEN, NUMBER, 'https://x.example/inbound/plivo/t', [])
})

test('its trunk is the one that the credentials name', async () => {
  expect(await plivo.trunk(GIVEN, NUMBER)).toBeNull()
  const trunk = { sip_termination_uri: '123.zt.plivo.com', sip_username: 'u', sip_password: 'p' }
  expect(await plivo.trunk({ ...GIVEN, ...trunk }, NUMBER)).toEqual({ terminationUri: '123.zt.plivo.com', username: 'u', password: 'p' })
})

test('STOP is answered by Plivo in North America alone', () => {
  expect(['+14155550100', '+16135550100', '+18885550100', '+447700900123'].map(plivo.handlesKeywords)).toEqual([true, true, true, false])
})
