import { beforeAll, describe, expect, test } from 'vitest'
import { type CarrierName, CARRIERS } from '../../src/kernel/vocabulary/carrierNames.ts'
import { getCarrier } from '../../src/carriers/registry.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { simulatedCarriers, type Told } from '../kit/carriers.ts'
import type { Client } from '../kit/client.ts'
import { receiver, type Received } from '../kit/receiver.ts'
import { socket } from '../kit/socket.ts'
import { until } from '../kit/until.ts'
import { type Acme, useWorld } from '../kit/world.ts'
import { someNumber } from './carrierKit.ts'
import { counted } from './vendors.ts'

const world = useWorld({ speed: 50 })
let acme: Acme
let key: Client
let agentId: number
let hook: Awaited<ReturnType<typeof receiver>>
let sim: ReturnType<typeof simulatedCarriers>
beforeAll(async () => {
  acme = await world().workspace()
  key = await acme.key()
  hook = await receiver()
  await key.put('/webhooks', { url: hook.url, events: ['sms.received'] })
  agentId = (await key.post('/agents', { name: 'Ada', voice_id: '11labs-Adrian', system_prompt: 'Hi' })).body.id
  await key.post(`/agents/${agentId}/publish`)
  sim = simulatedCarriers(world().running.simulator!.url)
  return () => hook.close()
})

const STOPS: Record<CarrierName, string> = {
  twilio: 'STOP',
  telnyx: 'Arrêt',
  vonage: 'abmelden',
  plivo: 'baja',
  signalwire: 'стоп',
  bandwidth: 'Unsubscribe!',
  sinch: '停止',
}

describe.each(CARRIERS)('%s', (name) => {
  let account: Told
  let ours: string
  test('its account is connected and its number linked', async () => {
    account = await sim.account(name)
    ours = account.numbers[0]!.phone_number
    expect((await key.post('/integrations/connect', { carrier: name, credentials: account.credentials })).status).toBe(201)
    const linked = await key.post('/phone-numbers/link', { carrier: name, phone_number: ours, sip: { termination_uri: 'sip.example.com' } })
    expect(linked.body).toMatchObject({ phone_number: ours, sms_ready: true })
    if (name === 'sinch') await sim.setSinchCallback(account.id, await hookUrl())
  })
  const hookUrl = async () => {
    const data = await key.gql<{ carrierConnections: { nodes: { carrier: string; inboundUrl: string }[] } }>(
      '{ carrierConnections { nodes { carrier inboundUrl } } }',
    )
    return data.carrierConnections.nodes.find((one) => one.carrier === name)!.inboundUrl
  }
  const events = (from: string): Received[] => hook.received.filter(({ body }) => body.data.from === from)
  const event = async (from: string) => (await until(`sms.received of ${from}`, () => events(from)[0])).body
  const says = (from: string, body: string) => sim.somebodyTexts({ carrier: name, from, to: ours, body })
  const isListed = async (phone: string) => (await key.get(`/dnc/check?phone_number=${encodeURIComponent(phone)}`)).body.is_on_dnc as boolean
  const sms = (to: string, body = 'Hello') => key.post('/sms', { to_number: to, body, from_number: ours })

  test('a text comes in, is forwarded and shown, and its answer goes into the same conversation', async () => {
    const watched = socket(world().url, { apiKey: key.apiKey })
    const live = watched.watch<any>('subscription { messagesUpdated { id direction status body conversationId } }')
    await until('the socket', () => live.ready)
    const from = someNumber('0200')
    await says(from, 'Can I come on Friday? 👍')
    const { id, data } = await event(from)
    expect(data).toEqual({ message_id: id, conversation_id: expect.stringMatching(/^\d+$/), from, to: ours, body: 'Can I come on Friday? 👍' })
    const answer = (await sms(from)).body
    expect(String(answer.conversation_id)).toBe(data.conversation_id)
    await until('the receipt on the screen', () =>
      live.events.some(({ messagesUpdated: told }) => told.id === String(answer.id) && told.status === 'delivered'),
    )
    expect(live.events.some(({ messagesUpdated: told }) => told.id === id && told.direction === 'inbound')).toBe(true)
    await watched.close()
  })

  test('STOP ends calls and texts, START lets them through again', async () => {
    const from = someNumber('0200')
    await says(from, STOPS[name])
    await event(from)
    await until('the entry', () => isListed(from))
    expect((await sms(from)).status).toBe(403)
    expect((await key.post('/calls', { to_number: from, agent_id: agentId })).status).toBe(403)
    await says(from, 'START')
    await until('no entry', async () => !(await isListed(from)))
    expect((await sms(from)).status).toBe(202)
  })

  test('keywords are answered exactly where the carrier does not do so itself', async () => {
    const from = someNumber('0200')
    await says(from, 'Help')
    await event(from)
    const replies = () => anyWorkspace.message.findMany({ where: { workspaceId: acme.id, toNumber: from, source: 'auto_reply' } })
    if (getCarrier(name).handlesKeywords(ours)) return expect(await replies()).toEqual([])
    const [reply] = await until('a delivered answer', async () => {
      const found = await replies()
      return found[0]?.status === 'delivered' && found
    })
    expect((await sim.messages(name)).filter((text) => text.to === from).map(({ body }) => body)).toEqual([reply!.body])
  })

  test('receipts that are told twice, or the last of them first, leave a text where it is', async () => {
    const [twice, reordered] = await Promise.all(['0214', '0215'].map(async (fate) => (await sms(someNumber(fate))).body.id as number))
    const status = async (id: number) => (await anyWorkspace.message.findUniqueOrThrow({ where: { id } })).status
    await until('both are delivered', async () => (await status(twice!)) === 'delivered' && (await status(reordered!)) === 'delivered')
    expect(await anyWorkspace.ledgerEntry.count({ where: { workspaceId: acme.id, kind: 'sms', ref: { in: [twice!, reordered!].map(String) } } })).toBe(2)
  })

  test('a text whose sending ended in doubt is adopted by its receipt', async () => {
    const { id } = (await sms(someNumber('0204'))).body
    await until('it is delivered', async () => (await anyWorkspace.message.findUniqueOrThrow({ where: { id } })).status === 'delivered')
  })

  test.each(['duplicate', 'forge', 'delay'] as const)('%s: still one message and one sms.received', async (mode) => {
    const from = someNumber('0200')
    const refused = await counted(name, 'bad_signature')
    await sim.fault({ provider: name, operation: 'webhook', mode, ...(mode === 'delay' && { delay_ms: 300 }) })
    await says(from, `once, with ${mode}`)
    await event(from)
    await says(from, 'afterwards')
    await until('the next one', () => events(from).length >= 2)
    expect(events(from).map(({ body }) => body.data.body)).toEqual([`once, with ${mode}`, 'afterwards'])
    if (mode === 'forge') expect(await counted(name, 'bad_signature')).toBe(refused + 1)
  })
})
