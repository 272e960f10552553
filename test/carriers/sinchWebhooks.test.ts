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
const recorded = JSON.parse(readFileSync(new URL('signatures.plivo.sinch.json', import.meta.url), 'utf8')) as { sinch: { secret: string; vectors: Vector[] } }
const { secret, vectors } = recorded.sinch
const GIVEN = { project_id: 'p', key_id: 'k', key_secret: 's' }
const SIGNING = { ...GIVEN, webhook_secret: secret }
const address = 'https://hooks.example.com/inbound/sinch/dG9rZW4'

const TEXT = { type: 'mo_text', id: 'i', from: '14155552671', to: '14155550100', body: 'hi € 👍', received_at: '2026-01-01T00:00:00Z' }
const REPORT = {
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
const hear = (body: unknown, headers = {}, given: Parameters<typeof sinch.parseWebhook>[0] = GIVEN) =>
  sinch.parseWebhook(given, { raw: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), headers, url: address }, 'dG9rZW4')

afterEach(() => void vi.useRealTimers())

test.each(vectors)('a signature is judged as the vendor’s SDK judges it: $body', (vector) => {
  vi.useFakeTimers({ now: Number(vector.timestamp) * 1000, toFake: ['Date'] })
  const isTaken = (body: string) =>
    !('refused' in hear(body, headersOf(vector), SIGNING) && (hear(body, headersOf(vector), SIGNING) as { refused: string }).refused === 'bad_signature')
  expect(isTaken(vector.body)).toBe(vector.accepted)
  expect(isTaken(`${vector.body} `)).toBe(vector.acceptedChanged)
})

test('where a secret was agreed on, what is not signed with it is refused, and what is old as stale', () => {
  const body = JSON.stringify(TEXT)
  expect(hear(body, signed(body), SIGNING)).toHaveProperty('events')
  expect(hear(body, signed(body, 299), SIGNING)).toHaveProperty('events')
  expect(hear(body, signed(body, 302), SIGNING)).toEqual({ refused: 'stale' })
  expect(hear(body, signed(body, -302), SIGNING)).toEqual({ refused: 'stale' })
  expect(hear(body, {}, SIGNING)).toEqual({ refused: 'bad_signature' })
  expect(hear(body, signed(body, 0, 'another'), SIGNING)).toEqual({ refused: 'bad_signature' })
  expect(hear(body.replace('hi', 'ho'), signed(body), SIGNING)).toEqual({ refused: 'bad_signature' })
  const { 'x-sinch-webhook-signature-nonce': _, ...withoutNonce } = signed(body)
  expect(hear(body, withoutNonce, SIGNING)).toEqual({ refused: 'bad_signature' })
})

test('a time that is none is stale, however well it is signed', () => {
  const body = JSON.stringify(TEXT)
  const signature = createHmac('sha256', secret).update(`${body}.n.soon`).digest('base64')
  expect(hear(body, headersOf({ nonce: 'n', timestamp: 'soon', signature }), SIGNING)).toEqual({ refused: 'stale' })
})

test('texts, pictures and binary messages are told, with numbers in E.164', () => {
  const inbound = { type: 'inbound', carrierMessageId: 'i', from: '+14155552671', to: '+14155550100', body: 'hi € 👍', media: [] }
  expect(hear(TEXT)).toEqual({ events: [inbound], reply: { status: 200 } })
  expect(hear({ ...TEXT, from: '+14155552671' })).toMatchObject({ events: [{ from: '+14155552671' }] })
  expect(hear({ ...TEXT, from: '72345' })).toMatchObject({ events: [{ from: '72345' }] })
  expect(hear({ ...TEXT, type: 'mo_binary', body: 'AAEC', udh: '00' })).toMatchObject({ events: [{ ...inbound, body: '' }] })
  const media = [
    { url: 'https://m/1', content_type: 'image/png', status: 'Uploaded', code: 0 },
    { content_type: 'image/png', status: 'Failed', code: 1 },
  ]
  expect(hear({ ...TEXT, type: 'mo_media', body: { message: 'look', media } })).toMatchObject({
    events: [{ ...inbound, body: 'look', media: ['https://m/1'] }],
  })
  expect(hear({ ...TEXT, type: 'mo_media', body: { media: null } })).toMatchObject({ events: [{ ...inbound, body: '', media: [] }] })
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
])('a receipt of %s with code %s', (word, code, status, errorCode, errorReason) => {
  expect(hear({ ...REPORT, status: word, code })).toMatchObject({
    events: [{ type: 'status', carrierMessageId: 'b', ref: 'ref', status, errorCode, errorReason }],
  })
})

test('a report about a whole batch tells of its one message', () => {
  const statuses = [{ code: 0, status: 'Delivered', count: 1, recipients: ['14155552671'] }]
  expect(hear({ type: 'delivery_report_sms', batch_id: 'b', client_reference: 'ref', total_message_count: 1, statuses })).toMatchObject({
    events: [{ status: 'delivered', ref: 'ref' }],
  })
})

test('what is not known tells nothing, and what is no callback is malformed', () => {
  expect(hear({ ...REPORT, status: 'Unknown' })).toMatchObject({ events: [] })
  expect(hear({ ...REPORT, status: 'constructor' })).toMatchObject({ events: [] })
  expect(hear({ type: 'recipient_delivery_report_mms', batch_id: 3 })).toMatchObject({ events: [] })
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
    expect(hear(body)).toEqual({ refused: 'malformed' })
})
