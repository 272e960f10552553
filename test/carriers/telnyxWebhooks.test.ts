import { generateKeyPairSync, sign } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { WebhookResult } from '../../src/carriers/carrier.ts'
import { telnyx } from '../../src/carriers/telnyx/telnyx.ts'
import { stopClock } from '../kit/clock.ts'
import { SIGNATURES } from './signatures.ts'

const { at, body, publicKey, vectors } = SIGNATURES.telnyx
const GIVEN = { api_key: 'KEY', public_key: publicKey }
const URL = 'https://callwright.example/inbound/telnyx/token'

beforeEach(() => stopClock(new Date(at * 1000)))

test.each(vectors.map((vector) => [vector.title, vector] as const))('of a webhook with %s we think as the vendor’s SDK does', (_title, vector) => {
  const heard = telnyx.parseWebhook(GIVEN, { raw: Buffer.from(vector.body ?? body), headers: vector.headers, url: URL }, 'token')
  expect('events' in heard).toBe(vector.genuine)
})

test('a genuine webhook that is too old, or from the future, is stale rather than forged', () => {
  const [{ headers }] = vectors as [(typeof vectors)[0]]
  const heard = () => telnyx.parseWebhook(GIVEN, { raw: Buffer.from(body), headers, url: URL }, 'token')
  for (const seconds of [-301, 301]) {
    stopClock(new Date((at + seconds) * 1000))
    expect(heard()).toEqual({ refused: 'stale' })
  }
  stopClock(new Date((at + 300) * 1000))
  expect(heard()).toHaveProperty('events')
})

test('without a public key nothing is accepted', () => {
  expect(telnyx.parseWebhook({ api_key: 'KEY' }, { raw: Buffer.from(body), headers: vectors[0]!.headers, url: URL }, 'token')).toEqual({
    refused: 'bad_signature',
  })
})

const pair = generateKeyPairSync('ed25519')
const ours = { api_key: 'KEY', public_key: pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64') }

function hear(text: string): WebhookResult {
  const headers = {
    'telnyx-timestamp': String(at),
    'telnyx-signature-ed25519': sign(null, Buffer.from(`${at}|${text}`), pair.privateKey).toString('base64'),
  }
  return telnyx.parseWebhook(ours, { raw: Buffer.from(text), headers, url: URL }, 'token')
}
const event = (event_type: string, payload: object) => hear(JSON.stringify({ data: { event_type, id: 'e', record_type: 'event', payload } }))
const receipt = (status: string, errors: object[] = []) => event('message.finalized', { id: 'm', to: [{ phone_number: '+14155552671', status }], errors })

test('a text that came in is read as it was sent', () => {
  const payload = { id: 'm', from: { phone_number: '+14155552671' }, to: [{ phone_number: '+14155550100' }], text: 'Größe 👍', media: [] }
  expect(event('message.received', payload)).toEqual({
    events: [{ type: 'inbound', carrierMessageId: 'm', from: '+14155552671', to: '+14155550100', body: 'Größe 👍', media: [] }],
    reply: { status: 200 },
  })
})

test('a picture may come without words', () => {
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
])('%s means %s', (status, ours) => {
  const told = { type: 'status', carrierMessageId: 'm', ref: null, status: ours, errorCode: null, errorReason: null }
  expect(receipt(status)).toEqual({ events: [told], reply: { status: 200 } })
})

test.each([
  ['40300', 'opted_out'],
  ['40002', 'blocked'],
  ['40012', 'invalid_number'],
  ['40008', 'rejected'],
])('the error %s of a receipt is %s', (code, errorReason) => {
  expect(receipt('delivery_failed', [{ code, title: 'x' }])).toMatchObject({ events: [{ errorCode: code, errorReason }] })
})

test('what nobody asked about is acknowledged and tells nothing', () => {
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
])('signed nonsense is malformed: %s', (text) => {
  expect(hear(text)).toEqual({ refused: 'malformed' })
})
