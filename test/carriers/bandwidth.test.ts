import { expect, test } from 'vitest'
import { bandwidth } from '../../src/carriers/bandwidth/bandwidth.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'
import { ACCOUNT, APPLICATION, errorReply, jwt, newCredentials, operationAt, SECRET, startServer, tokenReply, xmlReply } from './bandwidthKit.ts'
import { expectCarrierError } from './errors.ts'
import { type CapturedRequest, type FakeReply, startFakeCarrier } from './fakeCarrier.ts'
import { BODY, expectGolden, FROM, STATUS_URL, TO } from './golden.ts'

const SMS = { from: FROM, to: TO, body: BODY, ref: 'm1', statusUrl: STATUS_URL, timeoutMs: scaledTimeout(1_000) }
const UNAUTHORIZED_REPLY = { status: 401, body: { type: 'unauthorized', description: 'Authentication Failed' } }
const TOKEN = 'POST /api/v1/oauth2/token'
const SEND = `POST /api/v2/users/${ACCOUNT}/messages`
const MESSAGES = `GET /api/v2/users/${ACCOUNT}/messages`
const VALID_ACCOUNT = { [MESSAGES]: { body: { messages: [] } }, [operationAt(`accounts/${ACCOUNT}/applications/${APPLICATION}`)]: xmlReply('<A/>') }

test('sends the requests of the vendor’s SDK, with one token for all', async () => {
  const { requests } = await startServer({ ...VALID_ACCOUNT, [SEND]: { status: 202, body: { id: 'b' } } })
  const credentials = newCredentials()
  await bandwidth.verify(credentials)
  await bandwidth.sendSms(credentials, SMS)
  const [first, verify, , send] = requests as [CapturedRequest, CapturedRequest, CapturedRequest, CapturedRequest]
  expect(first).toMatchObject({ method: 'POST', host: 'api.bandwidth.com', path: '/api/v1/oauth2/token', body: 'grant_type=client_credentials' })
  expect(first.headers.authorization).toBe(`Basic ${Buffer.from(`${credentials.client_id}:${SECRET}`).toString('base64')}`)
  expectGolden(verify, 'bandwidth', 'verify')
  expectGolden(send, 'bandwidth', 'sendSms')
  expect(requests.slice(1).every(({ headers }) => headers.authorization === `Bearer ${jwt({ accounts: [ACCOUNT] })}`)).toBe(true)
  expect([verify.host, send.host]).toEqual(['messaging.bandwidth.com', 'messaging.bandwidth.com'])
})

test('verify always requests a new token', async () => {
  const { requests } = await startServer(VALID_ACCOUNT)
  const credentials = newCredentials()
  await bandwidth.verify(credentials)
  await bandwidth.verify(credentials)
  expect(requests.filter(({ path }) => path.endsWith('/token'))).toHaveLength(2)
})

test('replaces a token one minute before it expires', async () => {
  const { requests } = await startServer({ [TOKEN]: tokenReply({}, 60), [SEND]: { status: 202, body: { id: 'b' } } })
  const credentials = newCredentials()
  for (let nth = 0; nth < 2; nth++) await bandwidth.sendSms(credentials, SMS)
  expect(requests.filter(({ path }) => path.endsWith('/token'))).toHaveLength(2)
})

test('replaces a rejected cached token and sends the message with the new one', async () => {
  const sends: string[] = []
  await startFakeCarrier(({ path, headers }, nth) => {
    if (path.endsWith('/token')) return tokenReply({ nth })
    sends.push(String(headers.authorization))
    return sends.length === 2 ? UNAUTHORIZED_REPLY : { status: 202, body: { id: `b${sends.length}` } }
  })
  const credentials = newCredentials()
  await bandwidth.sendSms(credentials, SMS)
  expect((await bandwidth.sendSms(credentials, SMS)).carrierMessageId).toBe('b3')
  expect(sends[1]).toBe(sends[0])
  expect(sends[2]).not.toBe(sends[1])
})

test('a rejected new token means bad credentials, after one request', async () => {
  const { requests } = await startServer({ [SEND]: UNAUTHORIZED_REPLY })
  await expectCarrierError(bandwidth.sendSms(newCredentials(), SMS), 'bad_credentials', [SECRET])
  expect(requests.filter(({ path }) => path.endsWith('/messages'))).toHaveLength(1)
})

test.each([
  ['bad credentials', { [TOKEN]: { status: 401, body: { error: 'invalid_client' } } }, 'bad_credentials'],
  ['bad credentials with another status', { [TOKEN]: { status: 400, body: { error: 'invalid_client' } } }, 'bad_credentials'],
  ['another account', { [TOKEN]: tokenReply({ accounts: ['123'] }), ...VALID_ACCOUNT }, 'bad_credentials'],
  ['an account that the messaging API does not know', { ...VALID_ACCOUNT, [MESSAGES]: errorReply(404) }, 'bad_credentials'],
  ['a missing permission with a token that names no account', { ...VALID_ACCOUNT, [TOKEN]: tokenReply({}), [MESSAGES]: errorReply(403) }, 'forbidden'],
  ['no permissions', { [MESSAGES]: errorReply(403), [operationAt('tns')]: xmlReply('', 403) }, 'forbidden'],
  ['a suspended account', { [MESSAGES]: errorReply(403, 'The account is suspended') }, 'suspended'],
  ['too many requests', { [TOKEN]: { status: 429, body: {} } }, 'throttled'],
  ['an outage of the token endpoint', { [TOKEN]: { status: 503, body: {} } }, 'unavailable'],
  ['a token of an unexpected shape', { [TOKEN]: { body: { token: 'x' } } }, 'unavailable'],
  ['an outage of the messaging API', { [MESSAGES]: errorReply(500) }, 'unavailable'],
  ['a broken connection', { [TOKEN]: 'reset' }, 'unavailable'],
] as [string, Record<string, FakeReply>, string][])('verify reports %s', async (_title, replies, kind) => {
  await startServer(replies)
  await expectCarrierError(bandwidth.verify(newCredentials()), kind, [SECRET])
})

test.each([
  ['nothing', {}, {}, []],
  ['an application', { application_id: undefined }, {}, ['application_id']],
  ['an existing application', {}, { [operationAt(`accounts/${ACCOUNT}/applications/${APPLICATION}`)]: xmlReply('', 404) }, ['application_id']],
  ['nothing if the application cannot be read', {}, { [operationAt(`accounts/${ACCOUNT}/applications/${APPLICATION}`)]: xmlReply('', 403) }, []],
  [
    'the permission for SMS',
    {},
    { [MESSAGES]: errorReply(403), [operationAt('tns')]: xmlReply('<TelephoneNumbersResponse><TelephoneNumbers/></TelephoneNumbersResponse>') },
    ['messaging_permission'],
  ],
] as [string, object, Record<string, FakeReply>, string[]][])('reports that an account lacks %s for SMS', async (_title, more, replies, smsMissing) => {
  await startServer({ ...VALID_ACCOUNT, ...replies })
  expect(await bandwidth.verify(newCredentials(more) as ReturnType<typeof newCredentials>)).toEqual({ accountId: ACCOUNT, smsMissing })
})

test.each([
  ['an invalid recipient', errorReply(400, 'x', [{ fieldName: 'to', description: "'to' must be E.164" }]), 'invalid_number'],
  ['a sender without SMS', errorReply(400, 'x', [{ fieldName: 'from', description: 'no' }]), 'not_sms_capable'],
  ['invalid fields', errorReply(400, 'x', [{ fieldName: 'text', description: 'too long' }]), 'rejected'],
  ['a missing permission', errorReply(403), 'forbidden'],
  ['a suspended account', errorReply(403, 'Account suspended'), 'suspended'],
  ['an unknown account', errorReply(404), 'not_found'],
  ['an unsupported content type', errorReply(415), 'rejected'],
  ['too many requests', errorReply(429), 'throttled'],
  ['an outage', errorReply(500), 'unknown_outcome'],
  ['an HTML page', { body: '<html>' }, 'unknown_outcome'],
  ['no ID', { status: 202, body: {} }, 'unknown_outcome'],
  ['a redirect', { status: 307, headers: { location: '/x' } }, 'unknown_outcome'],
  ['no reply', 'hang', 'unknown_outcome'],
  ['a broken connection', 'reset', 'unknown_outcome'],
] as [string, FakeReply, string][])('sending reports %s and is never repeated', async (_title, reply, kind) => {
  const { requests } = await startServer({ [SEND]: reply })
  await expectCarrierError(bandwidth.sendSms(newCredentials(), SMS), kind, [SECRET])
  expect(requests.filter(({ path }) => path.endsWith('/messages'))).toHaveLength(1)
})

test('without a token, no message is sent and the error is not an unknown outcome', async () => {
  const { requests } = await startServer({ [TOKEN]: { status: 500, body: {} } })
  await expectCarrierError(bandwidth.sendSms(newCredentials(), SMS), 'unavailable')
  expect(requests.every(({ path }) => path.endsWith('/token'))).toBe(true)
})

test('errors do not contain access tokens', async () => {
  await startServer({ [SEND]: errorReply(403, `Token ${jwt({ accounts: [ACCOUNT] })} is odd`) })
  await expectCarrierError(bandwidth.sendSms(newCredentials(), SMS), 'forbidden', [jwt({ accounts: [ACCOUNT] })])
})

test('finds the oldest unknown message between the two numbers', async () => {
  const listedMessage = (messageId: string, receiveTime: string, change: object = {}) => ({
    messageId,
    sourceTn: FROM,
    destinationTn: TO,
    messageStatus: 'DELIVERED',
    receiveTime,
    ...change,
  })
  const since = new Date('2026-01-01T00:00:00.000Z')
  const { requests } = await startServer({
    [MESSAGES]: {
      body: {
        messages: [
          listedMessage('late', '2026-01-01T00:00:03Z'),
          listedMessage('known', '2026-01-01T00:00:01Z'),
          listedMessage('ours', '2026-01-01T00:00:02Z'),
          listedMessage('other', '2026-01-01T00:00:00Z', { destinationTn: FROM }),
        ],
      },
    },
  })
  const message = await bandwidth.findSms!(newCredentials(), { ...SMS, since }, async (id) => id === 'known')
  expect(message).toEqual({ carrierMessageId: 'ours', status: 'delivered' })
  expect(Object.fromEntries(requests.at(-1)!.query)).toEqual({
    sourceTn: FROM,
    destinationTn: TO,
    messageDirection: 'OUTBOUND',
    fromDateTime: since.toISOString(),
    limit: '100',
  })
  expect(await bandwidth.findSms!(newCredentials(), { ...SMS, since }, async () => true)).toBeNull()
})

test.each(['constructor', 'toString', 'NEW', null])('a found message with the status %s is queued', async (messageStatus) => {
  const listed = { messageId: 'b', sourceTn: FROM, destinationTn: TO, messageStatus, receiveTime: '2026-01-01T00:00:00Z' }
  await startServer({ [MESSAGES]: { body: { messages: [listed] } } })
  const message = await bandwidth.findSms!(newCredentials(), { ...SMS, since: new Date('2026-01-01T00:00:00Z') }, async () => false)
  expect(message).toEqual({ carrierMessageId: 'b', status: 'queued' })
})

test('without an application, sends no message and sets no route', async () => {
  const { requests } = await startServer({})
  const credentials = newCredentials({ application_id: undefined }) as ReturnType<typeof newCredentials>
  await expectCarrierError(bandwidth.sendSms(credentials, SMS), 'rejected')
  expect(await bandwidth.routeInbound(credentials, { e164: FROM, carrierNumberId: FROM }, 'https://x.example/inbound/bandwidth/t')).toBe(false)
  expect(requests).toHaveLength(0)
})
