import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { twilio } from '../../src/carriers/twilio/twilio.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { startCarriers } from './kit.ts'
import { areDocumentsMissing } from '../kit/runner/vendorFolder.ts'
import { findProblems } from './documents.ts'
import { BODY, expectGolden, FROM, STATUS_URL, TO } from './golden.ts'
import { startFakeCarrier } from './fakeCarrier.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'

const ACCOUNT_SID = `AC${'a'.repeat(32)}`
const CREDENTIALS: Credentials<'twilio'> = { account_sid: ACCOUNT_SID, auth_token: 'secret-token' }
const NUMBER_BODY = {
  sid: `PN${'1'.repeat(32)}`,
  account_sid: ACCOUNT_SID,
  phone_number: FROM,
  capabilities: { voice: true, sms: true },
  sms_url: '',
  trunk_sid: null,
}
const SMS = { from: FROM, to: TO, body: BODY, ref: randomUUID(), statusUrl: STATUS_URL, timeoutMs: scaledTimeout(1_000) }
const numbersReply = (...numbers: object[]) => ({ body: { incoming_phone_numbers: numbers, next_page_uri: null } })

describe("sends the requests of Twilio's SDK", () => {
  test('to verify an account', async () => {
    const { requests } = await startFakeCarrier(({ path }) =>
      path.endsWith(`${ACCOUNT_SID}.json`) ? { body: { sid: ACCOUNT_SID, status: 'active' } } : numbersReply(NUMBER_BODY),
    )
    expect(await twilio.verify(CREDENTIALS)).toEqual({ accountId: ACCOUNT_SID, smsMissing: [] })
    expectGolden(requests[0]!, 'twilio', 'verify')
    expect(requests[0]!.host).toBe('api.twilio.com')
    expect(requests[0]!.headers.authorization).toBe(`Basic ${Buffer.from(`${ACCOUNT_SID}:secret-token`).toString('base64')}`)
  })
  test('to find a number', async () => {
    const { requests } = await startFakeCarrier(({ host }) => (host === 'api.twilio.com' ? numbersReply(NUMBER_BODY) : { status: 403 }))
    expect(await twilio.findNumber(CREDENTIALS, FROM)).toEqual({ e164: FROM, carrierNumberId: NUMBER_BODY.sid, voice: true, sms: true, smsMissing: [] })
    expectGolden(requests[0]!, 'twilio', 'ownsNumber')
  })
  test('to send a message', async () => {
    const { requests } = await startFakeCarrier(() => ({ status: 201, body: { sid: `SM${'2'.repeat(32)}`, status: 'queued' } }))
    expect(await twilio.sendSms(CREDENTIALS, SMS)).toEqual({ carrierMessageId: `SM${'2'.repeat(32)}`, status: 'queued' })
    expectGolden(requests[0]!, 'twilio', 'sendSms')
  })
})

test('sends with the messaging service in the credentials, from the given number', async () => {
  const { requests } = await startFakeCarrier(() => ({ status: 201, body: { sid: `SM${'2'.repeat(32)}`, status: 'accepted' } }))
  const service = `MG${'3'.repeat(32)}`
  await twilio.sendSms({ ...CREDENTIALS, messaging_service_sid: service }, SMS)
  expectGolden(requests[0]!, 'twilio', 'sendSms', ({ fields }) => ({ fields: { ...fields, MessagingServiceSid: service } }))
})

test('verifies an API key by listing numbers and reports the missing auth token', async () => {
  const { requests } = await startFakeCarrier(() => numbersReply(NUMBER_BODY))
  const credentials = { account_sid: ACCOUNT_SID, api_key_sid: `SK${'b'.repeat(32)}`, api_key_secret: 'key-secret' }
  expect(await twilio.verify(credentials)).toEqual({ accountId: ACCOUNT_SID, smsMissing: ['auth_token'] })
  expect(requests.map(({ path }) => path)).toEqual([`/2010-04-01/Accounts/${ACCOUNT_SID}/IncomingPhoneNumbers.json`])
})

describe('finds a number only by exact match', () => {
  test('rejects a number that only contains the digits', async () => {
    await startFakeCarrier(() => numbersReply({ ...NUMBER_BODY, phone_number: `${FROM}9` }))
    expect(await twilio.findNumber(CREDENTIALS, FROM)).toBeNull()
  })
  test('also if such a number is listed first', async () => {
    const { requests } = await startFakeCarrier(({ host, query }) => {
      if (host !== 'api.twilio.com') return { status: 404 }
      const first = { ...NUMBER_BODY, phone_number: `${FROM}9` }
      return Object.fromEntries(query).PageSize === '1'
        ? { body: { incoming_phone_numbers: [first], next_page_uri: '/x?Page=1' } }
        : numbersReply(first, NUMBER_BODY)
    })
    expect(await twilio.findNumber(CREDENTIALS, FROM)).toMatchObject({ e164: FROM })
    expect(requests.filter(({ host }) => host === 'api.twilio.com').length).toBe(2)
  })
})

describe('with the simulator', () => {
  test('verifies an account, finds and lists numbers, and sends and finds a message', async () => {
    const carriers = await startCarriers()
    const { id, credentials: accountCredentials, numbers } = await carriers.account('twilio')
    const credentials = accountCredentials as Credentials<'twilio'>
    expect(await twilio.verify(credentials)).toEqual({ accountId: id, smsMissing: [] })
    const [{ phone_number: from, id: numberId }] = numbers as [(typeof numbers)[0]]
    const number = { e164: from, carrierNumberId: numberId }
    expect(await twilio.findNumber(credentials, from)).toEqual({ ...number, voice: true, sms: true, smsMissing: [] })
    expect(await twilio.findNumber(credentials, '+12025550199')).toBeNull()
    expect((await twilio.listNumbers(credentials, null)).numbers.map(({ e164 }) => e164)).toEqual(numbers.map(({ phone_number }) => phone_number))
    expect(await twilio.trunk(credentials, number)).toEqual({ terminationUri: expect.stringMatching(/\.pstn\.twilio\.com$/) })
    const since = new Date()
    const sent = await twilio.sendSms(credentials, { ...SMS, from, to: '+14155550200', statusUrl: 'http://127.0.0.1:9/' })
    const search = { from, to: '+14155550200', body: BODY, ref: SMS.ref, since }
    expect(await twilio.findSms!(credentials, search, async () => false)).toMatchObject({ carrierMessageId: sent.carrierMessageId })
    expect(await twilio.findSms!(credentials, search, async () => true)).toBeNull()
    expect(await twilio.findSms!(credentials, { ...search, body: 'other' }, async () => false)).toBeNull()
  })

  test('sets the SMS URL, and removes it only if it is ours', async () => {
    const carriers = await startCarriers()
    const { credentials: accountCredentials, numbers } = await carriers.account('twilio')
    const credentials = accountCredentials as Credentials<'twilio'>
    const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
    const inboundUrl = async () => (await carriers.account('twilio')).numbers[0]!.inbound_url
    expect(await twilio.routeInbound(credentials, number, 'https://us.example/a')).toBe(true)
    expect(await inboundUrl()).toBe('https://us.example/a')
    await twilio.unrouteInbound(credentials, number, 'https://us.example/b', [])
    expect(await inboundUrl()).toBe('https://us.example/a')
    await twilio.unrouteInbound(credentials, number, 'https://us.example/a', [])
    expect(await inboundUrl()).toBeNull()
    await twilio.unrouteInbound(credentials, { ...number, carrierNumberId: `PN${'0'.repeat(32)}` }, 'https://us.example/a', [])
  })

  test('reports a US number without a registered service or verification', async () => {
    const carriers = await startCarriers()
    const accountOptions = {
      numbers: [{ phone_number: '+12125550177', registered: false }, { phone_number: '+18005550177', registered: false }, { phone_number: '+18005550178' }],
    }
    const { credentials: accountCredentials } = await carriers.openAccount('twilio', accountOptions)
    const smsMissingOf = async (e164: string) => (await twilio.findNumber(accountCredentials as Credentials<'twilio'>, e164))!.smsMissing
    expect(await smsMissingOf('+12125550177')).toEqual(['a2p_registration'])
    expect(await smsMissingOf('+18005550177')).toEqual(['a2p_registration'])
    expect(await smsMissingOf('+18005550178')).toEqual([])
  })

  test('an account without SMS numbers works for voice', async () => {
    const carriers = await startCarriers()
    const { credentials: accountCredentials } = await carriers.openAccount('twilio', { numbers: [{ phone_number: '+442079460011', sms: false }] })
    expect((await twilio.verify(accountCredentials as Credentials<'twilio'>)).smsMissing).toEqual(['sms_capable_number'])
  })

  test('the built-in account owns every number that no other account has', async () => {
    const builtInAccount = { accountSid: `AC${'c'.repeat(32)}`, authToken: 'house-token' }
    const carriers = await startCarriers({ builtInAccount })
    const credentials = { account_sid: builtInAccount.accountSid, auth_token: builtInAccount.authToken }
    expect(await twilio.findNumber(credentials, '+12025550142')).toMatchObject({ e164: '+12025550142', sms: true, smsMissing: [] })
    expect(await twilio.findNumber(credentials, (await carriers.account('twilio')).numbers[0]!.phone_number)).toBeNull()
    const sent = await twilio.sendSms(credentials, { ...SMS, from: '+12025550143', to: '+14155550200' })
    expect((await carriers.messages('twilio'))[0]).toMatchObject({ id: sent.carrierMessageId, from: '+12025550143' })
  })
})

test.skipIf(areDocumentsMissing)("requests and the simulator's replies match Twilio's documents", async () => {
  const carriers = await startCarriers()
  const { credentials: accountCredentials, numbers } = await carriers.account('twilio')
  const credentials = accountCredentials as Credentials<'twilio'>
  const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
  await twilio.verify(credentials)
  await twilio.findNumber({ ...credentials, messaging_service_sid: undefined }, number.e164)
  await twilio.findNumber(credentials, number.e164)
  await twilio.listNumbers(credentials, null)
  await twilio.routeInbound(credentials, number, 'https://us.example/a')
  await twilio.unrouteInbound(credentials, number, 'https://us.example/a', [])
  await twilio.sendSms(credentials, { ...SMS, from: number.e164 })
  const { problems, operations } = findProblems(['twilio', 'twilio-messaging'], await carriers.requests())
  expect(problems).toEqual([])
  expect(operations).toEqual([
    'GET /2010-04-01/Accounts/{AccountSid}/IncomingPhoneNumbers.json',
    'GET /2010-04-01/Accounts/{AccountSid}/IncomingPhoneNumbers/{Sid}.json',
    'GET /2010-04-01/Accounts/{Sid}.json',
    'GET /v1/Services',
    'GET /v1/Services/{ServiceSid}/PhoneNumbers',
    'GET /v1/Services/{Sid}',
    'POST /2010-04-01/Accounts/{AccountSid}/IncomingPhoneNumbers/{Sid}.json',
    'POST /2010-04-01/Accounts/{AccountSid}/Messages.json',
  ])
})
