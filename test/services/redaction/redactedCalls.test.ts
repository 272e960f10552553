import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { enqueue } from '../../../src/kernel/db/queue.ts'
import * as providerEvents from '../../../src/services/calls/progress/providerEvents.ts'
import { deliver, news } from '../../inbound/vendors.ts'
import { DAY } from '../../kit/clock.ts'
import { receiver } from '../../kit/receiver.ts'
import { socket } from '../../kit/socket.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { tenant } from '../calls/placementKit.ts'
import { dump, finishedCall, owner } from '../privacy/privacyKit.ts'

// As slow as life: what is said is told by hand.
const world = useWorld({ speed: 1 })
const REDACT = 'mutation ($types: [RedactionType!]!) { updateRedactions(types: $types) }'
const CARD = '4242 4242 4242 4242'
const SAID = [
  { role: 'agent', content: 'What is the number of your card?' },
  { role: 'user', content: 'It is 4242 4242' },
  { role: 'agent', content: 'ok' },
  { role: 'user', content: '4242 4242, and call me at 415 555 0123 today.' },
]

interface Part {
  callTranscript: { startIndex: number; lines: { text: string }[] }
}

/** Waits for four lines to be worked on, one after another, and for the end of the call; reads every table of the workspace five times. */
test.each(['retell', 'vapi'] as const)('a card number that is told to %s reaches neither the database, nor a watcher, nor the webhook', async (engine) => {
  const hook = await receiver()
  const mine = await tenant(world(), { engine })
  await mine.key.put('/webhooks', { url: hook.url })
  expect(await (await owner(world(), mine.acme))(REDACT, { types: ['payment_card'] })).toEqual({ updateRedactions: ['payment_card'] })
  const { id } = (await mine.place('+14155550113')).body
  const { providerCallId } = await until('the call to be placed', async () => {
    const call = await anyWorkspace.call.findUniqueOrThrow({ where: { id } })
    return call.providerCallId === null ? null : call
  })
  const watched = socket(world().url, { apiKey: mine.key.apiKey }).watch<Part>(
    'subscription ($id: ID!) { callTranscript(callId: $id) { startIndex lines { text } } }',
    { id },
  )
  await until('the subscription', () => watched.ready)

  const tell = async (body: object) => expect((await deliver(world(), engine, JSON.stringify(body))).status).toBeLessThan(300)
  for (let count = 1; count <= SAID.length; count++) {
    const lines = SAID.slice(0, count).map((line, at) => ({ ...line, words: [{ word: 'x', start: at }] }))
    if (engine === 'retell') await tell({ event: 'transcript_updated', call: { call_id: providerCallId, call_status: 'ongoing', transcript_object: lines } })
    else {
      const { role, content } = SAID[count - 1]!
      const line = {
        type: 'transcript',
        transcriptType: 'final',
        role: role === 'agent' ? 'assistant' : 'user',
        transcript: content,
        timestamp: Date.now() + count * 1_000,
      }
      await tell({ message: { ...line, call: { id: providerCallId, type: 'outboundPhoneCall' } } })
    }
    const worked = () => anyWorkspace.providerEvent.count({ where: { callId: id, processedAt: { not: null } } })
    await until('the line to be worked on', async () => (await worked()) === count)
    expect(JSON.stringify(await dump(mine.acme.id))).not.toMatch(/4242 4242/)
    const events = await anyWorkspace.providerEvent.findMany({ where: { callId: id } })
    expect(JSON.stringify(events.map((event) => ({ ...event, id: Number(event.id) })))).not.toContain('4242')
  }
  await until('the last line', () => watched.events.some(({ callTranscript }) => JSON.stringify(callTranscript).includes('415 555 0123')))

  // The provider has to say itself that the call is over; it has no words of it, so that those of the webhook count.
  await mine.key.gql('mutation ($id: ID!) { endCall(id: $id) { id } }', { id })
  const analysis = { call_summary: `Paid with ${CARD}`, call_successful: true, custom_analysis_data: { paid_with: CARD } }
  const moments = { start_timestamp: Date.now() - 60_000, end_timestamp: Date.now(), duration_ms: 60_000 }
  const ended = {
    call_id: providerCallId,
    call_status: 'ended',
    disconnection_reason: 'user_hangup',
    ...moments,
    transcript_object: SAID,
    call_analysis: analysis,
  }
  if (engine === 'retell') await tell({ event: 'call_analyzed', call: ended })
  else {
    const messages = SAID.map(({ role, content }, at) => ({ role: role === 'agent' ? 'bot' : 'user', message: content, secondsFromStart: at }))
    const times = { startedAt: new Date(Date.now() - 60_000).toISOString(), endedAt: new Date().toISOString() }
    const report = { type: 'end-of-call-report', endedReason: 'customer-ended-call', timestamp: Date.now(), ...times }
    const call = { id: providerCallId, type: 'outboundPhoneCall', status: 'ended' }
    await tell({ message: { ...report, call, artifact: { messages }, analysis: { summary: `Paid with ${CARD}`, structuredData: { paid_with: CARD } } } })
  }
  const { detail } = await finishedCall(id)
  expect(detail!.transcript).toMatchObject([
    { text: SAID[0]!.content },
    { text: 'It is [card]' },
    { text: 'ok' },
    { text: '[card ••••4242], and call me at 415 555 0123 today.' },
  ])
  expect(detail!.summary).toBe('Paid with [card ••••4242]')
  await until('the webhook', () => hook.received.some(({ body }) => body?.type === 'call.completed'))
  for (const text of [JSON.stringify(watched.events), JSON.stringify(hook.received.map(({ body }) => body)), JSON.stringify(await dump(mine.acme.id))])
    expect(text).not.toMatch(/4242[ -]?4242/)
  const shown = (await mine.key.get(`/calls/${id}`)).body
  expect(JSON.stringify(shown)).not.toMatch(/4242[ -]?4242/)
})

test('kinds that do not exist are refused, and only who may change the workspace sets them', async () => {
  const acme = await world().workspace()
  const gql = await owner(world(), acme)
  await expect(gql(REDACT, { types: ['shoe_size'] })).rejects.toThrow('does not exist in "RedactionType" enum')
  expect(await gql(REDACT, { types: ['phone', 'email', 'phone'] })).toEqual({ updateRedactions: ['email', 'phone'] })
  expect(await gql('{ redactions }')).toEqual({ redactions: ['email', 'phone'] })
  await expect((await acme.key()).gql(REDACT, { types: [] })).rejects.toThrow('Missing scope: workspace:write')
})

test('what is told of a call that is not known here is not kept, and what cannot be worked on goes once nobody tries any more', async () => {
  const unknown = 'of-nobody-here'
  expect((await deliver(world(), 'retell', news('retell', unknown))).status).toBeLessThan(300)
  const event = await until('the event', () =>
    anyWorkspace.providerEvent.findFirst({ where: { dedupeKey: { contains: unknown }, processedAt: { not: null } } }),
  )
  expect(event).toMatchObject({ body: {}, callId: null })

  const old = { provider: 'retell', body: { said: CARD }, receivedAt: new Date(Date.now() - 8 * DAY) }
  const failed = await anyWorkspace.providerEvent.create({ data: { ...old, dedupeKey: 'failed for good' } })
  const tried = await anyWorkspace.providerEvent.create({ data: { ...old, dedupeKey: 'to be tried again' } })
  await enqueue(anyWorkspace, 'providerEvents.apply', { eventId: Number(tried.id) }, { at: new Date(Date.now() + DAY) })
  await providerEvents.deleteOld()
  const left = await anyWorkspace.providerEvent.findMany({ where: { id: { in: [failed.id, tried.id] } } })
  expect(left.map(({ id }) => id)).toEqual([tried.id])
})
