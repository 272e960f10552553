import { expect, test } from 'vitest'
import { telnyx } from '../../src/carriers/telnyx/telnyx.ts'
import { BODY, expectGolden, FROM, STATUS_URL, TO } from './golden.ts'
import { type Answer, type Asked, startWire } from './fakeCarrier.ts'
import { failure } from './errors.ts'

const PROFILE = '40017f8e-49bd-4f16-9e3d-ef103f916228'
const ID = '1293384261075731499'
const KEY = 'KEY0123456789ABCDEF_secret'
const GIVEN = { api_key: KEY, messaging_profile_id: PROFILE }
const BALANCE = { data: { record_type: 'balance', balance: '1.00', currency: 'USD' } }
const ORGANIZATION = '0e4f2f6a-6f59-4a5c-9a70-6a4c40e0a2b1'
const SMS = { from: FROM, to: TO, body: BODY, ref: 'e2c9a1f0-1a52-4f0e-8a44-5f3d0c9b7e21', statusUrl: STATUS_URL, timeoutMs: 300 }

const line = (phone_number: string, status = 'active') => ({ id: ID, phone_number, status, phone_number_type: 'local' })
const settings = (change: object = {}) => ({
  id: ID,
  phone_number: FROM,
  messaging_profile_id: PROFILE,
  country_code: 'US',
  type: 'long-code',
  features: { sms: { domestic_two_way: true, international_inbound: true, international_outbound: false } },
  ...change,
})
const refusal = (status: number, code: string, detail = 'no') => ({ status, body: { errors: [{ code, title: 'Refused', detail }] } })

/** Answers by method and path. */
const by = (answers: Record<string, Answer>) => startWire(({ method, path }: Asked) => answers[`${method} ${path}`] ?? refusal(404, '10005'))
const NUMBERS = 'GET /v2/phone_numbers'
const SETTINGS = `GET /v2/phone_numbers/${ID}/messaging`
const REGISTRATION = `GET /v2/10dlc/phone_number_campaigns/${FROM}`
const ADDRESS = `/v2/messaging_profiles/${PROFILE}`

test('requests are those of the vendor’s own SDK', async () => {
  const { asked } = await by({
    'GET /v2/balance': { body: BALANCE },
    [`GET ${ADDRESS}`]: { body: { data: { id: PROFILE, enabled: true, organization_id: ORGANIZATION, webhook_url: 'https://x.example/in' } } },
    [NUMBERS]: { body: { data: [line(FROM)], meta: { total_pages: 1 } } },
    [SETTINGS]: { body: { data: settings({ messaging_profile_id: null }) } },
    [REGISTRATION]: { body: { phoneNumber: FROM, assignmentStatus: 'ASSIGNED' } },
    [`PATCH ${ADDRESS}`]: { body: { data: { id: PROFILE } } },
    [`PATCH /v2/phone_numbers/${ID}/messaging`]: { body: { data: settings() } },
    'POST /v2/messages': { body: { data: { id: 'm', to: [{ status: 'queued' }] } } },
  })
  await telnyx.verify(GIVEN)
  await telnyx.findNumber(GIVEN, FROM)
  await telnyx.routeInbound(GIVEN, { e164: FROM, carrierNumberId: ID }, 'https://x.example/in')
  await telnyx.unrouteInbound(GIVEN, { e164: FROM, carrierNumberId: ID }, 'https://x.example/in', [])
  await telnyx.sendSms(GIVEN, SMS)
  const find = (method: string, path: string, nth = 0) => asked.filter((one) => one.method === method && one.path === path)[nth]!
  expectGolden(find('GET', '/v2/balance'), 'telnyx', 'verify')
  // A page of one could hold another number that has the same digits in it.
  expectGolden(find('GET', '/v2/phone_numbers'), 'telnyx', 'ownsNumber', ({ query }) => ({ query: { ...query, 'page[size]': '50' } }))
  expectGolden(find('GET', `/v2/phone_numbers/${ID}/messaging`), 'telnyx', 'smsReady')
  expectGolden(find('GET', `/v2/10dlc/phone_number_campaigns/${FROM}`), 'telnyx', 'registration')
  expectGolden(find('PATCH', ADDRESS), 'telnyx', 'setAddress')
  expectGolden(find('PATCH', `/v2/phone_numbers/${ID}/messaging`), 'telnyx', 'assignProfile')
  expectGolden(find('PATCH', ADDRESS, 1), 'telnyx', 'clearAddress')
  expectGolden(find('POST', '/v2/messages'), 'telnyx', 'sendSmsBySettings')
  expect(asked.every(({ headers, host }) => headers.authorization === `Bearer ${KEY}` && host === 'api.telnyx.com')).toBe(true)
})

test('an account is known by its organization, and says what texts need', async () => {
  await by({
    'GET /v2/balance': { body: BALANCE },
    'GET /v2/messaging_profiles': { body: { data: [{ id: PROFILE, enabled: false, organization_id: ORGANIZATION }] } },
  })
  expect(await telnyx.verify({ api_key: KEY })).toEqual({ accountId: ORGANIZATION, smsMissing: ['public_key', 'messaging_profile'] })
})

test('a key without the right to see the balance or the profiles is as good, and is known by itself', async () => {
  await by({ 'GET /v2/balance': refusal(403, '10010'), [NUMBERS]: { body: { data: [] } }, 'GET /v2/messaging_profiles': refusal(403, '10010') })
  const { accountId, smsMissing } = await telnyx.verify({ api_key: KEY, public_key: `${'A'.repeat(43)}=` })
  expect(accountId).toMatch(/^key-[0-9a-f]{32}$/)
  expect(accountId).not.toContain(KEY)
  expect(smsMissing).toEqual(['messaging_permission'])
})

test('a profile that the account does not have is missing', async () => {
  await by({ 'GET /v2/balance': { body: BALANCE } })
  expect((await telnyx.verify(GIVEN)).smsMissing).toEqual(['public_key', 'messaging_profile'])
})

test.each([
  ['bad credentials', refusal(401, '10009'), 'bad_credentials'],
  ['no rights at all', refusal(403, '10010'), 'forbidden'],
  ['an inactive account', refusal(403, '20012'), 'suspended'],
  ['a blocked account', refusal(403, '20013'), 'suspended'],
  ['too many requests', { ...refusal(429, '10011'), headers: { 'retry-after': '7' } }, 'throttled'],
  ['an outage', refusal(503, '10007'), 'unavailable'],
  ['a page of HTML', { body: '<html>' }, 'unavailable'],
  ['another shape', { body: { data: [] } }, 'unavailable'],
  ['a broken connection', 'reset', 'unavailable'],
] as [string, Answer, string][])('verifying tells %s', async (_what, answer, kind) => {
  await startWire(() => answer)
  expect(await failure(telnyx.verify(GIVEN))).toMatchObject({ name: 'CarrierError', kind })
})

test.each([
  ['opted out', refusal(400, '40300'), 'opted_out'],
  ['an invalid recipient', refusal(400, '40310'), 'invalid_number'],
  ['a number that is none', refusal(422, '10016'), 'invalid_number'],
  ['a sender that cannot text', refusal(400, '40305'), 'not_sms_capable'],
  ['an inactive sender', refusal(400, '10001'), 'not_sms_capable'],
  ['spam', refusal(403, '40015'), 'blocked'],
  ['no money', refusal(403, '20100'), 'insufficient_funds'],
  ['bad credentials', refusal(401, '10009'), 'bad_credentials'],
  ['a suspended account', refusal(403, '20012'), 'suspended'],
  ['a missing right', refusal(403, '10010'), 'forbidden'],
  ['a body that is not liked', refusal(422, '10015'), 'rejected'],
  ['too many requests', refusal(429, '10011'), 'throttled'],
  ['an outage', refusal(500, '10007'), 'unknown_outcome'],
  ['a page of HTML', { body: '<html>' }, 'unknown_outcome'],
  ['no id', { body: { data: {} } }, 'unknown_outcome'],
  ['a redirect', { status: 307, headers: { location: '/v2/messages' } }, 'unknown_outcome'],
  ['silence', 'hang', 'unknown_outcome'],
  ['a broken connection', 'reset', 'unknown_outcome'],
] as [string, Answer, string][])('sending tells %s, and is never repeated', async (_what, answer, kind) => {
  const { asked } = await startWire(() => answer)
  const error = await failure(telnyx.sendSms(GIVEN, SMS))
  expect(error).toMatchObject({ name: 'CarrierError', kind })
  expect(asked).toHaveLength(1)
})

test('no error quotes the key', async () => {
  await startWire(() => refusal(401, '10009', `No key ${KEY} is known`))
  expect((await failure(telnyx.verify(GIVEN)))!.message).toBe('No key *** is known')
})

test.each([
  ['another that holds its digits', [line('+114155550100')]],
  ['one on its way in', [line(FROM, 'port-pending')]],
  ['one that was given up', [line(FROM, 'deleted')]],
  ['none', []],
])('of the number asked for, %s is not it', async (_what, data) => {
  await by({ [NUMBERS]: { body: { data } } })
  expect(await telnyx.findNumber(GIVEN, FROM)).toBeNull()
})

test.each([
  ['assigned to a campaign', {}, { body: { assignmentStatus: 'ASSIGNED' } }, true, []],
  ['in no campaign', {}, refusal(404, '10005'), true, ['a2p_registration']],
  ['waiting for its campaign', {}, { body: { assignmentStatus: 'PENDING_ASSIGNMENT' } }, true, ['a2p_registration']],
  ['of which the key may not ask', {}, refusal(403, '10010'), true, []],
  ['free of charge', { type: 'toll-free' }, refusal(500, '10007'), true, []],
  ['of another country', { country_code: 'GB' }, refusal(500, '10007'), true, []],
  ['for calls alone', { features: { sms: null } }, refusal(500, '10007'), false, ['sms_capable_number']],
] as [string, object, Answer, boolean, string[]][])('a number %s says what its texts need', async (_what, change, registration, sms, smsMissing) => {
  await by({ [NUMBERS]: { body: { data: [line(FROM)] } }, [SETTINGS]: { body: { data: settings(change) } }, [REGISTRATION]: registration })
  expect(await telnyx.findNumber(GIVEN, FROM)).toEqual({ e164: FROM, carrierNumberId: ID, voice: true, sms, smsMissing })
})

test('a number without a profile, for which the credentials name none either, is left to a person', async () => {
  const { asked } = await by({ [SETTINGS]: { body: { data: settings({ messaging_profile_id: null }) } } })
  expect(await telnyx.routeInbound({ api_key: KEY }, { e164: FROM, carrierNumberId: ID }, 'https://x.example/in')).toBe(false)
  expect(asked).toHaveLength(1)
})

test.each([
  ['somebody else’s address', 'https://other.example', [], false],
  ['our address, which another number of the profile needs', 'https://x.example/in', [TO], false],
  ['our address, which only a number of another profile needs', 'https://x.example/in', ['+14155550177'], true],
  ['our address, which nobody needs', 'https://x.example/in', [], true],
])('releasing a number meets %s', async (_what, webhook_url, others, taken) => {
  const { asked } = await by({
    [SETTINGS]: { body: { data: settings() } },
    [`GET ${ADDRESS}`]: { body: { data: { id: PROFILE, webhook_url } } },
    'GET /v2/phone_numbers/messaging': { body: { data: [settings(), settings({ phone_number: TO })], meta: { total_pages: 1 } } },
    [`PATCH ${ADDRESS}`]: { body: { data: { id: PROFILE, webhook_url: null } } },
  })
  await telnyx.unrouteInbound(GIVEN, { e164: FROM, carrierNumberId: ID }, 'https://x.example/in', others)
  expect(asked.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body))).toEqual(
    taken ? [{ webhook_url: null, webhook_api_version: '2' }] : [],
  )
})

test('a number that is gone, and its profile, are no error', async () => {
  await by({})
  await telnyx.unrouteInbound(GIVEN, { e164: FROM, carrierNumberId: ID }, 'https://x.example/in', [])
})

test.each([
  ['no user', {}, null],
  ['a user', { sip_username: 'u', sip_password: 'p' }, { terminationUri: 'sip.telnyx.com', username: 'u', password: 'p' }],
  ['a host of its own', { sip_termination_uri: 'sip.telnyx.eu' }, { terminationUri: 'sip.telnyx.eu' }],
])('its trunk with %s', async (_what, more, trunk) => {
  expect(await telnyx.trunk({ api_key: KEY, ...more }, { e164: FROM, carrierNumberId: ID })).toEqual(trunk)
})
