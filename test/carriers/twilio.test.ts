import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { twilio } from '../../src/carriers/twilio/twilio.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { startCarriers } from './kit.ts'
import { withoutDocuments } from '../kit/vendorFolder.ts'
import { against } from './documents.ts'
import { BODY, expectGolden, FROM, STATUS_URL, TO } from './golden.ts'
import { startWire } from './fakeCarrier.ts'

const SID = `AC${'a'.repeat(32)}`
const GIVEN: Credentials<'twilio'> = { account_sid: SID, auth_token: 'secret-token' }
const LINE = { sid: `PN${'1'.repeat(32)}`, account_sid: SID, phone_number: FROM, capabilities: { voice: true, sms: true }, sms_url: '', trunk_sid: null }
const SMS = { from: FROM, to: TO, body: BODY, ref: randomUUID(), statusUrl: STATUS_URL, timeoutMs: 300 }
const lists = (...found: object[]) => ({ body: { incoming_phone_numbers: found, next_page_uri: null } })

describe("requests are those of Twilio's own SDK", () => {
  test('verifying', async () => {
    const { asked } = await startWire(({ path }) => (path.endsWith(`${SID}.json`) ? { body: { sid: SID, status: 'active' } } : lists(LINE)))
    expect(await twilio.verify(GIVEN)).toEqual({ accountId: SID, smsMissing: [] })
    expectGolden(asked[0]!, 'twilio', 'verify')
    expect(asked[0]!.host).toBe('api.twilio.com')
    expect(asked[0]!.headers.authorization).toBe(`Basic ${Buffer.from(`${SID}:secret-token`).toString('base64')}`)
  })
  test('looking for a number', async () => {
    const { asked } = await startWire(({ host }) => (host === 'api.twilio.com' ? lists(LINE) : { status: 403 }))
    expect(await twilio.findNumber(GIVEN, FROM)).toEqual({ e164: FROM, carrierNumberId: LINE.sid, voice: true, sms: true, smsMissing: [] })
    expectGolden(asked[0]!, 'twilio', 'ownsNumber')
  })
  test('sending a text', async () => {
    const { asked } = await startWire(() => ({ status: 201, body: { sid: `SM${'2'.repeat(32)}`, status: 'queued' } }))
    expect(await twilio.sendSms(GIVEN, SMS)).toEqual({ carrierMessageId: `SM${'2'.repeat(32)}`, status: 'queued' })
    expectGolden(asked[0]!, 'twilio', 'sendSms')
  })
})

test('a messaging service sends where one is given, from the very number', async () => {
  const { asked } = await startWire(() => ({ status: 201, body: { sid: `SM${'2'.repeat(32)}`, status: 'accepted' } }))
  const service = `MG${'3'.repeat(32)}`
  await twilio.sendSms({ ...GIVEN, messaging_service_sid: service }, SMS)
  expectGolden(asked[0]!, 'twilio', 'sendSms', ({ fields }) => ({ fields: { ...fields, MessagingServiceSid: service } }))
})

test('an API key lists numbers to prove itself, and lacks what proves texts genuine', async () => {
  const { asked } = await startWire(() => lists(LINE))
  const given = { account_sid: SID, api_key_sid: `SK${'b'.repeat(32)}`, api_key_secret: 'key-secret' }
  expect(await twilio.verify(given)).toEqual({ accountId: SID, smsMissing: ['auth_token'] })
  expect(asked.map(({ path }) => path)).toEqual([`/2010-04-01/Accounts/${SID}/IncomingPhoneNumbers.json`])
})

describe('only the very same number counts', () => {
  test('not one that merely holds the digits', async () => {
    await startWire(() => lists({ ...LINE, phone_number: `${FROM}9` }))
    expect(await twilio.findNumber(GIVEN, FROM)).toBeNull()
  })
  test('also where such a one comes first', async () => {
    const { asked } = await startWire(({ host, query }) => {
      if (host !== 'api.twilio.com') return { status: 404 }
      const first = { ...LINE, phone_number: `${FROM}9` }
      return Object.fromEntries(query).PageSize === '1' ? { body: { incoming_phone_numbers: [first], next_page_uri: '/x?Page=1' } } : lists(first, LINE)
    })
    expect(await twilio.findNumber(GIVEN, FROM)).toMatchObject({ e164: FROM })
    expect(asked.filter(({ host }) => host === 'api.twilio.com').length).toBe(2)
  })
})

describe('against the simulator', () => {
  test('an account is verified, its numbers found and listed, a text sent, found and delivered', async () => {
    const carriers = await startCarriers()
    const { id, credentials, numbers } = await carriers.account('twilio')
    const given = credentials as Credentials<'twilio'>
    expect(await twilio.verify(given)).toEqual({ accountId: id, smsMissing: [] })
    const [{ phone_number: from, id: numberId }] = numbers as [(typeof numbers)[0]]
    const number = { e164: from, carrierNumberId: numberId }
    expect(await twilio.findNumber(given, from)).toEqual({ ...number, voice: true, sms: true, smsMissing: [] })
    expect(await twilio.findNumber(given, '+12025550199')).toBeNull()
    expect((await twilio.listNumbers(given, null)).numbers.map(({ e164 }) => e164)).toEqual(numbers.map(({ phone_number }) => phone_number))
    expect(await twilio.trunk(given, number)).toEqual({ terminationUri: expect.stringMatching(/\.pstn\.twilio\.com$/) })
    const since = new Date()
    const sent = await twilio.sendSms(given, { ...SMS, from, to: '+14155550200', statusUrl: 'http://127.0.0.1:9/' })
    const wanted = { from, to: '+14155550200', body: BODY, ref: SMS.ref, since }
    expect(await twilio.findSms!(given, wanted, async () => false)).toMatchObject({ carrierMessageId: sent.carrierMessageId })
    expect(await twilio.findSms!(given, wanted, async () => true)).toBeNull()
    expect(await twilio.findSms!(given, { ...wanted, body: 'other' }, async () => false)).toBeNull()
  })

  test('the address for texts is set, and taken away only while it is ours', async () => {
    const carriers = await startCarriers()
    const { credentials, numbers } = await carriers.account('twilio')
    const given = credentials as Credentials<'twilio'>
    const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
    const address = async () => (await carriers.account('twilio')).numbers[0]!.inbound_url
    expect(await twilio.routeInbound(given, number, 'https://us.example/a')).toBe(true)
    expect(await address()).toBe('https://us.example/a')
    await twilio.unrouteInbound(given, number, 'https://us.example/b', [])
    expect(await address()).toBe('https://us.example/a')
    await twilio.unrouteInbound(given, number, 'https://us.example/a', [])
    expect(await address()).toBeNull()
    await twilio.unrouteInbound(given, { ...number, carrierNumberId: `PN${'0'.repeat(32)}` }, 'https://us.example/a', [])
  })

  test('an American number that is in no registered service, or not verified, says so', async () => {
    const carriers = await startCarriers()
    const opening = {
      numbers: [{ phone_number: '+12125550177', registered: false }, { phone_number: '+18005550177', registered: false }, { phone_number: '+18005550178' }],
    }
    const { credentials } = await carriers.open('twilio', opening)
    const missing = async (e164: string) => (await twilio.findNumber(credentials as Credentials<'twilio'>, e164))!.smsMissing
    expect(await missing('+12125550177')).toEqual(['a2p_registration'])
    expect(await missing('+18005550177')).toEqual(['a2p_registration'])
    expect(await missing('+18005550178')).toEqual([])
  })

  test('an account without numbers for texts is good for voice', async () => {
    const carriers = await startCarriers()
    const { credentials } = await carriers.open('twilio', { numbers: [{ phone_number: '+442079460011', sms: false }] })
    expect((await twilio.verify(credentials as Credentials<'twilio'>)).smsMissing).toEqual(['sms_capable_number'])
  })

  test('the account of the simulator itself owns whatever number it asks for, unless another account has it', async () => {
    const house = { accountSid: `AC${'c'.repeat(32)}`, authToken: 'house-token' }
    const carriers = await startCarriers({ house })
    const given = { account_sid: house.accountSid, auth_token: house.authToken }
    expect(await twilio.findNumber(given, '+12025550142')).toMatchObject({ e164: '+12025550142', sms: true, smsMissing: [] })
    expect(await twilio.findNumber(given, (await carriers.account('twilio')).numbers[0]!.phone_number)).toBeNull()
    const sent = await twilio.sendSms(given, { ...SMS, from: '+12025550143', to: '+14155550200' })
    expect((await carriers.messages('twilio'))[0]).toMatchObject({ id: sent.carrierMessageId, from: '+12025550143' })
  })
})

test.skipIf(withoutDocuments)("requests and the simulator's answers are as Twilio's documents say", async () => {
  const carriers = await startCarriers()
  const { credentials, numbers } = await carriers.account('twilio')
  const given = credentials as Credentials<'twilio'>
  const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
  await twilio.verify(given)
  await twilio.findNumber({ ...given, messaging_service_sid: undefined }, number.e164)
  await twilio.findNumber(given, number.e164)
  await twilio.listNumbers(given, null)
  await twilio.routeInbound(given, number, 'https://us.example/a')
  await twilio.unrouteInbound(given, number, 'https://us.example/a', [])
  await twilio.sendSms(given, { ...SMS, from: number.e164 })
  const { wrong, met } = against(['twilio', 'twilio-messaging'], await carriers.requests())
  expect(wrong).toEqual([])
  expect(met).toEqual([
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
