import { expect, test } from 'vitest'
import { bandwidth } from '../../src/carriers/bandwidth/bandwidth.ts'
import { callbackLogin } from '../../src/carriers/bandwidth/applications.ts'
import { basic } from '../../src/carriers/http.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { TOKEN } from './webhookReceiver.ts'
import { startCarriers } from './kit.ts'

const GIVEN = { account_id: '1', client_id: 'c', client_secret: 's' }
const ADDRESS = `https://callwright.example/inbound/bandwidth/${TOKEN}`
const { user, password } = callbackLogin(TOKEN)

const message = (change: object = {}) => ({
  id: 'b1',
  owner: '+14155550100',
  applicationId: 'a',
  time: '2026-01-01T00:00:00Z',
  segmentCount: 1,
  direction: 'in',
  to: ['+14155550100'],
  from: '+14155552671',
  text: 'hi € 👍',
  ...change,
})
const received = (change: object = {}) => ({ type: 'message-received', time: 't', description: 'd', to: '+14155550100', message: message(change) })
const receipt = (type: string, errorCode?: unknown) => ({
  type,
  time: 't',
  description: 'd',
  to: '+14155552671',
  errorCode,
  message: message({ tag: 'ref', direction: 'out' }),
})

const hear = (body: unknown, authorization: string | undefined = basic(user, password)) =>
  bandwidth.parseWebhook(GIVEN, { raw: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), headers: { authorization }, url: ADDRESS }, TOKEN)

test('callbacks come as a list or alone, several in one request', () => {
  const inbound = { type: 'inbound', carrierMessageId: 'b1', from: '+14155552671', to: '+14155550100', body: 'hi € 👍', media: [] }
  expect(hear([received()])).toEqual({ events: [inbound], reply: { status: 200 } })
  expect(hear(received())).toEqual({ events: [inbound], reply: { status: 200 } })
  const both = hear([received({ text: null, media: ['https://m/1'] }), receipt('message-delivered')])
  expect(both).toMatchObject({
    events: [
      { ...inbound, body: '', media: ['https://m/1'] },
      { type: 'status', ref: 'ref', status: 'delivered' },
    ],
  })
})

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['another password', basic(user, `${password}x`)],
  ['another name', basic('admin', password)],
  ['that of another address', basic('callwright', callbackLogin(`${TOKEN}x`).password)],
])('a request with a wrong proof is refused before it is read: %s', (_what, authorization) => {
  expect(bandwidth.parseWebhook(GIVEN, { raw: Buffer.from('{'), headers: authorization === undefined ? {} : { authorization }, url: ADDRESS }, TOKEN)).toEqual({
    refused: 'bad_signature',
  })
})

test.each([
  '',
  '{',
  'null',
  '3',
  '[3]',
  '{"type":3}',
  '[{"type":"message-received"}]',
  '[{"type":"message-failed","message":{"id":""}}]',
  `${'['.repeat(99)}${']'.repeat(99)}`,
])('what is no callback is malformed: %s', (body) => expect(hear(body)).toEqual({ refused: 'malformed' }))

test('callbacks of kinds that nobody here knows are passed over', () => {
  expect(hear([{ type: 'suggestion-response', message: 3 }, receipt('message-sending')])).toMatchObject({ events: [{ status: 'sent' }] })
  expect(hear([])).toMatchObject({ events: [] })
})

test.each([
  ['message-sending', undefined, 'sent', null],
  ['message-sent', undefined, 'sent', null],
  ['message-delivered', undefined, 'delivered', null],
  ['message-read', undefined, 'delivered', null],
  ['message-failed', 4720, 'undelivered', 'invalid_number'],
  ['message-failed', 4775, 'undelivered', 'opted_out'],
  ['message-failed', '4770', 'undelivered', 'blocked'],
  ['message-failed', 9902, 'undelivered', null],
  ['message-failed', 4476, 'failed', 'blocked'],
  ['message-failed', 4403, 'failed', 'not_sms_capable'],
  ['message-failed', 5106, 'failed', null],
  ['message-failed', undefined, 'failed', null],
])('a receipt of %s with code %s', (type, code, status, errorReason) => {
  const errorCode = code === undefined ? null : String(code)
  expect(hear([receipt(type, code)])).toMatchObject({ events: [{ type: 'status', carrierMessageId: 'b1', ref: 'ref', status, errorCode, errorReason }] })
})

async function application() {
  const carriers = await startCarriers()
  const { credentials, numbers } = await carriers.account('bandwidth')
  const given = credentials as Credentials<'bandwidth'>
  const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
  const puts = async () => (await carriers.requests()).filter(({ method }) => method === 'PUT').map(({ body }) => String(body))
  const address = async () => (await carriers.account('bandwidth')).numbers[0]!.inbound_url
  return { given, number, puts, address }
}

test('the application sends texts and receipts to us with a name and a password, and remembers who had them', async () => {
  const { given, number, puts, address } = await application()
  expect(await bandwidth.routeInbound(given, number, ADDRESS)).toBe(true)
  expect(await bandwidth.routeInbound(given, number, ADDRESS)).toBe(true)
  const [first, second] = await puts()
  expect(first).toContain(`<UserId>${user}</UserId><Password>${password}</Password>`)
  expect(second).toBe(first)
  expect(await address()).toBe(`${ADDRESS}?former=${encodeURIComponent('https://desk.example.com/texts')}`)
  await bandwidth.routeInbound(given, number, `${ADDRESS}new`)
  expect(await address()).toBe(`${ADDRESS}new?former=${encodeURIComponent('https://desk.example.com/texts')}`)
})

test('the application keeps our address while another number needs it, and gets its former one back then', async () => {
  const { given, number, puts, address } = await application()
  await bandwidth.routeInbound(given, number, ADDRESS)
  await bandwidth.unrouteInbound(given, number, ADDRESS, ['+14155550177'])
  expect(await puts()).toHaveLength(1)
  await bandwidth.unrouteInbound(given, number, `${ADDRESS}other`, [])
  expect(await puts()).toHaveLength(1)
  await bandwidth.unrouteInbound(given, number, ADDRESS, [])
  await bandwidth.unrouteInbound(given, number, ADDRESS, [])
  expect(await puts()).toHaveLength(2)
  expect(await address()).toBe('https://desk.example.com/texts')
  expect((await puts())[1]).toContain('<OutboundCallbackUrl>https://desk.example.com/receipts</OutboundCallbackUrl>')
})
