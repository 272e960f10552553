import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CarrierErrorKind, SmsEvent } from '../../src/carriers/carrier.ts'
import { getCarrier } from '../../src/carriers/registry.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { until } from '../kit/until.ts'
import { hookAddress, TOKEN, told } from './webhookReceiver.ts'
import { startCarriers } from './kit.ts'

const NAMES = ['twilio', 'signalwire'] as const
type Name = (typeof NAMES)[number]

/** A simulated carrier with a number of ours, and what our client hears from it. */
async function linked(name: Name, options: Parameters<typeof startCarriers>[0] = {}, answer = 200) {
  const carriers = await startCarriers(options)
  const { credentials, numbers } = await carriers.account(name)
  const given = credentials as unknown as Credentials
  const speaker = getCarrier(name)
  const { url, received, hookOf } = await hookAddress(name, answer)
  const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
  await speaker.routeInbound(given, number, url)
  const heard = (): SmsEvent[] => received.flatMap((_, nth) => told(speaker.parseWebhook(given, hookOf(nth), TOKEN)))
  const verdicts = () => received.map((_, nth) => speaker.parseWebhook(given, hookOf(nth), TOKEN)).map((one) => ('refused' in one ? one.refused : 'genuine'))
  const statuses = () => heard().flatMap((event) => (event.type === 'status' ? [event.status] : []))
  const send = (to: string) => {
    const ref = randomUUID()
    return speaker.sendSms(given, { from: number.e164, to, body: 'hi € 👍', ref, statusUrl: `${url}/${ref}`, timeoutMs: 500 })
  }
  return { carriers, given, speaker, number, received, heard, verdicts, statuses, send }
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
  ])('a text to …%s is told by genuine receipts: %j', async (digits, statuses, errorCode) => {
    const { carriers, send, heard } = await linked(name)
    const { carrierMessageId, status } = await send(`+1415555${digits}`)
    expect(['queued', ...statuses]).toContain(status)
    await carriers.finished(name, carrierMessageId)
    expect(heard().map((event) => event.type === 'status' && event.status)).toEqual(statuses)
    expect(heard().every((event) => event.carrierMessageId === carrierMessageId)).toBe(true)
    if (errorCode) expect(heard().at(-1)).toMatchObject({ errorCode, errorReason: 'rejected' })
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
  ])('a text to …%s ends as %s, and afterwards the carrier has it: %s', async (digits, kind, taken) => {
    const { carriers, send, speaker, given, number } = await linked(name)
    const since = new Date()
    const to = `+1415555${digits}`
    await expect(send(to)).rejects.toMatchObject({ kind })
    const found = await speaker.findSms!(given, { from: number.e164, to, body: 'hi € 👍', ref: '', since }, async () => false)
    expect(found !== null).toBe(taken)
    if (found) await carriers.finished(name, found.carrierMessageId)
  })

  test.each([
    ['0211', 'STOP'],
    ['0212', 'Yes, thank you'],
  ])('whoever is texted at …%s answers %s, once in a while', async (digits, body) => {
    const { carriers, send, heard, number } = await linked(name)
    const to = `+1415555${digits}`
    await send(to)
    const answer = await until('the answer', () => heard().find(({ type }) => type === 'inbound'))
    expect(answer).toMatchObject({ from: to, to: number.e164, body })
    const { carrierMessageId } = await send(to)
    await carriers.finished(name, carrierMessageId)
    expect(heard().filter(({ type }) => type === 'inbound').length).toBe(1)
  })

  test('somebody texts a number, with words and pictures', async () => {
    const { carriers, heard, number } = await linked(name)
    const text = { from: '+393331234567', to: number.e164, body: 'Caffè? 👍🏽\nsì & no', media: ['https://pictures.example/1.png?a=1&b=2'] }
    const { id } = await carriers.somebodyTexts(text)
    await carriers.finished(name, id)
    expect(heard()).toEqual([{ type: 'inbound', carrierMessageId: id, ...text }])
  })

  test('webhooks are dropped, doubled, late or forged when they are to be', async () => {
    const { carriers, number, verdicts, heard } = await linked(name)
    const textUnder = async (mode: string) => {
      const before = verdicts().length
      await carriers.fault({ provider: name, operation: 'webhook', mode, delay_ms: 20 })
      const { id } = await carriers.somebodyTexts({ from: '+393331234567', to: number.e164, body: mode })
      await carriers.finished(name, id)
      return verdicts().slice(before)
    }
    expect(await textUnder('drop')).toEqual([])
    expect(await textUnder('duplicate')).toEqual(['genuine', 'genuine'])
    expect(await textUnder('delay')).toEqual(['genuine'])
    expect(new Set(heard().map(({ carrierMessageId }) => carrierMessageId)).size).toBe(2)
    expect(await textUnder('forge')).toEqual(['bad_signature', 'genuine'])
  })

  test('a text that was not taken is told once more, since its address is the one for such a case too', async () => {
    const { carriers, number, received } = await linked(name, {}, 503)
    const { id } = await carriers.somebodyTexts({ from: '+393331234567', to: number.e164, body: 'Hello' })
    await carriers.finished(name, id)
    expect(received.length).toBe(2)
  })

  test('a receipt that was answered is not told again, whatever the answer', async () => {
    const { carriers, send, received } = await linked(name, {}, 503)
    const { carrierMessageId } = await send('+14155550200')
    await carriers.finished(name, carrierMessageId)
    expect(received.length).toBe(2)
  })

  /** Waits for the last receipt of a text: it comes a second and a half after the text at this speed. */
  test('accounts and numbers are the same after a restart, and a text under way goes on', async () => {
    const store = memoryStore()
    const { carriers, send, statuses } = await linked(name, { store, speed: 2 })
    const account = await carriers.account(name)
    const { carrierMessageId } = await send('+14155550200')
    await carriers.close()
    expect(statuses()).not.toContain('delivered')
    const again = await startCarriers({ store })
    expect(await again.account(name)).toEqual(account)
    await again.finished(name, carrierMessageId)
    expect(statuses()).toEqual(['sent', 'delivered'])
  })
})

test('a number belongs to one account of one carrier', async () => {
  const carriers = await startCarriers()
  const [taken] = (await carriers.account('twilio')).numbers
  await expect(carriers.open('signalwire', { numbers: [{ phone_number: taken!.phone_number }] })).rejects.toThrow('409')
})

test.each([
  ['/carriers/acme/accounts', {}, 'carrier must be one of'],
  ['/carriers/twilio/accounts', { state: 'odd' }, 'state must be one of'],
  ['/carriers/twilio/accounts', { numbers: [{ phone_number: '555' }] }, 'phone_number must be'],
  ['/sms', { from: '+14155550100', to: 'x', body: '' }, 'to must be'],
  ['/sms', { from: '+14155550100', to: '+12125550100', body: '' }, 'No carrier has'],
  ['/faults', { provider: 'twilio', operation: 'place_call', mode: 'hang' }, 'operation must be one of'],
])('what cannot be is refused: %s %j', async (path, body, message) => {
  const { url } = await startCarriers()
  const response = await fetch(`${url}/simulator${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  expect(response.ok).toBe(false)
  expect(((await response.json()) as { error: string }).error).toContain(message)
})
