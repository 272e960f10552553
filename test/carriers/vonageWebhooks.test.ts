import { createHash, createHmac } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { WebhookResult } from '../../src/carriers/carrier.ts'
import { vonage } from '../../src/carriers/vonage/vonage.ts'
import { stopClock } from '../kit/clock.ts'
import { SIGNATURES } from './signatures.ts'

const { at, body, secret, apiKey, applicationId, vectors } = SIGNATURES.vonage
const GIVEN = { api_key: apiKey, api_secret: 's', signature_secret: secret, application_id: applicationId }
const URL = 'https://callwright.example/inbound/vonage/token'
const REF = 'e2c9a1f0-1a52-4f0e-8a44-5f3d0c9b7e21'

beforeEach(() => stopClock(new Date(at * 1000)))

const heardOf = (raw: string, authorization: string | undefined, given: Parameters<typeof vonage.parseWebhook>[0] = GIVEN): WebhookResult =>
  vonage.parseWebhook(given, { raw: Buffer.from(raw), headers: { ...(authorization !== undefined && { authorization }) }, url: URL }, 'token')

test.each(vectors.map((vector) => [vector.title, vector] as const))('of a webhook with a token %s we think as the vendor’s SDK does', (_title, vector) => {
  expect('events' in heardOf(vector.body ?? body, vector.authorization)).toBe(vector.genuine)
})

test('what the SDK does not look at, we do: the body, the age, and whose it is', () => {
  const { authorization } = vectors[0]!
  expect(heardOf(body.replace('hi', 'ho'), authorization)).toEqual({ refused: 'bad_signature' })
  expect(heardOf(body, authorization, { ...GIVEN, api_key: 'other123' })).toEqual({ refused: 'bad_signature' })
  expect(heardOf(body, authorization, { ...GIVEN, application_id: REF })).toEqual({ refused: 'bad_signature' })
  for (const seconds of [-301, 301]) {
    stopClock(new Date((at + seconds) * 1000))
    expect(heardOf(body, authorization)).toEqual({ refused: 'stale' })
  }
  stopClock(new Date((at + 300) * 1000))
  expect(heardOf(body, authorization)).toHaveProperty('events')
})

test('without a token it is unsigned, without a secret on our side it is refused for good', () => {
  expect(heardOf(body, undefined)).toEqual({ refused: 'unsigned' })
  expect(heardOf(body, 'Basic YTpi')).toEqual({ refused: 'bad_signature' })
  expect(heardOf(body, vectors[0]!.authorization, { ...GIVEN, signature_secret: undefined })).toEqual({ refused: 'bad_signature' })
})

test.each([
  ['no moment', { iat: undefined }],
  ['no hash of the body', { payload_hash: undefined }],
])('a token with %s proves nothing', (_what, change) => {
  expect(heardOf(body, token(body, change))).toEqual({ refused: 'bad_signature' })
})

function token(raw: string, change: object = {}): string {
  const claims = { iat: at, api_key: apiKey, payload_hash: createHash('sha256').update(raw).digest('hex'), ...change }
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `Bearer ${parts}.${createHmac('sha256', secret).update(parts).digest('base64url')}`
}
const signed = (text: string) => heardOf(text, token(text))
const hear = (message: object) => signed(JSON.stringify({ message_uuid: 'm', channel: 'sms', to: '14155550100', from: '14155552671', ...message }))
const told = (event: object) => ({ events: [event], reply: { status: 200 } })

test('a text that came in is read as it was sent, with the plus signs that Vonage leaves out', () => {
  const inbound = { type: 'inbound', carrierMessageId: 'm', from: '+14155552671', to: '+14155550100', body: 'Größe 👍', media: [] }
  expect(hear({ message_type: 'text', text: 'Größe 👍' })).toEqual(told(inbound))
  expect(hear({ message_type: 'text', text: '' })).toEqual(told({ ...inbound, body: '' }))
})

test('short codes and names stay as they are', () => {
  expect(hear({ from: '22395', text: 'hi' })).toMatchObject({ events: [{ from: '22395' }] })
  expect(hear({ from: 'AcmeInc', text: 'hi' })).toMatchObject({ events: [{ from: 'AcmeInc' }] })
})

test('a picture comes with its caption', () => {
  const picture = hear({ channel: 'mms', message_type: 'image', image: { url: 'https://m.example/1', caption: 'look' } })
  expect(picture).toMatchObject({ events: [{ body: 'look', media: ['https://m.example/1'] }] })
})

test.each([
  ['submitted', 'sent'],
  ['delivered', 'delivered'],
  ['undeliverable', 'undelivered'],
  ['rejected', 'failed'],
])('%s means %s', (status, ours) => {
  const receipt = { type: 'status', carrierMessageId: 'm', ref: REF, status: ours, errorCode: null, errorReason: null }
  expect(hear({ status, client_ref: REF })).toEqual(told(receipt))
  expect(hear({ status, client_ref: 'not ours' })).toEqual(told({ ...receipt, ref: null }))
})

test.each([
  [{ title: '1240', type: 'https://developer.vonage.com/api-errors/messages#1240' }, '1240', 'opted_out'],
  [{ title: 'Invalid recipient', type: 'https://developer.vonage.com/api-errors/messages#1430' }, '1430', 'invalid_number'],
  [{ title: '1210' }, '1210', 'blocked'],
  [{ title: '1260' }, '1260', 'rejected'],
  [{ title: 'Something new' }, null, 'rejected'],
])('the error %o of a receipt is %s: %s', (error, errorCode, errorReason) => {
  expect(hear({ status: 'rejected', error })).toMatchObject({ events: [{ errorCode, errorReason }] })
})

test('what nobody asked about is acknowledged and tells nothing', () => {
  expect(hear({ channel: 'whatsapp', text: 'hi' })).toEqual({ events: [], reply: { status: 200 } })
  expect(hear({ status: 'read' })).toEqual({ events: [], reply: { status: 200 } })
})

test.each(['null', '[]', '{}', 'text', '{"message_uuid":"m","channel":"sms","text":"hi"}'])('signed nonsense is malformed: %s', (text) => {
  expect(signed(text)).toEqual({ refused: 'malformed' })
})
