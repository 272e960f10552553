import { expect, test } from 'vitest'
import { vonage } from '../../src/carriers/vonage/vonage.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { until } from '../kit/until.ts'
import { withoutDocuments } from '../kit/vendorFolder.ts'
import { against, complaintsBySchema } from './documents.ts'
import { TOKEN, told } from './webhookReceiver.ts'
import { startCarriers } from './kit.ts'
import { failure } from './errors.ts'
import { REF, sceneOf } from './fixture.ts'

type Given = Credentials<'vonage'>
const DOCUMENTS = ['vonage-numbers-account', 'vonage-messages-sms']

const scene = (numbers?: object[]) => sceneOf(vonage, numbers)

/** Credentials, numbers, routing, and texts in and out; each is as it should be. */
async function allThatIsSaid() {
  const { carriers, given, number, hooks, send } = await scene([{ phone_number: '+14155550123' }, { phone_number: '+447700900123', sms: false }])
  expect(await vonage.verify(given)).toEqual({ accountId: given.api_key, smsMissing: [] })
  expect(await vonage.findNumber(given, '+14155550123')).toEqual({ ...number, voice: true, sms: true, smsMissing: [] })
  expect(await vonage.findNumber(given, '+14155550199')).toBeNull()
  expect((await vonage.listNumbers(given, null)).numbers.map(({ e164, sms }) => [e164, sms])).toEqual([
    ['+14155550123', true],
    ['+447700900123', false],
  ])
  expect(await vonage.routeInbound(given, number, hooks.url)).toBe(true)
  expect(await vonage.routeInbound(given, number, hooks.url)).toBe(true)
  const { carrierMessageId } = await send('+14155550200')
  await carriers.finished('vonage', carrierMessageId)
  await carriers.somebodyTexts({ from: '+14155552671', to: number.e164, body: 'Größe 👍' })
  await until('the text', () => hooks.received[2])

  const heard = hooks.received.map((_, nth) => told(vonage.parseWebhook(given, hooks.hookOf(nth), TOKEN))[0])
  expect(heard).toEqual([
    { type: 'status', carrierMessageId, ref: REF, status: 'sent', errorCode: null, errorReason: null },
    { type: 'status', carrierMessageId, ref: REF, status: 'delivered', errorCode: null, errorReason: null },
    expect.objectContaining({ type: 'inbound', from: '+14155552671', to: number.e164, body: 'Größe 👍', media: [] }),
  ])
  return { carriers, hooks }
}

test('credentials, numbers, routing and texts work on the wire', async () => {
  await allThatIsSaid()
})

test.skipIf(withoutDocuments)('all that is said on the wire is as the vendor’s documents have it', async () => {
  const { carriers, hooks } = await allThatIsSaid()
  const { wrong, met } = against(DOCUMENTS, await carriers.requests(), { '{api-region}': 'api' })
  // The newest of what the documents leave out: the application that a number is linked to.
  expect(wrong.filter((complaint) => !complaint.includes('/app_id is not known'))).toEqual([])
  expect(met).toEqual(['GET /account/get-balance', 'GET /account/numbers', 'POST /messages'])
  const schemas = ['messageStatusSMS', 'messageStatusSMS', 'inboundMessageSMS']
  const complaints = hooks.received.flatMap(({ body }, index) => complaintsBySchema('vonage-messages-sms', schemas[index]!, body))
  expect(complaints.filter((complaint) => !complaint.includes('/message_type is not known'))).toEqual([])
})

test('receipts name the text’s own address, and a forged, changed or unsigned one is refused', async () => {
  const { carriers, given, hooks, send } = await scene()
  await carriers.fault({ provider: 'vonage', operation: 'webhook', mode: 'forge' })
  await carriers.finished('vonage', (await send('+14155550200')).carrierMessageId)
  const [forged, genuine] = [hooks.hookOf(0), hooks.hookOf(1)]
  expect(genuine.url).toMatch(new RegExp(`/${REF}$`))
  expect(vonage.parseWebhook(given, forged, TOKEN)).toEqual({ refused: 'bad_signature' })
  expect(vonage.parseWebhook(given, { ...genuine, raw: Buffer.from(genuine.raw.toString().replace('submitted', 'delivered')) }, TOKEN)).toEqual({
    refused: 'bad_signature',
  })
  expect(vonage.parseWebhook(given, { ...genuine, headers: {} }, TOKEN)).toEqual({ refused: 'unsigned' })
  expect(vonage.parseWebhook(given, genuine, TOKEN)).toHaveProperty('events')
})

test('a number given up is taken out of the application, and the last takes our address with it', async () => {
  const { carriers, account, given, number, hooks } = await scene([{ phone_number: '+14155550123' }, { phone_number: '+14155550124' }])
  const addresses = async () => (await carriers.accounts()).find(({ id }) => id === account.id)!.numbers.map(({ inbound_url }) => inbound_url)
  const other = { e164: '+14155550124', carrierNumberId: '14155550124' }
  await vonage.routeInbound(given, number, hooks.url)
  expect(await addresses()).toEqual([hooks.url, null])
  await vonage.routeInbound(given, other, hooks.url)
  await vonage.unrouteInbound(given, number, hooks.url, [other.e164])
  expect(await addresses()).toEqual([null, hooks.url])
  await vonage.unrouteInbound(given, other, hooks.url, [])
  expect(await addresses()).toEqual([null, null])
  await vonage.unrouteInbound(given, other, hooks.url, [])
})

test.each([
  ['0204', 'unknown_outcome'],
  ['0205', 'unknown_outcome'],
  ['0206', 'unknown_outcome'],
  ['0207', 'throttled'],
  ['0208', 'invalid_number'],
  ['0209', 'blocked'],
  ['0210', 'unknown_outcome'],
  ['0216', 'unknown_outcome'],
])('a text to a number that ends in %s is refused as %s, and asked for once', async (ending, kind) => {
  const { carriers, send } = await scene()
  expect(await failure(send(`+1415555${ending}`))).toMatchObject({ kind })
  expect((await carriers.requests()).filter(({ path }) => path.endsWith('/v1/messages'))).toHaveLength(1)
})

test.each([
  ['0201', 'undelivered', 'rejected'],
  ['0202', 'failed', 'rejected'],
  ['0203', 'failed', 'opted_out'],
])('a text to a number that ends in %s is taken and ends as %s: %s', async (ending, status, errorReason) => {
  const { carriers, given, hooks, send } = await scene()
  await carriers.finished('vonage', (await send(`+1415555${ending}`)).carrierMessageId)
  expect(told(vonage.parseWebhook(given, hooks.hookOf(hooks.received.length - 1), TOKEN))).toMatchObject([{ status, errorReason, ref: REF }])
})

test.each([
  ['suspended', 'suspended'],
  ['forbidden', 'forbidden'],
] as const)('credentials of an account that is %s are refused as that', async (state, kind) => {
  const carriers = await startCarriers()
  const { credentials } = await carriers.open('vonage', { state })
  expect(await failure(vonage.verify(credentials as Given))).toMatchObject({ kind })
})

test('unknown credentials are refused as bad', async () => {
  const { given } = await scene()
  expect(await failure(vonage.verify({ ...given, api_secret: 'another' }))).toMatchObject({ kind: 'bad_credentials' })
  expect(await failure(vonage.verify({ ...given, api_key: 'another' }))).toMatchObject({ kind: 'bad_credentials' })
})

test.each([
  ['an unknown field', { colour: 'red' }, 'colour'],
  ['a number with its plus sign', { to: '+14155550200' }, 'to'],
  ['another channel', { channel: 'whatsapp' }, 'channel'],
  ['a text without end', { text: 'x'.repeat(3201) }, 'text'],
  ['a version that does not exist', { webhook_version: 'v2' }, 'webhook_version'],
])('the simulator refuses %s', async (_what, change, name) => {
  const { carriers, given, number } = await scene()
  const send = (body: object, type = 'application/json') =>
    fetch(`${carriers.url}/carriers/api.nexmo.com/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${given.api_key}:${given.api_secret}`).toString('base64')}`, 'content-type': type },
      body: JSON.stringify(body),
    })
  const good = { message_type: 'text', channel: 'sms', from: number.e164.slice(1), to: '14155550200', text: 'hi' }
  const refused = await send({ ...good, ...change })
  expect(refused.status).toBe(422)
  expect(refused.headers.get('content-type')).toBe('application/problem+json')
  expect(await refused.json()).toMatchObject({ invalid_parameters: [{ name }], instance: expect.any(String) })
  expect((await send(good, 'text/plain')).status).toBe(415)
  expect((await send({ ...good, from: '14155550198' })).status).toBe(422)
  expect((await send(good)).status).toBe(202)
})
