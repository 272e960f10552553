import { describe, expect, test } from 'vitest'
import { bandwidth } from '../../src/carriers/bandwidth/bandwidth.ts'
import { ACCOUNT, APPLICATION, newCredentials, operationAt, startServer, tokenReply, xmlReply } from './bandwidthKit.ts'
import { type FakeReply, startFakeCarrier } from './fakeCarrier.ts'
import { FROM } from './golden.ts'

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
    await startServer({
      [operationForTollFree(`accounts/${ACCOUNT}/inserviceNumbers/NUMBER`)]: xmlReply(''),
      [operationForTollFree('tns/NUMBER/tndetails')]: xmlReply(
        '<TelephoneNumberResponse><TelephoneNumberDetails><FullNumber>8885550100</FullNumber><MessagingSettings><SmsEnabled>true</SmsEnabled></MessagingSettings></TelephoneNumberDetails></TelephoneNumberResponse>',
      ),
      [operationForTollFree(`accounts/${ACCOUNT}/phoneNumbers/NUMBER/tollFreeVerification`)]: { body: { phoneNumber: number, status } },
    })
    expect(await bandwidth.findNumber(newCredentials({ application_id: undefined }) as ReturnType<typeof newCredentials>, number)).toMatchObject({ smsMissing })
  }
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
