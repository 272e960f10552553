import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SmsEvent } from '../../../src/carriers/carrier.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as carrierEvents from '../../../src/services/messages/carrierEvents.ts'
import { type Linked, linkedAt, someNumber, tell, textTo } from '../../inbound/carrierKit.ts'
import type { Client } from '../../kit/client.ts'
import { type Acme, useWorld } from '../../kit/world.ts'

// No jobs: what is told is worked on when a test says so.
const world = useWorld({ env: { ROLE: 'api' } })
let acme: Acme
let key: Client
let linked: Linked
let from: string
beforeAll(async () => {
  acme = await world().workspace()
  key = await acme.key()
  await key.put('/webhooks', { url: 'http://127.0.0.1:9/nobody' })
  linked = await linkedAt(acme.id, 'telnyx')
})
beforeEach(() => {
  from = someNumber()
})

const inbound = (body: string, more: Partial<Extract<SmsEvent, { type: 'inbound' }>> = {}): SmsEvent => {
  const { id: carrierMessageId, ...said } = textTo(linked, body, from)
  return { type: 'inbound', carrierMessageId, media: [], ...said, ...more }
}
const hear = async (event: SmsEvent, agoMs = 0) => carrierEvents.apply(await tell(linked, event, agoMs))
const entry = async (phoneNumber = from) =>
  (await key.get(`/dnc/check?phone_number=${encodeURIComponent(phoneNumber)}`)).body.entry as { source: string } | null
const said = () => anyWorkspace.message.findMany({ where: { workspaceId: acme.id, fromNumber: from }, orderBy: { id: 'asc' } })
const forwarded = async () => {
  const rows = await anyWorkspace.webhookDelivery.findMany({ where: { workspaceId: acme.id, eventType: 'sms.received' }, orderBy: { id: 'asc' } })
  return rows.map(({ body }) => JSON.parse(body)).filter(({ data }) => data.from === from)
}

describe('a text', () => {
  test('is forwarded once as sms.received, in the words of the specification', async () => {
    await hear(inbound('Yes, that works'))
    const [message] = await said()
    expect(await forwarded()).toEqual([
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

  test('that is told again under another key, or worked on twice, is the same text', async () => {
    const event = inbound('Hello')
    const [first, second] = [await tell(linked, event), await tell(linked, event)]
    await Promise.all([first, second, first, second].map(carrierEvents.apply))
    expect(await said()).toHaveLength(1)
    expect(await forwarded()).toHaveLength(1)
    const { id } = (await said())[0]!
    expect((await anyWorkspace.carrierEvent.findMany({ where: { id: { in: [first, second] } } })).map(({ messageId }) => messageId)).toEqual([id, id])
  })

  test('without words but with pictures is kept with their addresses', async () => {
    await hear(inbound('', { media: ['https://media.example/1.jpg'] }))
    expect(await said()).toMatchObject([{ body: '', media: ['https://media.example/1.jpg'] }])
    expect(await forwarded()).toMatchObject([{ data: { body: '' } }])
  })

  test('from a short code or a name has a conversation too', async () => {
    for (const sender of ['72000', 'ACME Bank']) {
      from = sender
      await hear(inbound('Your code is 1234'))
      expect(await said()).toMatchObject([{ fromNumber: sender }])
    }
  })

  test('belongs to the conversation of its two numbers, and moves it to the top', async () => {
    await hear(inbound('one'))
    await hear(inbound('two'))
    const [first, second] = await said()
    expect(second!.conversationId).toBe(first!.conversationId)
    const elsewhere = await linkedAt(acme.id, 'vonage')
    await carrierEvents.apply(await tell(elsewhere, inbound('three', { to: elsewhere.number.phoneNumber })))
    expect((await said())[2]!.conversationId).not.toBe(first!.conversationId)
  })

  test('says that the address at the carrier is set, where only a person could have set it', async () => {
    const waiting = await linkedAt(acme.id, 'sinch')
    await anyWorkspace.phoneNumber.update({ where: { id: waiting.number.id }, data: { smsMissing: ['inbound_webhook'] } })
    await carrierEvents.apply(await tell(waiting, inbound('Hello', { to: waiting.number.phoneNumber })))
    expect(await anyWorkspace.phoneNumber.findUnique({ where: { id: waiting.number.id } })).toMatchObject({ smsMissing: [] })
  })
})

describe('STOP and START', () => {
  test.each(['STOP', 'stop.', '“Unsubscribe”', 'ARRÊT', 'Baja', 'abmelden', 'Annulla', 'стоп', '停止', 'ストップ', '수신거부', 'إيقاف', 'הסר'])(
    '%s puts its sender on the do-not-call list, is forwarded all the same, and no call reaches them any more',
    async (word) => {
      await hear(inbound(word))
      expect(await entry()).toMatchObject({ source: 'sms_stop' })
      expect(await said()).toMatchObject([{ keyword: 'stop', body: word }])
      expect(await forwarded()).toHaveLength(1)
    },
  )

  test('STOP keeps calls and texts from being sent, and START lets them through again', async () => {
    const agent = (await key.post('/agents', { name: 'Ada', voice_id: '11labs-Adrian', system_prompt: 'Hi' })).body
    await key.post(`/agents/${agent.id}/publish`)
    await hear(inbound('Stop'))
    expect((await key.post('/calls', { to_number: from, agent_id: agent.id })).status).toBe(403)
    await hear(inbound('Start'))
    expect(await entry()).toBeNull()
    expect((await key.post('/calls', { to_number: from, agent_id: agent.id })).status).toBe(202)
  })

  test('START leaves what a person has entered', async () => {
    await key.post('/dnc', { phone_number: from })
    await hear(inbound('STOP'))
    await hear(inbound('START'))
    expect(await entry()).toMatchObject({ source: 'manual' })
  })

  test('START leaves what a person has entered, also after a STOP', async () => {
    await hear(inbound('STOP'))
    expect(await key.post('/dnc', { phone_number: from, reason: 'Told us on the phone' })).toMatchObject({ status: 201, body: { source: 'manual' } })
    await hear(inbound('START'))
    expect(await entry()).toMatchObject({ source: 'manual' })
  })

  test('STOP counts also where it comes to a number that was released meanwhile', async () => {
    const late = await linkedAt(acme.id, 'telnyx')
    await anyWorkspace.phoneNumber.updateMany({ where: { workspaceId: acme.id, phoneNumber: late.number.phoneNumber }, data: { isActive: false } })
    const text = (body: string) => ({ ...inbound(body), to: late.number.phoneNumber }) as SmsEvent
    await carrierEvents.apply(await tell(late, text('Hello')))
    expect(await entry()).toBeNull()
    await carrierEvents.apply(await tell(late, text('STOP')))
    expect(await entry()).toMatchObject({ source: 'sms_stop' })
    expect(await said()).toEqual([])
  })

  test.each(['yes', 'YES!', 'fine', 'Please stop', 'stop calling at 5', 'no'])('%s is an answer and nothing else', async (words) => {
    await hear(inbound(words))
    expect(await entry()).toBeNull()
    expect(await said()).toMatchObject([{ keyword: null }])
  })

  test("the carrier's own reading counts where it says one", async () => {
    await hear(inbound('Leave me alone', { keyword: 'stop' }))
    expect(await entry()).toMatchObject({ source: 'sms_stop' })
  })

  /** Stores and works on up to six texts in each of 25 random cases. */
  test('of several, in whatever order and however often they are worked on, the last that was said counts', async () => {
    const words = fc.array(fc.constantFrom('STOP', 'START', 'Hello', 'HELP'), { minLength: 1, maxLength: 6 })
    const order = words.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray([...list.keys()], { minLength: list.length })))
    await fc.assert(
      fc.asyncProperty(order, fc.boolean(), async ([list, turns], atOnce) => {
        from = someNumber()
        const ids: number[] = []
        for (const [at, word] of list.entries()) ids.push(await tell(linked, inbound(word), (list.length - at) * 1_000))
        const work = turns.map((turn) => () => carrierEvents.apply(ids[turn]!))
        if (atOnce) await Promise.all(work.map((apply) => apply()))
        else for (const apply of work) await apply()
        const last = list.filter((word) => word === 'STOP' || word === 'START').at(-1)
        expect((await entry()) !== null).toBe(last === 'STOP')
      }),
      { numRuns: 25 },
    )
  })

  test('concern one workspace', async () => {
    const other = await world().workspace()
    await hear(inbound('STOP'))
    const check = await (await other.key()).get(`/dnc/check?phone_number=${encodeURIComponent(from)}`)
    expect(check.body.is_on_dnc).toBe(false)
  })
})
