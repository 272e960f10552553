import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SmsEvent } from '../../../src/carriers/carrier.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as carrierEvents from '../../../src/services/messages/carrierEvents.ts'
import { type ConnectedNumber, createConnectedNumber, newPhoneNumber, storeCarrierEvent, smsTo } from '../../inbound/carrierKit.ts'
import type { Client } from '../../kit/clients/client.ts'
import { type TestWorkspace, useTestServer } from '../../kit/server/testServer.ts'

// No jobs run: the tests process the events.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
let key: Client
let linked: ConnectedNumber
let from: string
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  await key.put('/webhooks', { url: 'http://127.0.0.1:9/unreachable' })
  linked = await createConnectedNumber(acme.id, 'telnyx')
})
beforeEach(() => {
  from = newPhoneNumber()
})

const inbound = (body: string, more: Partial<Extract<SmsEvent, { type: 'inbound' }>> = {}): SmsEvent => {
  const { id: carrierMessageId, ...content } = smsTo(linked, body, from)
  return { type: 'inbound', carrierMessageId, media: [], ...content, ...more }
}
const receive = async (event: SmsEvent, agoMs = 0) => carrierEvents.apply(await storeCarrierEvent(linked, event, agoMs))
const findDncEntry = async (phoneNumber = from) =>
  (await key.get(`/dnc/check?phone_number=${encodeURIComponent(phoneNumber)}`)).body.entry as { source: string } | null
const storedMessages = () => anyWorkspace.message.findMany({ where: { workspaceId: acme.id, fromNumber: from }, orderBy: { id: 'asc' } })
const forwardedEvents = async () => {
  const rows = await anyWorkspace.webhookDelivery.findMany({ where: { workspaceId: acme.id, eventType: 'sms.received' }, orderBy: { id: 'asc' } })
  return rows.map(({ body }) => JSON.parse(body)).filter(({ data }) => data.from === from)
}

describe('an inbound message', () => {
  test('is forwarded once as sms.received, in the format of the specification', async () => {
    await receive(inbound('Yes, that works'))
    const [message] = await storedMessages()
    expect(await forwardedEvents()).toEqual([
      {
        id: String(message!.id),
        type: 'sms.received',
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        workspace_id: String(acme.id),
        data: {
          message_id: String(message!.id),
          conversation_id: String(message!.conversationId),
          from,
          to: linked.number.phoneNumber,
          body: 'Yes, that works',
        },
      },
    ])
  })

  test('that is delivered again under another key, or processed twice, is stored once', async () => {
    const event = inbound('Hello')
    const [first, second] = [await storeCarrierEvent(linked, event), await storeCarrierEvent(linked, event)]
    await Promise.all([first, second, first, second].map(carrierEvents.apply))
    expect(await storedMessages()).toHaveLength(1)
    expect(await forwardedEvents()).toHaveLength(1)
    const { id } = (await storedMessages())[0]!
    expect((await anyWorkspace.carrierEvent.findMany({ where: { id: { in: [first, second] } } })).map(({ messageId }) => messageId)).toEqual([id, id])
  })

  test('without text but with media is stored with the media URLs', async () => {
    await receive(inbound('', { media: ['https://media.example/1.jpg'] }))
    expect(await storedMessages()).toMatchObject([{ body: '', media: ['https://media.example/1.jpg'] }])
    expect(await forwardedEvents()).toMatchObject([{ data: { body: '' } }])
  })

  test('from a short code or an alphanumeric sender has a conversation too', async () => {
    for (const sender of ['72000', 'ACME Bank']) {
      from = sender
      await receive(inbound('Your code is 1234'))
      expect(await storedMessages()).toMatchObject([{ fromNumber: sender }])
    }
  })

  test('belongs to the conversation of its two numbers', async () => {
    await receive(inbound('one'))
    await receive(inbound('two'))
    const [first, second] = await storedMessages()
    expect(second!.conversationId).toBe(first!.conversationId)
    const elsewhere = await createConnectedNumber(acme.id, 'vonage')
    await carrierEvents.apply(await storeCarrierEvent(elsewhere, inbound('three', { to: elsewhere.number.phoneNumber })))
    expect((await storedMessages())[2]!.conversationId).not.toBe(first!.conversationId)
  })

  test('proves that the webhook URL is set at the carrier, and clears inbound_webhook', async () => {
    const waiting = await createConnectedNumber(acme.id, 'sinch')
    await anyWorkspace.phoneNumber.update({ where: { id: waiting.number.id }, data: { smsMissing: ['inbound_webhook'] } })
    await carrierEvents.apply(await storeCarrierEvent(waiting, inbound('Hello', { to: waiting.number.phoneNumber })))
    expect(await anyWorkspace.phoneNumber.findUnique({ where: { id: waiting.number.id } })).toMatchObject({ smsMissing: [] })
  })
})

describe('STOP and START', () => {
  test.each(['STOP', 'stop.', '“Unsubscribe”', 'ARRÊT', 'Baja', 'abmelden', 'Annulla', 'стоп', '停止', 'ストップ', '수신거부', 'إيقاف', 'הסר'])(
    '%s adds its sender to the do-not-call list, and is still forwarded',
    async (word) => {
      await receive(inbound(word))
      expect(await findDncEntry()).toMatchObject({ source: 'sms_stop' })
      expect(await storedMessages()).toMatchObject([{ keyword: 'stop', body: word }])
      expect(await forwardedEvents()).toHaveLength(1)
    },
  )

  test('STOP blocks calls, and START allows them again', async () => {
    const agent = (await key.post('/agents', { name: 'Ada', voice_id: '11labs-Adrian', system_prompt: 'Hi' })).body
    await key.post(`/agents/${agent.id}/publish`)
    await receive(inbound('Stop'))
    expect((await key.post('/calls', { to_number: from, agent_id: agent.id })).status).toBe(403)
    await receive(inbound('Start'))
    expect(await findDncEntry()).toBeNull()
    expect((await key.post('/calls', { to_number: from, agent_id: agent.id })).status).toBe(202)
  })

  test('START keeps a manual entry', async () => {
    await key.post('/dnc', { phone_number: from })
    await receive(inbound('STOP'))
    await receive(inbound('START'))
    expect(await findDncEntry()).toMatchObject({ source: 'manual' })
  })

  test('START keeps an entry that a member added after STOP', async () => {
    await receive(inbound('STOP'))
    expect(await key.post('/dnc', { phone_number: from, reason: 'Told us on the phone' })).toMatchObject({ status: 201, body: { source: 'manual' } })
    await receive(inbound('START'))
    expect(await findDncEntry()).toMatchObject({ source: 'manual' })
  })

  test('STOP sent to a number that was disconnected meanwhile still counts', async () => {
    const late = await createConnectedNumber(acme.id, 'telnyx')
    await anyWorkspace.phoneNumber.updateMany({ where: { workspaceId: acme.id, phoneNumber: late.number.phoneNumber }, data: { isActive: false } })
    const text = (body: string) => ({ ...inbound(body), to: late.number.phoneNumber }) as SmsEvent
    await carrierEvents.apply(await storeCarrierEvent(late, text('Hello')))
    expect(await findDncEntry()).toBeNull()
    await carrierEvents.apply(await storeCarrierEvent(late, text('STOP')))
    expect(await findDncEntry()).toMatchObject({ source: 'sms_stop' })
    expect(await storedMessages()).toEqual([])
  })

  test.each(['yes', 'YES!', 'fine', 'Please stop', 'stop calling at 5', 'no'])('%s is not a keyword', async (words) => {
    await receive(inbound(words))
    expect(await findDncEntry()).toBeNull()
    expect(await storedMessages()).toMatchObject([{ keyword: null }])
  })

  test('a keyword that the carrier reports takes precedence', async () => {
    await receive(inbound('Leave me alone', { keyword: 'stop' }))
    expect(await findDncEntry()).toMatchObject({ source: 'sms_stop' })
  })

  /** Stores and processes up to six messages in each of 25 random cases. */
  test('the latest keyword wins, in any order and number of processing', async () => {
    const words = fc.array(fc.constantFrom('STOP', 'START', 'Hello', 'HELP'), { minLength: 1, maxLength: 6 })
    const order = words.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray([...list.keys()], { minLength: list.length })))
    await fc.assert(
      fc.asyncProperty(order, fc.boolean(), async ([list, turns], atOnce) => {
        from = newPhoneNumber()
        const ids: number[] = []
        for (const [at, word] of list.entries()) ids.push(await storeCarrierEvent(linked, inbound(word), (list.length - at) * 1_000))
        const work = turns.map((turn) => () => carrierEvents.apply(ids[turn]!))
        if (atOnce) await Promise.all(work.map((apply) => apply()))
        else for (const apply of work) await apply()
        const last = list.filter((word) => word === 'STOP' || word === 'START').at(-1)
        expect((await findDncEntry()) !== null).toBe(last === 'STOP')
      }),
      { numRuns: 25 },
    )
  })

  test('apply to one workspace', async () => {
    const other = await testServer().workspace()
    await receive(inbound('STOP'))
    const check = await (await other.key()).get(`/dnc/check?phone_number=${encodeURIComponent(from)}`)
    expect(check.body.is_on_dnc).toBe(false)
  })
})
