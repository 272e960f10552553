import { expect, test } from 'vitest'
import { sinch } from '../../src/carriers/sinch/sinch.ts'
import { expectFailure } from './errors.ts'
import { BODY, expectGolden, FROM, STATUS_URL, TO } from './golden.ts'
import { type Answer, type Asked, startWire } from './fakeCarrier.ts'

const PROJECT = '11111111-2222-4333-8444-555555555555'
const PLAN = 'jd63jf88477ll123ab4567cd89012ef3'
const SECRETS = ['sinch_key_secret', 'sinch_api_token', 'sinch_webhook_secret']
const SMS = { from: FROM, to: TO, body: BODY, ref: 'm1', statusUrl: STATUS_URL, timeoutMs: 300 }

/** Credentials that no other test has a token for. */
let key = 0
const given = (more: object = {}) => ({
  project_id: PROJECT,
  key_id: `key-${++key}`,
  key_secret: SECRETS[0]!,
  service_plan_id: PLAN,
  api_token: SECRETS[1]!,
  webhook_secret: SECRETS[2]!,
  ...more,
})
type Given = ReturnType<typeof given>

const TOKEN = 'POST auth.sinch.com/oauth2/token'
const BATCHES = `us.sms.api.sinch.com/xms/v1/${PLAN}/batches`
const NUMBERS = `GET numbers.api.sinch.com/v1/projects/${PROJECT}/activeNumbers`
const TRUNKS = `GET elastic-trunking.api.sinch.com/v1/projects/${PROJECT}/trunks`
const sms = (status: number, code = 'x', text = 'no') => ({ status, body: { code, text } })
const api = (status: number, message = 'no') => ({ status, body: { error: { code: status, message, status: 'X', details: [] } } })
const token = { body: { access_token: 'token', expires_in: 3600 } }
const KNOWN = { [NUMBERS]: { body: { activeNumbers: [] } }, [`GET ${BATCHES}`]: { body: { batches: [] } } }

const by = (answers: Record<string, Answer>) =>
  startWire(({ method, host, path }) => {
    const asked = `${method} ${host}${path}`
    return answers[asked] ?? (asked === TOKEN ? token : api(404))
  })

const seen = (change: object = {}) => ({
  phoneNumber: FROM,
  projectId: PROJECT,
  capability: ['SMS', 'VOICE'],
  smsConfiguration: { servicePlanId: PLAN, campaignId: 'C1', scheduledProvisioning: null },
  voiceConfiguration: { type: 'EST', trunkId: 'T1' },
  ...change,
})

test('requests are those of the vendor’s own SDK', async () => {
  const { asked } = await by({ ...KNOWN, [`${NUMBERS}/${FROM}`]: { body: seen() }, [`POST ${BATCHES}`]: { status: 201, body: { id: 'b' } } })
  const credentials = given()
  await sinch.verify(credentials)
  await sinch.findNumber(credentials, FROM)
  await sinch.sendSms(credentials, SMS)
  const [first, project, verify, owns, send] = asked as [Asked, Asked, Asked, Asked, Asked]
  expectGolden(first, 'sinch', 'ownsNumber:token')
  expect(first.headers.authorization).toBe(`Basic ${Buffer.from(`${credentials.key_id}:${SECRETS[0]}`).toString('base64')}`)
  expect(project).toMatchObject({ host: 'numbers.api.sinch.com', query: [['pageSize', '1']] })
  expectGolden(verify, 'sinch', 'verify')
  expectGolden(owns, 'sinch', 'ownsNumber')
  expectGolden(send, 'sinch', 'sendSms')
  expect(owns.headers.authorization).toBe('Bearer token')
  expect(send.headers.authorization).toBe(`Bearer ${SECRETS[1]}`)
})

test('texts go to the region of the service plan', async () => {
  const { asked } = await by({ [`POST ${BATCHES.replace('us.', 'eu.')}`]: { status: 201, body: { id: 'b' } } })
  await sinch.sendSms(given({ region: 'eu' }) as Given, SMS)
  expect(asked.at(-1)!.host).toBe('eu.sms.api.sinch.com')
})

test.each([
  ['bad keys', { [TOKEN]: { status: 401, body: { error: 'invalid_client' } } }, 'bad_credentials'],
  ['another project', { [NUMBERS]: api(404) }, 'bad_credentials'],
  ['a token that is not taken', { [NUMBERS]: api(401) }, 'bad_credentials'],
  ['a project without the right', { [NUMBERS]: api(403) }, 'forbidden'],
  ['a suspended account', { [NUMBERS]: api(403, 'The account is suspended') }, 'suspended'],
  ['another service plan, or another region', { ...KNOWN, [`GET ${BATCHES}`]: sms(404) }, 'bad_credentials'],
  ['a bad API token', { ...KNOWN, [`GET ${BATCHES}`]: { status: 401, body: '' } }, 'bad_credentials'],
  ['too many requests', { [NUMBERS]: api(429) }, 'throttled'],
  ['an outage of tokens', { [TOKEN]: { status: 500, body: {} } }, 'unavailable'],
  ['an outage of numbers', { [NUMBERS]: api(503) }, 'unavailable'],
  ['an outage of texts', { ...KNOWN, [`GET ${BATCHES}`]: sms(500) }, 'unavailable'],
  ['a page of HTML', { [TOKEN]: { body: '<html>' } }, 'unavailable'],
  ['a broken connection', { [TOKEN]: 'reset' }, 'unavailable'],
] as [string, Record<string, Answer>, string][])('verifying tells %s', async (_what, answers, kind) => {
  await by(answers)
  await expectFailure(sinch.verify(given()), kind, SECRETS)
})

test.each([
  ['nothing', {}, {}, []],
  ['a service plan and its token', { service_plan_id: undefined, api_token: undefined }, {}, ['service_plan_id', 'api_token']],
  ['a token', { api_token: undefined }, {}, ['api_token']],
  ['the right to text', {}, { [`GET ${BATCHES}`]: sms(403) }, ['messaging_permission']],
] as [string, object, Record<string, Answer>, string[]][])('a project may need %s for texts', async (_what, more, answers, smsMissing) => {
  await by({ ...KNOWN, ...answers })
  expect(await sinch.verify(given(more) as Given)).toEqual({ accountId: PROJECT, smsMissing })
})

test.each([
  ['a number that is none', sms(400, 'syntax_invalid_parameter_format'), 'invalid_number'],
  ['a body that is not liked', sms(400, 'syntax_constraint_violation'), 'rejected'],
  ['a campaign of somebody else’s', sms(403, 'unknown_campaign'), 'blocked'],
  ['a sender that cannot text', sms(403, 'invalid_originator'), 'not_sms_capable'],
  ['a missing right', sms(403, 'forbidden'), 'forbidden'],
  ['a blocked account', sms(403, 'x', 'Your account is blocked'), 'suspended'],
  ['bad credentials', { status: 401, body: '' }, 'bad_credentials'],
  ['no money', { status: 402, body: {} }, 'insufficient_funds'],
  ['too many requests', sms(429), 'throttled'],
  ['an outage', sms(500), 'unknown_outcome'],
  ['a page of HTML', { body: '<html>' }, 'unknown_outcome'],
  ['no id', { status: 201, body: {} }, 'unknown_outcome'],
  ['a redirect', { status: 307, headers: { location: '/x' } }, 'unknown_outcome'],
  ['silence', 'hang', 'unknown_outcome'],
  ['a broken connection', 'reset', 'unknown_outcome'],
] as [string, Answer, string][])('sending tells %s, and is never repeated', async (_what, answer, kind) => {
  const { asked } = await by({ [`POST ${BATCHES}`]: answer })
  await expectFailure(sinch.sendSms(given(), SMS), kind, SECRETS)
  expect(asked).toHaveLength(1)
})

test.each([
  ['ready', {}, true, []],
  ['of another service plan', { smsConfiguration: { servicePlanId: 'other' } }, true, ['service_plan_id']],
  ['of no service plan', { smsConfiguration: null }, true, ['service_plan_id']],
  [
    'that could not be provisioned',
    { smsConfiguration: { servicePlanId: PLAN, campaignId: 'C1', scheduledProvisioning: { status: 'FAILED' } } },
    true,
    ['service_plan_id'],
  ],
  ['in no campaign', { smsConfiguration: { servicePlanId: PLAN, campaignId: '' } }, true, ['a2p_registration']],
  ['for calls alone', { capability: ['VOICE'] }, false, ['sms_capable_number']],
] as [string, object, boolean, string[]][])('a number %s says what its texts need', async (_what, change, isCapable, smsMissing) => {
  await by({ [`${NUMBERS}/${FROM}`]: { body: seen(change) } })
  expect(await sinch.findNumber(given(), FROM)).toEqual({ e164: FROM, carrierNumberId: FROM, voice: true, sms: isCapable, smsMissing })
})

test.each([
  ['another number', { phoneNumber: TO }],
  ['another project’s', { projectId: '22222222-2222-4333-8444-555555555555' }],
])('%s is not the one asked for', async (_what, change) => {
  await by({ [`${NUMBERS}/${FROM}`]: { body: seen(change) } })
  expect(await sinch.findNumber(given(), FROM)).toBeNull()
})

test('numbers are listed a page at a time', async () => {
  const { asked } = await startWire(({ path }) =>
    path.endsWith('/token') ? token : { body: { activeNumbers: [seen()], nextPageToken: asked.length === 2 ? 'p2' : '' } },
  )
  const credentials = given()
  expect((await sinch.listNumbers(credentials, null)).next).toBe('p2')
  expect((await sinch.listNumbers(credentials, 'p2')).next).toBeNull()
  expect(Object.fromEntries(asked.at(-1)!.query)).toEqual({ pageSize: '100', pageToken: 'p2' })
})

test('where texts go is a person’s to say, and nobody is asked', async () => {
  const { asked } = await by({})
  const number = { e164: FROM, carrierNumberId: FROM }
  expect(await sinch.routeInbound(given(), number, 'https://x.example')).toBe(false)
  await sinch.unrouteInbound(given(), number, 'https://x.example', [])
  expect(asked).toEqual([])
})

test('a message is found by our reference alone', async () => {
  const since = new Date('2026-01-01T00:01:00.000Z')
  const { asked } = await by({
    [`GET ${BATCHES}`]: {
      body: {
        batches: [
          { id: 'other', client_reference: 'm2' },
          { id: 'b', client_reference: 'm1' },
        ],
      },
    },
  })
  expect(await sinch.findSms!(given(), { ...SMS, since }, async () => false)).toEqual({ carrierMessageId: 'b', status: 'queued' })
  expect(Object.fromEntries(asked[0]!.query)).toEqual({ client_reference: 'm1', start_date: '2026-01-01T00:00:00.000Z', page_size: '1' })
  expect(await sinch.findSms!(given(), { ...SMS, ref: 'm3', since }, async () => false)).toBeNull()
})

test.each([
  ['the one that the number is on', {}, {}, { terminationUri: 'acme.pstn.sinch.com' }],
  ['that one with a login', { sip_username: 'u', sip_password: 'p' }, {}, { terminationUri: 'acme.pstn.sinch.com', username: 'u', password: 'p' }],
  ['the one that the credentials name', { sip_termination_uri: 'sip.acme.example' }, {}, { terminationUri: 'sip.acme.example' }],
  ['none where the number is on none', {}, { voiceConfiguration: { type: 'RTC', appId: 'a' } }, null],
  ['none where it is gone', {}, { voiceConfiguration: { type: 'EST', trunkId: 'gone' } }, null],
] as [string, object, object, object | null][])('its trunk is %s', async (_what, more, change, trunk) => {
  await by({ [`${NUMBERS}/${FROM}`]: { body: seen(change) }, [`${TRUNKS}/T1`]: { body: { id: 'T1', hostName: 'acme', domain: 'acme.pstn.sinch.com' } } })
  expect(await sinch.trunk(given(more) as Given, { e164: FROM, carrierNumberId: FROM })).toEqual(trunk)
})
