import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { gatherMetrics } from '../../src/kernel/metrics.ts'
import { CARRIERS } from '../../src/kernel/vocabulary/carrierNames.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { log, requestLog } from '../../src/kernel/log.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import {
  sendInbound,
  signedRequest,
  type ConnectedNumber,
  createConnectedNumber,
  waitForCarrierEvents,
  newPhoneNumber,
  waitForMessages,
  deliverSms,
  smsTo,
} from './carrierKit.ts'
import { WEBHOOK_FORMATS } from './webhookFormats.ts'

const testServer = useTestServer({})
let acme: TestWorkspace
let other: TestWorkspace
beforeAll(async () => {
  acme = await testServer().workspace()
  other = await testServer().workspace()
})

const countStoredEvents = () => anyWorkspace.carrierEvent.count()
const countMessages = (workspaceId: number) => anyWorkspace.message.count({ where: { workspaceId } })
const MINUTE = 60_000

describe.each(CARRIERS)('%s', (name) => {
  const format = WEBHOOK_FORMATS[name]
  const raw = (connected: ConnectedNumber) => format.smsBody(smsTo(connected, 'Yes, Friday'))

  test('stores an inbound message in its conversation, with any Unicode text', async () => {
    const connected = await createConnectedNumber(acme.id, name)
    const from = newPhoneNumber()
    expect(await deliverSms(testServer(), connected, smsTo(connected, 'Ja, Freitag – 10 € 👍🏽\nGrüße', from))).toMatchObject({ status: 200 })
    const [message] = await waitForMessages(acme.id, from)
    expect(message).toMatchObject({
      direction: 'inbound',
      status: 'received',
      fromNumber: from,
      toNumber: connected.number.phoneNumber,
      body: 'Ja, Freitag – 10 € 👍🏽\nGrüße',
      carrier: name,
      keyword: null,
    })
    expect(await anyWorkspace.conversation.findUnique({ where: { id: message!.conversationId } })).toMatchObject({ workspaceId: acme.id, contactNumber: from })
  })

  test('repeated and concurrent requests create one message', async () => {
    const connected = await createConnectedNumber(acme.id, name)
    const sms = smsTo(connected, 'once')
    const request = signedRequest(testServer(), connected, format.smsBody(sms))
    const responses = await Promise.all(Array.from({ length: 8 }, () => sendInbound(testServer(), connected, request)))
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    // Carriers retry with the same message and a new signature.
    await deliverSms(testServer(), connected, sms)
    await waitForCarrierEvents()
    expect(await waitForMessages(acme.id, sms.from)).toHaveLength(1)
  })

  const forgeries: [string, boolean, (connected: ConnectedNumber) => { raw: string; headers: Record<string, string> }][] = [
    ['without a signature', true, (connected) => ({ raw: raw(connected), headers: {} })],
    [
      'with a body changed by one byte',
      format.covers.body,
      (connected) => {
        const { headers, raw: signed } = signedRequest(testServer(), connected, raw(connected))
        return { headers, raw: signed.replace('Friday', 'Monday') }
      },
    ],
    [
      'signed for another URL',
      format.covers.url,
      (connected) => ({
        raw: raw(connected),
        headers: format.sign(format.credentials, raw(connected), `https://elsewhere.example/inbound/${name}/${connected.token}`),
      }),
    ],
    [
      'signed for another host that its headers name',
      format.covers.url,
      (connected) => ({
        raw: raw(connected),
        headers: {
          ...format.sign(format.credentials, raw(connected), `https://evil.example/inbound/${name}/${connected.token}`),
          'X-Forwarded-Host': 'evil.example',
          'X-Forwarded-Proto': 'https',
        },
      }),
    ],
    [
      "with another account's key",
      format.covers.key,
      (connected) => {
        const signed = raw(connected)
        return { raw: signed, headers: format.sign(format.otherCredentials, signed, `${testServer().url}/inbound/${name}/${connected.token}`) }
      },
    ],
    [
      'signed six minutes ago',
      format.covers.time,
      (connected) => {
        const signed = raw(connected)
        return {
          raw: signed,
          headers: format.sign(format.credentials, signed, `${testServer().url}/inbound/${name}/${connected.token}`, Date.now() - 6 * MINUTE),
        }
      },
    ],
    [
      'signed six minutes ahead',
      format.covers.time,
      (connected) => {
        const signed = raw(connected)
        return {
          raw: signed,
          headers: format.sign(format.credentials, signed, `${testServer().url}/inbound/${name}/${connected.token}`, Date.now() + 6 * MINUTE),
        }
      },
    ],
    [
      'with an empty signature',
      true,
      (connected) => {
        const { headers, raw: signed } = signedRequest(testServer(), connected, raw(connected))
        return { raw: signed, headers: Object.fromEntries(Object.keys(headers).map((header) => [header, ''])) }
      },
    ],
    [
      'with a truncated signature',
      true,
      (connected) => {
        const { headers, raw: signed } = signedRequest(testServer(), connected, raw(connected))
        return { raw: signed, headers: Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, value.slice(0, -2)])) }
      },
    ],
  ]
  test.each(forgeries.filter(([, isCovered]) => isCovered))(
    'refuses a request %s without a response body and stores nothing',
    async (_case, _isCovered, forge) => {
      const connected = await createConnectedNumber(acme.id, name)
      const before = await countStoredEvents()
      const { status, text: responseText } = await sendInbound(testServer(), connected, forge(connected))
      expect([401, 503]).toContain(status)
      expect(responseText).toBe('')
      expect(await countStoredEvents()).toBe(before)
    },
  )

  test('responds 404 to unknown URLs and to another carrier’s URL', async () => {
    const connected = await createConnectedNumber(acme.id, name)
    const before = await countStoredEvents()
    const request = signedRequest(testServer(), connected, raw(connected))
    for (const path of [
      `/inbound/${name}/${connected.token}x`,
      `/inbound/${name}/x`,
      `/inbound/${CARRIERS[(CARRIERS.indexOf(name) + 1) % CARRIERS.length]}/${connected.token}`,
      `/inbound/${name}/${connected.token}/none`,
    ])
      expect(await sendInbound(testServer(), connected, { ...request, path })).toMatchObject({ status: 404, text: '' })
    expect(await sendInbound(testServer(), connected, { ...request, path: `/inbound/unknown/${connected.token}` })).toMatchObject({ status: 404 })
    expect(await countStoredEvents()).toBe(before)
  })

  test('a message for another workspace’s number creates no message in either workspace', async () => {
    const ownNumber = await createConnectedNumber(acme.id, name)
    const otherNumber = await createConnectedNumber(other.id, name)
    const sms = smsTo(ownNumber, 'Whose is this?')
    const before = [await countMessages(acme.id), await countMessages(other.id)]
    expect(await sendInbound(testServer(), otherNumber, signedRequest(testServer(), otherNumber, format.smsBody(sms)))).toMatchObject({ status: 200 })
    await waitForCarrierEvents()
    expect([await countMessages(acme.id), await countMessages(other.id)]).toEqual(before)
  })

  test('drops a message to a disconnected number', async () => {
    const connected = await createConnectedNumber(acme.id, name)
    await anyWorkspace.phoneNumber.update({ where: { id: connected.number.id }, data: { isActive: false } })
    const sms = smsTo(connected, 'Anybody there?')
    expect(await deliverSms(testServer(), connected, sms)).toMatchObject({ status: 200 })
    await waitForCarrierEvents()
    expect(await anyWorkspace.message.count({ where: { fromNumber: sms.from } })).toBe(0)
  })

  test.each(['GET', 'PUT', 'DELETE'])('responds 405 to %s', async (method) => {
    const connected = await createConnectedNumber(acme.id, name)
    const { status, headers } = await sendInbound(testServer(), connected, { method })
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('responds 400 to a genuine but malformed body and 413 to a body that is too large', async () => {
    const connected = await createConnectedNumber(acme.id, name)
    const invalidBody = format.type === 'application/json' ? '{"data":' : 'a=b'
    expect(await sendInbound(testServer(), connected, signedRequest(testServer(), connected, invalidBody))).toMatchObject({ status: 400, text: '' })
    expect((await sendInbound(testServer(), connected, { raw: ' '.repeat(1_100_000) })).status).toBe(413)
  })
})

test('never logs the secret part of a URL or a message’s text, nor uses them in metrics', async () => {
  const logLines: string[] = []
  const capture = (args: unknown[]) =>
    void logLines.push(JSON.stringify(args, (_key, value: unknown) => (value instanceof Error ? `${value.message} ${value.stack}` : value)))
  for (const logger of [log, requestLog])
    for (const level of ['info', 'warn', 'error', 'debug'] as const) {
      const spy = vi.spyOn(logger, level).mockImplementation((...args: unknown[]) => capture(args))
      onTestFinished(() => spy.mockRestore())
    }
  const connected = await createConnectedNumber(acme.id, 'telnyx')
  const sms = smsTo(connected, 'a very private sentence')
  const request = signedRequest(testServer(), connected, WEBHOOK_FORMATS.telnyx.smsBody(sms))
  await sendInbound(testServer(), connected, request)
  await sendInbound(testServer(), connected, { ...request, headers: {} })
  await sendInbound(testServer(), connected, { ...request, method: 'GET', raw: undefined })
  await sendInbound(testServer(), connected, { ...request, path: `${request.path}/x` })
  await sendInbound(testServer(), connected, { ...request, path: `/inbound/unknown/${connected.token}` })
  await waitForMessages(acme.id, sms.from)
  const metrics = await gatherMetrics().metrics()
  expect(logLines.length).toBeGreaterThan(3)
  for (const text of [...logLines, metrics]) {
    expect(text).not.toContain(connected.token)
    expect(text).not.toContain('private sentence')
  }
  expect(metrics).toMatch(/provider="telnyx",result="stored"/)
})
