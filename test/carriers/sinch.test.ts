import { expect, test } from 'vitest'
import { sinch } from '../../src/carriers/sinch/sinch.ts'
import { expectCarrierError } from './errors.ts'
import { BODY, expectGolden, FROM, STATUS_URL, TO } from './golden.ts'
import { type FakeReply, type CapturedRequest, startFakeCarrier } from './fakeCarrier.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'

const PROJECT = '11111111-2222-4333-8444-555555555555'
const PLAN = 'jd63jf88477ll123ab4567cd89012ef3'
const SECRETS = ['sinch_key_secret', 'sinch_api_token', 'sinch_webhook_secret']
const SMS = { from: FROM, to: TO, body: BODY, ref: 'm1', statusUrl: STATUS_URL, timeoutMs: scaledTimeout(1_000) }

let keyCount = 0
/** Creates credentials for which no other test has cached a token. */
const newCredentials = (more: object = {}) => ({
  project_id: PROJECT,
  key_id: `key-${++keyCount}`,
  key_secret: SECRETS[0]!,
  service_plan_id: PLAN,
  api_token: SECRETS[1]!,
  webhook_secret: SECRETS[2]!,
  ...more,
})
type SinchTestCredentials = ReturnType<typeof newCredentials>

const TOKEN = 'POST auth.sinch.com/oauth2/token'
const BATCHES = `us.sms.api.sinch.com/xms/v1/${PLAN}/batches`
const NUMBERS = `GET numbers.api.sinch.com/v1/projects/${PROJECT}/activeNumbers`
const TRUNKS = `GET elastic-trunking.api.sinch.com/v1/projects/${PROJECT}/trunks`
const smsErrorReply = (status: number, code = 'x', text = 'no') => ({ status, body: { code, text } })
const projectErrorReply = (status: number, message = 'no') => ({ status, body: { error: { code: status, message, status: 'X', details: [] } } })
const TOKEN_REPLY = { body: { access_token: 'token', expires_in: 3600 } }
const VALID_ACCOUNT = { [NUMBERS]: { body: { activeNumbers: [] } }, [`GET ${BATCHES}`]: { body: { batches: [] } } }

const startServer = (replies: Record<string, FakeReply>) =>
  startFakeCarrier(({ method, host, path }) => {
    const operation = `${method} ${host}${path}`
    return replies[operation] ?? (operation === TOKEN ? TOKEN_REPLY : projectErrorReply(404))
  })

const numberBody = (change: object = {}) => ({
  phoneNumber: FROM,
  projectId: PROJECT,
  capability: ['SMS', 'VOICE'],
  smsConfiguration: { servicePlanId: PLAN, campaignId: 'C1', scheduledProvisioning: null },
  voiceConfiguration: { type: 'EST', trunkId: 'T1' },
  ...change,
})

test('sends the requests of the vendor’s SDK', async () => {
  const { requests } = await startServer({
    ...VALID_ACCOUNT,
    [`${NUMBERS}/${FROM}`]: { body: numberBody() },
    [`POST ${BATCHES}`]: { status: 201, body: { id: 'b' } },
  })
  const credentials = newCredentials()
  await sinch.verify(credentials)
  await sinch.findNumber(credentials, FROM)
  await sinch.sendSms(credentials, SMS)
  const [first, project, verify, owns, send] = requests as [CapturedRequest, CapturedRequest, CapturedRequest, CapturedRequest, CapturedRequest]
  expectGolden(first, 'sinch', 'ownsNumber:token')
  expect(first.headers.authorization).toBe(`Basic ${Buffer.from(`${credentials.key_id}:${SECRETS[0]}`).toString('base64')}`)
  expect(project).toMatchObject({ host: 'numbers.api.sinch.com', query: [['pageSize', '1']] })
  expectGolden(verify, 'sinch', 'verify')
  expectGolden(owns, 'sinch', 'ownsNumber')
  expectGolden(send, 'sinch', 'sendSms')
  expect(owns.headers.authorization).toBe('Bearer token')
  expect(send.headers.authorization).toBe(`Bearer ${SECRETS[1]}`)
})

test('sends messages to the region of the service plan', async () => {
  const { requests } = await startServer({ [`POST ${BATCHES.replace('us.', 'eu.')}`]: { status: 201, body: { id: 'b' } } })
  await sinch.sendSms(newCredentials({ region: 'eu' }) as SinchTestCredentials, SMS)
  expect(requests.at(-1)!.host).toBe('eu.sms.api.sinch.com')
})

test.each([
  ['bad keys', { [TOKEN]: { status: 401, body: { error: 'invalid_client' } } }, 'bad_credentials'],
  ['another project', { [NUMBERS]: projectErrorReply(404) }, 'bad_credentials'],
  ['a rejected token', { [NUMBERS]: projectErrorReply(401) }, 'bad_credentials'],
  ['a project without permission', { [NUMBERS]: projectErrorReply(403) }, 'forbidden'],
  ['a suspended account', { [NUMBERS]: projectErrorReply(403, 'The account is suspended') }, 'suspended'],
  ['an unknown service plan or a wrong region', { ...VALID_ACCOUNT, [`GET ${BATCHES}`]: smsErrorReply(404) }, 'bad_credentials'],
  ['a bad API token', { ...VALID_ACCOUNT, [`GET ${BATCHES}`]: { status: 401, body: '' } }, 'bad_credentials'],
  ['too many requests', { [NUMBERS]: projectErrorReply(429) }, 'throttled'],
  ['an outage of the token endpoint', { [TOKEN]: { status: 500, body: {} } }, 'unavailable'],
  ['an outage of the numbers API', { [NUMBERS]: projectErrorReply(503) }, 'unavailable'],
  ['an outage of the SMS API', { ...VALID_ACCOUNT, [`GET ${BATCHES}`]: smsErrorReply(500) }, 'unavailable'],
  ['an HTML page', { [TOKEN]: { body: '<html>' } }, 'unavailable'],
  ['a broken connection', { [TOKEN]: 'reset' }, 'unavailable'],
] as [string, Record<string, FakeReply>, string][])('verify reports %s', async (_title, replies, kind) => {
  await startServer(replies)
  await expectCarrierError(sinch.verify(newCredentials()), kind, SECRETS)
})

test.each([
  ['nothing', {}, {}, []],
  ['a service plan and its token', { service_plan_id: undefined, api_token: undefined }, {}, ['service_plan_id', 'api_token']],
  ['a token', { api_token: undefined }, {}, ['api_token']],
  ['the permission for SMS', {}, { [`GET ${BATCHES}`]: smsErrorReply(403) }, ['messaging_permission']],
] as [string, object, Record<string, FakeReply>, string[]][])('reports that a project lacks %s for SMS', async (_title, more, replies, smsMissing) => {
  await startServer({ ...VALID_ACCOUNT, ...replies })
  expect(await sinch.verify(newCredentials(more) as SinchTestCredentials)).toEqual({ accountId: PROJECT, smsMissing })
})

test.each([
  ['an invalid number', smsErrorReply(400, 'syntax_invalid_parameter_format'), 'invalid_number'],
  ['an invalid body', smsErrorReply(400, 'syntax_constraint_violation'), 'rejected'],
  ['a campaign of another account', smsErrorReply(403, 'unknown_campaign'), 'blocked'],
  ['a sender without SMS', smsErrorReply(403, 'invalid_originator'), 'not_sms_capable'],
  ['a missing permission', smsErrorReply(403, 'forbidden'), 'forbidden'],
  ['a blocked account', smsErrorReply(403, 'x', 'Your account is blocked'), 'suspended'],
  ['bad credentials', { status: 401, body: '' }, 'bad_credentials'],
  ['no credit', { status: 402, body: {} }, 'insufficient_funds'],
  ['too many requests', smsErrorReply(429), 'throttled'],
  ['an outage', smsErrorReply(500), 'unknown_outcome'],
  ['an HTML page', { body: '<html>' }, 'unknown_outcome'],
  ['no ID', { status: 201, body: {} }, 'unknown_outcome'],
  ['a redirect', { status: 307, headers: { location: '/x' } }, 'unknown_outcome'],
  ['no reply', 'hang', 'unknown_outcome'],
  ['a broken connection', 'reset', 'unknown_outcome'],
] as [string, FakeReply, string][])('sending reports %s and is never repeated', async (_title, reply, kind) => {
  const { requests } = await startServer({ [`POST ${BATCHES}`]: reply })
  await expectCarrierError(sinch.sendSms(newCredentials(), SMS), kind, SECRETS)
  expect(requests).toHaveLength(1)
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
  ['for voice only', { capability: ['VOICE'] }, false, ['sms_capable_number']],
] as [string, object, boolean, string[]][])('reports what a number %s lacks for SMS', async (_title, change, isCapable, smsMissing) => {
  await startServer({ [`${NUMBERS}/${FROM}`]: { body: numberBody(change) } })
  expect(await sinch.findNumber(newCredentials(), FROM)).toEqual({ e164: FROM, carrierNumberId: FROM, voice: true, sms: isCapable, smsMissing })
})

test.each([
  ['another number', { phoneNumber: TO }],
  ['a number of another project', { projectId: '22222222-2222-4333-8444-555555555555' }],
])('does not return %s', async (_title, change) => {
  await startServer({ [`${NUMBERS}/${FROM}`]: { body: numberBody(change) } })
  expect(await sinch.findNumber(newCredentials(), FROM)).toBeNull()
})

test('lists numbers page by page', async () => {
  const { requests } = await startFakeCarrier(({ path }) =>
    path.endsWith('/token') ? TOKEN_REPLY : { body: { activeNumbers: [numberBody()], nextPageToken: requests.length === 2 ? 'p2' : '' } },
  )
  const credentials = newCredentials()
  expect((await sinch.listNumbers(credentials, null)).next).toBe('p2')
  expect((await sinch.listNumbers(credentials, 'p2')).next).toBeNull()
  expect(Object.fromEntries(requests.at(-1)!.query)).toEqual({ pageSize: '100', pageToken: 'p2' })
})

test('never sets routing, and sends no request', async () => {
  const { requests } = await startServer({})
  const number = { e164: FROM, carrierNumberId: FROM }
  expect(await sinch.routeInbound(newCredentials(), number, 'https://x.example')).toBe(false)
  await sinch.unrouteInbound(newCredentials(), number, 'https://x.example', [])
  expect(requests).toEqual([])
})

test('finds a message by our reference only', async () => {
  const since = new Date('2026-01-01T00:01:00.000Z')
  const { requests } = await startServer({
    [`GET ${BATCHES}`]: {
      body: {
        batches: [
          { id: 'other', client_reference: 'm2' },
          { id: 'b', client_reference: 'm1' },
        ],
      },
    },
  })
  expect(await sinch.findSms!(newCredentials(), { ...SMS, since }, async () => false)).toEqual({ carrierMessageId: 'b', status: 'queued' })
  expect(Object.fromEntries(requests[0]!.query)).toEqual({ client_reference: 'm1', start_date: '2026-01-01T00:00:00.000Z', page_size: '1' })
  expect(await sinch.findSms!(newCredentials(), { ...SMS, ref: 'm3', since }, async () => false)).toBeNull()
})

test.each([
  ['the number’s trunk', {}, {}, { terminationUri: 'acme.pstn.sinch.com' }],
  [
    'the number’s trunk with the login in the credentials',
    { sip_username: 'u', sip_password: 'p' },
    {},
    { terminationUri: 'acme.pstn.sinch.com', username: 'u', password: 'p' },
  ],
  ['the trunk in the credentials', { sip_termination_uri: 'sip.acme.example' }, {}, { terminationUri: 'sip.acme.example' }],
  ['null for a number without a trunk', {}, { voiceConfiguration: { type: 'RTC', appId: 'a' } }, null],
  ['null for a trunk that no longer exists', {}, { voiceConfiguration: { type: 'EST', trunkId: 'gone' } }, null],
] as [string, object, object, object | null][])('returns %s', async (_title, more, change, trunk) => {
  await startServer({
    [`${NUMBERS}/${FROM}`]: { body: numberBody(change) },
    [`${TRUNKS}/T1`]: { body: { id: 'T1', hostName: 'acme', domain: 'acme.pstn.sinch.com' } },
  })
  expect(await sinch.trunk(newCredentials(more) as SinchTestCredentials, { e164: FROM, carrierNumberId: FROM })).toEqual(trunk)
})
