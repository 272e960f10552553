import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signalwire } from '../../src/carriers/signalwire.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { startCarriers } from './kit.ts'
import { BODY, expectGolden, FROM, type RequestShape, STATUS_URL, TO } from './golden.ts'
import { startFakeCarrier } from './fakeCarrier.ts'

const PROJECT_ID = '11111111-2222-4333-8444-555555555555'
const CREDENTIALS: Credentials<'signalwire'> = { space: 'acme', project_id: PROJECT_ID, api_token: 'PTsecret', signing_key: 'PSKsecret' }
const NUMBER_BODY = { sid: randomUUID(), account_sid: PROJECT_ID, phone_number: FROM, capabilities: { voice: true, sms: true } }
const SMS = { from: FROM, to: TO, body: BODY, ref: randomUUID(), statusUrl: STATUS_URL, timeoutMs: 2000 }
const LIST_REPLY = { body: { incoming_phone_numbers: [NUMBER_BODY], messages: [], next_page_uri: null } }

/** SignalWire's documentation and SDK have different paths for the same resources. Our client uses the documented ones. */
const withDocumentedPath = ({ path }: RequestShape) => ({ path: `/api/laml${path.replace(/\.json$/, '')}` })

describe("sends the requests of SignalWire's SDK to the documented paths", () => {
  test('to verify an account', async () => {
    const { requests } = await startFakeCarrier(() => LIST_REPLY)
    expect(await signalwire.verify(CREDENTIALS)).toEqual({ accountId: PROJECT_ID, smsMissing: [] })
    expectGolden(requests[0]!, 'signalwire', 'verify', withDocumentedPath)
    expect(requests[0]!.host).toBe('acme.signalwire.com')
  })
  test('to find a number', async () => {
    const { requests } = await startFakeCarrier(() => LIST_REPLY)
    expect(await signalwire.findNumber(CREDENTIALS, FROM)).toMatchObject({ e164: FROM, carrierNumberId: NUMBER_BODY.sid })
    expectGolden(requests[0]!, 'signalwire', 'ownsNumber', withDocumentedPath)
  })
  test('to send a message', async () => {
    const { requests } = await startFakeCarrier(() => ({ status: 201, body: { sid: NUMBER_BODY.sid, status: 'queued' } }))
    expect(await signalwire.sendSms(CREDENTIALS, SMS)).toEqual({ carrierMessageId: NUMBER_BODY.sid, status: 'queued' })
    expectGolden(requests[0]!, 'signalwire', 'sendSms', withDocumentedPath)
  })
})

test('a token without permission for messages works for voice', async () => {
  await startFakeCarrier(({ path }) => (path.endsWith('/Messages') ? { status: 403, body: { code: '20403', message: 'Missing scope' } } : LIST_REPLY))
  expect(await signalwire.verify({ ...CREDENTIALS, signing_key: undefined })).toEqual({
    accountId: PROJECT_ID,
    smsMissing: ['signing_key', 'messaging_permission'],
  })
})

test('with the simulator, verifies an account, finds and lists numbers, sends and finds messages, and sets and removes webhook URLs', async () => {
  const carriers = await startCarriers()
  const { id, credentials: accountCredentials, numbers } = await carriers.account('signalwire')
  const credentials = accountCredentials as Credentials<'signalwire'>
  expect(await signalwire.verify(credentials)).toEqual({ accountId: id, smsMissing: [] })
  const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
  expect(await signalwire.findNumber(credentials, number.e164)).toEqual({ ...number, voice: true, sms: true, smsMissing: [] })
  expect((await signalwire.listNumbers(credentials, null)).numbers.length).toBe(numbers.length)
  expect(await signalwire.trunk(credentials, number)).toEqual({ terminationUri: `${credentials.space}.sip.signalwire.com` })
  const since = new Date()
  const sent = await signalwire.sendSms(credentials, { ...SMS, from: number.e164 })
  expect(await signalwire.findSms!(credentials, { ...SMS, from: number.e164, since }, async () => false)).toMatchObject({
    carrierMessageId: sent.carrierMessageId,
  })
  expect(await signalwire.routeInbound(credentials, number, 'https://us.example/a')).toBe(true)
  expect((await carriers.account('signalwire')).numbers[0]!.inbound_url).toBe('https://us.example/a')
  await signalwire.unrouteInbound(credentials, number, 'https://us.example/a', [])
  expect((await carriers.account('signalwire')).numbers[0]!.inbound_url).toBeNull()
})
