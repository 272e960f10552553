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

const ACCOUNT_SID = `AC${'a'.repeat(32)}`
const PROJECT_ID = '11111111-2222-4333-8444-555555555555'
const SIGNATURE_HEADERS = { twilio: 'x-twilio-signature', signalwire: 'x-signalwire-signature' } as const

function parse({ carrier, key, url, type, body, signature }: Vector, change: Partial<WebhookRequest> = {}): WebhookResult {
  const request = { raw: Buffer.from(body), headers: { 'content-type': type, [SIGNATURE_HEADERS[carrier]]: signature }, url, ...change }
  return carrier === 'twilio'
    ? twilio.parseWebhook({ account_sid: ACCOUNT_SID, auth_token: key }, request, 'token')
    : signalwire.parseWebhook({ space: 'acme', project_id: PROJECT_ID, api_token: 'PT', signing_key: key }, request, 'token')
}
const vectorOf = (carrier: Vector['carrier'], title: string) => vectors.find((vector) => vector.carrier === carrier && vector.title === title)!

describe.each(vectors)("the SDK's signature of $carrier: $title", (vector) => {
  test('is accepted', () => expect(parse(vector)).toMatchObject({ events: expect.any(Array) as unknown, reply: { status: 200, type: 'text/xml' } }))
  test('is refused with another body, URL or key, and without a key', () => {
    const forged = { refused: 'bad_signature' }
    expect(parse(vector, { raw: Buffer.from(vector.body.replace('Message', 'Massage')) })).toEqual(forged)
    expect(parse(vector, { url: vector.url.replace('/inbound/', '/inbound/x') })).toEqual(forged)
    expect(parse({ ...vector, key: `${vector.key}x` })).toEqual(forged)
    expect(parse(vector, { headers: { 'content-type': vector.type } })).toEqual(forged)
    expect(parse(vector, { headers: { 'content-type': vector.type, [SIGNATURE_HEADERS[vector.carrier]]: '' } })).toEqual(forged)
  })
})

test('refuses every webhook without the signing key', () => {
  const { url, body, type, signature } = vectorOf('twilio', 'a text')
  const request = { raw: Buffer.from(body), headers: { 'content-type': type, 'x-twilio-signature': signature }, url }
  const credentials = { account_sid: ACCOUNT_SID, api_key_sid: `SK${'b'.repeat(32)}`, api_key_secret: 'x' }
  expect(twilio.parseWebhook(credentials, request, 'token')).toEqual({ refused: 'bad_signature' })
})

test('parses a message', () => {
  expect(parse(vectorOf('twilio', 'a text with emoji and line breaks'))).toMatchObject({
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

test('parses media without text', () => {
  expect(parse(vectorOf('twilio', 'an empty text with a picture'))).toMatchObject({
    events: [{ type: 'inbound', body: '', media: ['https://api.twilio.com/x?y=1&z=2'] }],
  })
})

test('parses a receipt with its error', () => {
  expect(parse(vectorOf('twilio', 'a receipt'))).toMatchObject({
    events: [
      { type: 'status', carrierMessageId: 'SM0123456789abcdef0123456789abcdef', ref: null, status: 'undelivered', errorCode: '30003', errorReason: 'rejected' },
    ],
  })
})

test('parses a receipt in JSON', () => {
  for (const vector of [vectorOf('twilio', 'JSON with its hash in the address'), vectorOf('signalwire', 'JSON by its fields')])
    expect(parse(vector)).toMatchObject({ events: [{ type: 'status', status: 'delivered', errorCode: null, errorReason: null }] })
})
