import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plivo } from '../../src/carriers/plivo/plivo.ts'

interface Vector {
  url: string
  nonce: string
  signature: string
  accepted: boolean
}
const recordings = JSON.parse(readFileSync(new URL('signatures.plivo.sinch.json', import.meta.url), 'utf8')) as { plivo: { token: string; vectors: Vector[] } }
const { token, vectors } = recordings.plivo
const CREDENTIALS = { auth_id: 'MAXXXXXXXXXXXXXXXXXX', auth_token: token }
const WEBHOOK_URL = 'https://hooks.example.com/inbound/plivo/dG9rZW4'

const formBody = (fields: Record<string, string>) => Buffer.from(new URLSearchParams(fields).toString())
const SMS_FIELDS = { MessageUUID: 'u', From: '14155552671', To: '14155550100', Type: 'sms', Text: 'hi € 👍' }

function signed(fields: Record<string, string>, { secret = token, header = 'x-plivo-signature-v2', url = WEBHOOK_URL } = {}) {
  const nonce = '12345'
  const signature = createHmac('sha256', secret)
    .update(url.split('?')[0]! + nonce)
    .digest('base64')
  return { raw: formBody(fields), url, headers: { [header]: signature, 'x-plivo-signature-v2-nonce': nonce } }
}
const parse = (fields: Record<string, string>, options = {}, credentials: Parameters<typeof plivo.parseWebhook>[0] = CREDENTIALS) =>
  plivo.parseWebhook(credentials, signed(fields, options), 'dG9rZW4')

test.each(vectors)('accepts or refuses a signature as the vendor’s SDK does: $url $nonce, $accepted', ({ url, nonce, signature, accepted }) => {
  const headers = { 'x-plivo-signature-v2': signature, 'x-plivo-signature-v2-nonce': nonce }
  expect('events' in plivo.parseWebhook(CREDENTIALS, { raw: formBody(SMS_FIELDS), headers, url }, 'dG9rZW4')).toBe(accepted)
})

test.each([
  ['no signature', {}],
  ['no nonce', { 'x-plivo-signature-v2': vectors[0]!.signature }],
  ['an empty signature', { 'x-plivo-signature-v2': '', 'x-plivo-signature-v2-nonce': '1' }],
])('refuses a request with %s', (_title, headers) => {
  expect(plivo.parseWebhook(CREDENTIALS, { raw: formBody(SMS_FIELDS), headers, url: WEBHOOK_URL }, 'dG9rZW4')).toEqual({ refused: 'bad_signature' })
})

test('accepts a subaccount’s webhook with the main account’s signature, and with no other', () => {
  const header = 'x-plivo-signature-ma-v2'
  const subaccount = { ...CREDENTIALS, auth_id: 'SAXXXXXXXXXXXXXXXXXX', main_auth_token: 'main' }
  expect(parse(SMS_FIELDS, { header, secret: 'main' }, subaccount)).toHaveProperty('events')
  expect(parse(SMS_FIELDS, { header }, subaccount)).toEqual({ refused: 'bad_signature' })
  expect(parse(SMS_FIELDS, { header })).toHaveProperty('events')
})

test('parses a message with numbers in E.164, media with URLs, and a short code unchanged', () => {
  const inbound = { type: 'inbound', carrierMessageId: 'u', from: '+14155552671', to: '+14155550100', body: 'hi € 👍', media: [] }
  expect(parse(SMS_FIELDS)).toEqual({ events: [inbound], reply: { status: 200, type: 'application/xml', body: '<Response></Response>' } })
  const { Text: Body, ...rest } = SMS_FIELDS
  expect(parse({ ...rest, Type: 'mms', Body, MediaCount: '2', Media0: 'https://m/0', Media1: 'https://m/1' })).toMatchObject({
    events: [{ ...inbound, media: ['https://m/0', 'https://m/1'] }],
  })
  expect(parse({ ...SMS_FIELDS, From: '72345' })).toMatchObject({ events: [{ from: '72345' }] })
})

test.each([
  ['queued', undefined, 'queued', null],
  ['sent', '000', 'sent', null],
  ['delivered', undefined, 'delivered', null],
  ['read', undefined, 'delivered', null],
  ['undelivered', '80', 'undelivered', null],
  ['undelivered', '30', 'undelivered', 'blocked'],
  ['failed', '200', 'failed', 'opted_out'],
  ['failed', '50', 'failed', 'invalid_number'],
  ['failed', '900', 'failed', 'insufficient_funds'],
  ['rejected', '40', 'failed', 'not_sms_capable'],
])('parses a receipt of %s with code %s', (Status, ErrorCode, status, errorReason) => {
  const fields = { MessageUUID: 'u', From: '14155550100', To: '14155552671', Status, ...(ErrorCode && { ErrorCode }) }
  const errorCode = ErrorCode && ErrorCode !== '000' ? ErrorCode : null
  expect(parse(fields)).toMatchObject({ events: [{ type: 'status', carrierMessageId: 'u', ref: null, status, errorCode, errorReason }] })
})

test('ignores an unknown status, and a body without required fields is malformed', () => {
  expect(parse({ MessageUUID: 'u', Status: 'pondering' })).toMatchObject({ events: [] })
  expect(parse({ MessageUUID: 'u', Status: 'constructor' })).toMatchObject({ events: [] })
  expect(parse({ Status: 'sent' })).toEqual({ refused: 'malformed' })
  expect(parse({ MessageUUID: 'u', From: '1' })).toEqual({ refused: 'malformed' })
  expect(plivo.parseWebhook(CREDENTIALS, { ...signed({}), raw: Buffer.from([0xff, 0x00]) }, 'dG9rZW4')).toEqual({ refused: 'malformed' })
})

test('rejects a call to the webhook URL', () => {
  expect(parse({ CallUUID: 'c', From: '1', To: '2', CallStatus: 'ringing' })).toMatchObject({ events: [], reply: { body: expect.stringContaining('<Hangup') } })
})
