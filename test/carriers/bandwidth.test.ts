import { describe, expect, test } from 'vitest'
import { bandwidth } from '../../src/carriers/bandwidth/bandwidth.ts'
import { expectCarrierError } from './errors.ts'
import { BODY, expectGolden, FROM, STATUS_URL, TO } from './golden.ts'
import { type FakeReply, type CapturedRequest, startFakeCarrier } from './fakeCarrier.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'

const ACCOUNT = '9900000'
const APPLICATION = '93de2206-9669-4e07-948d-329f4b722ee2'
const SECRET = 'bandwidth_client_secret'
const SMS = { from: FROM, to: TO, body: BODY, ref: 'm1', statusUrl: STATUS_URL, timeoutMs: scaledTimeout(1_000) }
const UNAUTHORIZED_REPLY = { status: 401, body: { type: 'unauthorized', description: 'Authentication Failed' } }

let clientCount = 0
/** Creates credentials for which no other test has cached a token. */
const newCredentials = (more: object = {}) => ({
  account_id: ACCOUNT,
  client_id: `CLI-${++clientCount}`,
  client_secret: SECRET,
  application_id: APPLICATION,
  ...more,
})

const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`
const tokenReply = (claims: object = { accounts: [ACCOUNT] }, expires_in = 3600) => ({ body: { access_token: jwt(claims), token_type: 'Bearer', expires_in } })
const errorReply = (status: number, description = 'no', fieldErrors?: object[]) => ({
  status,
  body: { type: 'refused', description, ...(fieldErrors && { fieldErrors }) },
})
const xmlReply = (body: string, status = 200) => ({ status, headers: { 'content-type': 'application/xml' }, body })

/** Starts a fake carrier that replies by method and path. Issues tokens unless `replies` says otherwise. */
const startServer = (replies: Record<string, FakeReply>, fallback: FakeReply = errorReply(404)) =>
  startFakeCarrier(({ method, path }) => replies[`${method} ${path}`] ?? (path.endsWith('/oauth2/token') ? tokenReply() : fallback))
const TOKEN = 'POST /api/v1/oauth2/token'
const SEND = `POST /api/v2/users/${ACCOUNT}/messages`
const MESSAGES = `GET /api/v2/users/${ACCOUNT}/messages`
const operationAt = (path: string) => `GET /api/v2/${path}`
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

const detailsReplyOf = (content: string, account = ACCOUNT) =>
  xmlReply(
    `<TelephoneNumberResponse><TelephoneNumberDetails><FullNumber>4155550100</FullNumber><AccountId>${account}</AccountId>${content}</TelephoneNumberDetails></TelephoneNumberResponse>`,
  )
const NUMBER_DETAILS = operationAt(`tns/${encodeURIComponent(FROM)}/tndetails`)
const NUMBER_OWNED = operationAt(`accounts/${ACCOUNT}/inserviceNumbers/${encodeURIComponent(FROM)}`)
const APPLICATION_PEERS = operationAt(`accounts/${ACCOUNT}/applications/${APPLICATION}/associatedsippeers`)
const READY_DETAILS = '<SipPeer><PeerId>7</PeerId></SipPeer><MessagingSettings><SmsEnabled>true</SmsEnabled><CampaignId>C1</CampaignId></MessagingSettings>'
const peersReplyOf = (id: string) =>
  xmlReply(
    `<AssociatedSipPeersResponse><AssociatedSipPeers><AssociatedSipPeer><PeerId>${id}</PeerId></AssociatedSipPeer></AssociatedSipPeers></AssociatedSipPeersResponse>`,
  )

test.each([
  ['ready', detailsReplyOf(READY_DETAILS), peersReplyOf('7'), true, []],
  ['in no campaign', detailsReplyOf(READY_DETAILS.replace('<CampaignId>C1</CampaignId>', '')), peersReplyOf('7'), true, ['a2p_registration']],
  ['at a location outside the application', detailsReplyOf(READY_DETAILS), peersReplyOf('8'), true, ['application_id']],
  ['whose location cannot be read', detailsReplyOf(READY_DETAILS), xmlReply('', 403), true, []],
  ['for voice only', detailsReplyOf('<MessagingSettings><SmsEnabled>false</SmsEnabled></MessagingSettings>'), peersReplyOf('7'), false, ['sms_capable_number']],
  ['whose details cannot be read', xmlReply('', 403), peersReplyOf('7'), false, ['messaging_permission']],
] as [string, FakeReply, FakeReply, boolean, string[]][])(
  'reports what a number %s lacks for SMS',
  async (_title, detailsReply, peersReply, sms, smsMissing) => {
    await startServer({ [NUMBER_OWNED]: xmlReply(''), [NUMBER_DETAILS]: detailsReply, [APPLICATION_PEERS]: peersReply })
    expect(await bandwidth.findNumber(newCredentials(), FROM)).toEqual({ e164: FROM, carrierNumberId: FROM, voice: true, sms, smsMissing })
  },
)

test('lists numbers if the credentials lack the permission for the direct request', async () => {
  const { requests } = await startServer({
    [NUMBER_OWNED]: xmlReply('', 403),
    [operationAt('tns')]: xmlReply(
      '<TelephoneNumbersResponse><TelephoneNumbers><TelephoneNumber><FullNumber>4155550100</FullNumber></TelephoneNumber></TelephoneNumbers></TelephoneNumbersResponse>',
    ),
    [NUMBER_DETAILS]: detailsReplyOf(READY_DETAILS),
    [APPLICATION_PEERS]: peersReplyOf('7'),
  })
  expect(await bandwidth.findNumber(newCredentials(), FROM)).toMatchObject({ e164: FROM, sms: true })
  expect(requests.find(({ path }) => path === '/api/v2/tns')!.query).toEqual([
    ['accountId', ACCOUNT],
    ['status', 'Inservice'],
    ['fullNumber', FROM],
  ])
})

test.each([
  ['not in service', { [NUMBER_OWNED]: xmlReply('', 404) }],
  ['in another account by its details', { [NUMBER_OWNED]: xmlReply(''), [NUMBER_DETAILS]: detailsReplyOf(READY_DETAILS, '123') }],
] as [string, Record<string, FakeReply>][])('does not find a number that is %s', async (_title, replies) => {
  await startServer(replies)
  expect(await bandwidth.findNumber(newCredentials(), FROM)).toBeNull()
})

test('does not expand entities that a document defines', async () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
  await startServer({
    [NUMBER_OWNED]: xmlReply(''),
    [NUMBER_DETAILS]: xmlReply(
      `${bomb}<TelephoneNumberResponse><TelephoneNumberDetails><FullNumber>&b;</FullNumber></TelephoneNumberDetails></TelephoneNumberResponse>`,
    ),
  })
  expect(await bandwidth.findNumber(newCredentials(), FROM)).toBeNull()
})

test('a toll-free number must be verified', async () => {
  const number = '+18885550100'
  const operationForTollFree = (path: string) => operationAt(path.replace('NUMBER', encodeURIComponent(number)))
  for (const [status, smsMissing] of [
    ['VERIFIED', []],
    ['PENDING', ['a2p_registration']],
  ] as const) {
    const { requests } = await startServer({
      [operationForTollFree(`accounts/${ACCOUNT}/inserviceNumbers/NUMBER`)]: xmlReply(''),
      [operationForTollFree('tns/NUMBER/tndetails')]: xmlReply(
        '<TelephoneNumberResponse><TelephoneNumberDetails><FullNumber>8885550100</FullNumber><MessagingSettings><SmsEnabled>true</SmsEnabled></MessagingSettings></TelephoneNumberDetails></TelephoneNumberResponse>',
      ),
      [operationForTollFree(`accounts/${ACCOUNT}/phoneNumbers/NUMBER/tollFreeVerification`)]: { body: { phoneNumber: number, status } },
    })
    expect(await bandwidth.findNumber(newCredentials({ application_id: undefined }) as ReturnType<typeof newCredentials>, number)).toMatchObject({ smsMissing })
    expect(requests.length).toBeGreaterThan(0)
  }
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

describe('the application', () => {
  const HOOK = 'https://callwright.example/inbound/bandwidth/t'
  const APPLICATION_PATH = `/api/v2/accounts/${ACCOUNT}/applications/${APPLICATION}`
  const NUMBER = { e164: FROM, carrierNumberId: FROM }
  const inboundOf = (url: string) => `<InboundCallbackUrl>${url}</InboundCallbackUrl>`
  const outboundOf = (url: string) => `<OutboundCallbackUrl>${url}</OutboundCallbackUrl>`
  const typesOf = (...types: string[]) =>
    `<RequestedCallbackTypes>${types.map((type) => `<CallbackType>${type}</CallbackType>`).join('')}</RequestedCallbackTypes>`
  const LOGIN = '<InboundCallbackCreds><UserId>theirs</UserId></InboundCallbackCreds><OutboundCallbackCreds><UserId>theirs</UserId></OutboundCallbackCreds>'

  /** Starts a carrier with an application, which a PUT replaces as a whole and which is returned without passwords. */
  async function createFixture(settings: string) {
    let content = `<ServiceType>Messaging-V2</ServiceType><AppName>Desk</AppName>${settings}`
    await startFakeCarrier(({ method, path, body }) => {
      if (path !== APPLICATION_PATH) return tokenReply()
      if (method === 'PUT') content = body.replace(/^<Application>|<\/Application>$/g, '').replace(/<Password>.*?<\/Password>/g, '')
      return xmlReply(`<ApplicationProvisioningResponse><Application>${content}</Application></ApplicationProvisioningResponse>`)
    })
    const credentials = newCredentials()
    return {
      content: () => content.replace('<ServiceType>Messaging-V2</ServiceType><AppName>Desk</AppName>', ''),
      setContent: (replace: (content: string) => string) => void (content = replace(content)),
      route: (url = HOOK) => bandwidth.routeInbound(credentials, NUMBER, url),
      unroute: (url = HOOK) => bandwidth.unrouteInbound(credentials, NUMBER, url, []),
    }
  }

  test.each([
    ['both URLs and one callback type', inboundOf('https://x.example/in?a=1') + outboundOf('https://x.example/out') + typesOf('message-failed')],
    [
      'both URLs and all callback types',
      inboundOf('https://x.example/in') + outboundOf('https://x.example/out') + typesOf('message-delivered', 'message-failed', 'message-sending'),
    ],
    ['an inbound URL only', inboundOf('https://x.example/in')],
  ])('routing keeps %s, and unrouting restores them', async (_title, settings) => {
    const { route, unroute, content } = await createFixture(settings)
    await route()
    await route()
    await route(`${HOOK}new`)
    expect(content()).toContain(inboundOf(`${HOOK}new?`).split('</')[0])
    expect(content()).toContain(outboundOf(`${HOOK}new`).split('</')[0])
    expect(content()).toContain(typesOf('message-delivered', 'message-failed', 'message-sending'))
    await unroute(`${HOOK}new`)
    expect(content()).toBe(settings)
  })

  test('unrouting removes our login, and the customer’s cannot be restored', async () => {
    const settings = inboundOf('https://x.example/in') + outboundOf('https://x.example/out')
    const { route, unroute, content } = await createFixture(settings + LOGIN)
    await route()
    expect(content()).toContain('<UserId>callwright</UserId>')
    await unroute()
    expect(content()).toBe(settings)
  })

  test('unrouting keeps an outbound URL that the customer set in the meantime', async () => {
    const { route, unroute, content, setContent } = await createFixture(inboundOf('https://x.example/in') + outboundOf('https://x.example/out'))
    await route()
    setContent((now) => now.replace(/<OutboundCallbackUrl>.*?<\/OutboundCallbackUrl>/, outboundOf('https://y.example/?former=z')))
    await unroute()
    expect(content()).toBe(inboundOf('https://x.example/in') + outboundOf('https://y.example/?former=z'))
  })

  test.each(['', inboundOf('https://old.example/inbound/bandwidth/o') + outboundOf('https://old.example/inbound/bandwidth/o')])(
    'without a previous inbound URL (%s), unrouting leaves ours, which Bandwidth requires, and removes the outbound one',
    async (settings) => {
      const { route, unroute, content } = await createFixture(settings)
      await route()
      await unroute()
      const afterFirst = content()
      await unroute()
      expect(content()).toBe(afterFirst)
      expect(content()).toContain(inboundOf(HOOK).split('</')[0])
      expect(content()).toContain('<InboundCallbackCreds><UserId>callwright</UserId></InboundCallbackCreds>')
      expect(content()).not.toContain('Outbound')
      await route()
      expect(content()).toContain(outboundOf(HOOK))
    },
  )
})

test('handles keywords for toll-free numbers only', () => {
  expect(['+14155550100', '+18885550100', '+447700900000'].map((e164) => bandwidth.handlesKeywords(e164))).toEqual([false, true, false])
})
