import { expect, test } from 'vitest'
import { bandwidth } from '../../src/carriers/bandwidth/bandwidth.ts'
import { expectFailure } from './errors.ts'
import { BODY, expectGolden, FROM, STATUS_URL, TO } from './golden.ts'
import { type Answer, type Asked, startWire } from './fakeCarrier.ts'

const ACCOUNT = '9900000'
const APPLICATION = '93de2206-9669-4e07-948d-329f4b722ee2'
const SECRET = 'bandwidth_client_secret'
const SMS = { from: FROM, to: TO, body: BODY, ref: 'm1', statusUrl: STATUS_URL, timeoutMs: 300 }
const HTTP401 = { status: 401, body: { type: 'unauthorized', description: 'Authentication Failed' } }

/** Credentials that no other test has a token for. */
let client = 0
const given = (more: object = {}) => ({ account_id: ACCOUNT, client_id: `CLI-${++client}`, client_secret: SECRET, application_id: APPLICATION, ...more })

const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`
const token = (claims: object = { accounts: [ACCOUNT] }, expires_in = 3600) => ({ body: { access_token: jwt(claims), token_type: 'Bearer', expires_in } })
const refusal = (status: number, description = 'no', fieldErrors?: object[]) => ({
  status,
  body: { type: 'refused', description, ...(fieldErrors && { fieldErrors }) },
})
const xml = (body: string, status = 200) => ({ status, headers: { 'content-type': 'application/xml' }, body })

/** Answers by method and path; tokens are given out unless that is told otherwise. */
const by = (answers: Record<string, Answer>, others: Answer = refusal(404)) =>
  startWire(({ method, path }) => answers[`${method} ${path}`] ?? (path.endsWith('/oauth2/token') ? token() : others))
const TOKEN = 'POST /api/v1/oauth2/token'
const SEND = `POST /api/v2/users/${ACCOUNT}/messages`
const MESSAGES = `GET /api/v2/users/${ACCOUNT}/messages`
const at = (path: string) => `GET /api/v2/${path}`
const KNOWN = { [MESSAGES]: { body: { messages: [] } }, [at(`accounts/${ACCOUNT}/applications/${APPLICATION}`)]: xml('<A/>') }

test('requests are those of the vendor’s own SDK, with a token that is asked for once', async () => {
  const { asked } = await by({ ...KNOWN, [SEND]: { status: 202, body: { id: 'b' } } })
  const credentials = given()
  await bandwidth.verify(credentials)
  await bandwidth.sendSms(credentials, SMS)
  const [first, verify, , send] = asked as [Asked, Asked, Asked, Asked]
  expect(first).toMatchObject({ method: 'POST', host: 'api.bandwidth.com', path: '/api/v1/oauth2/token', body: 'grant_type=client_credentials' })
  expect(first.headers.authorization).toBe(`Basic ${Buffer.from(`${credentials.client_id}:${SECRET}`).toString('base64')}`)
  expectGolden(verify, 'bandwidth', 'verify')
  expectGolden(send, 'bandwidth', 'sendSms')
  expect(asked.slice(1).every(({ headers }) => headers.authorization === `Bearer ${jwt({ accounts: [ACCOUNT] })}`)).toBe(true)
  expect([verify.host, send.host]).toEqual(['messaging.bandwidth.com', 'messaging.bandwidth.com'])
})

test('verifying always asks for a new token', async () => {
  const { asked } = await by(KNOWN)
  const credentials = given()
  await bandwidth.verify(credentials)
  await bandwidth.verify(credentials)
  expect(asked.filter(({ path }) => path.endsWith('/token'))).toHaveLength(2)
})

test('a token is not used in its last minute', async () => {
  const { asked } = await by({ [TOKEN]: token({}, 60), [SEND]: { status: 202, body: { id: 'b' } } })
  const credentials = given()
  for (let nth = 0; nth < 2; nth++) await bandwidth.sendSms(credentials, SMS)
  expect(asked.filter(({ path }) => path.endsWith('/token'))).toHaveLength(2)
})

test('a kept token that is void is replaced, and the message sent with the new one; nothing happened before', async () => {
  const sends: string[] = []
  await startWire(({ path, headers }, nth) => {
    if (path.endsWith('/token')) return token({ nth })
    sends.push(String(headers.authorization))
    return sends.length === 2 ? HTTP401 : { status: 202, body: { id: `b${sends.length}` } }
  })
  const credentials = given()
  await bandwidth.sendSms(credentials, SMS)
  expect((await bandwidth.sendSms(credentials, SMS)).carrierMessageId).toBe('b3')
  expect(sends[1]).toBe(sends[0])
  expect(sends[2]).not.toBe(sends[1])
})

test('a new token that is void at once means bad credentials, after one request', async () => {
  const { asked } = await by({ [SEND]: HTTP401 })
  await expectFailure(bandwidth.sendSms(given(), SMS), 'bad_credentials', [SECRET])
  expect(asked.filter(({ path }) => path.endsWith('/messages'))).toHaveLength(1)
})

test.each([
  ['bad credentials', { [TOKEN]: { status: 401, body: { error: 'invalid_client' } } }, 'bad_credentials'],
  ['bad credentials with another status', { [TOKEN]: { status: 400, body: { error: 'invalid_client' } } }, 'bad_credentials'],
  ['another account', { [TOKEN]: token({ accounts: ['123'] }), ...KNOWN }, 'bad_credentials'],
  ['an account that messages do not know', { ...KNOWN, [MESSAGES]: refusal(404) }, 'bad_credentials'],
  ['a right that is missing, of a token that names no account', { ...KNOWN, [TOKEN]: token({}), [MESSAGES]: refusal(403) }, 'forbidden'],
  ['no rights at all', { [MESSAGES]: refusal(403), [at('tns')]: xml('', 403) }, 'forbidden'],
  ['a suspended account', { [MESSAGES]: refusal(403, 'The account is suspended') }, 'suspended'],
  ['too many requests', { [TOKEN]: { status: 429, body: {} } }, 'throttled'],
  ['an outage of tokens', { [TOKEN]: { status: 503, body: {} } }, 'unavailable'],
  ['a token of another shape', { [TOKEN]: { body: { token: 'x' } } }, 'unavailable'],
  ['an outage of messages', { [MESSAGES]: refusal(500) }, 'unavailable'],
  ['a broken connection', { [TOKEN]: 'reset' }, 'unavailable'],
] as [string, Record<string, Answer>, string][])('verifying tells %s', async (_what, answers, kind) => {
  await by(answers)
  await expectFailure(bandwidth.verify(given()), kind, [SECRET])
})

test.each([
  ['nothing', {}, {}, []],
  ['an application', { application_id: undefined }, {}, ['application_id']],
  ['an application that exists', {}, { [at(`accounts/${ACCOUNT}/applications/${APPLICATION}`)]: xml('', 404) }, ['application_id']],
  ['nothing that can be seen', {}, { [at(`accounts/${ACCOUNT}/applications/${APPLICATION}`)]: xml('', 403) }, []],
  [
    'the right to text',
    {},
    { [MESSAGES]: refusal(403), [at('tns')]: xml('<TelephoneNumbersResponse><TelephoneNumbers/></TelephoneNumbersResponse>') },
    ['messaging_permission'],
  ],
] as [string, object, Record<string, Answer>, string[]][])('an account may need %s for texts', async (_what, more, answers, smsMissing) => {
  await by({ ...KNOWN, ...answers })
  expect(await bandwidth.verify(given(more) as ReturnType<typeof given>)).toEqual({ accountId: ACCOUNT, smsMissing })
})

test.each([
  ['an invalid recipient', refusal(400, 'x', [{ fieldName: 'to', description: "'to' must be E.164" }]), 'invalid_number'],
  ['a sender that cannot text', refusal(400, 'x', [{ fieldName: 'from', description: 'no' }]), 'not_sms_capable'],
  ['fields that are not liked', refusal(400, 'x', [{ fieldName: 'text', description: 'too long' }]), 'rejected'],
  ['a missing right', refusal(403), 'forbidden'],
  ['a suspended account', refusal(403, 'Account suspended'), 'suspended'],
  ['an unknown account', refusal(404), 'not_found'],
  ['a type that is not taken', refusal(415), 'rejected'],
  ['too many requests', refusal(429), 'throttled'],
  ['an outage', refusal(500), 'unknown_outcome'],
  ['a page of HTML', { body: '<html>' }, 'unknown_outcome'],
  ['no id', { status: 202, body: {} }, 'unknown_outcome'],
  ['a redirect', { status: 307, headers: { location: '/x' } }, 'unknown_outcome'],
  ['silence', 'hang', 'unknown_outcome'],
  ['a broken connection', 'reset', 'unknown_outcome'],
] as [string, Answer, string][])('sending tells %s, and is never repeated', async (_what, answer, kind) => {
  const { asked } = await by({ [SEND]: answer })
  await expectFailure(bandwidth.sendSms(given(), SMS), kind, [SECRET])
  expect(asked.filter(({ path }) => path.endsWith('/messages'))).toHaveLength(1)
})

test('where no token is to be had nothing is sent, and that is certain', async () => {
  const { asked } = await by({ [TOKEN]: { status: 500, body: {} } })
  await expectFailure(bandwidth.sendSms(given(), SMS), 'unavailable')
  expect(asked.every(({ path }) => path.endsWith('/token'))).toBe(true)
})

test('no token is quoted in an error', async () => {
  await by({ [SEND]: refusal(403, `Token ${jwt({ accounts: [ACCOUNT] })} is odd`) })
  await expectFailure(bandwidth.sendSms(given(), SMS), 'forbidden', [jwt({ accounts: [ACCOUNT] })])
})

const details = (inside: string, account = ACCOUNT) =>
  xml(
    `<TelephoneNumberResponse><TelephoneNumberDetails><FullNumber>4155550100</FullNumber><AccountId>${account}</AccountId>${inside}</TelephoneNumberDetails></TelephoneNumberResponse>`,
  )
const DETAILS = at(`tns/${encodeURIComponent(FROM)}/tndetails`)
const OWNED = at(`accounts/${ACCOUNT}/inserviceNumbers/${encodeURIComponent(FROM)}`)
const PEERS = at(`accounts/${ACCOUNT}/applications/${APPLICATION}/associatedsippeers`)
const READY = '<SipPeer><PeerId>7</PeerId></SipPeer><MessagingSettings><SmsEnabled>true</SmsEnabled><CampaignId>C1</CampaignId></MessagingSettings>'
const peers = (id: string) =>
  xml(
    `<AssociatedSipPeersResponse><AssociatedSipPeers><AssociatedSipPeer><PeerId>${id}</PeerId></AssociatedSipPeer></AssociatedSipPeers></AssociatedSipPeersResponse>`,
  )

test.each([
  ['ready', details(READY), peers('7'), true, []],
  ['in no campaign', details(READY.replace('<CampaignId>C1</CampaignId>', '')), peers('7'), true, ['a2p_registration']],
  ['at a location that the application does not serve', details(READY), peers('8'), true, ['application_id']],
  ['of whose location nothing can be seen', details(READY), xml('', 403), true, []],
  ['for calls alone', details('<MessagingSettings><SmsEnabled>false</SmsEnabled></MessagingSettings>'), peers('7'), false, ['sms_capable_number']],
  ['of which nothing may be seen', xml('', 403), peers('7'), false, ['messaging_permission']],
] as [string, Answer, Answer, boolean, string[]][])('a number %s says what its texts need', async (_what, told, served, sms, smsMissing) => {
  await by({ [OWNED]: xml(''), [DETAILS]: told, [PEERS]: served })
  expect(await bandwidth.findNumber(given(), FROM)).toEqual({ e164: FROM, carrierNumberId: FROM, voice: true, sms, smsMissing })
})

test('who lacks the right to the short question asks the longer one', async () => {
  const { asked } = await by({
    [OWNED]: xml('', 403),
    [at('tns')]: xml(
      '<TelephoneNumbersResponse><TelephoneNumbers><TelephoneNumber><FullNumber>4155550100</FullNumber></TelephoneNumber></TelephoneNumbers></TelephoneNumbersResponse>',
    ),
    [DETAILS]: details(READY),
    [PEERS]: peers('7'),
  })
  expect(await bandwidth.findNumber(given(), FROM)).toMatchObject({ e164: FROM, sms: true })
  expect(asked.find(({ path }) => path === '/api/v2/tns')!.query).toEqual([
    ['accountId', ACCOUNT],
    ['status', 'Inservice'],
    ['fullNumber', FROM],
  ])
})

test.each([
  ['nobody’s', { [OWNED]: xml('', 404) }],
  ['another account’s by its details', { [OWNED]: xml(''), [DETAILS]: details(READY, '123') }],
] as [string, Record<string, Answer>][])('a number that is %s is not found', async (_what, answers) => {
  await by(answers)
  expect(await bandwidth.findNumber(given(), FROM)).toBeNull()
})

test('a document that defines entities of its own is not expanded', async () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
  await by({
    [OWNED]: xml(''),
    [DETAILS]: xml(`${bomb}<TelephoneNumberResponse><TelephoneNumberDetails><FullNumber>&b;</FullNumber></TelephoneNumberDetails></TelephoneNumberResponse>`),
  })
  expect(await bandwidth.findNumber(given(), FROM)).toBeNull()
})

test('a freephone number needs to be verified', async () => {
  const number = '+18885550100'
  const at888 = (path: string) => at(path.replace('NUMBER', encodeURIComponent(number)))
  for (const [status, smsMissing] of [
    ['VERIFIED', []],
    ['PENDING', ['a2p_registration']],
  ] as const) {
    const { asked } = await by({
      [at888(`accounts/${ACCOUNT}/inserviceNumbers/NUMBER`)]: xml(''),
      [at888('tns/NUMBER/tndetails')]: xml(
        '<TelephoneNumberResponse><TelephoneNumberDetails><FullNumber>8885550100</FullNumber><MessagingSettings><SmsEnabled>true</SmsEnabled></MessagingSettings></TelephoneNumberDetails></TelephoneNumberResponse>',
      ),
      [at888(`accounts/${ACCOUNT}/phoneNumbers/NUMBER/tollFreeVerification`)]: { body: { phoneNumber: number, status } },
    })
    expect(await bandwidth.findNumber(given({ application_id: undefined }) as ReturnType<typeof given>, number)).toMatchObject({ smsMissing })
    expect(asked.length).toBeGreaterThan(0)
  }
})

test('a message is found among those between the two numbers: the oldest that is no other message’s', async () => {
  const listed = (messageId: string, receiveTime: string, change: object = {}) => ({
    messageId,
    sourceTn: FROM,
    destinationTn: TO,
    messageStatus: 'DELIVERED',
    receiveTime,
    ...change,
  })
  const since = new Date('2026-01-01T00:00:00.000Z')
  const { asked } = await by({
    [MESSAGES]: {
      body: {
        messages: [
          listed('late', '2026-01-01T00:00:03Z'),
          listed('known', '2026-01-01T00:00:01Z'),
          listed('ours', '2026-01-01T00:00:02Z'),
          listed('other', '2026-01-01T00:00:00Z', { destinationTn: FROM }),
        ],
      },
    },
  })
  const found = await bandwidth.findSms!(given(), { ...SMS, since }, async (id) => id === 'known')
  expect(found).toEqual({ carrierMessageId: 'ours', status: 'delivered' })
  expect(Object.fromEntries(asked.at(-1)!.query)).toEqual({
    sourceTn: FROM,
    destinationTn: TO,
    messageDirection: 'OUTBOUND',
    fromDateTime: since.toISOString(),
    limit: '100',
  })
  expect(await bandwidth.findSms!(given(), { ...SMS, since }, async () => true)).toBeNull()
})

test('without an application nothing is sent, and texts are left to a person', async () => {
  const { asked } = await by({})
  const credentials = given({ application_id: undefined }) as ReturnType<typeof given>
  await expectFailure(bandwidth.sendSms(credentials, SMS), 'rejected')
  expect(await bandwidth.routeInbound(credentials, { e164: FROM, carrierNumberId: FROM }, 'https://x.example/inbound/bandwidth/t')).toBe(false)
  expect(asked).toHaveLength(0)
})

test('STOP is answered by the network of freephone numbers alone', () => {
  expect(['+14155550100', '+18885550100', '+447700900000'].map((e164) => bandwidth.handlesKeywords(e164))).toEqual([false, true, false])
})
