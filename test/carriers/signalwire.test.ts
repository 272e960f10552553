import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signalwire } from '../../src/carriers/signalwire.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { startCarriers } from './kit.ts'
import { BODY, expectGolden, FROM, type Shape, STATUS_URL, TO } from './golden.ts'
import { startWire } from './fakeCarrier.ts'

const PROJECT = '11111111-2222-4333-8444-555555555555'
const GIVEN: Credentials<'signalwire'> = { space: 'acme', project_id: PROJECT, api_token: 'PTsecret', signing_key: 'PSKsecret' }
const LINE = { sid: randomUUID(), account_sid: PROJECT, phone_number: FROM, capabilities: { voice: true, sms: true } }
const SMS = { from: FROM, to: TO, body: BODY, ref: randomUUID(), statusUrl: STATUS_URL, timeoutMs: 2000 }
const LISTED = { body: { incoming_phone_numbers: [LINE], messages: [], next_page_uri: null } }

/** SignalWire's document has another form of the same addresses than its SDK, and is followed. */
const documented = ({ path }: Shape) => ({ path: `/api/laml${path.replace(/\.json$/, '')}` })

describe("requests are those of SignalWire's own SDK, at the documented addresses", () => {
  test('verifying', async () => {
    const { asked } = await startWire(() => LISTED)
    expect(await signalwire.verify(GIVEN)).toEqual({ accountId: PROJECT, smsMissing: [] })
    expectGolden(asked[0]!, 'signalwire', 'verify', documented)
    expect(asked[0]!.host).toBe('acme.signalwire.com')
  })
  test('looking for a number', async () => {
    const { asked } = await startWire(() => LISTED)
    expect(await signalwire.findNumber(GIVEN, FROM)).toMatchObject({ e164: FROM, carrierNumberId: LINE.sid })
    expectGolden(asked[0]!, 'signalwire', 'ownsNumber', documented)
  })
  test('sending a text', async () => {
    const { asked } = await startWire(() => ({ status: 201, body: { sid: LINE.sid, status: 'queued' } }))
    expect(await signalwire.sendSms(GIVEN, SMS)).toEqual({ carrierMessageId: LINE.sid, status: 'queued' })
    expectGolden(asked[0]!, 'signalwire', 'sendSms', documented)
  })
})

test('a token that may see numbers but no messages is good for voice', async () => {
  await startWire(({ path }) => (path.endsWith('/Messages') ? { status: 403, body: { code: '20403', message: 'Missing scope' } } : LISTED))
  expect(await signalwire.verify({ ...GIVEN, signing_key: undefined })).toEqual({ accountId: PROJECT, smsMissing: ['signing_key', 'messaging_permission'] })
})

test('against the simulator: an account is verified, its numbers are found and listed, texts sent and found, addresses set', async () => {
  const carriers = await startCarriers()
  const { id, credentials, numbers } = await carriers.account('signalwire')
  const given = credentials as Credentials<'signalwire'>
  expect(await signalwire.verify(given)).toEqual({ accountId: id, smsMissing: [] })
  const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
  expect(await signalwire.findNumber(given, number.e164)).toEqual({ ...number, voice: true, sms: true, smsMissing: [] })
  expect((await signalwire.listNumbers(given, null)).numbers.length).toBe(numbers.length)
  expect(await signalwire.trunk(given, number)).toEqual({ terminationUri: `${given.space}.sip.signalwire.com` })
  const since = new Date()
  const sent = await signalwire.sendSms(given, { ...SMS, from: number.e164 })
  expect(await signalwire.findSms!(given, { ...SMS, from: number.e164, since }, async () => false)).toMatchObject({ carrierMessageId: sent.carrierMessageId })
  expect(await signalwire.routeInbound(given, number, 'https://us.example/a')).toBe(true)
  expect((await carriers.account('signalwire')).numbers[0]!.inbound_url).toBe('https://us.example/a')
  await signalwire.unrouteInbound(given, number, 'https://us.example/a', [])
  expect((await carriers.account('signalwire')).numbers[0]!.inbound_url).toBeNull()
})
