import { expect, test } from 'vitest'
import { telnyx } from '../../src/carriers/telnyx/telnyx.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { until } from '../kit/until.ts'
import { withoutDocuments } from '../kit/vendorFolder.ts'
import { against, complaintsBySchema } from './documents.ts'
import { TOKEN, told } from './webhookReceiver.ts'
import { startCarriers } from './kit.ts'
import { failure } from './errors.ts'
import { REF, sceneOf } from './fixture.ts'

type Given = Credentials<'telnyx'>

/** What the documents call a URL is never on the machine itself, where tests have theirs. */
const isNotLocal = (complaint: string) => !complaint.endsWith('_url must match format "url"')

const scene = (numbers?: object[]) => sceneOf(telnyx, numbers)

/** Credentials, numbers, routing, and texts in and out; each is as it should be. */
async function allThatIsSaid() {
  const { carriers, given, number, hooks, send } = await scene([{ phone_number: '+14155550123' }, { phone_number: '+447700900123', sms: false }])
  expect((await telnyx.verify(given)).smsMissing).toEqual([])
  expect(await telnyx.findNumber(given, '+14155550123')).toEqual({ ...number, voice: true, sms: true, smsMissing: [] })
  expect(await telnyx.findNumber(given, '+447700900123')).toMatchObject({ sms: false, smsMissing: ['sms_capable_number'] })
  expect(await telnyx.findNumber(given, '+14155550199')).toBeNull()
  expect((await telnyx.listNumbers(given, null)).numbers.map(({ e164, sms }) => [e164, sms])).toEqual([
    ['+14155550123', true],
    ['+447700900123', false],
  ])
  expect(await telnyx.routeInbound(given, number, hooks.url)).toBe(true)
  expect(await telnyx.routeInbound(given, number, hooks.url)).toBe(true)
  const { carrierMessageId } = await send('+14155550200')
  await carriers.finished('telnyx', carrierMessageId)
  await carriers.somebodyTexts({ from: '+14155552671', to: number.e164, body: 'Größe 👍', media: ['https://m.example/1'] })
  await until('the text', () => hooks.received[2])
  await telnyx.unrouteInbound(given, number, hooks.url, [])

  const heard = hooks.received.map((_, nth) => told(telnyx.parseWebhook(given, hooks.hookOf(nth), TOKEN))[0])
  expect(heard).toEqual([
    { type: 'status', carrierMessageId, ref: null, status: 'sent', errorCode: null, errorReason: null },
    { type: 'status', carrierMessageId, ref: null, status: 'delivered', errorCode: null, errorReason: null },
    expect.objectContaining({ type: 'inbound', from: '+14155552671', to: number.e164, body: 'Größe 👍', media: ['https://m.example/1'] }),
  ])
  return { carriers, hooks }
}

test('credentials, numbers, routing and texts work on the wire', async () => {
  await allThatIsSaid()
})

test.skipIf(withoutDocuments)('all that is said on the wire is as the vendor’s documents have it', async () => {
  const { carriers, hooks } = await allThatIsSaid()
  const { wrong, met } = against(['telnyx'], await carriers.requests())
  expect(wrong.filter(isNotLocal)).toEqual([])
  expect(met).toEqual(
    expect.arrayContaining(['GET /balance', 'GET /phone_numbers', 'GET /phone_numbers/{id}/messaging', 'PATCH /messaging_profiles/{id}', 'POST /messages']),
  )
  const complaints = hooks.received.flatMap(({ body: { data, meta } }, index) =>
    index < 2 ? complaintsBySchema('telnyx', 'OutboundMessageEvent', { data, meta }) : complaintsBySchema('telnyx', 'InboundMessageEvent', { data }),
  )
  expect(complaints.filter(isNotLocal)).toEqual([])
})

test('receipts name the text’s own address, and a forged or changed one is refused', async () => {
  const { carriers, given, hooks, send } = await scene()
  await carriers.fault({ provider: 'telnyx', operation: 'webhook', mode: 'forge' })
  await carriers.finished('telnyx', (await send('+14155550200')).carrierMessageId)
  const [forged, genuine] = [hooks.hookOf(0), hooks.hookOf(1)]
  expect(genuine.url).toMatch(new RegExp(`/${REF}$`))
  expect(telnyx.parseWebhook(given, forged, TOKEN)).toEqual({ refused: 'bad_signature' })
  expect(telnyx.parseWebhook(given, { ...genuine, raw: Buffer.from(genuine.raw.toString().replace('hi', 'ho')) }, TOKEN)).toEqual({ refused: 'bad_signature' })
  expect(telnyx.parseWebhook(given, genuine, TOKEN)).toHaveProperty('events')
})

test('a number given up takes our address with it, unless another number needs it', async () => {
  const { carriers, account, given, number, hooks } = await scene([{ phone_number: '+14155550123' }, { phone_number: '+14155550124' }])
  const address = async () => (await carriers.accounts()).find(({ id }) => id === account.id)!.numbers.map(({ inbound_url }) => inbound_url)
  await telnyx.routeInbound(given, number, hooks.url)
  expect(await address()).toEqual([hooks.url, hooks.url])
  await telnyx.unrouteInbound(given, number, hooks.url, ['+14155550124'])
  expect(await address()).toEqual([hooks.url, hooks.url])
  await telnyx.unrouteInbound(given, number, 'https://not.ours.example', [])
  expect(await address()).toEqual([hooks.url, hooks.url])
  await telnyx.unrouteInbound(given, number, hooks.url, [])
  expect(await address()).toEqual([null, null])
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
])('a text to a number that ends in %s is refused as %s, and asked for once', async (ending, kind) => {
  const { carriers, send } = await scene()
  expect(await failure(send(`+1415555${ending}`))).toMatchObject({ kind })
  expect((await carriers.requests()).filter(({ path }) => path.endsWith('/v2/messages'))).toHaveLength(1)
})

test.each([
  ['0201', 'undelivered', 'rejected'],
  ['0202', 'failed', 'rejected'],
])('a text to a number that ends in %s ends as %s', async (ending, status, errorReason) => {
  const { carriers, given, hooks, send } = await scene()
  await carriers.finished('telnyx', (await send(`+1415555${ending}`)).carrierMessageId)
  expect(told(telnyx.parseWebhook(given, hooks.hookOf(hooks.received.length - 1), TOKEN))).toMatchObject([{ status, errorReason }])
})

test.each([
  ['suspended', 'suspended'],
  ['forbidden', 'forbidden'],
] as const)('credentials of an account that is %s are refused as that', async (state, kind) => {
  const carriers = await startCarriers()
  const { credentials } = await carriers.open('telnyx', { state })
  expect(await failure(telnyx.verify(credentials as Given))).toMatchObject({ kind })
})

test('unknown credentials are refused as bad', async () => {
  const { given } = await scene()
  expect(await failure(telnyx.verify({ ...given, api_key: 'KEY_unknown' }))).toMatchObject({ kind: 'bad_credentials' })
})

test.each([
  ['an unknown field', { colour: 'red' }, 422],
  ['a type in lower case', { type: 'sms' }, 422],
  ['a number without its plus sign', { to: '14155550200' }, 422],
  ['a sender of somebody else’s', { from: '+14155550198' }, 400],
  ['no text', { text: undefined }, 422],
])('the simulator refuses %s', async (_what, change, status) => {
  const { carriers, given, number } = await scene()
  const send = (body: object, type = 'application/json') =>
    fetch(`${carriers.url}/carriers/api.telnyx.com/v2/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${given.api_key}`, 'content-type': type },
      body: JSON.stringify(body),
    })
  const good = { from: number.e164, to: '+14155550200', text: 'hi' }
  const refused = await send({ ...good, ...change })
  expect(refused.status).toBe(status)
  expect(await refused.json()).toEqual({ errors: [expect.objectContaining({ code: expect.stringMatching(/^\d{5}$/), title: expect.any(String) })] })
  expect((await send(good, 'text/plain')).status).toBe(415)
  expect((await send(good)).status).toBe(200)
})
