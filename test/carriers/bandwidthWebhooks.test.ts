import { expect, test } from 'vitest'
import { bandwidth } from '../../src/carriers/bandwidth/bandwidth.ts'
import { callbackLogin } from '../../src/carriers/bandwidth/applications.ts'
import { basicAuth } from '../../src/carriers/http.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { TOKEN } from './webhookReceiver.ts'
import { startCarriers } from './kit.ts'

const CREDENTIALS = { account_id: '1', client_id: 'c', client_secret: 's' }
const WEBHOOK_URL = `https://callwright.example/inbound/bandwidth/${TOKEN}`
const { user, password } = callbackLogin(TOKEN)

const messageBody = (change: object = {}) => ({
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
const messageCallback = (change: object = {}) => ({ type: 'message-received', time: 't', description: 'd', to: '+14155550100', message: messageBody(change) })
const statusCallback = (type: string, errorCode?: unknown) => ({
  type,
  time: 't',
  description: 'd',
  to: '+14155552671',
  errorCode,
  message: messageBody({ tag: 'ref', direction: 'out' }),
})

const parse = (body: unknown, authorization: string | undefined = basicAuth(user, password)) =>
  bandwidth.parseWebhook(
    CREDENTIALS,
    { raw: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), headers: { authorization }, url: WEBHOOK_URL },
    TOKEN,
  )

test('parses one callback, a list of one, and a list of several', () => {
  const inbound = { type: 'inbound', carrierMessageId: 'b1', from: '+14155552671', to: '+14155550100', body: 'hi € 👍', media: [] }
  expect(parse([messageCallback()])).toEqual({ events: [inbound], reply: { status: 200 } })
  expect(parse(messageCallback())).toEqual({ events: [inbound], reply: { status: 200 } })
  const both = parse([messageCallback({ text: null, media: ['https://m/1'] }), statusCallback('message-delivered')])
  expect(both).toMatchObject({
    events: [
      { ...inbound, body: '', media: ['https://m/1'] },
      { type: 'status', ref: 'ref', status: 'delivered' },
    ],
  })
})

test.each([
  ['none', undefined],
  ['empty', ''],
  ['another password', basicAuth(user, `${password}x`)],
  ['another user name', basicAuth('admin', password)],
  ['the password of another URL', basicAuth('callwright', callbackLogin(`${TOKEN}x`).password)],
])('refuses a request with wrong credentials before parsing it: %s', (_title, authorization) => {
  expect(
    bandwidth.parseWebhook(CREDENTIALS, { raw: Buffer.from('{'), headers: authorization === undefined ? {} : { authorization }, url: WEBHOOK_URL }, TOKEN),
  ).toEqual({
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
])('an invalid callback is malformed: %s', (body) => expect(parse(body)).toEqual({ refused: 'malformed' }))

test('ignores callbacks of unknown types', () => {
  expect(parse([{ type: 'suggestion-response', message: 3 }, statusCallback('message-sending')])).toMatchObject({ events: [{ status: 'sent' }] })
  expect(parse([])).toMatchObject({ events: [] })
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
])('parses a receipt of %s with code %s', (type, code, status, errorReason) => {
  const errorCode = code === undefined ? null : String(code)
  expect(parse([statusCallback(type, code)])).toMatchObject({
    events: [{ type: 'status', carrierMessageId: 'b1', ref: 'ref', status, errorCode, errorReason }],
  })
})

async function createFixture() {
  const carriers = await startCarriers()
  const { credentials: accountCredentials, numbers } = await carriers.account('bandwidth')
  const credentials = accountCredentials as Credentials<'bandwidth'>
  const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
  const updateBodies = async () => (await carriers.requests()).filter(({ method }) => method === 'PUT').map(({ body }) => String(body))
  const inboundUrl = async () => (await carriers.account('bandwidth')).numbers[0]!.inbound_url
  return { credentials, number, updateBodies, inboundUrl }
}

test('routes the application’s messages and receipts to us with a login, and keeps the previous URLs', async () => {
  const { credentials, number, updateBodies, inboundUrl } = await createFixture()
  expect(await bandwidth.routeInbound(credentials, number, WEBHOOK_URL)).toBe(true)
  expect(await bandwidth.routeInbound(credentials, number, WEBHOOK_URL)).toBe(true)
  const [first, second] = await updateBodies()
  expect(first).toContain(`<UserId>${user}</UserId><Password>${password}</Password>`)
  expect(second).toBe(first)
  expect(await inboundUrl()).toBe(`${WEBHOOK_URL}?former=${encodeURIComponent('https://desk.example.com/texts')}`)
  await bandwidth.routeInbound(credentials, number, `${WEBHOOK_URL}new`)
  expect(await inboundUrl()).toBe(`${WEBHOOK_URL}new?former=${encodeURIComponent('https://desk.example.com/texts')}`)
})

test('the application keeps our URL while another number needs it, then gets its previous one back', async () => {
  const { credentials, number, updateBodies, inboundUrl } = await createFixture()
  await bandwidth.routeInbound(credentials, number, WEBHOOK_URL)
  await bandwidth.unrouteInbound(credentials, number, WEBHOOK_URL, ['+14155550177'])
  expect(await updateBodies()).toHaveLength(1)
  await bandwidth.unrouteInbound(credentials, number, `${WEBHOOK_URL}other`, [])
  expect(await updateBodies()).toHaveLength(1)
  await bandwidth.unrouteInbound(credentials, number, WEBHOOK_URL, [])
  await bandwidth.unrouteInbound(credentials, number, WEBHOOK_URL, [])
  expect(await updateBodies()).toHaveLength(2)
  expect(await inboundUrl()).toBe('https://desk.example.com/texts')
  expect((await updateBodies())[1]).toContain('<OutboundCallbackUrl>https://desk.example.com/receipts</OutboundCallbackUrl>')
})
