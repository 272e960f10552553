import { generateKeyPairSync, sign } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { WebhookResult } from '../../src/carriers/carrier.ts'
import { telnyx } from '../../src/carriers/telnyx/telnyx.ts'
import { stopClock } from '../kit/waiting/clock.ts'
import { SIGNATURES } from './signatures.ts'

const { at, body, publicKey, vectors } = SIGNATURES.telnyx
const CREDENTIALS = { api_key: 'KEY', public_key: publicKey }
const WEBHOOK_URL = 'https://callwright.example/inbound/telnyx/token'

beforeEach(() => stopClock(new Date(at * 1000)))

test.each(vectors.map((vector) => [vector.title, vector] as const))('accepts or refuses a webhook with %s as the vendor’s SDK does', (_title, vector) => {
  const parseRecorded = telnyx.parseWebhook(CREDENTIALS, { raw: Buffer.from(vector.body ?? body), headers: vector.headers, url: WEBHOOK_URL }, 'token')
  expect('events' in parseRecorded).toBe(vector.genuine)
})

test('a genuine webhook that is too old or from the future is stale', () => {
  const [{ headers }] = vectors as [(typeof vectors)[0]]
  const parseRecorded = () => telnyx.parseWebhook(CREDENTIALS, { raw: Buffer.from(body), headers, url: WEBHOOK_URL }, 'token')
  for (const seconds of [-301, 301]) {
    stopClock(new Date((at + seconds) * 1000))
    expect(parseRecorded()).toEqual({ refused: 'stale' })
  }
  stopClock(new Date((at + 300) * 1000))
  expect(parseRecorded()).toHaveProperty('events')
})

test('refuses every webhook without a public key', () => {
  expect(telnyx.parseWebhook({ api_key: 'KEY' }, { raw: Buffer.from(body), headers: vectors[0]!.headers, url: WEBHOOK_URL }, 'token')).toEqual({
    refused: 'bad_signature',
  })
})

const keyPair = generateKeyPairSync('ed25519')
const signingCredentials = { api_key: 'KEY', public_key: keyPair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64') }

function parse(json: string): WebhookResult {
  const headers = {
    'telnyx-timestamp': String(at),
    'telnyx-signature-ed25519': sign(null, Buffer.from(`${at}|${json}`), keyPair.privateKey).toString('base64'),
  }
  return telnyx.parseWebhook(signingCredentials, { raw: Buffer.from(json), headers, url: WEBHOOK_URL }, 'token')
}
const event = (event_type: string, payload: object) => parse(JSON.stringify({ data: { event_type, id: 'e', record_type: 'event', payload } }))
const receipt = (status: string, errors: object[] = []) => event('message.finalized', { id: 'm', to: [{ phone_number: '+14155552671', status }], errors })

test('parses an inbound message', () => {
  const payload = { id: 'm', from: { phone_number: '+14155552671' }, to: [{ phone_number: '+14155550100' }], text: 'Größe 👍', media: [] }
  expect(event('message.received', payload)).toEqual({
    events: [{ type: 'inbound', carrierMessageId: 'm', from: '+14155552671', to: '+14155550100', body: 'Größe 👍', media: [] }],
    reply: { status: 200 },
  })
})

test('parses media without text', () => {
  const payload = { id: 'm', from: { phone_number: '22395' }, to: [{ phone_number: '+14155550100' }], text: null, media: [{ url: 'https://m.example/1' }, {}] }
  expect(event('message.received', payload)).toMatchObject({ events: [{ from: '22395', body: '', media: ['https://m.example/1'] }] })
})

test.each([
  ['queued', 'queued'],
  ['sending', 'queued'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['delivery_failed', 'undelivered'],
  ['delivery_unconfirmed', 'undelivered'],
  ['sending_failed', 'failed'],
  ['expired', 'failed'],
])('converts the status %s to %s', (status, smsStatus) => {
  const receiptEvent = { type: 'status', carrierMessageId: 'm', ref: null, status: smsStatus, errorCode: null, errorReason: null }
  expect(receipt(status)).toEqual({ events: [receiptEvent], reply: { status: 200 } })
})

test.each([
  ['40300', 'opted_out'],
  ['40002', 'blocked'],
  ['40012', 'invalid_number'],
  ['40008', 'rejected'],
])('converts the error %s of a receipt to %s', (code, errorReason) => {
  expect(receipt('delivery_failed', [{ code, title: 'x' }])).toMatchObject({ events: [{ errorCode: code, errorReason }] })
})

test('acknowledges and ignores webhooks that are not needed', () => {
  expect(event('number_order.complete', {})).toEqual({ events: [], reply: { status: 200 } })
  expect(receipt('something new')).toEqual({ events: [], reply: { status: 200 } })
})

test.each([
  '',
  'null',
  '[]',
  '{"data":{}}',
  '{"data":{"event_type":"message.received","payload":{"id":"m"}}}',
  '{"data":{"event_type":"message.received","payload":null}}',
])('a signed but invalid body is malformed: %s', (json) => {
  expect(parse(json)).toEqual({ refused: 'malformed' })
})
