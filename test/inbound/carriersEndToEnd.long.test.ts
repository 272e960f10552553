import { beforeAll, describe, expect, test } from 'vitest'
import { type CarrierName, CARRIERS } from '../../src/kernel/vocabulary/carrierNames.ts'
import { getCarrier } from '../../src/carriers/registry.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { simulatedCarriers, type SimulatedAccount } from '../kit/fakes/simulatedCarriers.ts'
import type { Client } from '../kit/clients/client.ts'
import { startReceiver, type ReceivedWebhook } from '../kit/fakes/webhookReceiver.ts'
import { createSocketClient } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import { newPhoneNumber } from './carrierKit.ts'
import { countWebhooks } from './vendors.ts'

const testServer = useTestServer({ speed: 50 })
let acme: TestWorkspace
let key: Client
let agentId: number
let receiver: Awaited<ReturnType<typeof startReceiver>>
let simulator: ReturnType<typeof simulatedCarriers>
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  receiver = await startReceiver()
  await key.put('/webhooks', { url: receiver.url, events: ['sms.received'] })
  agentId = (await key.post('/agents', { name: 'Ada', voice_id: '11labs-Adrian', system_prompt: 'Hi' })).body.id
  await key.post(`/agents/${agentId}/publish`)
  simulator = simulatedCarriers(testServer().running.simulator!.url)
  return () => receiver.close()
})

const STOP_KEYWORDS: Record<CarrierName, string> = {
  twilio: 'STOP',
  telnyx: 'Arrêt',
  vonage: 'abmelden',
  plivo: 'baja',
  signalwire: 'стоп',
  bandwidth: 'Unsubscribe!',
  sinch: '停止',
}

describe.each(CARRIERS)('%s', (name) => {
  let account: SimulatedAccount
  let ownNumber: string
  test('connects its account and number', async () => {
    account = await simulator.account(name)
    ownNumber = account.numbers[0]!.phone_number
    expect((await key.post('/integrations/connect', { carrier: name, credentials: account.credentials })).status).toBe(201)
    const link = await key.post('/phone-numbers/link', { carrier: name, phone_number: ownNumber, sip: { termination_uri: 'sip.example.com' } })
    expect(link.body).toMatchObject({ phone_number: ownNumber, sms_ready: true })
    if (name === 'sinch') await simulator.setSinchCallback(account.id, await hookUrl())
  })
  const hookUrl = async () => {
    const data = await key.gql<{ carrierConnections: { nodes: { carrier: string; inboundUrl: string }[] } }>(
      '{ carrierConnections { nodes { carrier inboundUrl } } }',
    )
    return data.carrierConnections.nodes.find((connection) => connection.carrier === name)!.inboundUrl
  }
  const eventsFrom = (from: string): ReceivedWebhook[] => receiver.received.filter(({ body }) => body.data.from === from)
  const waitForEvent = async (from: string) => (await waitFor(`sms.received of ${from}`, () => eventsFrom(from)[0])).body
  const sendInboundSms = (from: string, body: string) => simulator.sendInboundMessage({ carrier: name, from, to: ownNumber, body })
  const isListed = async (phone: string) => (await key.get(`/dnc/check?phone_number=${encodeURIComponent(phone)}`)).body.is_on_dnc as boolean
  const sendSms = (to: string, body = 'Hello') => key.post('/sms', { to_number: to, body, from_number: ownNumber })

  test('an inbound message is stored, forwarded and streamed, and a reply joins its conversation', async () => {
    const socketClient = createSocketClient(testServer().url, { apiKey: key.apiKey })
    const subscription = socketClient.watch<any>('subscription { messagesUpdated { id direction status body conversationId } }')
    await waitFor('the socket', () => subscription.ready)
    const from = newPhoneNumber('0200')
    await sendInboundSms(from, 'Can I come on Friday? 👍')
    const { id, data } = await waitForEvent(from)
    expect(data).toEqual({ message_id: id, conversation_id: expect.stringMatching(/^\d+$/), from, to: ownNumber, body: 'Can I come on Friday? 👍' })
    const reply = (await sendSms(from)).body
    expect(String(reply.conversation_id)).toBe(data.conversation_id)
    await waitFor('the delivered status in the subscription', () =>
      subscription.events.some(({ messagesUpdated: update }) => update.id === String(reply.id) && update.status === 'delivered'),
    )
    expect(subscription.events.some(({ messagesUpdated: update }) => update.id === id && update.direction === 'inbound')).toBe(true)
    await socketClient.close()
  })

  test('STOP blocks calls and messages, START allows them again', async () => {
    const from = newPhoneNumber('0200')
    await sendInboundSms(from, STOP_KEYWORDS[name])
    await waitForEvent(from)
    await waitFor('the do-not-call entry', () => isListed(from))
    expect((await sendSms(from)).status).toBe(403)
    expect((await key.post('/calls', { to_number: from, agent_id: agentId })).status).toBe(403)
    await sendInboundSms(from, 'START')
    await waitFor('the do-not-call entry to be removed', async () => !(await isListed(from)))
    expect((await sendSms(from)).status).toBe(202)
  })

  test('replies to keywords only if the carrier does not', async () => {
    const from = newPhoneNumber('0200')
    await sendInboundSms(from, 'Help')
    await waitForEvent(from)
    const replies = () => anyWorkspace.message.findMany({ where: { workspaceId: acme.id, toNumber: from, source: 'auto_reply' } })
    if (getCarrier(name).handlesKeywords(ownNumber)) return expect(await replies()).toEqual([])
    const [reply] = await waitFor('a delivered reply', async () => {
      const messages = await replies()
      return messages[0]?.status === 'delivered' && messages
    })
    expect((await simulator.messages(name)).filter((text) => text.to === from).map(({ body }) => body)).toEqual([reply!.body])
  })

  test('repeated and reordered receipts do not change a final status', async () => {
    const [repeated, reordered] = await Promise.all(['0214', '0215'].map(async (fate) => (await sendSms(newPhoneNumber(fate))).body.id as number))
    const status = async (id: number) => (await anyWorkspace.message.findUniqueOrThrow({ where: { id } })).status
    await waitFor('both are delivered', async () => (await status(repeated!)) === 'delivered' && (await status(reordered!)) === 'delivered')
    expect(await anyWorkspace.ledgerEntry.count({ where: { workspaceId: acme.id, type: 'sms', ref: { in: [repeated!, reordered!].map(String) } } })).toBe(2)
  })

  test('a receipt completes a message with an unknown outcome', async () => {
    const { id } = (await sendSms(newPhoneNumber('0204'))).body
    await waitFor('it is delivered', async () => (await anyWorkspace.message.findUniqueOrThrow({ where: { id } })).status === 'delivered')
  })

  test.each(['duplicate', 'forge', 'delay'] as const)('with the webhook fault %s, creates one message and one sms.received', async (mode) => {
    const from = newPhoneNumber('0200')
    const refusedCount = await countWebhooks(name, 'bad_signature')
    await simulator.fault({ provider: name, operation: 'webhook', mode, ...(mode === 'delay' && { delay_ms: 300 }) })
    await sendInboundSms(from, `once, with ${mode}`)
    await waitForEvent(from)
    await sendInboundSms(from, 'afterwards')
    await waitFor('the next message', () => eventsFrom(from).length >= 2)
    expect(eventsFrom(from).map(({ body }) => body.data.body)).toEqual([`once, with ${mode}`, 'afterwards'])
    if (mode === 'forge') expect(await countWebhooks(name, 'bad_signature')).toBe(refusedCount + 1)
  })
})
