import { expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import * as partitions from '../../../src/services/privacy/partitions.ts'
import { deliver, callStartedBody } from '../../inbound/vendors.ts'
import { provider } from '../../../src/services/voiceProviders/voiceProviders.ts'
import { DAY } from '../../kit/waiting/clock.ts'
import { startReceiver } from '../../kit/fakes/webhookReceiver.ts'
import { createSocketClient } from '../../kit/clients/graphqlSocket.ts'
import { listProcessed, waitForEvents } from '../../kit/waiting/eventsProcessed.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createTenant } from '../calls/placementKit.ts'
import { dump, waitForFinishedCall, signInAsOwner } from '../privacy/privacyKit.ts'

// In real time, because the tests send the transcript themselves.
const testServer = useTestServer({ speed: 1 })
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

/** Waits for four lines to be processed, one after another, and for the end of the call. Reads every table of the workspace five times. */
test.each(['retell', 'vapi'] as const)('a card number spoken on %s reaches neither the database, nor a subscriber, nor the webhook', async (engine) => {
  const hook = await startReceiver()
  const mine = await createTenant(testServer(), { engine })
  await mine.key.put('/webhooks', { url: hook.url })
  expect(await (await signInAsOwner(testServer(), mine.acme))(REDACT, { types: ['payment_card'] })).toEqual({ updateRedactions: ['payment_card'] })
  const { id } = (await mine.place('+14155550113')).body
  const { providerCallId } = await waitFor('the call to be placed', async () => {
    const call = await anyWorkspace.call.findUniqueOrThrow({ where: { id } })
    return call.providerCallId === null ? null : call
  })
  const watched = createSocketClient(testServer().url, { apiKey: mine.key.apiKey }).watch<Part>(
    'subscription ($id: ID!) { callTranscript(callId: $id) { startIndex lines { text } } }',
    { id },
  )
  await waitFor('the subscription', () => watched.ready)

  const tell = async (body: object) => expect((await deliver(testServer(), engine, JSON.stringify(body))).status).toBeLessThan(300)
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
    await waitFor('the line to be applied', async () => (await listProcessed(id)).length === count)
    expect(JSON.stringify(await dump(mine.acme.id))).not.toMatch(/4242 4242/)
    const events = await anyWorkspace.providerEvent.findMany({ where: { callId: id } })
    expect(JSON.stringify(events.map((event) => ({ ...event, id: Number(event.id) })))).not.toContain('4242')
  }
  await waitFor('the last line', () => watched.events.some(({ callTranscript }) => JSON.stringify(callTranscript).includes('415 555 0123')))

  // The provider itself reports the end of the call. It has no transcript, so that of the webhook counts, unless nobody has answered.
  await waitFor('an answer', async () => (await provider(engine).getCall(providerCallId!))?.state === 'in_progress')
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
  const { detail } = await waitForFinishedCall(id)
  expect(detail!.transcript).toMatchObject([
    { text: SAID[0]!.content },
    { text: 'It is [card]' },
    { text: 'ok' },
    { text: '[card ••••4242], and call me at 415 555 0123 today.' },
  ])
  expect(detail!.summary).toBe('Paid with [card ••••4242]')
  await waitFor('the webhook', () => hook.received.some(({ body }) => body?.type === 'call.completed'))
  for (const text of [JSON.stringify(watched.events), JSON.stringify(hook.received.map(({ body }) => body)), JSON.stringify(await dump(mine.acme.id))])
    expect(text).not.toMatch(/4242[ -]?4242/)
  const call = (await mine.key.get(`/calls/${id}`)).body
  expect(JSON.stringify(call)).not.toMatch(/4242[ -]?4242/)
})

test('unknown types are rejected, and only members who can change the workspace can set them', async () => {
  const acme = await testServer().workspace()
  const gql = await signInAsOwner(testServer(), acme)
  await expect(gql(REDACT, { types: ['shoe_size'] })).rejects.toThrow('does not exist in "RedactionType" enum')
  expect(await gql(REDACT, { types: ['phone', 'email', 'phone'] })).toEqual({ updateRedactions: ['email', 'phone'] })
  expect(await gql('{ redactions }')).toEqual({ redactions: ['email', 'phone'] })
  await expect((await acme.key()).gql(REDACT, { types: [] })).rejects.toThrow('Missing scope: workspace:write')
})

test('events of unknown calls are not stored, and events that cannot be processed are deleted after the last attempt', async () => {
  const [unknown, before] = ['of-nobody-here', new Date(Date.now() - 60_000)]
  expect((await deliver(testServer(), 'retell', callStartedBody('retell', unknown))).status).toBeLessThan(300)
  await waitForEvents()
  const event = await anyWorkspace.providerEvent.findFirst({ where: { callId: null, receivedAt: { gt: before } } })
  expect(event).toMatchObject({ body: {}, callId: null })

  const old = { provider: 'retell', body: { said: CARD }, receivedAt: new Date(Date.now() - 8 * DAY) }
  const failed = await anyWorkspace.providerEvent.create({ data: { ...old, dedupeKey: 'failed for good' } })
  await pool.query(`insert into pending_provider_events (event_id, due_at, attempts) values ($1, 'infinity', 25)`, [failed.id])
  const tried = await anyWorkspace.providerEvent.create({ data: { ...old, dedupeKey: 'to be tried again' } })
  await anyWorkspace.pendingProviderEvent.create({ data: { eventId: tried.id, dueAt: new Date(Date.now() + DAY), attempts: 1 } })
  await partitions.maintain()
  const left = await anyWorkspace.providerEvent.findMany({ where: { id: { in: [failed.id, tried.id] } } })
  expect(left.map(({ id }) => id)).toEqual([tried.id])
})
