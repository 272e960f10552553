import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { sinch } from '../../src/carriers/sinch/sinch.ts'

interface Vector {
  body: string
  nonce: string
  timestamp: string
  signature: string
  accepted: boolean
  acceptedChanged: boolean
}
const recordings = JSON.parse(readFileSync(new URL('signatures.plivo.sinch.json', import.meta.url), 'utf8')) as { sinch: { secret: string; vectors: Vector[] } }
const { secret, vectors } = recordings.sinch
const CREDENTIALS = { project_id: 'p', key_id: 'k', key_secret: 's' }
const SIGNING_CREDENTIALS = { ...CREDENTIALS, webhook_secret: secret }
const WEBHOOK_URL = 'https://hooks.example.com/inbound/sinch/dG9rZW4'

const SMS_BODY = { type: 'mo_text', id: 'i', from: '14155552671', to: '14155550100', body: 'hi € 👍', received_at: '2026-01-01T00:00:00Z' }
const RECEIPT_BODY = {
  type: 'recipient_delivery_report_sms',
  batch_id: 'b',
  recipient: '14155552671',
  code: 0,
  status: 'Delivered',
  client_reference: 'ref',
  at: 't',
}

const headersOf = ({ signature, nonce, timestamp }: Pick<Vector, 'signature' | 'nonce' | 'timestamp'>) => ({
  'x-sinch-webhook-signature': signature,
  'x-sinch-webhook-signature-nonce': nonce,
  'x-sinch-webhook-signature-timestamp': timestamp,
  'x-sinch-webhook-signature-algorithm': 'HmacSHA256',
})
function signed(body: string, ageS = 0, key = secret) {
  const timestamp = String(Math.floor(Date.now() / 1000) - ageS)
  return headersOf({ nonce: 'n', timestamp, signature: createHmac('sha256', key).update(`${body}.n.${timestamp}`).digest('base64') })
}
const parse = (body: unknown, headers = {}, credentials: Parameters<typeof sinch.parseWebhook>[0] = CREDENTIALS) =>
  sinch.parseWebhook(credentials, { raw: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), headers, url: WEBHOOK_URL }, 'dG9rZW4')

afterEach(() => void vi.useRealTimers())

test.each(vectors)('accepts or refuses a signature as the vendor’s SDK does: $body', (vector) => {
  vi.useFakeTimers({ now: Number(vector.timestamp) * 1000, toFake: ['Date'] })
  const isAccepted = (body: string) =>
    !(
      'refused' in parse(body, headersOf(vector), SIGNING_CREDENTIALS) &&
      (parse(body, headersOf(vector), SIGNING_CREDENTIALS) as { refused: string }).refused === 'bad_signature'
    )
  expect(isAccepted(vector.body)).toBe(vector.accepted)
  expect(isAccepted(`${vector.body} `)).toBe(vector.acceptedChanged)
})

test('with a secret, refuses unsigned requests and stale ones', () => {
  const body = JSON.stringify(SMS_BODY)
  expect(parse(body, signed(body), SIGNING_CREDENTIALS)).toHaveProperty('events')
  expect(parse(body, signed(body, 299), SIGNING_CREDENTIALS)).toHaveProperty('events')
  expect(parse(body, signed(body, 302), SIGNING_CREDENTIALS)).toEqual({ refused: 'stale' })
  expect(parse(body, signed(body, -302), SIGNING_CREDENTIALS)).toEqual({ refused: 'stale' })
  expect(parse(body, {}, SIGNING_CREDENTIALS)).toEqual({ refused: 'bad_signature' })
  expect(parse(body, signed(body, 0, 'another'), SIGNING_CREDENTIALS)).toEqual({ refused: 'bad_signature' })
  expect(parse(body.replace('hi', 'ho'), signed(body), SIGNING_CREDENTIALS)).toEqual({ refused: 'bad_signature' })
  const { 'x-sinch-webhook-signature-nonce': _, ...withoutNonce } = signed(body)
  expect(parse(body, withoutNonce, SIGNING_CREDENTIALS)).toEqual({ refused: 'bad_signature' })
})

test('a signed request without a valid time is stale', () => {
  const body = JSON.stringify(SMS_BODY)
  const signature = createHmac('sha256', secret).update(`${body}.n.soon`).digest('base64')
  expect(parse(body, headersOf({ nonce: 'n', timestamp: 'soon', signature }), SIGNING_CREDENTIALS)).toEqual({ refused: 'stale' })
})

test('parses messages, media and binary messages with numbers in E.164', () => {
  const inbound = { type: 'inbound', carrierMessageId: 'i', from: '+14155552671', to: '+14155550100', body: 'hi € 👍', media: [] }
  expect(parse(SMS_BODY)).toEqual({ events: [inbound], reply: { status: 200 } })
  expect(parse({ ...SMS_BODY, from: '+14155552671' })).toMatchObject({ events: [{ from: '+14155552671' }] })
  expect(parse({ ...SMS_BODY, from: '72345' })).toMatchObject({ events: [{ from: '72345' }] })
  expect(parse({ ...SMS_BODY, type: 'mo_binary', body: 'AAEC', udh: '00' })).toMatchObject({ events: [{ ...inbound, body: '' }] })
  const media = [
    { url: 'https://m/1', content_type: 'image/png', status: 'Uploaded', code: 0 },
    { content_type: 'image/png', status: 'Failed', code: 1 },
  ]
  expect(parse({ ...SMS_BODY, type: 'mo_media', body: { message: 'look', media } })).toMatchObject({
    events: [{ ...inbound, body: 'look', media: ['https://m/1'] }],
  })
  expect(parse({ ...SMS_BODY, type: 'mo_media', body: { media: null } })).toMatchObject({ events: [{ ...inbound, body: '', media: [] }] })
})

test.each([
  ['Queued', 400, 'queued', null, null],
  ['Dispatched', 401, 'sent', null, null],
  ['Delivered', 0, 'delivered', null, null],
  ['Failed', 27, 'undelivered', '27', null],
  ['Expired', 406, 'undelivered', '406', null],
  ['Rejected', 257, 'failed', '257', 'opted_out'],
  ['Rejected', 60, 'failed', '60', 'blocked'],
  ['Aborted', 413, 'failed', '413', 'suspended'],
  ['Cancelled', 407, 'failed', '407', null],
])('parses a receipt of %s with code %s', (rawStatus, code, status, errorCode, errorReason) => {
  expect(parse({ ...RECEIPT_BODY, status: rawStatus, code })).toMatchObject({
    events: [{ type: 'status', carrierMessageId: 'b', ref: 'ref', status, errorCode, errorReason }],
  })
})

test('parses a report about a batch as a receipt of its one message', () => {
  const statuses = [{ code: 0, status: 'Delivered', count: 1, recipients: ['14155552671'] }]
  expect(parse({ type: 'delivery_report_sms', batch_id: 'b', client_reference: 'ref', total_message_count: 1, statuses })).toMatchObject({
    events: [{ status: 'delivered', ref: 'ref' }],
  })
})

test('ignores unknown statuses and types, and an invalid callback is malformed', () => {
  expect(parse({ ...RECEIPT_BODY, status: 'Unknown' })).toMatchObject({ events: [] })
  expect(parse({ ...RECEIPT_BODY, status: 'constructor' })).toMatchObject({ events: [] })
  expect(parse({ type: 'recipient_delivery_report_mms', batch_id: 3 })).toMatchObject({ events: [] })
  for (const body of [
    '',
    '{',
    'null',
    '[]',
    '{"type":3}',
    '{"type":"mo_text"}',
    '{"type":"mo_text","id":"","from":"1","to":"2","body":""}',
    `${'['.repeat(99)}${']'.repeat(99)}`,
  ])
    expect(parse(body)).toEqual({ refused: 'malformed' })
})
