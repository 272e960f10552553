import { expect, test } from 'vitest'
import { vonage } from '../../src/carriers/vonage/vonage.ts'
import { BODY, expectGolden, FROM, STATUS_URL, TO } from './golden.ts'
import { type FakeReply, type CapturedRequest, startFakeCarrier } from './fakeCarrier.ts'
import { errorOf } from './errors.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'

const APPLICATION_ID = '78d335fa-323d-4114-9c3d-d6f0d48968cf'
const CREDENTIALS = { api_key: 'abcd1234', api_secret: 'very-secret', signature_secret: 'signs-webhooks', application_id: APPLICATION_ID }
const SMS = { from: FROM, to: TO, body: BODY, ref: 'm1', statusUrl: STATUS_URL, timeoutMs: scaledTimeout(1_000) }
const WEBHOOK_URL = 'https://x.example/in'
const NUMBER = { e164: FROM, carrierNumberId: '14155550100' }

const webhook = { address: WEBHOOK_URL, http_method: 'POST' }
const OUR_MESSAGES = { version: 'v1', webhooks: { inbound_url: webhook, status_url: webhook } }
const VOICE_CAPABILITY = { webhooks: { answer_url: { address: 'https://e.example/a', http_method: 'GET' } } }
const applicationBody = (capabilities: object) => ({
  id: APPLICATION_ID,
  name: 'Texts',
  keys: { public_key: '-----BEGIN PUBLIC KEY-----' },
  privacy: { improve_ai: false },
  capabilities,
  _links: { self: { href: `/v2/applications/${APPLICATION_ID}` } },
})
const numberBody = (change: object = {}) => ({ country: 'US', msisdn: '14155550100', type: 'mobile-lvn', features: ['VOICE', 'SMS'], ...change })
const numbersReply = (...numbers: object[]) => ({ body: { count: numbers.length, numbers } })
const problemReply = (status: number, code: string, more: object = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: `https://developer.vonage.com/api-errors${code}`, title: 'Refused', detail: 'no', instance: 'x', ...more },
})

const BALANCE = 'GET rest.nexmo.com/account/get-balance'
const NUMBERS = 'GET rest.nexmo.com/account/numbers'
const UPDATE = 'POST rest.nexmo.com/number/update'
const READ = `GET api.nexmo.com/v2/applications/${APPLICATION_ID}`
const WRITE = `PUT api.nexmo.com/v2/applications/${APPLICATION_ID}`
const UPDATED_REPLY = { body: { 'error-code': '200', 'error-code-label': 'success' } }
/** Starts a fake carrier that replies by method, host and path. */
const startServer = (replies: Record<string, FakeReply>) =>
  startFakeCarrier(({ method, host, path }: CapturedRequest) => replies[`${method} ${host}${path}`] ?? problemReply(404, '#not-found'))
const requestsTo = (requests: CapturedRequest[], operation: string) => requests.filter(({ method, host, path }) => `${method} ${host}${path}` === operation)

test('sends the requests of the vendor’s SDK', async () => {
  const { requests } = await startServer({
    [BALANCE]: { body: { value: 10.28, autoReload: false } },
    [NUMBERS]: numbersReply(numberBody({ voiceCallbackType: 'tel', voiceCallbackValue: '14155550111' })),
    [READ]: { body: applicationBody({ voice: VOICE_CAPABILITY }) },
    [WRITE]: { body: applicationBody({ voice: VOICE_CAPABILITY, messages: OUR_MESSAGES }) },
    [UPDATE]: UPDATED_REPLY,
    'POST api.nexmo.com/v1/messages': { status: 202, body: { message_uuid: 'm' } },
  })
  await vonage.verify(CREDENTIALS)
  await vonage.findNumber(CREDENTIALS, FROM)
  await vonage.routeInbound(CREDENTIALS, NUMBER, WEBHOOK_URL)
  await vonage.sendSms(CREDENTIALS, SMS)
  expectGolden(requestsTo(requests, BALANCE)[0]!, 'vonage', 'verify')
  // A page of one number might have another number that contains the digits.
  expectGolden(requestsTo(requests, NUMBERS)[0]!, 'vonage', 'ownsNumber', ({ query }) => ({ query: { ...query, size: '100' } }))
  expectGolden(requestsTo(requests, READ)[0]!, 'vonage', 'getApplication')
  expectGolden(requestsTo(requests, WRITE)[0]!, 'vonage', 'putApplication', ({ fields }) => ({
    fields: { ...fields, capabilities: { voice: VOICE_CAPABILITY, messages: OUR_MESSAGES } },
  }))
  expectGolden(requestsTo(requests, UPDATE)[0]!, 'vonage', 'linkNumber')
  expectGolden(requestsTo(requests, 'POST api.nexmo.com/v1/messages')[0]!, 'vonage', 'sendSmsBySettings')
  const authorization = `Basic ${Buffer.from('abcd1234:very-secret').toString('base64')}`
  expect(requests.every(({ headers }) => headers.authorization === authorization)).toBe(true)
})

test.each([
  ['no requirement', CREDENTIALS, { body: applicationBody({}) }, []],
  ['the application of another account', CREDENTIALS, problemReply(404, '#not-found'), ['application_id']],
  ['the permission for applications', CREDENTIALS, problemReply(403, '#forbidden'), ['messaging_permission']],
  ['the credentials for SMS', { api_key: 'abcd1234', api_secret: 'very-secret' }, problemReply(500, ''), ['signature_secret', 'application_id']],
] as [string, typeof CREDENTIALS, FakeReply, string[]][])('reports what an account lacks for SMS: %s', async (_title, credentials, reply, smsMissing) => {
  await startServer({ [BALANCE]: { body: { value: 10.28, autoReload: false } }, [READ]: reply })
  expect(await vonage.verify(credentials)).toEqual({ accountId: 'abcd1234', smsMissing })
})

const legacyErrorReply = (status: number, message: string) => ({ status, body: { 'error-code': String(status), 'error-code-label': message } })
test.each([
  ['bad credentials', legacyErrorReply(401, 'authentication failed'), 'bad_credentials'],
  ['a suspended account', legacyErrorReply(403, 'This account has been suspended'), 'suspended'],
  ['a suspended account in a problem document', problemReply(403, '#account-suspended'), 'suspended'],
  ['a missing permission', legacyErrorReply(403, 'forbidden'), 'forbidden'],
  ['too many requests', legacyErrorReply(429, 'throttled'), 'throttled'],
  ['an outage', { status: 503, body: '<html>' }, 'unavailable'],
  ['an HTML page', { body: '<html>' }, 'unavailable'],
  ['an unexpected shape', { body: { data: 1 } }, 'unavailable'],
  ['a broken connection', 'reset', 'unavailable'],
] as [string, FakeReply, string][])('verify reports %s', async (_title, reply, kind) => {
  await startFakeCarrier(() => reply)
  expect(await errorOf(vonage.verify(CREDENTIALS))).toMatchObject({ name: 'CarrierError', kind })
})

test.each([
  ['opted out', problemReply(422, '/messages#1240'), 'opted_out'],
  ['an invalid recipient', problemReply(422, '/messages#1170'), 'invalid_number'],
  ['a recipient field that is invalid', problemReply(422, '/messages', { invalid_parameters: [{ name: 'to', reason: 'no' }] }), 'invalid_number'],
  ['a sender field that is invalid', problemReply(422, '/messages', { invalid_parameters: [{ name: 'from', reason: 'no' }] }), 'not_sms_capable'],
  ['a sender without SMS', problemReply(422, '/messages#1420'), 'not_sms_capable'],
  ['an illegal sender', problemReply(422, '/messages#1120'), 'not_sms_capable'],
  ['a barred recipient', problemReply(422, '/messages#1050'), 'blocked'],
  ['a traffic rule', problemReply(422, '/messages#1470'), 'blocked'],
  ['a code in the title', problemReply(422, '', { title: '1210' }), 'blocked'],
  ['no credit', problemReply(402, '#low-balance'), 'insufficient_funds'],
  ['bad credentials', problemReply(401, '#unauthorized'), 'bad_credentials'],
  ['a suspended account', problemReply(403, '/messages#1060'), 'suspended'],
  ['a missing permission', problemReply(403, '#unprovisioned'), 'forbidden'],
  ['an invalid body', problemReply(422, '/messages#1020'), 'rejected'],
  ['too many requests', problemReply(429, '/messages#1000'), 'throttled'],
  ['an outage', problemReply(500, '/messages#1030'), 'unknown_outcome'],
  ['an HTML page', { body: '<html>' }, 'unknown_outcome'],
  ['no ID', { status: 202, body: {} }, 'unknown_outcome'],
  ['a redirect', { status: 307, headers: { location: '/v1/messages' } }, 'unknown_outcome'],
  ['no reply', 'hang', 'unknown_outcome'],
  ['a broken connection', 'reset', 'unknown_outcome'],
] as [string, FakeReply, string][])('sending reports %s and is never repeated', async (_title, reply, kind) => {
  const { requests } = await startFakeCarrier(() => reply)
  expect(await errorOf(vonage.sendSms(CREDENTIALS, SMS))).toMatchObject({ name: 'CarrierError', kind })
  expect(requests).toHaveLength(1)
})

test('errors do not contain secrets', async () => {
  await startFakeCarrier(() => legacyErrorReply(401, 'very-secret and signs-webhooks do not fit'))
  expect((await errorOf(vonage.verify(CREDENTIALS)))!.message).toBe('*** and *** do not fit')
})

test.each([
  ['a number that contains its digits', numbersReply(numberBody({ msisdn: '114155550100' }))],
  ['an empty object', { body: {} }],
])('does not find a number in %s', async (_title, reply) => {
  await startServer({ [NUMBERS]: reply })
  expect(await vonage.findNumber(CREDENTIALS, FROM)).toBeNull()
})

test('lists numbers page by page', async () => {
  const { requests } = await startServer({
    [NUMBERS]: { body: { count: 101, numbers: [numberBody(), numberBody({ msisdn: '33639981234', features: ['VOICE'] })] } },
  })
  expect(await vonage.listNumbers(CREDENTIALS, null)).toEqual({
    numbers: [
      { e164: FROM, carrierNumberId: '14155550100', voice: true, sms: true, smsMissing: [] },
      { e164: '+33639981234', carrierNumberId: '33639981234', voice: true, sms: false, smsMissing: ['sms_capable_number'] },
    ],
    next: '2',
  })
  expect((await vonage.listNumbers(CREDENTIALS, '2')).next).toBeNull()
  expect(requests.map(({ query }) => Object.fromEntries(query))).toEqual([
    { size: '100', index: '1' },
    { size: '100', index: '2' },
  ])
})

test('does not change a route that is already set', async () => {
  const { requests } = await startServer({
    [NUMBERS]: numbersReply(numberBody({ app_id: APPLICATION_ID })),
    [READ]: { body: applicationBody({ messages: OUR_MESSAGES }) },
  })
  expect(await vonage.routeInbound(CREDENTIALS, NUMBER, WEBHOOK_URL)).toBe(true)
  expect(requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('does not route a number without an application', async () => {
  await startServer({ [NUMBERS]: numbersReply(numberBody()) })
  expect(await vonage.routeInbound({ ...CREDENTIALS, application_id: undefined }, NUMBER, WEBHOOK_URL)).toBe(false)
  expect(await vonage.routeInbound(CREDENTIALS, NUMBER, WEBHOOK_URL)).toBe(false)
})

test('routing a number that the account does not own fails', async () => {
  await startServer({ [NUMBERS]: { body: {} }, [READ]: { body: applicationBody({}) } })
  expect(await errorOf(vonage.routeInbound(CREDENTIALS, NUMBER, WEBHOOK_URL))).toMatchObject({ kind: 'not_found' })
})

test('unrouting removes the number and our URL from an application without voice', async () => {
  const { requests } = await startServer({
    [NUMBERS]: numbersReply(numberBody({ app_id: APPLICATION_ID })),
    [READ]: { body: applicationBody({ messages: OUR_MESSAGES }) },
    [WRITE]: { body: applicationBody({}) },
    [UPDATE]: UPDATED_REPLY,
  })
  await vonage.unrouteInbound(CREDENTIALS, NUMBER, WEBHOOK_URL, [])
  expectGolden(requestsTo(requests, UPDATE)[0]!, 'vonage', 'unlinkNumber')
  expect(JSON.parse(requestsTo(requests, WRITE)[0]!.body)).toMatchObject({ name: 'Texts', privacy: { improve_ai: false }, capabilities: {} })
})

test('unrouting keeps a number in an application that answers its calls, with its voice capability', async () => {
  const { requests } = await startServer({
    [NUMBERS]: numbersReply(numberBody({ app_id: APPLICATION_ID })),
    [READ]: { body: applicationBody({ voice: VOICE_CAPABILITY, messages: OUR_MESSAGES }) },
    [WRITE]: { body: applicationBody({}) },
  })
  await vonage.unrouteInbound(CREDENTIALS, NUMBER, WEBHOOK_URL, [])
  expect(requestsTo(requests, UPDATE)).toEqual([])
  expect((JSON.parse(requestsTo(requests, WRITE)[0]!.body) as { capabilities: object }).capabilities).toEqual({ voice: VOICE_CAPABILITY })
})

test.each([
  ['another connected number needs it', { messages: OUR_MESSAGES }, ['+14155550101'], 1],
  ['it is not ours', { messages: { webhooks: { inbound_url: { address: 'https://other.example' }, status_url: webhook } } }, [], 0],
  ['it has none', {}, [], 0],
])('unrouting keeps the application’s URL if %s', async (_title, capabilities, connectedNumbers, updateCount) => {
  const { requests } = await startFakeCarrier(({ host, method, query }) => {
    if (host === 'api.nexmo.com') return { body: applicationBody(capabilities) }
    if (method === 'POST') return UPDATED_REPLY
    return numbersReply(numberBody({ msisdn: Object.fromEntries(query).pattern, app_id: APPLICATION_ID }))
  })
  await vonage.unrouteInbound(CREDENTIALS, NUMBER, WEBHOOK_URL, connectedNumbers)
  expect(requestsTo(requests, WRITE)).toEqual([])
  expect(requestsTo(requests, UPDATE)).toHaveLength(updateCount)
})

test('unrouting ignores an application or a number that no longer exists', async () => {
  await startServer({})
  await vonage.unrouteInbound(CREDENTIALS, NUMBER, WEBHOOK_URL, [])
})

test.each([
  ['no SIP login, because the API secret must not be given away', {}, null],
  ['a SIP login', { sip_username: 'u', sip_password: 'p' }, { terminationUri: 'sip.nexmo.com', username: 'u', password: 'p' }],
  ['a host', { sip_termination_uri: 'sip.example' }, { terminationUri: 'sip.example' }],
])('returns the trunk for credentials with %s', async (_title, more, trunk) => {
  expect(await vonage.trunk({ ...CREDENTIALS, ...more }, NUMBER)).toEqual(trunk)
})
