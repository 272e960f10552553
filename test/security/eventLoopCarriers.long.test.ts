import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { WebhookRequest } from '../../src/carriers/carrier.ts'
import { plivo } from '../../src/carriers/plivo/plivo.ts'
import { sinch } from '../../src/carriers/sinch/sinch.ts'
import { twilio } from '../../src/carriers/twilio/twilio.ts'
import { readXml } from '../../src/kernel/lib/xml.ts'
import { cpuTimeOf } from '../kit/observers/cpuTime.ts'
import { measureBlocking } from './eventLoop.ts'

/** Carriers' input is read in one go: their requests, up to 128 KiB, and responses in XML, up to 96 Ki characters. */
const KIB = 1024
const url = 'https://calls.example.com/inbound/twilio/token'
const KEY = 'a'.repeat(32)

async function expectNoBlocking(work: () => void) {
  const measureCpu = async () => {
    const before = cpuTimeOf('self')
    work()
    return (cpuTimeOf('self') - before) / 1e6
  }
  expect(await measureBlocking(measureCpu)).toBeLessThan(1)
}

const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
const asTwilio = (type: object, body: string): WebhookRequest => ({
  raw: Buffer.from(body),
  headers: { ...type, 'x-twilio-signature': createHmac('sha1', KEY).update(url).digest('base64') },
  url,
})
const asPlivo = (body: string): WebhookRequest => {
  const signature = createHmac('sha256', KEY).update(`${url}1`).digest('base64')
  return { raw: Buffer.from(body), headers: { 'x-plivo-signature-v2-nonce': '1', 'x-plivo-signature-v2': signature }, url }
}
const parseTwilio = (request: WebhookRequest) => twilio.parseWebhook({ account_sid: `AC${KEY}`, auth_token: KEY }, request, 'token')
const parsePlivo = (request: WebhookRequest) => plivo.parseWebhook({ auth_id: 'MA', auth_token: KEY }, request, 'token')
const parseSinch = (body: string) =>
  sinch.parseWebhook(
    { project_id: 'p', key_id: 'k', key_secret: 's', service_plan_id: 's', region: 'us' } as never,
    { raw: Buffer.from(body), headers: {}, url },
    'token',
  )

/** That many bytes of different texts. */
const different = (length: number, of: (at: string) => string) => {
  const texts: string[] = []
  for (let size = 0; size < length; size += texts.at(-1)!.length) texts.push(of(texts.length.toString(36)))
  return texts
}
const form = (length: number) => `MessageSid=SM1&MessageUUID=1&From=1&To=1&${different(length, (at) => `${at}=&`).join('')}`

const REQUESTS: [string, (length: number) => unknown][] = [
  ['a form of names', (length) => parseTwilio(asTwilio(asForm, form(length)))],
  ['a form of one name', (length) => parseTwilio(asTwilio(asForm, 'a=b&'.repeat(length / 4)))],
  ['a form of one text', (length) => parseTwilio(asTwilio(asForm, `From=1&Body=${'%41'.repeat(length / 3)}`))],
  [
    'an object of names',
    (length) => parseTwilio(asTwilio({ 'content-type': 'application/json' }, `{${different(length, (at) => `"${at}":1,`).join('')}"z_":1}`)),
  ],
  ['a form of names, signed', (length) => parsePlivo(asPlivo(form(length)))],
  [
    'states of a batch',
    (length) => parseSinch(`{"type":"delivery_report_sms","batch_id":"b","statuses":[${'{"status":"Sent"},'.repeat(length / 18)}{"status":"Delivered"}]}`),
  ],
]
describe.runIf(process.platform === 'linux').each(REQUESTS)("a carrier's request: %s", (_name, hear) => {
  test('of the maximum length blocks no other request', () => expectNoBlocking(() => void hear(128 * KIB)))
})

const SHAPES = ['<a></a>', '<a/>', '<a b="c"/>', '<a>&lt;</a>', '&amp;', '<a>', '</a>', '<a', '<!--', '<![CDATA[', '<?a ?>', ']]>', '<!DOCTYPE a [']
describe.runIf(process.platform === 'linux').each(SHAPES)("a carrier's response of %s", (unit) => {
  test.each([1, 4])('at %i times its limit blocks no other request', (times) => {
    const text = `<r>${unit.repeat((96 * KIB * times - 8) / unit.length)}</r>`
    return expectNoBlocking(() => void readXml(text))
  })
})

test('a response in XML over 96 Ki characters counts as unreadable', () => {
  const document = (length: number) => `<r>${'a'.repeat(length - 7)}</r>`
  expect([readXml(document(96 * KIB)), readXml(document(96 * KIB + 1))]).toEqual([{ r: 'a'.repeat(96 * KIB - 7) }, null])
})
