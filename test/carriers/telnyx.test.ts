import { expect, test } from 'vitest'
import { telnyx } from '../../src/carriers/telnyx/telnyx.ts'
import { BODY, expectGolden, FROM, STATUS_URL, TO } from './golden.ts'
import { type FakeReply, type CapturedRequest, startFakeCarrier } from './fakeCarrier.ts'
import { errorOf } from './errors.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'

const PROFILE = '40017f8e-49bd-4f16-9e3d-ef103f916228'
const ID = '1293384261075731499'
const KEY = 'KEY0123456789ABCDEF_secret'
const CREDENTIALS = { api_key: KEY, messaging_profile_id: PROFILE }
const BALANCE = { data: { record_type: 'balance', balance: '1.00', currency: 'USD' } }
const ORGANIZATION = '0e4f2f6a-6f59-4a5c-9a70-6a4c40e0a2b1'
const SMS = { from: FROM, to: TO, body: BODY, ref: 'e2c9a1f0-1a52-4f0e-8a44-5f3d0c9b7e21', statusUrl: STATUS_URL, timeoutMs: scaledTimeout(1_000) }

const numberBody = (phone_number: string, status = 'active') => ({ id: ID, phone_number, status, phone_number_type: 'local' })
const settings = (change: object = {}) => ({
  id: ID,
  phone_number: FROM,
  messaging_profile_id: PROFILE,
  country_code: 'US',
  type: 'long-code',
  features: { sms: { domestic_two_way: true, international_inbound: true, international_outbound: false } },
  ...change,
})
const errorReply = (status: number, code: string, detail = 'no') => ({ status, body: { errors: [{ code, title: 'Refused', detail }] } })

/** Starts a fake carrier that replies by method and path. */
const startServer = (replies: Record<string, FakeReply>) =>
  startFakeCarrier(({ method, path }: CapturedRequest) => replies[`${method} ${path}`] ?? errorReply(404, '10005'))
const NUMBERS = 'GET /v2/phone_numbers'
const SETTINGS = `GET /v2/phone_numbers/${ID}/messaging`
const REGISTRATION = `GET /v2/10dlc/phone_number_campaigns/${FROM}`
const PROFILE_PATH = `/v2/messaging_profiles/${PROFILE}`

test('sends the requests of the vendor’s SDK', async () => {
  const { requests } = await startServer({
    'GET /v2/balance': { body: BALANCE },
    [`GET ${PROFILE_PATH}`]: { body: { data: { id: PROFILE, enabled: true, organization_id: ORGANIZATION, webhook_url: 'https://x.example/in' } } },
    [NUMBERS]: { body: { data: [numberBody(FROM)], meta: { total_pages: 1 } } },
    [SETTINGS]: { body: { data: settings({ messaging_profile_id: null }) } },
    [REGISTRATION]: { body: { phoneNumber: FROM, assignmentStatus: 'ASSIGNED' } },
    [`PATCH ${PROFILE_PATH}`]: { body: { data: { id: PROFILE } } },
    [`PATCH /v2/phone_numbers/${ID}/messaging`]: { body: { data: settings() } },
    'POST /v2/messages': { body: { data: { id: 'm', to: [{ status: 'queued' }] } } },
  })
  await telnyx.verify(CREDENTIALS)
  await telnyx.findNumber(CREDENTIALS, FROM)
  await telnyx.routeInbound(CREDENTIALS, { e164: FROM, carrierNumberId: ID }, 'https://x.example/in')
  await telnyx.unrouteInbound(CREDENTIALS, { e164: FROM, carrierNumberId: ID }, 'https://x.example/in', [])
  await telnyx.sendSms(CREDENTIALS, SMS)
  const requestTo = (method: string, path: string, nth = 0) => requests.filter((request) => request.method === method && request.path === path)[nth]!
  expectGolden(requestTo('GET', '/v2/balance'), 'telnyx', 'verify')
  // A page of one number might have another number that contains the digits.
  expectGolden(requestTo('GET', '/v2/phone_numbers'), 'telnyx', 'ownsNumber', ({ query }) => ({ query: { ...query, 'page[size]': '50' } }))
  expectGolden(requestTo('GET', `/v2/phone_numbers/${ID}/messaging`), 'telnyx', 'smsReady')
  expectGolden(requestTo('GET', `/v2/10dlc/phone_number_campaigns/${FROM}`), 'telnyx', 'registration')
  expectGolden(requestTo('PATCH', PROFILE_PATH), 'telnyx', 'setAddress')
  expectGolden(requestTo('PATCH', `/v2/phone_numbers/${ID}/messaging`), 'telnyx', 'assignProfile')
  expectGolden(requestTo('PATCH', PROFILE_PATH, 1), 'telnyx', 'clearAddress')
  expectGolden(requestTo('POST', '/v2/messages'), 'telnyx', 'sendSmsBySettings')
  expect(requests.every(({ headers, host }) => headers.authorization === `Bearer ${KEY}` && host === 'api.telnyx.com')).toBe(true)
})

test('identifies an account by its organization and reports what it lacks for SMS', async () => {
  await startServer({
    'GET /v2/balance': { body: BALANCE },
    'GET /v2/messaging_profiles': { body: { data: [{ id: PROFILE, enabled: false, organization_id: ORGANIZATION }] } },
  })
  expect(await telnyx.verify({ api_key: KEY })).toEqual({ accountId: ORGANIZATION, smsMissing: ['public_key', 'messaging_profile'] })
})

test('accepts a key that cannot read the balance or the profiles, and identifies the account by a hash of the key', async () => {
  await startServer({ 'GET /v2/balance': errorReply(403, '10010'), [NUMBERS]: { body: { data: [] } }, 'GET /v2/messaging_profiles': errorReply(403, '10010') })
  const { accountId, smsMissing } = await telnyx.verify({ api_key: KEY, public_key: `${'A'.repeat(43)}=` })
  expect(accountId).toMatch(/^key-[0-9a-f]{32}$/)
  expect(accountId).not.toContain(KEY)
  expect(smsMissing).toEqual(['messaging_permission'])
})

test('reports a messaging profile that the account does not have', async () => {
  await startServer({ 'GET /v2/balance': { body: BALANCE } })
  expect((await telnyx.verify(CREDENTIALS)).smsMissing).toEqual(['public_key', 'messaging_profile'])
})

test.each([
  ['bad credentials', errorReply(401, '10009'), 'bad_credentials'],
  ['no permissions', errorReply(403, '10010'), 'forbidden'],
  ['an inactive account', errorReply(403, '20012'), 'suspended'],
  ['a blocked account', errorReply(403, '20013'), 'suspended'],
  ['too many requests', { ...errorReply(429, '10011'), headers: { 'retry-after': '7' } }, 'throttled'],
  ['an outage', errorReply(503, '10007'), 'unavailable'],
  ['an HTML page', { body: '<html>' }, 'unavailable'],
  ['an unexpected shape', { body: { data: [] } }, 'unavailable'],
  ['a broken connection', 'reset', 'unavailable'],
] as [string, FakeReply, string][])('verify reports %s', async (_title, reply, kind) => {
  await startFakeCarrier(() => reply)
  expect(await errorOf(telnyx.verify(CREDENTIALS))).toMatchObject({ name: 'CarrierError', kind })
})

test.each([
  ['opted out', errorReply(400, '40300'), 'opted_out'],
  ['an invalid recipient', errorReply(400, '40310'), 'invalid_number'],
  ['an invalid number', errorReply(422, '10016'), 'invalid_number'],
  ['a sender without SMS', errorReply(400, '40305'), 'not_sms_capable'],
  ['an inactive sender', errorReply(400, '10001'), 'not_sms_capable'],
  ['spam', errorReply(403, '40015'), 'blocked'],
  ['no credit', errorReply(403, '20100'), 'insufficient_funds'],
  ['bad credentials', errorReply(401, '10009'), 'bad_credentials'],
  ['a suspended account', errorReply(403, '20012'), 'suspended'],
  ['a missing permission', errorReply(403, '10010'), 'forbidden'],
  ['an invalid body', errorReply(422, '10015'), 'rejected'],
  ['too many requests', errorReply(429, '10011'), 'throttled'],
  ['an outage', errorReply(500, '10007'), 'unknown_outcome'],
  ['an HTML page', { body: '<html>' }, 'unknown_outcome'],
  ['no ID', { body: { data: {} } }, 'unknown_outcome'],
  ['a redirect', { status: 307, headers: { location: '/v2/messages' } }, 'unknown_outcome'],
  ['no reply', 'hang', 'unknown_outcome'],
  ['a broken connection', 'reset', 'unknown_outcome'],
] as [string, FakeReply, string][])('sending reports %s and is never repeated', async (_title, reply, kind) => {
  const { requests } = await startFakeCarrier(() => reply)
  const error = await errorOf(telnyx.sendSms(CREDENTIALS, SMS))
  expect(error).toMatchObject({ name: 'CarrierError', kind })
  expect(requests).toHaveLength(1)
})

test('errors do not contain the key', async () => {
  await startFakeCarrier(() => errorReply(401, '10009', `No key ${KEY} is known`))
  expect((await errorOf(telnyx.verify(CREDENTIALS)))!.message).toBe('No key *** is known')
})

test.each([
  ['another number contains its digits', [numberBody('+114155550100')]],
  ['the number is being ported in', [numberBody(FROM, 'port-pending')]],
  ['the number was deleted', [numberBody(FROM, 'deleted')]],
  ['the account has none', []],
])('does not find a number if %s', async (_title, data) => {
  await startServer({ [NUMBERS]: { body: { data } } })
  expect(await telnyx.findNumber(CREDENTIALS, FROM)).toBeNull()
})

test.each([
  ['assigned to a campaign', {}, { body: { assignmentStatus: 'ASSIGNED' } }, true, []],
  ['in no campaign', {}, errorReply(404, '10005'), true, ['a2p_registration']],
  ['waiting for its campaign', {}, { body: { assignmentStatus: 'PENDING_ASSIGNMENT' } }, true, ['a2p_registration']],
  ['whose campaign Telnyx refuses to return', {}, errorReply(400, '10015'), true, ['a2p_registration']],
  ['whose campaign the key cannot read', {}, errorReply(403, '10010'), true, []],
  ['that is toll-free', { type: 'toll-free' }, errorReply(500, '10007'), true, []],
  ['of another country', { country_code: 'GB' }, errorReply(500, '10007'), true, []],
  ['for voice only', { features: { sms: null } }, errorReply(500, '10007'), false, ['sms_capable_number']],
] as [string, object, FakeReply, boolean, string[]][])('reports what a number %s lacks for SMS', async (_title, change, registration, sms, smsMissing) => {
  await startServer({ [NUMBERS]: { body: { data: [numberBody(FROM)] } }, [SETTINGS]: { body: { data: settings(change) } }, [REGISTRATION]: registration })
  expect(await telnyx.findNumber(CREDENTIALS, FROM)).toEqual({ e164: FROM, carrierNumberId: ID, voice: true, sms, smsMissing })
})

test('does not route a number if neither it nor the credentials have a profile', async () => {
  const { requests } = await startServer({ [SETTINGS]: { body: { data: settings({ messaging_profile_id: null }) } } })
  expect(await telnyx.routeInbound({ api_key: KEY }, { e164: FROM, carrierNumberId: ID }, 'https://x.example/in')).toBe(false)
  expect(requests).toHaveLength(1)
})

test.each([
  ['keeps a URL that is not ours', 'https://other.example', [], false],
  ['keeps our URL while another connected number of the profile needs it', 'https://x.example/in', [TO], false],
  ['removes our URL if only a number of another profile is connected', 'https://x.example/in', ['+14155550177'], true],
  ['removes our URL if no other number is connected', 'https://x.example/in', [], true],
])('unrouting a number %s', async (_title, webhook_url, connectedNumbers, isCleared) => {
  const { requests } = await startServer({
    [SETTINGS]: { body: { data: settings() } },
    [`GET ${PROFILE_PATH}`]: { body: { data: { id: PROFILE, webhook_url } } },
    'GET /v2/phone_numbers/messaging': { body: { data: [settings(), settings({ phone_number: TO })], meta: { total_pages: 1 } } },
    [`PATCH ${PROFILE_PATH}`]: { body: { data: { id: PROFILE, webhook_url: null } } },
  })
  await telnyx.unrouteInbound(CREDENTIALS, { e164: FROM, carrierNumberId: ID }, 'https://x.example/in', connectedNumbers)
  expect(requests.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body))).toEqual(
    isCleared ? [{ webhook_url: null, webhook_api_version: '2' }] : [],
  )
})

test('unrouting ignores a number that no longer exists', async () => {
  await startServer({})
  await telnyx.unrouteInbound(CREDENTIALS, { e164: FROM, carrierNumberId: ID }, 'https://x.example/in', [])
})

test.each([
  ['no login', {}, null],
  ['a login', { sip_username: 'u', sip_password: 'p' }, { terminationUri: 'sip.telnyx.com', username: 'u', password: 'p' }],
  ['a host', { sip_termination_uri: 'sip.telnyx.eu' }, { terminationUri: 'sip.telnyx.eu' }],
])('returns the trunk for credentials with %s', async (_title, more, trunk) => {
  expect(await telnyx.trunk({ api_key: KEY, ...more }, { e164: FROM, carrierNumberId: ID })).toEqual(trunk)
})
