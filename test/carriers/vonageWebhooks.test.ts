import { createHash, createHmac } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { WebhookResult } from '../../src/carriers/carrier.ts'
import { vonage } from '../../src/carriers/vonage/vonage.ts'
import { stopClock } from '../kit/waiting/clock.ts'
import { SIGNATURES } from './signatures.ts'

const { at, body, secret, apiKey, applicationId, vectors } = SIGNATURES.vonage
const CREDENTIALS = { api_key: apiKey, api_secret: 's', signature_secret: secret, application_id: applicationId }
const WEBHOOK_URL = 'https://callwright.example/inbound/vonage/token'
const REF = 'e2c9a1f0-1a52-4f0e-8a44-5f3d0c9b7e21'

beforeEach(() => stopClock(new Date(at * 1000)))

const parseWith = (raw: string, authorization: string | undefined, credentials: Parameters<typeof vonage.parseWebhook>[0] = CREDENTIALS): WebhookResult =>
  vonage.parseWebhook(credentials, { raw: Buffer.from(raw), headers: { ...(authorization !== undefined && { authorization }) }, url: WEBHOOK_URL }, 'token')

test.each(vectors.map((vector) => [vector.title, vector] as const))(
  'accepts or refuses a webhook with a token %s as the vendor’s SDK does',
  (_title, vector) => {
    expect('events' in parseWith(vector.body ?? body, vector.authorization)).toBe(vector.genuine)
  },
)

test('verifies what the SDK does not: the body, the age, and the account', () => {
  const { authorization } = vectors[0]!
  expect(parseWith(body.replace('hi', 'ho'), authorization)).toEqual({ refused: 'bad_signature' })
  expect(parseWith(body, authorization, { ...CREDENTIALS, api_key: 'other123' })).toEqual({ refused: 'bad_signature' })
  expect(parseWith(body, authorization, { ...CREDENTIALS, application_id: REF })).toEqual({ refused: 'bad_signature' })
  for (const seconds of [-301, 301]) {
    stopClock(new Date((at + seconds) * 1000))
    expect(parseWith(body, authorization)).toEqual({ refused: 'stale' })
  }
  stopClock(new Date((at + 300) * 1000))
  expect(parseWith(body, authorization)).toHaveProperty('events')
})

test('a webhook without a token is unsigned; without our secret, every webhook has a bad signature', () => {
  expect(parseWith(body, undefined)).toEqual({ refused: 'unsigned' })
  expect(parseWith(body, 'Basic YTpi')).toEqual({ refused: 'bad_signature' })
  expect(parseWith(body, vectors[0]!.authorization, { ...CREDENTIALS, signature_secret: undefined })).toEqual({ refused: 'bad_signature' })
})

test.each([
  ['no time', { iat: undefined }],
  ['no hash of the body', { payload_hash: undefined }],
])('refuses a token with %s', (_title, change) => {
  expect(parseWith(body, authorizationFor(body, change))).toEqual({ refused: 'bad_signature' })
})

function authorizationFor(raw: string, change: object = {}): string {
  const claims = { iat: at, api_key: apiKey, payload_hash: createHash('sha256').update(raw).digest('hex'), ...change }
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `Bearer ${parts}.${createHmac('sha256', secret).update(parts).digest('base64url')}`
}
const parseSigned = (text: string) => parseWith(text, authorizationFor(text))
const parseMessage = (message: object) => parseSigned(JSON.stringify({ message_uuid: 'm', channel: 'sms', to: '14155550100', from: '14155552671', ...message }))
const accepted = (event: object) => ({ events: [event], reply: { status: 200 } })

test('parses an inbound message and adds the plus signs that Vonage leaves out', () => {
  const inbound = { type: 'inbound', carrierMessageId: 'm', from: '+14155552671', to: '+14155550100', body: 'Größe 👍', media: [] }
  expect(parseMessage({ message_type: 'text', text: 'Größe 👍' })).toEqual(accepted(inbound))
  expect(parseMessage({ message_type: 'text', text: '' })).toEqual(accepted({ ...inbound, body: '' }))
})

test('keeps short codes and names unchanged', () => {
  expect(parseMessage({ from: '22395', text: 'hi' })).toMatchObject({ events: [{ from: '22395' }] })
  expect(parseMessage({ from: 'AcmeInc', text: 'hi' })).toMatchObject({ events: [{ from: 'AcmeInc' }] })
})

test('parses media with a caption', () => {
  const picture = parseMessage({ channel: 'mms', message_type: 'image', image: { url: 'https://m.example/1', caption: 'look' } })
  expect(picture).toMatchObject({ events: [{ body: 'look', media: ['https://m.example/1'] }] })
})

test.each([
  ['submitted', 'sent'],
  ['delivered', 'delivered'],
  ['undeliverable', 'undelivered'],
  ['rejected', 'failed'],
])('converts the status %s to %s', (status, smsStatus) => {
  const receipt = { type: 'status', carrierMessageId: 'm', ref: REF, status: smsStatus, errorCode: null, errorReason: null }
  expect(parseMessage({ status, client_ref: REF })).toEqual(accepted(receipt))
  expect(parseMessage({ status, client_ref: 'not ours' })).toEqual(accepted({ ...receipt, ref: null }))
})

test.each([
  [{ title: '1240', type: 'https://developer.vonage.com/api-errors/messages#1240' }, '1240', 'opted_out'],
  [{ title: 'Invalid recipient', type: 'https://developer.vonage.com/api-errors/messages#1430' }, '1430', 'invalid_number'],
  [{ title: '1210' }, '1210', 'blocked'],
  [{ title: '1260' }, '1260', 'rejected'],
  [{ title: 'Something new' }, null, 'rejected'],
])('converts the error %o of a receipt to %s: %s', (error, errorCode, errorReason) => {
  expect(parseMessage({ status: 'rejected', error })).toMatchObject({ events: [{ errorCode, errorReason }] })
})

test('acknowledges and ignores webhooks that are not needed', () => {
  expect(parseMessage({ channel: 'whatsapp', text: 'hi' })).toEqual({ events: [], reply: { status: 200 } })
  expect(parseMessage({ status: 'read' })).toEqual({ events: [], reply: { status: 200 } })
})

test.each(['null', '[]', '{}', 'text', '{"message_uuid":"m","channel":"sms","text":"hi"}'])('a signed but invalid body is malformed: %s', (text) => {
  expect(parseSigned(text)).toEqual({ refused: 'malformed' })
})
