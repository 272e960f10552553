import { expect, test } from 'vitest'
import { telnyx } from '../../src/carriers/telnyx/telnyx.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { areDocumentsMissing } from '../kit/runner/vendorFolder.ts'
import { findProblems, schemaProblems } from './documents.ts'
import { TOKEN, eventsOf } from './webhookReceiver.ts'
import { startCarriers } from './kit.ts'
import { errorOf } from './errors.ts'
import { REF, createCarrierFixture } from './fixture.ts'

type TelnyxCredentials = Credentials<'telnyx'>

/** The documents do not accept URLs on this machine, which tests use. */
const isNotLocal = (problem: string) => !problem.endsWith('_url must match format "url"')

const createFixture = (numbers?: object[]) => createCarrierFixture(telnyx, numbers)

/** Exercises credentials, numbers, routing, and messages in both directions, and checks each result. */
async function exerciseClient() {
  const { carriers, credentials, number, webhooks, send } = await createFixture([
    { phone_number: '+14155550123' },
    { phone_number: '+447700900123', sms: false },
  ])
  expect((await telnyx.verify(credentials)).smsMissing).toEqual([])
  expect(await telnyx.findNumber(credentials, '+14155550123')).toEqual({ ...number, voice: true, sms: true, smsMissing: [] })
  expect(await telnyx.findNumber(credentials, '+447700900123')).toMatchObject({ sms: false, smsMissing: ['sms_capable_number'] })
  expect(await telnyx.findNumber(credentials, '+14155550199')).toBeNull()
  expect((await telnyx.listNumbers(credentials, null)).numbers.map(({ e164, sms }) => [e164, sms])).toEqual([
    ['+14155550123', true],
    ['+447700900123', false],
  ])
  expect(await telnyx.routeInbound(credentials, number, webhooks.url)).toBe(true)
  expect(await telnyx.routeInbound(credentials, number, webhooks.url)).toBe(true)
  const { carrierMessageId } = await send('+14155550200')
  await carriers.waitForFinished('telnyx', carrierMessageId)
  await carriers.sendInboundMessage({ from: '+14155552671', to: number.e164, body: 'Größe 👍', media: ['https://m.example/1'] })
  await waitFor('the message', () => webhooks.received[2])
  await telnyx.unrouteInbound(credentials, number, webhooks.url, [])

  const events = webhooks.received.map((_, nth) => eventsOf(telnyx.parseWebhook(credentials, webhooks.requestAt(nth), TOKEN))[0])
  expect(events).toEqual([
    { type: 'status', carrierMessageId, ref: null, status: 'sent', errorCode: null, errorReason: null },
    { type: 'status', carrierMessageId, ref: null, status: 'delivered', errorCode: null, errorReason: null },
    expect.objectContaining({ type: 'inbound', from: '+14155552671', to: number.e164, body: 'Größe 👍', media: ['https://m.example/1'] }),
  ])
  return { carriers, webhooks }
}

test('verifies credentials, finds numbers, sets routing, and sends and receives messages', async () => {
  await exerciseClient()
})

test.skipIf(areDocumentsMissing)('requests, replies and webhooks match the vendor’s documents', async () => {
  const { carriers, webhooks } = await exerciseClient()
  const { problems, operations } = findProblems(['telnyx'], await carriers.requests())
  expect(problems.filter(isNotLocal)).toEqual([])
  expect(operations).toEqual(
    expect.arrayContaining(['GET /balance', 'GET /phone_numbers', 'GET /phone_numbers/{id}/messaging', 'PATCH /messaging_profiles/{id}', 'POST /messages']),
  )
  const webhookProblems = webhooks.received.flatMap(({ body: { data, meta } }, index) =>
    index < 2 ? schemaProblems('telnyx', 'OutboundMessageEvent', { data, meta }) : schemaProblems('telnyx', 'InboundMessageEvent', { data }),
  )
  expect(webhookProblems.filter(isNotLocal)).toEqual([])
})

test('receipts go to the message’s own URL, and forged or changed ones are refused', async () => {
  const { carriers, credentials, webhooks, send } = await createFixture()
  await carriers.fault({ provider: 'telnyx', operation: 'webhook', mode: 'forge' })
  await carriers.waitForFinished('telnyx', (await send('+14155550200')).carrierMessageId)
  const [forged, genuine] = [webhooks.requestAt(0), webhooks.requestAt(1)]
  expect(genuine.url).toMatch(new RegExp(`/${REF}$`))
  expect(telnyx.parseWebhook(credentials, forged, TOKEN)).toEqual({ refused: 'bad_signature' })
  expect(telnyx.parseWebhook(credentials, { ...genuine, raw: Buffer.from(genuine.raw.toString().replace('hi', 'ho')) }, TOKEN)).toEqual({
    refused: 'bad_signature',
  })
  expect(telnyx.parseWebhook(credentials, genuine, TOKEN)).toHaveProperty('events')
})

test('unrouting removes our URL unless another connected number needs it', async () => {
  const { carriers, account, credentials, number, webhooks } = await createFixture([{ phone_number: '+14155550123' }, { phone_number: '+14155550124' }])
  const inboundUrls = async () => (await carriers.accounts()).find(({ id }) => id === account.id)!.numbers.map(({ inbound_url }) => inbound_url)
  await telnyx.routeInbound(credentials, number, webhooks.url)
  expect(await inboundUrls()).toEqual([webhooks.url, webhooks.url])
  await telnyx.unrouteInbound(credentials, number, webhooks.url, ['+14155550124'])
  expect(await inboundUrls()).toEqual([webhooks.url, webhooks.url])
  await telnyx.unrouteInbound(credentials, number, 'https://not.ours.example', [])
  expect(await inboundUrls()).toEqual([webhooks.url, webhooks.url])
  await telnyx.unrouteInbound(credentials, number, webhooks.url, [])
  expect(await inboundUrls()).toEqual([null, null])
})

test.each([
  ['0203', 'opted_out'],
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
  expect((await carriers.requests()).filter(({ path }) => path.endsWith('/v2/messages'))).toHaveLength(1)
})

test.each([
  ['0201', 'undelivered', 'rejected'],
  ['0202', 'failed', 'rejected'],
])('a message to a number ending in %s ends as %s', async (ending, status, errorReason) => {
  const { carriers, credentials, webhooks, send } = await createFixture()
  await carriers.waitForFinished('telnyx', (await send(`+1415555${ending}`)).carrierMessageId)
  expect(eventsOf(telnyx.parseWebhook(credentials, webhooks.requestAt(webhooks.received.length - 1), TOKEN))).toMatchObject([{ status, errorReason }])
})

test.each([
  ['suspended', 'suspended'],
  ['forbidden', 'forbidden'],
] as const)('reports a %s account', async (state, kind) => {
  const carriers = await startCarriers()
  const { credentials } = await carriers.openAccount('telnyx', { state })
  expect(await errorOf(telnyx.verify(credentials as TelnyxCredentials))).toMatchObject({ kind })
})

test('reports unknown credentials', async () => {
  const { credentials } = await createFixture()
  expect(await errorOf(telnyx.verify({ ...credentials, api_key: 'KEY_unknown' }))).toMatchObject({ kind: 'bad_credentials' })
})

test.each([
  ['an unknown field', { color: 'red' }, 422],
  ['a lower-case type', { type: 'sms' }, 422],
  ['a number without its plus sign', { to: '14155550200' }, 422],
  ['a sender of another account', { from: '+14155550198' }, 400],
  ['no text', { text: undefined }, 422],
])('the simulator rejects %s', async (_title, change, status) => {
  const { carriers, credentials, number } = await createFixture()
  const send = (body: object, type = 'application/json') =>
    fetch(`${carriers.url}/carriers/api.telnyx.com/v2/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credentials.api_key}`, 'content-type': type },
      body: JSON.stringify(body),
    })
  const validBody = { from: number.e164, to: '+14155550200', text: 'hi' }
  const errorResponse = await send({ ...validBody, ...change })
  expect(errorResponse.status).toBe(status)
  expect(await errorResponse.json()).toEqual({ errors: [expect.objectContaining({ code: expect.stringMatching(/^\d{5}$/), title: expect.any(String) })] })
  expect((await send(validBody, 'text/plain')).status).toBe(415)
  expect((await send(validBody)).status).toBe(200)
})
