import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../../src/clock.ts'
import { ProviderError } from '../../src/providers/provider.ts'
import type { AgentConfig } from '../../src/providers/provider.ts'
import { parseRetellEvent, retellProvider } from '../../src/providers/retell.ts'
import { agentBody, llmBody, retellLanguage } from '../../src/providers/retellAgent.ts'
import { RetellCall, retellSnapshot } from '../../src/providers/retellCall.ts'
import { CONFIG, CONVERSATION, expectToReadAnything, REF } from './adapterKit.ts'

const KEY = 'key_retell'
const retell = retellProvider({ apiKey: KEY, baseUrl: 'http://127.0.0.1:9', webhookUrl: 'https://callwright.example/hooks', listLagMs: 0 })
const snapshot = (call: object) => retellSnapshot(RetellCall.parse({ call_id: 'call_1', ...call }))
const ended = {
  call_id: 'call_1',
  agent_id: 'agent_1',
  call_status: 'ended',
  disconnection_reason: 'agent_hangup',
  direction: 'outbound',
  from_number: '+14155550100',
  to_number: '+390212340100',
  start_timestamp: 1_790_000_000_000,
  end_timestamp: 1_790_000_012_600,
  duration_ms: 12_600,
  transcript_object: [
    { role: 'agent', content: 'Ciao', words: [{ word: 'Ciao', start: 0.4, end: 0.9 }] },
    { role: 'user', content: 'Sì', words: [] },
  ],
  recording_url: 'https://retell.example/a.wav',
  call_cost: { combined_cost: 1.2345 },
  metadata: { callwright_ref: REF },
  call_analysis: { call_summary: 'Done', call_successful: true, custom_analysis_data: { email: 'a@b.c', detected_language: 'it', call_outcome: 'success' } },
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('what is published', () => {
  test('an agent without a voice cannot be', () => {
    expect(() => agentBody({ ...CONFIG, voiceId: null }, 'https://x')).toThrow(new ProviderError('rejected', 'voice_id is required to publish'))
  })

  test.each([
    ['it-IT', 'it-IT'],
    ['it', 'it-IT'],
    ['IT-it', 'it-IT'],
    ['it-CH', 'it-IT'],
    ['en', 'en-US'],
    ['en-ZA', 'en-US'],
    ['es-MX', 'es-419'],
    ['es', 'es-ES'],
    ['fil', 'fil-PH'],
  ])('the language %s is %s there', (tag, language) => expect(retellLanguage(tag)).toBe(language))

  test('a language Retell does not speak is refused by name', () => expect(() => retellLanguage('eo')).toThrow('Retell does not speak the language eo'))

  test('recording off means that Retell keeps neither audio nor transcript', () => {
    expect(agentBody({ ...CONFIG, recordingEnabled: false }, 'https://x').data_storage_setting).toBe('basic_attributes_only')
    expect(agentBody(CONFIG, 'https://x').data_storage_setting).toBe('everything')
  })

  test('durations stay within what Retell takes', () => {
    expect(agentBody({ ...CONFIG, maxDurationSeconds: 5, ringSeconds: 1 }, 'https://x')).toMatchObject({
      max_call_duration_ms: 60_000,
      ring_duration_ms: 5_000,
    })
    expect(agentBody({ ...CONFIG, maxDurationSeconds: 99_999, ringSeconds: 999 }, 'https://x')).toMatchObject({
      max_call_duration_ms: 7_200_000,
      ring_duration_ms: 300_000,
    })
  })

  test('every agent is asked for the outcome and the language, unless it words them itself', () => {
    const names = (analysis: AgentConfig['analysis']) => agentBody({ ...CONFIG, analysis }, 'https://x').post_call_analysis_data!.map((item) => item.name)
    expect(names([{ name: 'email', type: 'string', description: '' }])).toEqual(['email', 'detected_language', 'call_outcome'])
    expect(names([{ name: 'call_outcome', type: 'enum', description: 'o', choices: ['sold'] }])).toEqual(['call_outcome', 'detected_language'])
  })

  test('tools pass as they are; a nameless one is named after its type', () => {
    const custom = { type: 'custom', name: 'book', url: 'https://x.example', speak_after_execution: true }
    expect(llmBody({ ...CONFIG, tools: [custom, { type: 'end_call' }] }).general_tools).toEqual([custom, { type: 'end_call', name: 'end_call' }])
  })

  test.each([
    [[{ type: 'endCall', name: 'bye' }], 'Tool "bye": Retell has no tool of type "endCall"'],
    [[{ name: 'x' }], 'Tool "x": Retell has no tool of type null'],
    [[{ type: 'end_call', name: 'hang up' }], 'Tool "hang up": a name is 1 to 64 letters, digits, dashes and underscores'],
    [[{ type: 'end_call', name: 7 }], 'Tool 7: a name is 1 to 64 letters, digits, dashes and underscores'],
    [
      [
        { type: 'end_call', name: 'a' },
        { type: 'press_digit', name: 'a' },
      ],
      'Tool "a": two tools have this name',
    ],
  ])('a tool that cannot be expressed is refused by name: %j', (tools, message) => {
    expect(() => llmBody({ ...CONFIG, tools })).toThrow(new ProviderError('rejected', message))
  })
})

describe('a call as Retell tells it', () => {
  test('is read whole', () => {
    expect(snapshot(ended)).toEqual({
      ...CONVERSATION,
      providerCallId: 'call_1',
      startedAt: new Date(1_790_000_000_000),
      endedAt: new Date(1_790_000_012_600),
      endedReason: 'agent_hangup',
      providerCostMicros: 12_345,
      outcome: 'success',
      analysis: { summary: 'Done', structuredData: { email: 'a@b.c' }, successEvaluation: 'true', raw: ended.call_analysis },
    })
  })

  test.each<[string, string | undefined, string]>([
    ['registered', undefined, 'dialing'],
    ['ongoing', undefined, 'in_progress'],
    ['ended', undefined, 'completed'],
    ['not_connected', undefined, 'failed'],
    ['error', undefined, 'failed'],
    ['something_new', undefined, 'queued'],
    ['ended', 'something_new', 'completed'],
    ['ended', 'toString', 'completed'],
    ...[
      'user_hangup',
      'agent_hangup',
      'call_transfer',
      'transfer_bridged',
      'transfer_cancelled',
      'call_take_over',
      'inactivity',
      'max_duration_reached',
      'ivr_reached',
    ].map((reason): [string, string, string] => ['ended', reason, 'completed']),
    ['not_connected', 'dial_busy', 'busy'],
    ['not_connected', 'dial_no_answer', 'no_answer'],
    ['not_connected', 'user_declined', 'no_answer'],
    ['ended', 'voicemail_reached', 'voicemail'],
    ['ended', 'manual_stopped', 'canceled'],
    ...[
      'dial_failed',
      'invalid_destination',
      'marked_as_spam',
      'telephony_provider_permission_denied',
      'telephony_provider_unavailable',
      'sip_routing_error',
      'concurrency_limit_reached',
      'no_concurrency_fallback',
      'no_valid_payment',
      'scam_detected',
      'registered_call_timeout',
      'error_retell',
      'error_asr',
      'error_new',
    ].map((reason): [string, string, string] => ['ended', reason, 'failed']),
  ])('%s, %s is %s', (call_status, disconnection_reason, state) => {
    expect(snapshot({ call_status, disconnection_reason })).toMatchObject({ state, endedReason: disconnection_reason ?? null })
  })

  test('a voicemail found only by the analysis counts as one', () => {
    expect(snapshot({ ...ended, call_analysis: { ...ended.call_analysis, in_voicemail: true } })).toMatchObject({ state: 'voicemail', outcome: null })
  })

  test('only a conversation has an outcome', () => {
    expect(snapshot({ ...ended, disconnection_reason: 'dial_busy' }).outcome).toBeNull()
    expect(snapshot({ ...ended, disconnection_reason: 'manual_stopped' }).outcome).toBe('success')
  })

  test('audio that Retell does not keep is not a recording', () => {
    expect(snapshot({ ...ended, data_storage_setting: 'basic_attributes_only' }).hasRecording).toBe(false)
  })

  test('a reference that is not ours reads as none', () => expect(snapshot({ ...ended, metadata: { callwright_ref: 'x' } }).ref).toBeNull())
})

describe('webhooks', () => {
  const sign = (body: string, at: number, key = KEY) =>
    `v=${at},d=${createHmac('sha256', key)
      .update(body + at)
      .digest('hex')}`
  const verify = (body: string, signature: string | undefined) => retell.verifyWebhook(Buffer.from(body), { 'x-retell-signature': signature })
  const NOW = 1_790_000_000_000

  test('a signature of this moment is accepted, for any text', () => {
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
  ])('a signature that is %s is refused', (_name, signature) => {
    vi.spyOn(clock, 'now').mockReturnValue(new Date(NOW))
    expect(() => verify('{"a":1}', signature)).toThrow(expect.objectContaining({ kind: 'bad_signature' }))
  })

  test('each event of a call has a key of its own, and its repetition the same one', () => {
    const keys = ['call_started', 'call_ended', 'call_analyzed'].map((event) => parseRetellEvent({ event, call: ended }).dedupeKey)
    expect(keys).toEqual(['retell:call_started:call_1', 'retell:call_ended:call_1', 'retell:call_analyzed:call_1'])
  })

  test('only the analysed call is final, analysis or not', () => {
    const bare = { ...ended, call_analysis: undefined }
    expect(parseRetellEvent({ event: 'call_ended', call: bare })).toMatchObject({ type: 'call', call: { final: false } })
    expect(parseRetellEvent({ event: 'call_analyzed', call: bare })).toMatchObject({ type: 'call', call: { final: true, analysis: null } })
  })

  test('a transcript replaces the one before, leaves tools out, and a grown last line is news', () => {
    const said = (text: string) => ({
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
    const first = parseRetellEvent(said('Ciao'))
    expect(first).toMatchObject({ type: 'transcript', mode: 'replace', ref: REF, lines: [{ role: 'agent', text: 'Ciao', startSeconds: null }] })
    expect(parseRetellEvent(said('Ciao')).dedupeKey).toBe(first.dedupeKey)
    expect(parseRetellEvent(said('Ciao, sono Ada')).dedupeKey).not.toBe(first.dedupeKey)
  })

  test('any body can be read; what means nothing is ignored under a stable key', () => {
    const odd = fc.record({
      event: fc.constantFrom('call_started', 'call_ended', 'call_analyzed', 'transcript_updated', 'new'),
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
    expectToReadAnything(parseRetellEvent, odd)
    expect(parseRetellEvent({ event: 'transfer_started', call: ended }).type).toBe('ignored')
    expect(parseRetellEvent(undefined).type).toBe('ignored')
  })

  test('no link to audio survives, however deep, and the rest does', () => {
    const link = 'https://retell.example/secret'
    const links = Object.fromEntries(
      ['recording_url', 'recording_multi_channel_url', 'scrubbed_recording_url', 'scrubbed_recording_multi_channel_url', 'public_log_url'].map((key) => [
        key,
        link,
      ]),
    )
    const body = { event: 'call_analyzed', call: { ...ended, ...links, deep: [[{ ...links, kept: 1 }]], unforeseen: 'https://cdn.example/call.wav?sig=1' } }
    const clean = retell.withoutAudio(body) as typeof body
    expect(JSON.stringify(clean)).not.toMatch(/secret|\.wav/)
    expect(clean.call.deep).toEqual([[{ kept: 1 }]])
    expect(clean.call.transcript_object).toEqual(ended.transcript_object)
    expect(body.call.recording_url).toBe(link)
  })
})
