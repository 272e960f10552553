import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import type { SmsEvent } from '../../src/carriers/carrier.ts'
import { getCarrier } from '../../src/carriers/registry.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { until } from '../kit/until.ts'
import { hookAddress, TOKEN, told } from './webhookReceiver.ts'
import { type Carriers, startCarriers } from './kit.ts'

const NAMES = ['plivo', 'bandwidth', 'sinch'] as const
type Name = (typeof NAMES)[number]

/** An account, a number of it that is linked to an address, and what our client hears there. */
async function linked(name: Name, carriers: Carriers) {
  const { id, credentials, numbers } = await carriers.account(name)
  const given = credentials as unknown as Credentials
  const speaker = getCarrier(name)
  const hook = await hookAddress(name)
  const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
  const isSet = await speaker.routeInbound(given, number, hook.url)
  if (!isSet) await carriers.setSinchCallback(id, hook.url)
  return { id, given, speaker, number, isSet, ...hook, heard: (nth: number) => speaker.parseWebhook(given, hook.hookOf(nth), TOKEN) }
}

const smsTo = (to: string, from: string, url: string, more: object = {}) => {
  const ref = randomUUID()
  return { from, to, body: 'hi € 👍', ref, statusUrl: `${url}/${ref}`, timeoutMs: 1_000, ...more }
}

test.each(NAMES)('%s: an account is verified, its numbers are found and listed, and all is there for texts', async (name) => {
  const carriers = await startCarriers()
  const { id, credentials, numbers } = await carriers.account(name)
  const given = credentials as unknown as Credentials
  expect(getCarrier(name).credentials.parse(credentials)).toEqual(credentials)
  expect(await getCarrier(name).verify(given)).toEqual({ accountId: id, smsMissing: [] })
  for (const { phone_number: e164, id: carrierNumberId } of numbers)
    expect(await getCarrier(name).findNumber(given, e164)).toEqual({ e164, carrierNumberId, voice: true, sms: true, smsMissing: [] })
  expect(await getCarrier(name).findNumber(given, '+14155559876')).toBeNull()
  const { numbers: listed, next } = await getCarrier(name).listNumbers(given, null)
  expect(listed.map(({ e164 }) => e164).toSorted()).toEqual(numbers.map(({ phone_number }) => phone_number).toSorted())
  expect(next).toBeNull()
})

test.each(NAMES)('%s: a number says what its texts lack', async (name) => {
  const carriers = await startCarriers()
  const numbers = [
    { phone_number: '+12065550101', sms: false },
    { phone_number: '+12065550102', registered: false },
    { phone_number: '+447700900123', registered: false, voice: false },
  ]
  const given = (await carriers.open(name, { numbers })).credentials as unknown as Credentials
  const [deaf, unregistered, british] = await Promise.all(numbers.map(({ phone_number: e164 }) => getCarrier(name).findNumber(given, e164)))
  expect(deaf).toMatchObject({ sms: false, smsMissing: ['sms_capable_number'] })
  expect(unregistered).toMatchObject({ sms: true, smsMissing: ['a2p_registration'] })
  expect(british).toMatchObject({ sms: true, voice: false, smsMissing: [] })
})

test.each(NAMES.flatMap((name) => (['suspended', 'forbidden'] as const).map((state) => [name, state] as const)))(
  '%s: a %s account is told as that',
  async (name, state) => {
    const carriers = await startCarriers()
    const { credentials } = await carriers.open(name, { state })
    await expect(getCarrier(name).verify(credentials as unknown as Credentials)).rejects.toMatchObject({ name: 'CarrierError', kind: state })
  },
)

test.each(NAMES)('%s: a text is taken, and its receipts are genuine and name it', async (name) => {
  const carriers = await startCarriers()
  const { given, speaker, number, url, heard, received } = await linked(name, carriers)
  const sms = smsTo('+14155550200', number.e164, url)
  const { carrierMessageId, status } = await speaker.sendSms(given, sms)
  expect(status).toBe('queued')
  await carriers.finished(name, carrierMessageId)
  const events = received.flatMap((_, nth) => told(heard(nth)))
  expect(events).toEqual(
    ['sent', 'delivered'].map((now) => expect.objectContaining({ type: 'status', carrierMessageId, status: now, errorCode: null }) as SmsEvent),
  )
  if (name === 'plivo') expect(received.every(({ path }) => path.endsWith(`/${sms.ref}`))).toBe(true)
  else expect(events.every((event) => event.type === 'status' && event.ref === sms.ref)).toBe(true)
})

test.each(NAMES)('%s: what ails a text is told in our words', async (name) => {
  const carriers = await startCarriers()
  const { given, speaker, number, url, heard, received } = await linked(name, carriers)
  const fateOf = async (to: string) => {
    const before = received.length
    const refusal = await speaker.sendSms(given, smsTo(to, number.e164, url)).then(
      ({ carrierMessageId }) => carriers.finished(name, carrierMessageId).then(() => null),
      (error: { kind: string }) => error.kind,
    )
    const last = received.length > before ? told(heard(received.length - 1)).at(-1) : null
    return refusal ?? (last?.type === 'status' ? (last.errorReason ?? last.status) : null)
  }
  expect(await fateOf('+14155550203')).toBe('opted_out')
  expect(await fateOf('+14155550208')).toBe('invalid_number')
  expect(await fateOf('+14155550209')).toBe('blocked')
  expect(await fateOf('+14155550201')).toBe('undelivered')
  expect(await fateOf('+14155550202')).toBe('failed')
  expect(await fateOf('+14155550207')).toBe('throttled')
  expect(await fateOf('+14155550204')).toBe('unknown_outcome')
  expect(await fateOf('+14155550210')).toBe('unknown_outcome')
})

test.each(NAMES)('%s: a sender that is not the account’s is refused as no sender', async (name) => {
  const carriers = await startCarriers()
  const { given, speaker, url } = await linked(name, carriers)
  await expect(speaker.sendSms(given, smsTo('+14155550200', '+14155559876', url))).rejects.toMatchObject({ kind: 'not_sms_capable' })
  expect(await carriers.messages(name)).toEqual([])
})

test.each(['bandwidth', 'sinch'] as const)('%s: a text of unknown outcome is found where it was taken, and nowhere where it was not', async (name) => {
  const carriers = await startCarriers()
  const { given, speaker, number, url } = await linked(name, carriers)
  const since = new Date(Date.now() - 1_000)
  for (const [ending, isTaken] of [
    ['0204', true],
    ['0205', true],
    ['0206', true],
    ['0210', false],
    ['0216', false],
  ] as const) {
    const sms = smsTo(`+1415555${ending}`, number.e164, url, { timeoutMs: 300 })
    await expect(speaker.sendSms(given, sms)).rejects.toMatchObject({ kind: 'unknown_outcome' })
    const taken = (await carriers.messages(name)).find(({ to }) => to === sms.to)
    const found = await speaker.findSms!(given, { ...sms, since }, async () => false)
    expect(found?.carrierMessageId ?? null).toBe(isTaken ? taken!.id : null)
    expect(taken !== undefined).toBe(isTaken)
  }
})

test.each(NAMES)('%s: texts and pictures come in genuine, and a forged request is refused', async (name) => {
  const carriers = await startCarriers()
  const { number, heard, received } = await linked(name, carriers)
  const from = '+14155550142'
  const first = await carriers.somebodyTexts({ from, to: number.e164, body: 'Tschüß 👋 & <more>' })
  await until('the text', () => received[0])
  expect(told(heard(0))).toEqual([{ type: 'inbound', carrierMessageId: first.id, from, to: number.e164, body: 'Tschüß 👋 & <more>', media: [] }])
  const media = ['https://files.example.com/1.jpg', 'https://files.example.com/2.jpg']
  const second = await carriers.somebodyTexts({ from, to: number.e164, body: '', media })
  await until('the picture', () => received[1])
  expect(told(heard(1))).toEqual([{ type: 'inbound', carrierMessageId: second.id, from, to: number.e164, body: '', media }])
  await carriers.fault({ provider: name, operation: 'webhook', mode: 'forge' })
  await carriers.somebodyTexts({ from, to: number.e164, body: 'mine?' })
  await until('both', () => received[3])
  expect(heard(2)).toEqual({ refused: 'bad_signature' })
  expect(told(heard(3))).toMatchObject([{ body: 'mine?' }])
})

test.each(NAMES)('%s: who cannot be reached is unavailable, and one passing fault is got over', async (name) => {
  const carriers = await startCarriers()
  const { given, speaker } = await linked(name as Name, carriers)
  await carriers.fault({ provider: name, operation: 'verify', mode: 'http503' })
  expect(await speaker.verify(given)).toMatchObject({ smsMissing: [] })
  for (const mode of ['http503', 'malformed', 'reset', 'truncated']) {
    await carriers.fault({ provider: name, operation: 'verify', mode, times: 3 })
    await expect(speaker.verify(given)).rejects.toMatchObject({ kind: 'unavailable' })
    await fetch(`${carriers.url}/simulator/faults`, { method: 'DELETE' })
  }
  await carriers.fault({ provider: name satisfies CarrierName, operation: 'verify', mode: 'http401' })
  await expect(speaker.verify(given)).rejects.toMatchObject({ kind: 'bad_credentials' })
})
