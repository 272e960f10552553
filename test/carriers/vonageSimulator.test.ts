import { expect, test } from 'vitest'
import { vonage } from '../../src/carriers/vonage/vonage.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { areDocumentsMissing } from '../kit/runner/vendorFolder.ts'
import { findProblems, schemaProblems } from './documents.ts'
import { TOKEN, eventsOf } from './webhookReceiver.ts'
import { startCarriers } from './kit.ts'
import { errorOf } from './errors.ts'
import { REF, createCarrierFixture } from './fixture.ts'

type VonageCredentials = Credentials<'vonage'>
const DOCUMENTS = ['vonage-numbers-account', 'vonage-messages-sms']

const createFixture = (numbers?: object[]) => createCarrierFixture(vonage, numbers)

/** Exercises credentials, numbers, routing, and messages in both directions, and checks each result. */
async function exerciseClient() {
  const { carriers, credentials, number, webhooks, send } = await createFixture([
    { phone_number: '+14155550123' },
    { phone_number: '+447700900123', sms: false },
  ])
  expect(await vonage.verify(credentials)).toEqual({ accountId: credentials.api_key, smsMissing: [] })
  expect(await vonage.findNumber(credentials, '+14155550123')).toEqual({ ...number, voice: true, sms: true, smsMissing: [] })
  expect(await vonage.findNumber(credentials, '+14155550199')).toBeNull()
  expect((await vonage.listNumbers(credentials, null)).numbers.map(({ e164, sms }) => [e164, sms])).toEqual([
    ['+14155550123', true],
    ['+447700900123', false],
  ])
  expect(await vonage.routeInbound(credentials, number, webhooks.url)).toBe(true)
  expect(await vonage.routeInbound(credentials, number, webhooks.url)).toBe(true)
  const { carrierMessageId } = await send('+14155550200')
  await carriers.waitForFinished('vonage', carrierMessageId)
  await carriers.sendInboundMessage({ from: '+14155552671', to: number.e164, body: 'Größe 👍' })
  await waitFor('the message', () => webhooks.received[2])

  const events = webhooks.received.map((_, nth) => eventsOf(vonage.parseWebhook(credentials, webhooks.requestAt(nth), TOKEN))[0])
  expect(events).toEqual([
    { type: 'status', carrierMessageId, ref: REF, status: 'sent', errorCode: null, errorReason: null },
    { type: 'status', carrierMessageId, ref: REF, status: 'delivered', errorCode: null, errorReason: null },
    expect.objectContaining({ type: 'inbound', from: '+14155552671', to: number.e164, body: 'Größe 👍', media: [] }),
  ])
  return { carriers, webhooks }
}

test('verifies credentials, finds numbers, sets routing, and sends and receives messages', async () => {
  await exerciseClient()
})

test.skipIf(areDocumentsMissing)('requests, replies and webhooks match the vendor’s documents', async () => {
  const { carriers, webhooks } = await exerciseClient()
  const { problems, operations } = findProblems(DOCUMENTS, await carriers.requests(), { '{api-region}': 'api' })
  // The documents do not have the newest field, the application of a number.
  expect(problems.filter((problem) => !problem.includes('/app_id is not known'))).toEqual([])
  expect(operations).toEqual(['GET /account/get-balance', 'GET /account/numbers', 'POST /messages'])
  const schemas = ['messageStatusSMS', 'messageStatusSMS', 'inboundMessageSMS']
  const webhookProblems = webhooks.received.flatMap(({ body }, index) => schemaProblems('vonage-messages-sms', schemas[index]!, body))
  expect(webhookProblems.filter((problem) => !problem.includes('/message_type is not known'))).toEqual([])
})

test('receipts go to the message’s own URL, and forged, changed or unsigned ones are refused', async () => {
  const { carriers, credentials, webhooks, send } = await createFixture()
  await carriers.fault({ provider: 'vonage', operation: 'webhook', mode: 'forge' })
  await carriers.waitForFinished('vonage', (await send('+14155550200')).carrierMessageId)
  const [forged, genuine] = [webhooks.requestAt(0), webhooks.requestAt(1)]
  expect(genuine.url).toMatch(new RegExp(`/${REF}$`))
  expect(vonage.parseWebhook(credentials, forged, TOKEN)).toEqual({ refused: 'bad_signature' })
  expect(vonage.parseWebhook(credentials, { ...genuine, raw: Buffer.from(genuine.raw.toString().replace('submitted', 'delivered')) }, TOKEN)).toEqual({
    refused: 'bad_signature',
  })
  expect(vonage.parseWebhook(credentials, { ...genuine, headers: {} }, TOKEN)).toEqual({ refused: 'unsigned' })
  expect(vonage.parseWebhook(credentials, genuine, TOKEN)).toHaveProperty('events')
})

test('unrouting removes a number from the application, and the last one removes our URL', async () => {
  const { carriers, account, credentials, number, webhooks } = await createFixture([{ phone_number: '+14155550123' }, { phone_number: '+14155550124' }])
  const inboundUrls = async () => (await carriers.accounts()).find(({ id }) => id === account.id)!.numbers.map(({ inbound_url }) => inbound_url)
  const other = { e164: '+14155550124', carrierNumberId: '14155550124' }
  await vonage.routeInbound(credentials, number, webhooks.url)
  expect(await inboundUrls()).toEqual([webhooks.url, null])
  await vonage.routeInbound(credentials, other, webhooks.url)
  await vonage.unrouteInbound(credentials, number, webhooks.url, [other.e164])
  expect(await inboundUrls()).toEqual([null, webhooks.url])
  await vonage.unrouteInbound(credentials, other, webhooks.url, [])
  expect(await inboundUrls()).toEqual([null, null])
  await vonage.unrouteInbound(credentials, other, webhooks.url, [])
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
])('a message to a number ending in %s fails with %s after one request', async (ending, kind) => {
  const { carriers, send } = await createFixture()
  expect(await errorOf(send(`+1415555${ending}`))).toMatchObject({ kind })
  expect((await carriers.requests()).filter(({ path }) => path.endsWith('/v1/messages'))).toHaveLength(1)
})

test.each([
  ['0201', 'undelivered', 'rejected'],
  ['0202', 'failed', 'rejected'],
  ['0203', 'failed', 'opted_out'],
])('a message to a number ending in %s is accepted and ends as %s: %s', async (ending, status, errorReason) => {
  const { carriers, credentials, webhooks, send } = await createFixture()
  await carriers.waitForFinished('vonage', (await send(`+1415555${ending}`)).carrierMessageId)
  expect(eventsOf(vonage.parseWebhook(credentials, webhooks.requestAt(webhooks.received.length - 1), TOKEN))).toMatchObject([{ status, errorReason, ref: REF }])
})

test.each([
  ['suspended', 'suspended'],
  ['forbidden', 'forbidden'],
] as const)('reports a %s account', async (state, kind) => {
  const carriers = await startCarriers()
  const { credentials } = await carriers.openAccount('vonage', { state })
  expect(await errorOf(vonage.verify(credentials as VonageCredentials))).toMatchObject({ kind })
})

test('reports unknown credentials', async () => {
  const { credentials } = await createFixture()
  expect(await errorOf(vonage.verify({ ...credentials, api_secret: 'another' }))).toMatchObject({ kind: 'bad_credentials' })
  expect(await errorOf(vonage.verify({ ...credentials, api_key: 'another' }))).toMatchObject({ kind: 'bad_credentials' })
})

test.each([
  ['an unknown field', { color: 'red' }, 'color'],
  ['a number with its plus sign', { to: '+14155550200' }, 'to'],
  ['another channel', { channel: 'whatsapp' }, 'channel'],
  ['a text that is too long', { text: 'x'.repeat(3201) }, 'text'],
  ['a version that does not exist', { webhook_version: 'v2' }, 'webhook_version'],
])('the simulator rejects %s', async (_title, change, name) => {
  const { carriers, credentials, number } = await createFixture()
  const send = (body: object, type = 'application/json') =>
    fetch(`${carriers.url}/carriers/api.nexmo.com/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${credentials.api_key}:${credentials.api_secret}`).toString('base64')}`, 'content-type': type },
      body: JSON.stringify(body),
    })
  const validBody = { message_type: 'text', channel: 'sms', from: number.e164.slice(1), to: '14155550200', text: 'hi' }
  const errorResponse = await send({ ...validBody, ...change })
  expect(errorResponse.status).toBe(422)
  expect(errorResponse.headers.get('content-type')).toBe('application/problem+json')
  expect(await errorResponse.json()).toMatchObject({ invalid_parameters: [{ name }], instance: expect.any(String) })
  expect((await send(validBody, 'text/plain')).status).toBe(415)
  expect((await send({ ...validBody, from: '14155550198' })).status).toBe(422)
  expect((await send(validBody)).status).toBe(202)
})
