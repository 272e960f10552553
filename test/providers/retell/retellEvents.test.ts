import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../../../src/kernel/lib/clock.ts'
import type { TranscriptLine } from '../../../src/providers/provider.ts'
import { parseRetellEvent } from '../../../src/providers/retell/events.ts'
import { createRetellProvider } from '../../../src/providers/retell/retell.ts'
import { mergeLines } from '../../../src/services/calls/progress/transcripts.ts'
import { expectToParseAnything, REF } from '../adapterKit.ts'
import { endedCall } from './retellCallKit.ts'

const KEY = 'key_retell'
const retell = createRetellProvider({ apiKey: KEY, baseUrl: 'http://127.0.0.1:9', listLagMs: 0 })

afterEach(() => {
  vi.restoreAllMocks()
})

describe('webhooks', () => {
  const sign = (body: string, at: number, key = KEY) =>
    `v=${at},d=${createHmac('sha256', key)
      .update(body + at)
      .digest('hex')}`
  const verify = (body: string, signature: string | undefined) => retell.verifyWebhook(Buffer.from(body), { 'x-retell-signature': signature }, 'hook-secret')
  const NOW = 1_790_000_000_000

  test('a current signature is accepted, also for text beyond ASCII', () => {
    vi.spyOn(clock, 'now').mockReturnValue(new Date(NOW))
    for (const at of [NOW, NOW - 299_000, NOW + 299_000]) expect(() => verify('{"a":"Perché no? 你好"}', sign('{"a":"Perché no? 你好"}', at))).not.toThrow()
  })

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['malformed', 'v=1'],
    ['of another body', sign('{}', NOW)],
    ['with another key', sign('{"a":1}', NOW, 'other')],
    ['six minutes old', sign('{"a":1}', NOW - 360_000)],
    ['six minutes early', sign('{"a":1}', NOW + 360_000)],
    ['of another time', sign('{"a":1}', NOW).replace(`v=${NOW}`, `v=${NOW + 1}`)],
  ])('a signature that is %s is rejected', (_name, signature) => {
    vi.spyOn(clock, 'now').mockReturnValue(new Date(NOW))
    expect(() => verify('{"a":1}', signature)).toThrow(expect.objectContaining({ kind: 'bad_signature' }))
  })

  test('each event of a call has its own key', () => {
    const keys = ['call_started', 'call_ended', 'call_analyzed'].map((event) => parseRetellEvent({ event, call: endedCall }).dedupeKey)
    expect(keys).toEqual(['retell:call_started:call_1', 'retell:call_ended:call_1', 'retell:call_analyzed:call_1'])
  })

  test('only the event call_analyzed makes a call final, even without an analysis', () => {
    const callWithoutAnalysis = { ...endedCall, call_analysis: undefined }
    expect(parseRetellEvent({ event: 'call_ended', call: callWithoutAnalysis })).toMatchObject({ type: 'call', call: { final: false } })
    expect(parseRetellEvent({ event: 'call_analyzed', call: callWithoutAnalysis })).toMatchObject({ type: 'call', call: { final: true, analysis: null } })
  })

  test('a transcript replaces the previous one, omits tool calls, and has a new key if its last line grows', () => {
    const transcriptUpdate = (text: string) => ({
      event: 'transcript_updated',
      call: {
        call_id: 'call_1',
        metadata: { callwright_ref: REF },
        transcript_with_tool_calls: [
          { role: 'tool_call_invocation', name: 'x' },
          { role: 'agent', content: text },
        ],
      },
    })
    const first = parseRetellEvent(transcriptUpdate('Ciao'))
    expect(first).toMatchObject({
      type: 'transcript',
      ref: REF,
      spoken: { mode: 'replace', start: 0, lines: [{ role: 'agent', text: 'Ciao', startSeconds: null }] },
    })
    expect(parseRetellEvent(transcriptUpdate('Ciao')).dedupeKey).toBe(first.dedupeKey)
    expect(parseRetellEvent(transcriptUpdate('Ciao, sono Ada')).dedupeKey).not.toBe(first.dedupeKey)
  })

  const parseInbound = (call_inbound: object, event_timestamp: unknown = 1_790_000_000_000) =>
    parseRetellEvent({ event: 'call_inbound', event_timestamp, call_inbound })
  const [from_number, to_number] = ['+390212340100', '+14155550100']

  test('an inbound request has caller and called number, and the same key if repeated', () => {
    expect(parseInbound({ call_id: 'call_1', agent_id: 'a', from_number, to_number })).toEqual({
      type: 'inbound',
      dedupeKey: 'retell:call_inbound:call_1',
      providerCallId: 'call_1',
      callerNumber: from_number,
      calledNumber: to_number,
    })
    const first = parseInbound({ from_number, to_number })
    expect(first).toMatchObject({ type: 'inbound', providerCallId: null })
    expect(parseInbound({ from_number, to_number }, new Date(1_790_000_000_000).toISOString()).dedupeKey).toBe(first.dedupeKey)
    const otherRequests = [
      parseInbound({ from_number, to_number }, 1_790_000_000_001),
      parseInbound({ to_number }),
      parseInbound({ from_number, to_number: '+14155550101' }),
    ]
    expect(new Set([first, ...otherRequests].map(({ dedupeKey }) => dedupeKey)).size).toBe(4)
  })

  test.each([undefined, null, '', 'anonymous', 'Restricted', '+1', '+266696687', 'sip:alice@example.com', 7])(
    'a caller number of %j counts as withheld',
    (from) => {
      expect(parseInbound({ call_id: 'call_1', from_number: from, to_number })).toMatchObject({ type: 'inbound', callerNumber: null, calledNumber: to_number })
    },
  )

  test('an inbound request without the called number is ignored', () => expect(parseInbound({ call_id: 'call_1', from_number }).type).toBe('ignored'))

  test('any body can be parsed, and unknown events are ignored with a stable key', () => {
    const typicalBodies = fc.record({
      event: fc.constantFrom('call_started', 'call_ended', 'call_analyzed', 'transcript_updated', 'call_inbound', 'new'),
      event_timestamp: fc.jsonValue(),
      call_inbound: fc.record({ call_id: fc.jsonValue(), from_number: fc.jsonValue(), to_number: fc.oneof(fc.string(), fc.jsonValue()) }, { requiredKeys: [] }),
      call: fc.oneof(
        fc.jsonValue(),
        fc.record(
          {
            call_id: fc.oneof(fc.string(), fc.jsonValue()),
            call_status: fc.jsonValue(),
            disconnection_reason: fc.jsonValue(),
            start_timestamp: fc.jsonValue(),
            call_analysis: fc.jsonValue(),
            transcript_object: fc.jsonValue(),
            transcript_with_tool_calls: fc.array(fc.record({ role: fc.constantFrom('agent', 'x'), content: fc.jsonValue() })),
            metadata: fc.jsonValue(),
            call_cost: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
      ),
    })
    expectToParseAnything(parseRetellEvent, typicalBodies)
    expect(parseRetellEvent({ event: 'transfer_started', call: endedCall }).type).toBe('ignored')
    expect(parseRetellEvent(undefined).type).toBe('ignored')
  })

  test('a stored body has what is read of a call, no links to audio at any depth, and no word times but those that its lines need', () => {
    const link = 'https://retell.example/secret'
    const links = Object.fromEntries(
      ['recording_url', 'recording_multi_channel_url', 'scrubbed_recording_url', 'scrubbed_recording_multi_channel_url', 'public_log_url'].map((key) => [
        key,
        link,
      ]),
    )
    const analysis = { call_summary: 'Fine', deep: [[{ ...links, kept: 1 }]], unforeseen: 'https://cdn.example/call.wav?sig=1' }
    const cost = { combined_cost: 2.5, product_costs: [{ product: 'retell_platform', cost: 2.5 }] }
    const body = { event: 'call_analyzed', call: { ...endedCall, ...links, agent_name: 'Ada', call_cost: cost, call_analysis: analysis } }
    const clean = retell.toStored(body) as typeof body
    expect(JSON.stringify(clean)).not.toMatch(/secret|\.wav/)
    expect(clean.call.call_analysis.deep).toEqual([[{ kept: 1 }]])
    expect(clean.call).toHaveProperty('call_cost', { combined_cost: 2.5 })
    expect(clean.call).not.toHaveProperty('agent_name')
    const words = [
      { word: 'Hello', start: 1.5, end: 2 },
      { word: 'there', start: 2, end: 2.5 },
    ]
    const spoken = {
      event: 'call_analyzed',
      call: { ...endedCall, recording_url: null, transcript: 'Agent: Hello there', transcript_object: [{ role: 'agent', content: 'Hello there', words }] },
    }
    const stored = retell.toStored(spoken) as typeof spoken
    expect(stored.call).not.toHaveProperty('transcript')
    expect(stored.call.transcript_object).toEqual([{ role: 'agent', content: 'Hello there', words: [{ start: 1.5 }] }])
    expect(parseRetellEvent(stored)).toEqual(parseRetellEvent(spoken))
    const updated = { ...spoken, event: 'transcript_updated' }
    expect(parseRetellEvent(retell.toStored(updated))).toEqual(parseRetellEvent(updated))
    expect(retell.toStored(updated)).not.toHaveProperty('call.agent_id')
    expect(body.call.recording_url).toBe(link)
  })

  test('a stored update has the last lines only, and the updates of a call one after the other have its whole transcript', () => {
    const lines = fc.array(fc.record({ role: fc.constantFrom('agent', 'user', 'tool_call_invocation', 'tool_call_result'), content: fc.string() }), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(lines, fc.boolean(), (said, hasTools) => {
        const updates = said.map((_, index) => {
          const all = said.slice(0, index + 1)
          return {
            event: 'transcript_updated',
            call: { call_id: 'call_1', metadata: {}, transcript_object: all, ...(hasTools && { transcript_with_tool_calls: all }) },
          }
        })
        const merge = (events: unknown[]) =>
          events
            .map((body) => parseRetellEvent(body))
            .reduce<TranscriptLine[]>((merged, event) => (event.type === 'transcript' && mergeLines(merged, event.spoken)) || merged, [])
        const stored = updates.map(retell.toStored) as typeof updates
        expect(merge(stored)).toEqual(merge(updates))
        for (const { call } of stored) expect(call.transcript_object.length).toBeLessThanOrEqual(3)
      }),
    )
  })
})
