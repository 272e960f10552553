import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CarrierErrorKind, SmsEvent } from '../../src/carriers/carrier.ts'
import { getCarrier } from '../../src/carriers/registry.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { startWebhookReceiver, TOKEN, eventsOf } from './webhookReceiver.ts'
import { startCarriers } from './kit.ts'

const NAMES = ['twilio', 'signalwire'] as const
type Name = (typeof NAMES)[number]

/** Starts a simulated carrier, routes a number to a receiver that responds with `status`, and parses what arrives there. */
async function createFixture(name: Name, options: Parameters<typeof startCarriers>[0] = {}, status = 200) {
  const carriers = await startCarriers(options)
  const { credentials: accountCredentials, numbers } = await carriers.account(name)
  const credentials = accountCredentials as unknown as Credentials
  const carrier = getCarrier(name)
  const { url, received, requestAt } = await startWebhookReceiver(name, status)
  const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
  await carrier.routeInbound(credentials, number, url)
  const receivedEvents = (): SmsEvent[] => received.flatMap((_, nth) => eventsOf(carrier.parseWebhook(credentials, requestAt(nth), TOKEN)))
  const results = () =>
    received.map((_, nth) => carrier.parseWebhook(credentials, requestAt(nth), TOKEN)).map((result) => ('refused' in result ? result.refused : 'genuine'))
  const statuses = () => receivedEvents().flatMap((event) => (event.type === 'status' ? [event.status] : []))
  const send = (to: string) => {
    const ref = randomUUID()
    return carrier.sendSms(credentials, { from: number.e164, to, body: 'hi € 👍', ref, statusUrl: `${url}/${ref}`, timeoutMs: 500 })
  }
  return { carriers, credentials, carrier, number, received, receivedEvents, results, statuses, send }
}

describe.each(NAMES)('%s', (name) => {
  test.each([
    ['0200', ['sent', 'delivered'], null],
    ['4321', ['sent', 'delivered'], null],
    ['0201', ['sent', 'undelivered'], '30003'],
    ['0202', ['sent', 'failed'], '30008'],
    ['0214', ['sent', 'sent', 'delivered', 'delivered'], null],
    ['0215', ['delivered', 'sent'], null],
    ['0213', [], null],
  ])('a message to …%s gets genuine receipts: %j', async (digits, statuses, errorCode) => {
    const { carriers, send, receivedEvents } = await createFixture(name)
    const { carrierMessageId, status } = await send(`+1415555${digits}`)
    expect(['queued', 'sent', ...statuses]).toContain(status)
    await carriers.waitForFinished(name, carrierMessageId)
    expect(receivedEvents().map((event) => event.type === 'status' && event.status)).toEqual(statuses)
    expect(receivedEvents().every((event) => event.carrierMessageId === carrierMessageId)).toBe(true)
    if (errorCode) expect(receivedEvents().at(-1)).toMatchObject({ errorCode, errorReason: 'rejected' })
  })

  test.each<[string, CarrierErrorKind, boolean]>([
    ['0203', 'opted_out', false],
    ['0204', 'unknown_outcome', true],
    ['0205', 'unknown_outcome', true],
    ['0206', 'unknown_outcome', true],
    ['0207', 'throttled', false],
    ['0208', 'invalid_number', false],
    ['0209', 'blocked', false],
    ['0210', 'unknown_outcome', false],
    ['0216', 'unknown_outcome', false],
  ])('sending to …%s fails with %s; findSms finds the message afterwards: %s', async (digits, kind, isAccepted) => {
    const { carriers, send, carrier, credentials, number } = await createFixture(name)
    const since = new Date()
    const to = `+1415555${digits}`
    await expect(send(to)).rejects.toMatchObject({ kind })
    const message = await carrier.findSms!(credentials, { from: number.e164, to, body: 'hi € 👍', ref: '', since }, async () => false)
    expect(message !== null).toBe(isAccepted)
    if (message) await carriers.waitForFinished(name, message.carrierMessageId)
  })

  test.each([
    ['0211', 'STOP'],
    ['0212', 'Yes, thank you'],
  ])('the contact at …%s replies %s to the first of two messages', async (digits, body) => {
    const { carriers, send, receivedEvents, number } = await createFixture(name)
    const to = `+1415555${digits}`
    await send(to)
    const reply = await waitFor('the reply', () => receivedEvents().find(({ type }) => type === 'inbound'))
    expect(reply).toMatchObject({ from: to, to: number.e164, body })
    const { carrierMessageId } = await send(to)
    await carriers.waitForFinished(name, carrierMessageId)
    expect(receivedEvents().filter(({ type }) => type === 'inbound').length).toBe(1)
  })

  test('an inbound message arrives with its text and media', async () => {
    const { carriers, receivedEvents, number } = await createFixture(name)
    const sms = { from: '+393331234567', to: number.e164, body: 'Caffè? 👍🏽\nsì & no', media: ['https://pictures.example/1.png?a=1&b=2'] }
    const { id } = await carriers.sendInboundMessage(sms)
    await carriers.waitForFinished(name, id)
    expect(receivedEvents()).toEqual([{ type: 'inbound', carrierMessageId: id, ...sms }])
  })

  test('simulates dropped, repeated, delayed and forged webhooks', async () => {
    const { carriers, number, results, receivedEvents } = await createFixture(name)
    const sendUnderFault = async (mode: string) => {
      const before = results().length
      await carriers.fault({ provider: name, operation: 'webhook', mode, delay_ms: 20 })
      const { id } = await carriers.sendInboundMessage({ from: '+393331234567', to: number.e164, body: mode })
      await carriers.waitForFinished(name, id)
      return results().slice(before)
    }
    expect(await sendUnderFault('drop')).toEqual([])
    expect(await sendUnderFault('duplicate')).toEqual(['genuine', 'genuine'])
    expect(await sendUnderFault('delay')).toEqual(['genuine'])
    expect(new Set(receivedEvents().map(({ carrierMessageId }) => carrierMessageId)).size).toBe(2)
    expect(await sendUnderFault('forge')).toEqual(['bad_signature', 'genuine'])
  })

  test('sends an inbound message again after an error, because our URL is also the fallback URL', async () => {
    const { carriers, number, received } = await createFixture(name, {}, 503)
    const { id } = await carriers.sendInboundMessage({ from: '+393331234567', to: number.e164, body: 'Hello' })
    await carriers.waitForFinished(name, id)
    expect(received.length).toBe(2)
  })

  test('does not send a receipt again after any response', async () => {
    const { carriers, send, received } = await createFixture(name, {}, 503)
    const { carrierMessageId } = await send('+14155550200')
    await carriers.waitForFinished(name, carrierMessageId)
    expect(received.length).toBe(2)
  })

  /** Waits for the last receipt, which arrives 1.5 seconds after the message at this speed. */
  test('a restart keeps accounts and numbers and continues a message in progress', async () => {
    const store = memoryStore()
    const { carriers, send, statuses } = await createFixture(name, { store, speed: 2 })
    const account = await carriers.account(name)
    const { carrierMessageId } = await send('+14155550200')
    await carriers.close()
    expect(statuses()).not.toContain('delivered')
    const restarted = await startCarriers({ store })
    expect(await restarted.account(name)).toEqual(account)
    await restarted.waitForFinished(name, carrierMessageId)
    expect(statuses()).toEqual(['sent', 'delivered'])
  })
})

test('a number cannot belong to two accounts', async () => {
  const carriers = await startCarriers()
  const [isAccepted] = (await carriers.account('twilio')).numbers
  await expect(carriers.openAccount('signalwire', { numbers: [{ phone_number: isAccepted!.phone_number }] })).rejects.toThrow('409')
})

test.each([
  ['/carriers/acme/accounts', {}, 'carrier must be one of'],
  ['/carriers/twilio/accounts', { state: 'odd' }, 'state must be one of'],
  ['/carriers/twilio/accounts', { numbers: [{ phone_number: '555' }] }, 'phone_number must be'],
  ['/sms', { from: '+14155550100', to: 'x', body: '' }, 'to must be'],
  ['/sms', { from: '+14155550100', to: '+12125550100', body: '' }, 'is not a number at any carrier'],
  ['/faults', { provider: 'twilio', operation: 'place_call', mode: 'hang' }, 'operation must be one of'],
])('rejects an invalid control request: %s %j', async (path, body, message) => {
  const { url } = await startCarriers()
  const response = await fetch(`${url}/simulator${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  expect(response.ok).toBe(false)
  expect(((await response.json()) as { error: string }).error).toContain(message)
})
