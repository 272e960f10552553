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
const recorded = JSON.parse(readFileSync(new URL('signatures.plivo.sinch.json', import.meta.url), 'utf8')) as { plivo: { token: string; vectors: Vector[] } }
const { token, vectors } = recorded.plivo
const GIVEN = { auth_id: 'MAXXXXXXXXXXXXXXXXXX', auth_token: token }
const ADDRESS = 'https://hooks.example.com/inbound/plivo/dG9rZW4'

const form = (fields: Record<string, string>) => Buffer.from(new URLSearchParams(fields).toString())
const TEXT = { MessageUUID: 'u', From: '14155552671', To: '14155550100', Type: 'sms', Text: 'hi € 👍' }

function signed(fields: Record<string, string>, { secret = token, header = 'x-plivo-signature-v2', url = ADDRESS } = {}) {
  const nonce = '12345'
  const signature = createHmac('sha256', secret)
    .update(url.split('?')[0]! + nonce)
    .digest('base64')
  return { raw: form(fields), url, headers: { [header]: signature, 'x-plivo-signature-v2-nonce': nonce } }
}
const hear = (fields: Record<string, string>, how = {}, given: Parameters<typeof plivo.parseWebhook>[0] = GIVEN) =>
  plivo.parseWebhook(given, signed(fields, how), 'dG9rZW4')

test.each(vectors)('a signature is judged as the vendor’s SDK judges it: $url $nonce, $accepted', ({ url, nonce, signature, accepted }) => {
  const headers = { 'x-plivo-signature-v2': signature, 'x-plivo-signature-v2-nonce': nonce }
  expect('events' in plivo.parseWebhook(GIVEN, { raw: form(TEXT), headers, url }, 'dG9rZW4')).toBe(accepted)
})

test.each([
  ['no signature', {}],
  ['no nonce', { 'x-plivo-signature-v2': vectors[0]!.signature }],
  ['an empty signature', { 'x-plivo-signature-v2': '', 'x-plivo-signature-v2-nonce': '1' }],
])('a request with %s is refused', (_what, headers) => {
  expect(plivo.parseWebhook(GIVEN, { raw: form(TEXT), headers, url: ADDRESS }, 'dG9rZW4')).toEqual({ refused: 'bad_signature' })
})

test('of a subaccount the main account’s signature proves as much, and no other does', () => {
  const header = 'x-plivo-signature-ma-v2'
  const sub = { ...GIVEN, auth_id: 'SAXXXXXXXXXXXXXXXXXX', main_auth_token: 'main' }
  expect(hear(TEXT, { header, secret: 'main' }, sub)).toHaveProperty('events')
  expect(hear(TEXT, { header }, sub)).toEqual({ refused: 'bad_signature' })
  expect(hear(TEXT, { header })).toHaveProperty('events')
})

test('a text is told with its numbers in E.164, a picture with its addresses, and a short code as it is', () => {
  const inbound = { type: 'inbound', carrierMessageId: 'u', from: '+14155552671', to: '+14155550100', body: 'hi € 👍', media: [] }
  expect(hear(TEXT)).toEqual({ events: [inbound], reply: { status: 200, type: 'application/xml', body: '<Response></Response>' } })
  const { Text: Body, ...rest } = TEXT
  expect(hear({ ...rest, Type: 'mms', Body, MediaCount: '2', Media0: 'https://m/0', Media1: 'https://m/1' })).toMatchObject({
    events: [{ ...inbound, media: ['https://m/0', 'https://m/1'] }],
  })
  expect(hear({ ...TEXT, From: '72345' })).toMatchObject({ events: [{ from: '72345' }] })
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
])('a receipt of %s with code %s', (Status, ErrorCode, status, errorReason) => {
  const fields = { MessageUUID: 'u', From: '14155550100', To: '14155552671', Status, ...(ErrorCode && { ErrorCode }) }
  const errorCode = ErrorCode && ErrorCode !== '000' ? ErrorCode : null
  expect(hear(fields)).toMatchObject({ events: [{ type: 'status', carrierMessageId: 'u', ref: null, status, errorCode, errorReason }] })
})

test('a status that nobody knows tells nothing, and a body without its fields is malformed', () => {
  expect(hear({ MessageUUID: 'u', Status: 'pondering' })).toMatchObject({ events: [] })
  expect(hear({ MessageUUID: 'u', Status: 'constructor' })).toMatchObject({ events: [] })
  expect(hear({ Status: 'sent' })).toEqual({ refused: 'malformed' })
  expect(hear({ MessageUUID: 'u', From: '1' })).toEqual({ refused: 'malformed' })
  expect(plivo.parseWebhook(GIVEN, { ...signed({}), raw: Buffer.from([0xff, 0x00]) }, 'dG9rZW4')).toEqual({ refused: 'malformed' })
})

test('a call that comes to the address is declined', () => {
  expect(hear({ CallUUID: 'c', From: '1', To: '2', CallStatus: 'ringing' })).toMatchObject({ events: [], reply: { body: expect.stringContaining('<Hangup') } })
})
