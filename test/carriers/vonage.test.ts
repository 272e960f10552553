import { expect, test } from 'vitest'
import { vonage } from '../../src/carriers/vonage/vonage.ts'
import { BODY, expectGolden, FROM, STATUS_URL, TO } from './golden.ts'
import { type Answer, type Asked, startWire } from './fakeCarrier.ts'
import { failure } from './errors.ts'

const APP = '78d335fa-323d-4114-9c3d-d6f0d48968cf'
const GIVEN = { api_key: 'abcd1234', api_secret: 'very-secret', signature_secret: 'signs-webhooks', application_id: APP }
const SMS = { from: FROM, to: TO, body: BODY, ref: 'm1', statusUrl: STATUS_URL, timeoutMs: 300 }
const URL = 'https://x.example/in'
const NUMBER = { e164: FROM, carrierNumberId: '14155550100' }

const hook = { address: URL, http_method: 'POST' }
const OURS = { version: 'v1', webhooks: { inbound_url: hook, status_url: hook } }
const VOICE = { webhooks: { answer_url: { address: 'https://e.example/a', http_method: 'GET' } } }
const application = (capabilities: object) => ({
  id: APP,
  name: 'Texts',
  keys: { public_key: '-----BEGIN PUBLIC KEY-----' },
  privacy: { improve_ai: false },
  capabilities,
  _links: { self: { href: `/v2/applications/${APP}` } },
})
const line = (change: object = {}) => ({ country: 'US', msisdn: '14155550100', type: 'mobile-lvn', features: ['VOICE', 'SMS'], ...change })
const lines = (...numbers: object[]) => ({ body: { count: numbers.length, numbers } })
const problem = (status: number, code: string, more: object = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: `https://developer.vonage.com/api-errors${code}`, title: 'Refused', detail: 'no', instance: 'x', ...more },
})

const BALANCE = 'GET rest.nexmo.com/account/get-balance'
const NUMBERS = 'GET rest.nexmo.com/account/numbers'
const UPDATE = 'POST rest.nexmo.com/number/update'
const READ = `GET api.nexmo.com/v2/applications/${APP}`
const WRITE = `PUT api.nexmo.com/v2/applications/${APP}`
const DONE = { body: { 'error-code': '200', 'error-code-label': 'success' } }
/** Answers by method, host and path. */
const by = (answers: Record<string, Answer>) => startWire(({ method, host, path }: Asked) => answers[`${method} ${host}${path}`] ?? problem(404, '#not-found'))
const of = (asked: Asked[], line: string) => asked.filter(({ method, host, path }) => `${method} ${host}${path}` === line)

test('requests are those of the vendor’s own SDK', async () => {
  const { asked } = await by({
    [BALANCE]: { body: { value: 10.28, autoReload: false } },
    [NUMBERS]: lines(line({ voiceCallbackType: 'tel', voiceCallbackValue: '14155550111' })),
    [READ]: { body: application({ voice: VOICE }) },
    [WRITE]: { body: application({ voice: VOICE, messages: OURS }) },
    [UPDATE]: DONE,
    'POST api.nexmo.com/v1/messages': { status: 202, body: { message_uuid: 'm' } },
  })
  await vonage.verify(GIVEN)
  await vonage.findNumber(GIVEN, FROM)
  await vonage.routeInbound(GIVEN, NUMBER, URL)
  await vonage.sendSms(GIVEN, SMS)
  expectGolden(of(asked, BALANCE)[0]!, 'vonage', 'verify')
  // A page of one could hold another number that has the same digits in it.
  expectGolden(of(asked, NUMBERS)[0]!, 'vonage', 'ownsNumber', ({ query }) => ({ query: { ...query, size: '100' } }))
  expectGolden(of(asked, READ)[0]!, 'vonage', 'getApplication')
  expectGolden(of(asked, WRITE)[0]!, 'vonage', 'putApplication', ({ fields }) => ({ fields: { ...fields, capabilities: { voice: VOICE, messages: OURS } } }))
  expectGolden(of(asked, UPDATE)[0]!, 'vonage', 'linkNumber')
  expectGolden(of(asked, 'POST api.nexmo.com/v1/messages')[0]!, 'vonage', 'sendSmsBySettings')
  const authorization = `Basic ${Buffer.from('abcd1234:very-secret').toString('base64')}`
  expect(asked.every(({ headers }) => headers.authorization === authorization)).toBe(true)
})

test.each([
  ['all is there', GIVEN, { body: application({}) }, []],
  ['the application is not the account’s', GIVEN, problem(404, '#not-found'), ['application_id']],
  ['applications may not be seen', GIVEN, problem(403, '#forbidden'), ['messaging_permission']],
  ['nothing for texts is given', { api_key: 'abcd1234', api_secret: 'very-secret' }, problem(500, ''), ['signature_secret', 'application_id']],
] as [string, typeof GIVEN, Answer, string[]][])('an account says what texts need: %s', async (_what, given, answer, smsMissing) => {
  await by({ [BALANCE]: { body: { value: 10.28, autoReload: false } }, [READ]: answer })
  expect(await vonage.verify(given)).toEqual({ accountId: 'abcd1234', smsMissing })
})

const label = (status: number, text: string) => ({ status, body: { 'error-code': String(status), 'error-code-label': text } })
test.each([
  ['bad credentials', label(401, 'authentication failed'), 'bad_credentials'],
  ['a suspended account', label(403, 'This account has been suspended'), 'suspended'],
  ['a suspended account, as a problem', problem(403, '#account-suspended'), 'suspended'],
  ['a missing right', label(403, 'forbidden'), 'forbidden'],
  ['too many requests', label(429, 'throttled'), 'throttled'],
  ['an outage', { status: 503, body: '<html>' }, 'unavailable'],
  ['a page of HTML', { body: '<html>' }, 'unavailable'],
  ['another shape', { body: { data: 1 } }, 'unavailable'],
  ['a broken connection', 'reset', 'unavailable'],
] as [string, Answer, string][])('verifying tells %s', async (_what, answer, kind) => {
  await startWire(() => answer)
  expect(await failure(vonage.verify(GIVEN))).toMatchObject({ name: 'CarrierError', kind })
})

test.each([
  ['opted out', problem(422, '/messages#1240'), 'opted_out'],
  ['an invalid recipient', problem(422, '/messages#1170'), 'invalid_number'],
  ['a recipient that is not liked', problem(422, '/messages', { invalid_parameters: [{ name: 'to', reason: 'no' }] }), 'invalid_number'],
  ['a sender that is not liked', problem(422, '/messages', { invalid_parameters: [{ name: 'from', reason: 'no' }] }), 'not_sms_capable'],
  ['a sender that cannot text', problem(422, '/messages#1420'), 'not_sms_capable'],
  ['an illegal sender', problem(422, '/messages#1120'), 'not_sms_capable'],
  ['a barred recipient', problem(422, '/messages#1050'), 'blocked'],
  ['a traffic rule', problem(422, '/messages#1470'), 'blocked'],
  ['a code in the title', problem(422, '', { title: '1210' }), 'blocked'],
  ['no money', problem(402, '#low-balance'), 'insufficient_funds'],
  ['bad credentials', problem(401, '#unauthorized'), 'bad_credentials'],
  ['a suspended account', problem(403, '/messages#1060'), 'suspended'],
  ['a missing right', problem(403, '#unprovisioned'), 'forbidden'],
  ['a body that is not liked', problem(422, '/messages#1020'), 'rejected'],
  ['too many requests', problem(429, '/messages#1000'), 'throttled'],
  ['an outage', problem(500, '/messages#1030'), 'unknown_outcome'],
  ['a page of HTML', { body: '<html>' }, 'unknown_outcome'],
  ['no id', { status: 202, body: {} }, 'unknown_outcome'],
  ['a redirect', { status: 307, headers: { location: '/v1/messages' } }, 'unknown_outcome'],
  ['silence', 'hang', 'unknown_outcome'],
  ['a broken connection', 'reset', 'unknown_outcome'],
] as [string, Answer, string][])('sending tells %s, and is never repeated', async (_what, answer, kind) => {
  const { asked } = await startWire(() => answer)
  expect(await failure(vonage.sendSms(GIVEN, SMS))).toMatchObject({ name: 'CarrierError', kind })
  expect(asked).toHaveLength(1)
})

test('no error quotes a secret', async () => {
  await startWire(() => label(401, 'very-secret and signs-webhooks do not fit'))
  expect((await failure(vonage.verify(GIVEN)))!.message).toBe('*** and *** do not fit')
})

test.each([
  ['a number that holds its digits', lines(line({ msisdn: '114155550100' }))],
  ['an empty object', { body: {} }],
])('a number is not found in %s', async (_what, answer) => {
  await by({ [NUMBERS]: answer })
  expect(await vonage.findNumber(GIVEN, FROM)).toBeNull()
})

test('numbers come a page at a time', async () => {
  const { asked } = await by({ [NUMBERS]: { body: { count: 101, numbers: [line(), line({ msisdn: '33639981234', features: ['VOICE'] })] } } })
  expect(await vonage.listNumbers(GIVEN, null)).toEqual({
    numbers: [
      { e164: FROM, carrierNumberId: '14155550100', voice: true, sms: true, smsMissing: [] },
      { e164: '+33639981234', carrierNumberId: '33639981234', voice: true, sms: false, smsMissing: ['sms_capable_number'] },
    ],
    next: '2',
  })
  expect((await vonage.listNumbers(GIVEN, '2')).next).toBeNull()
  expect(asked.map(({ query }) => Object.fromEntries(query))).toEqual([
    { size: '100', index: '1' },
    { size: '100', index: '2' },
  ])
})

test('what is as it should be is not set again', async () => {
  const { asked } = await by({ [NUMBERS]: lines(line({ app_id: APP })), [READ]: { body: application({ messages: OURS }) } })
  expect(await vonage.routeInbound(GIVEN, NUMBER, URL)).toBe(true)
  expect(asked.every(({ method }) => method === 'GET')).toBe(true)
})

test('without an application, texts are left to a person', async () => {
  await by({ [NUMBERS]: lines(line()) })
  expect(await vonage.routeInbound({ ...GIVEN, application_id: undefined }, NUMBER, URL)).toBe(false)
  expect(await vonage.routeInbound(GIVEN, NUMBER, URL)).toBe(false)
})

test('a number that was never the account’s cannot be routed', async () => {
  await by({ [NUMBERS]: { body: {} }, [READ]: { body: application({}) } })
  expect(await failure(vonage.routeInbound(GIVEN, NUMBER, URL))).toMatchObject({ kind: 'not_found' })
})

test('releasing takes number and address out of an application for texts alone', async () => {
  const { asked } = await by({
    [NUMBERS]: lines(line({ app_id: APP })),
    [READ]: { body: application({ messages: OURS }) },
    [WRITE]: { body: application({}) },
    [UPDATE]: DONE,
  })
  await vonage.unrouteInbound(GIVEN, NUMBER, URL, [])
  expectGolden(of(asked, UPDATE)[0]!, 'vonage', 'unlinkNumber')
  expect(JSON.parse(of(asked, WRITE)[0]!.body)).toMatchObject({ name: 'Texts', privacy: { improve_ai: false }, capabilities: {} })
})

test('releasing leaves a number in an application that answers its calls, and keeps what calls need', async () => {
  const { asked } = await by({
    [NUMBERS]: lines(line({ app_id: APP })),
    [READ]: { body: application({ voice: VOICE, messages: OURS }) },
    [WRITE]: { body: application({}) },
  })
  await vonage.unrouteInbound(GIVEN, NUMBER, URL, [])
  expect(of(asked, UPDATE)).toEqual([])
  expect((JSON.parse(of(asked, WRITE)[0]!.body) as { capabilities: object }).capabilities).toEqual({ voice: VOICE })
})

test.each([
  ['another linked number needs it', { messages: OURS }, ['+14155550101'], 1],
  ['it is somebody else’s', { messages: { webhooks: { inbound_url: { address: 'https://other.example' }, status_url: hook } } }, [], 0],
  ['there is none', {}, [], 0],
])('releasing leaves the application’s address where %s', async (_what, capabilities, others, unlinked) => {
  const { asked } = await startWire(({ host, method, query }) => {
    if (host === 'api.nexmo.com') return { body: application(capabilities) }
    if (method === 'POST') return DONE
    return lines(line({ msisdn: Object.fromEntries(query).pattern, app_id: APP }))
  })
  await vonage.unrouteInbound(GIVEN, NUMBER, URL, others)
  expect(of(asked, WRITE)).toEqual([])
  expect(of(asked, UPDATE)).toHaveLength(unlinked)
})

test('an application or a number that is gone is no error', async () => {
  await by({})
  await vonage.unrouteInbound(GIVEN, NUMBER, URL, [])
})

test.each([
  ['by itself, for which the API’s secret would have to be given away', {}, null],
  ['with a user of its own', { sip_username: 'u', sip_password: 'p' }, { terminationUri: 'sip.nexmo.com', username: 'u', password: 'p' }],
  ['at a host that was named by hand', { sip_termination_uri: 'sip.example' }, { terminationUri: 'sip.example' }],
])('its trunk %s', async (_what, more, trunk) => {
  expect(await vonage.trunk({ ...GIVEN, ...more }, NUMBER)).toEqual(trunk)
})
