import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import type { SmsEvent } from '../../src/carriers/carrier.ts'
import { getCarrier } from '../../src/carriers/registry.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { startWebhookReceiver, TOKEN, eventsOf } from './webhookReceiver.ts'
import { type Carriers, startCarriers } from './kit.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'

const NAMES = ['plivo', 'bandwidth', 'sinch'] as const
type Name = (typeof NAMES)[number]

/** Creates an account with a number that is routed to a receiver, and parses the requests that arrive there. */
async function createFixture(name: Name, carriers: Carriers) {
  const { id, credentials: accountCredentials, numbers } = await carriers.account(name)
  const credentials = accountCredentials as unknown as Credentials
  const carrier = getCarrier(name)
  const receiver = await startWebhookReceiver(name)
  const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
  const isRouted = await carrier.routeInbound(credentials, number, receiver.url)
  if (!isRouted) await carriers.setSinchCallback(id, receiver.url)
  return {
    id,
    credentials,
    carrier,
    number,
    isRouted,
    ...receiver,
    parseAt: (nth: number) => carrier.parseWebhook(credentials, receiver.requestAt(nth), TOKEN),
  }
}

const smsTo = (to: string, from: string, url: string, more: object = {}) => {
  const ref = randomUUID()
  return { from, to, body: 'hi € 👍', ref, statusUrl: `${url}/${ref}`, timeoutMs: 1_000, ...more }
}

test.each(NAMES)('%s: verifies an account that is ready for SMS and finds and lists its numbers', async (name) => {
  const carriers = await startCarriers()
  const { id, credentials: accountCredentials, numbers } = await carriers.account(name)
  const credentials = accountCredentials as unknown as Credentials
  expect(getCarrier(name).credentials.parse(accountCredentials)).toEqual(accountCredentials)
  expect(await getCarrier(name).verify(credentials)).toEqual({ accountId: id, smsMissing: [] })
  for (const { phone_number: e164, id: carrierNumberId } of numbers)
    expect(await getCarrier(name).findNumber(credentials, e164)).toEqual({ e164, carrierNumberId, voice: true, sms: true, smsMissing: [] })
  expect(await getCarrier(name).findNumber(credentials, '+14155559876')).toBeNull()
  const { numbers: listedNumbers, next } = await getCarrier(name).listNumbers(credentials, null)
  expect(listedNumbers.map(({ e164 }) => e164).toSorted()).toEqual(numbers.map(({ phone_number }) => phone_number).toSorted())
  expect(next).toBeNull()
})

test.each(NAMES)('%s: reports what a number lacks for SMS', async (name) => {
  const carriers = await startCarriers()
  const numbers = [
    { phone_number: '+12065550101', sms: false },
    { phone_number: '+12065550102', registered: false },
    { phone_number: '+447700900123', registered: false, voice: false },
  ]
  const credentials = (await carriers.openAccount(name, { numbers })).credentials as unknown as Credentials
  const [voiceOnly, unregistered, british] = await Promise.all(numbers.map(({ phone_number: e164 }) => getCarrier(name).findNumber(credentials, e164)))
  expect(voiceOnly).toMatchObject({ sms: false, smsMissing: ['sms_capable_number'] })
  expect(unregistered).toMatchObject({ sms: true, smsMissing: ['a2p_registration'] })
  expect(british).toMatchObject({ sms: true, voice: false, smsMissing: [] })
})

test.each(NAMES.flatMap((name) => (['suspended', 'forbidden'] as const).map((state) => [name, state] as const)))(
  '%s: reports a %s account',
  async (name, state) => {
    const carriers = await startCarriers()
    const { credentials: accountCredentials } = await carriers.openAccount(name, { state })
    await expect(getCarrier(name).verify(accountCredentials as unknown as Credentials)).rejects.toMatchObject({ name: 'CarrierError', kind: state })
  },
)

test.each(NAMES)('%s: sends a message and receives genuine receipts for it', async (name) => {
  const carriers = await startCarriers()
  const { credentials, carrier, number, url, parseAt, received } = await createFixture(name, carriers)
  const sms = smsTo('+14155550200', number.e164, url)
  const { carrierMessageId, status } = await carrier.sendSms(credentials, sms)
  expect(status).toBe('queued')
  await carriers.waitForFinished(name, carrierMessageId)
  const events = received.flatMap((_, nth) => eventsOf(parseAt(nth)))
  expect(events).toEqual(
    ['sent', 'delivered'].map((now) => expect.objectContaining({ type: 'status', carrierMessageId, status: now, errorCode: null }) as SmsEvent),
  )
  if (name === 'plivo') expect(received.every(({ path }) => path.endsWith(`/${sms.ref}`))).toBe(true)
  else expect(events.every((event) => event.type === 'status' && event.ref === sms.ref)).toBe(true)
})

test.each(NAMES)('%s: converts errors of messages to our kinds', async (name) => {
  const carriers = await startCarriers()
  const { credentials, carrier, number, url, parseAt, received } = await createFixture(name, carriers)
  const resultOf = async (to: string) => {
    const before = received.length
    const sendError = await carrier.sendSms(credentials, smsTo(to, number.e164, url)).then(
      ({ carrierMessageId }) => carriers.waitForFinished(name, carrierMessageId).then(() => null),
      (error: { kind: string }) => error.kind,
    )
    const last = received.length > before ? eventsOf(parseAt(received.length - 1)).at(-1) : null
    return sendError ?? (last?.type === 'status' ? (last.errorReason ?? last.status) : null)
  }
  expect(await resultOf('+14155550203')).toBe('opted_out')
  expect(await resultOf('+14155550208')).toBe('invalid_number')
  expect(await resultOf('+14155550209')).toBe('blocked')
  expect(await resultOf('+14155550201')).toBe('undelivered')
  expect(await resultOf('+14155550202')).toBe('failed')
  expect(await resultOf('+14155550207')).toBe('throttled')
  expect(await resultOf('+14155550204')).toBe('unknown_outcome')
  expect(await resultOf('+14155550210')).toBe('unknown_outcome')
})

test.each(NAMES)('%s: rejects a sender that the account does not own', async (name) => {
  const carriers = await startCarriers()
  const { credentials, carrier, url } = await createFixture(name, carriers)
  await expect(carrier.sendSms(credentials, smsTo('+14155550200', '+14155559876', url))).rejects.toMatchObject({ kind: 'not_sms_capable' })
  expect(await carriers.messages(name)).toEqual([])
})

test.each(['bandwidth', 'sinch'] as const)('%s: after an unknown outcome, finds the message only if the carrier accepted it', async (name) => {
  const carriers = await startCarriers()
  const { credentials, carrier, number, url } = await createFixture(name, carriers)
  const since = new Date(Date.now() - 1_000)
  for (const [ending, isAccepted] of [
    ['0204', true],
    ['0205', true],
    ['0206', true],
    ['0210', false],
    ['0216', false],
  ] as const) {
    const sms = smsTo(`+1415555${ending}`, number.e164, url, { timeoutMs: scaledTimeout(1_000) })
    await expect(carrier.sendSms(credentials, sms)).rejects.toMatchObject({ kind: 'unknown_outcome' })
    const accepted = (await carriers.messages(name)).find(({ to }) => to === sms.to)
    const message = await carrier.findSms!(credentials, { ...sms, since }, async () => false)
    expect(message?.carrierMessageId ?? null).toBe(isAccepted ? accepted!.id : null)
    expect(accepted !== undefined).toBe(isAccepted)
  }
})

test.each(NAMES)('%s: receives messages and media, and refuses a forged request', async (name) => {
  const carriers = await startCarriers()
  const { number, parseAt, received } = await createFixture(name, carriers)
  const from = '+14155550142'
  const first = await carriers.sendInboundMessage({ from, to: number.e164, body: 'Tschüß 👋 & <more>' })
  await waitFor('the message', () => received[0])
  expect(eventsOf(parseAt(0))).toEqual([{ type: 'inbound', carrierMessageId: first.id, from, to: number.e164, body: 'Tschüß 👋 & <more>', media: [] }])
  const media = ['https://files.example.com/1.jpg', 'https://files.example.com/2.jpg']
  const second = await carriers.sendInboundMessage({ from, to: number.e164, body: '', media })
  await waitFor('the media', () => received[1])
  expect(eventsOf(parseAt(1))).toEqual([{ type: 'inbound', carrierMessageId: second.id, from, to: number.e164, body: '', media }])
  await carriers.fault({ provider: name, operation: 'webhook', mode: 'forge' })
  await carriers.sendInboundMessage({ from, to: number.e164, body: 'mine?' })
  await waitFor('both requests', () => received[3])
  expect(parseAt(2)).toEqual({ refused: 'bad_signature' })
  expect(eventsOf(parseAt(3))).toMatchObject([{ body: 'mine?' }])
})

test.each(NAMES)('%s: repeats a request after one failure, and reports an unreachable carrier as unavailable', async (name) => {
  const carriers = await startCarriers()
  const { credentials, carrier } = await createFixture(name as Name, carriers)
  await carriers.fault({ provider: name, operation: 'verify', mode: 'http503' })
  expect(await carrier.verify(credentials)).toMatchObject({ smsMissing: [] })
  for (const mode of ['http503', 'malformed', 'reset', 'truncated']) {
    await carriers.fault({ provider: name, operation: 'verify', mode, times: 3 })
    await expect(carrier.verify(credentials)).rejects.toMatchObject({ kind: 'unavailable' })
    await fetch(`${carriers.url}/simulator/faults`, { method: 'DELETE' })
  }
  await carriers.fault({ provider: name satisfies CarrierName, operation: 'verify', mode: 'http401' })
  await expect(carrier.verify(credentials)).rejects.toMatchObject({ kind: 'bad_credentials' })
})
