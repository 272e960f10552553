import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { WebhookResult, WebhookRequest } from '../../src/carriers/carrier.ts'
import { signalwire } from '../../src/carriers/signalwire.ts'
import { twilio } from '../../src/carriers/twilio/twilio.ts'

interface Vector {
  carrier: 'twilio' | 'signalwire'
  title: string
  key: string
  url: string
  type: string
  body: string
  signature: string
}
const { vectors } = JSON.parse(readFileSync(new URL('compatSignatures.json', import.meta.url), 'utf8')) as { vectors: Vector[] }

const SID = `AC${'a'.repeat(32)}`
const PROJECT = '11111111-2222-4333-8444-555555555555'
const HEADERS = { twilio: 'x-twilio-signature', signalwire: 'x-signalwire-signature' } as const

function hear({ carrier, key, url, type, body, signature }: Vector, change: Partial<WebhookRequest> = {}): WebhookResult {
  const request = { raw: Buffer.from(body), headers: { 'content-type': type, [HEADERS[carrier]]: signature }, url, ...change }
  return carrier === 'twilio'
    ? twilio.parseWebhook({ account_sid: SID, auth_token: key }, request, 'token')
    : signalwire.parseWebhook({ space: 'acme', project_id: PROJECT, api_token: 'PT', signing_key: key }, request, 'token')
}
const vector = (carrier: Vector['carrier'], title: string) => vectors.find((one) => one.carrier === carrier && one.title === title)!

describe.each(vectors)("the SDK's signature of $carrier: $title", (one) => {
  test('is taken for genuine', () => expect(hear(one)).toMatchObject({ events: expect.any(Array) as unknown, reply: { status: 200, type: 'text/xml' } }))
  test('is not, with another body, another address, another key or none', () => {
    const forged = { refused: 'bad_signature' }
    expect(hear(one, { raw: Buffer.from(one.body.replace('Message', 'Massage')) })).toEqual(forged)
    expect(hear(one, { url: one.url.replace('/inbound/', '/inbound/x') })).toEqual(forged)
    expect(hear({ ...one, key: `${one.key}x` })).toEqual(forged)
    expect(hear(one, { headers: { 'content-type': one.type } })).toEqual(forged)
    expect(hear(one, { headers: { 'content-type': one.type, [HEADERS[one.carrier]]: '' } })).toEqual(forged)
  })
})

test('what was connected without the key that signs hears nothing', () => {
  const { url, body, type, signature } = vector('twilio', 'a text')
  const request = { raw: Buffer.from(body), headers: { 'content-type': type, 'x-twilio-signature': signature }, url }
  const given = { account_sid: SID, api_key_sid: `SK${'b'.repeat(32)}`, api_key_secret: 'x' }
  expect(twilio.parseWebhook(given, request, 'token')).toEqual({ refused: 'bad_signature' })
})

test('a text says from whom, to whom, and what', () => {
  expect(hear(vector('twilio', 'a text with emoji and line breaks'))).toMatchObject({
    events: [
      {
        type: 'inbound',
        carrierMessageId: 'SM0123456789abcdef0123456789abcdef',
        from: '+14155552671',
        to: '+14155550100',
        body: 'Caffè? 👍🏽\r\nsì €',
        media: [],
      },
    ],
  })
})

test('a text may be nothing but a picture', () => {
  expect(hear(vector('twilio', 'an empty text with a picture'))).toMatchObject({
    events: [{ type: 'inbound', body: '', media: ['https://api.twilio.com/x?y=1&z=2'] }],
  })
})

test('a receipt says what became of which message, and why', () => {
  expect(hear(vector('twilio', 'a receipt'))).toMatchObject({
    events: [
      { type: 'status', carrierMessageId: 'SM0123456789abcdef0123456789abcdef', ref: null, status: 'undelivered', errorCode: '30003', errorReason: 'rejected' },
    ],
  })
})

test('a receipt may be JSON', () => {
  for (const one of [vector('twilio', 'JSON with its hash in the address'), vector('signalwire', 'JSON by its fields')])
    expect(hear(one)).toMatchObject({ events: [{ type: 'status', status: 'delivered', errorCode: null, errorReason: null }] })
})
