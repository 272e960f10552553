import { expect, test } from 'vitest'
import { plivo } from '../../src/carriers/plivo/plivo.ts'
import { errorOf, expectCarrierError } from './errors.ts'
import { BODY, expectGolden, FROM, STATUS_URL, TO } from './golden.ts'
import { type FakeReply, type CapturedRequest, startFakeCarrier } from './fakeCarrier.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'

const AUTH_ID = 'MAXXXXXXXXXXXXXXXXXX'
const SECRET = 'plivo_auth_token_secret'
const CREDENTIALS = { auth_id: AUTH_ID, auth_token: SECRET }
const SMS = { from: FROM, to: TO, body: BODY, ref: 'm1', statusUrl: STATUS_URL, timeoutMs: scaledTimeout(1_000) }
const NUMBER = { e164: FROM, carrierNumberId: '14155550100' }
const ACCOUNT_PATH = `/v1/Account/${AUTH_ID}`

const numberBody = (change: object = {}) => ({
  number: '14155550100',
  sms_enabled: true,
  voice_enabled: true,
  tendlc_registration_status: 'COMPLETED',
  application: null,
  ...change,
})
const ACCEPTED_REPLY = { status: 202, body: { api_id: 'a', message: 'message(s) queued', message_uuid: ['u'] } }
const errorReply = (status: number, error: unknown = 'no') => ({ status, body: { api_id: 'a', error } })
const UNAUTHORIZED = { status: 401, headers: { 'content-type': 'text/plain' }, body: 'Could not verify your access level for that URL.' }

test('sends the requests of the vendor’s SDK', async () => {
  const { requests } = await startFakeCarrier(({ path }: CapturedRequest) => {
    if (path.endsWith('/Message/')) return ACCEPTED_REPLY
    if (path.endsWith('/Number/')) return { body: { meta: { next: null }, objects: [numberBody()] } }
    return { body: path.includes('/Number/') ? numberBody() : { auth_id: AUTH_ID } }
  })
  await plivo.verify(CREDENTIALS)
  await plivo.findNumber(CREDENTIALS, FROM)
  await plivo.listNumbers(CREDENTIALS, null)
  await plivo.sendSms(CREDENTIALS, SMS)
  // The SDK sends a double slash, and a body with a GET.
  expectGolden(requests[0]!, 'plivo', 'verify', () => ({ path: `${ACCOUNT_PATH}/`, type: null, fields: null }))
  expectGolden(requests[1]!, 'plivo', 'ownsNumber')
  // Our client also lists numbers without SMS.
  expectGolden(requests[2]!, 'plivo', 'listNumbers', () => ({ query: { limit: '20', offset: '0' } }))
  expectGolden(requests[3]!, 'plivo', 'sendSms')
  const authorization = `Basic ${Buffer.from(`${AUTH_ID}:${SECRET}`).toString('base64')}`
  expect(requests.every((request) => request.headers.authorization === authorization && request.host === 'api.plivo.com')).toBe(true)
})

test.each([
  ['bad credentials in plain text', UNAUTHORIZED, 'bad_credentials'],
  ['another account', { body: { auth_id: 'MAYYYYYYYYYYYYYYYYYY' } }, 'bad_credentials'],
  ['no such account', errorReply(404), 'bad_credentials'],
  ['a missing permission', errorReply(403), 'forbidden'],
  ['a suspended account', errorReply(403, 'Your account has been suspended'), 'suspended'],
  ['a disabled subaccount', { body: { auth_id: AUTH_ID, enabled: false } }, 'suspended'],
  ['too many requests', { ...errorReply(429), headers: { 'retry-after': '7' } }, 'throttled'],
  ['an outage', errorReply(500), 'unavailable'],
  ['an HTML page', { body: '<html>' }, 'unavailable'],
  ['an unexpected shape', { body: { account: AUTH_ID } }, 'unavailable'],
  ['a broken connection', 'reset', 'unavailable'],
] as [string, FakeReply, string][])('verify reports %s', async (_title, reply, kind) => {
  await startFakeCarrier(() => reply)
  await expectCarrierError(plivo.verify(CREDENTIALS), kind, [SECRET])
})

test.each([
  ['an invalid recipient', errorReply(400, 'dst parameter is not a valid phone number'), 'invalid_number'],
  ['a skipped recipient', { status: 202, body: { message: 'x', message_uuid: [], invalid_number: ['1'] } }, 'invalid_number'],
  ['a sender without SMS', errorReply(400, 'src parameter is invalid'), 'not_sms_capable'],
  ['a country that is not permitted', errorReply(403, 'geo permission'), 'blocked'],
  ['a required payment', errorReply(402), 'insufficient_funds'],
  ['no credit', errorReply(400, 'Insufficient credits'), 'insufficient_funds'],
  ['bad credentials', UNAUTHORIZED, 'bad_credentials'],
  ['a suspended account', errorReply(403, 'account suspended'), 'suspended'],
  ['invalid fields', errorReply(400, { text: ['too long'] }), 'rejected'],
  ['too many requests', errorReply(429), 'throttled'],
  ['an outage', errorReply(500), 'unknown_outcome'],
  ['an HTML page', { body: '<html>' }, 'unknown_outcome'],
  ['no ID', { status: 202, body: { message_uuid: [] } }, 'unknown_outcome'],
  ['a redirect', { status: 307, headers: { location: '/v1' } }, 'unknown_outcome'],
  ['no reply', 'hang', 'unknown_outcome'],
  ['a broken connection', 'reset', 'unknown_outcome'],
] as [string, FakeReply, string][])('sending reports %s and is never repeated', async (_title, reply, kind) => {
  const { requests } = await startFakeCarrier(() => reply)
  await expectCarrierError(plivo.sendSms(CREDENTIALS, SMS), kind, [SECRET])
  expect(requests).toHaveLength(1)
})

test('errors do not contain the token', async () => {
  await startFakeCarrier(() => errorReply(400, `Token ${SECRET} is odd`))
  expect((await errorOf(plivo.verify(CREDENTIALS)))!.message).toBe('Token *** is odd')
})

test.each([
  ['registered', {}, FROM, true, []],
  ['not registered', { tendlc_registration_status: 'UNREGISTERED' }, FROM, true, ['a2p_registration']],
  ['without a registration status', { tendlc_registration_status: null }, FROM, true, ['a2p_registration']],
  [
    'that is toll-free and verified',
    { number: '18885550100', tendlc_registration_status: null, toll_free_sms_verification: 'verified' },
    '+18885550100',
    true,
    [],
  ],
  ['that is toll-free and not verified', { number: '18885550100', toll_free_sms_verification: 'unverified' }, '+18885550100', true, ['a2p_registration']],
  ['of another country', { number: '447911123456', tendlc_registration_status: null }, '+447911123456', true, []],
  ['for voice only', { sms_enabled: false }, FROM, false, ['sms_capable_number']],
] as [string, object, string, boolean, string[]][])('reports what a number %s lacks for SMS', async (_title, change, e164, sms, smsMissing) => {
  await startFakeCarrier(() => ({ body: numberBody(change) }))
  expect(await plivo.findNumber(CREDENTIALS, e164)).toEqual({ e164, carrierNumberId: e164.slice(1), voice: true, sms, smsMissing })
})

test('does not return another number', async () => {
  await startFakeCarrier(() => ({ body: numberBody({ number: '141555501000' }) }))
  expect(await plivo.findNumber(CREDENTIALS, FROM)).toBeNull()
})

test('lists numbers page by page', async () => {
  const { requests } = await startFakeCarrier((_, nth) => ({ body: { meta: { next: nth === 1 ? '/v1/next' : null }, objects: [numberBody()] } }))
  expect((await plivo.listNumbers(CREDENTIALS, null)).next).toBe('20')
  expect((await plivo.listNumbers(CREDENTIALS, '20')).next).toBeNull()
  expect(requests.map(({ query }) => Object.fromEntries(query).offset)).toEqual(['0', '20'])
})

test('does not route a number on a Plivo SIP trunk, which would lose its calls', async () => {
  const { requests } = await startFakeCarrier(() => ({ body: numberBody({ application: `${ACCOUNT_PATH}/Zentrunk/Trunk/1234/` }) }))
  expect(await plivo.routeInbound(CREDENTIALS, NUMBER, 'https://x.example/inbound/plivo/t')).toBe(false)
  expect(requests).toHaveLength(1)
})

test('unrouting ignores a number that no longer exists', async () => {
  await startFakeCarrier(() => errorReply(404))
  await plivo.unrouteInbound(CREDENTIALS, NUMBER, 'https://x.example/inbound/plivo/t', [])
})

test('returns the trunk in the credentials', async () => {
  expect(await plivo.trunk(CREDENTIALS, NUMBER)).toBeNull()
  const trunk = { sip_termination_uri: '123.zt.plivo.com', sip_username: 'u', sip_password: 'p' }
  expect(await plivo.trunk({ ...CREDENTIALS, ...trunk }, NUMBER)).toEqual({ terminationUri: '123.zt.plivo.com', username: 'u', password: 'p' })
})

test('handles keywords for US and Canadian numbers only', () => {
  expect(['+14155550100', '+16135550100', '+18885550100', '+447700900123'].map(plivo.handlesKeywords)).toEqual([true, true, true, false])
})
