import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProviderError } from '../../src/providers/provider.ts'
import type { AgentConfig, JsonObject } from '../../src/providers/provider.ts'
import { parseVapiEvent, vapiProvider } from '../../src/providers/vapi.ts'
import { assistantBody, transcriber } from '../../src/providers/vapiAgent.ts'
import { VapiCall, vapiSnapshot, vapiState } from '../../src/providers/vapiCall.ts'
import { vapiTools } from '../../src/providers/vapiTools.ts'
import { CONFIG, CONVERSATION, expectToReadAnything, REF } from './adapterKit.ts'

const SECRET = 'hook-secret'
const vapi = vapiProvider({ apiKey: 'key', baseUrl: 'http://127.0.0.1:9', webhookUrl: 'https://callwright.example/hooks', webhookSecret: SECRET, listLagMs: 0 })
const config: AgentConfig = { ...CONFIG, voiceId: 'Elliot' }
const body = (changes: Partial<AgentConfig> = {}) => assistantBody({ ...config, ...changes }, { url: 'https://x.example', secret: SECRET })
const call = {
  id: 'c1',
  type: 'outboundPhoneCall',
  status: 'in-progress',
  name: REF,
  createdAt: '2026-01-01T12:00:00.000Z',
  startedAt: '2026-01-01T12:00:05.000Z',
  cost: 0,
  customer: { number: '+390212340100', externalId: REF },
  assistantOverrides: { metadata: { callwright_ref: REF } },
}
const report = {
  type: 'end-of-call-report',
  timestamp: 1_790_000_000_000,
  call,
  endedReason: 'assistant-ended-call',
  startedAt: '2026-01-01T12:00:05.000Z',
  endedAt: '2026-01-01T12:00:17.600Z',
  cost: 0.0123456,
  artifact: {
    messages: [
      { role: 'system', message: 'Be kind' },
      { role: 'bot', message: 'Ciao', secondsFromStart: 0.4 },
      { role: 'user', message: 'Sì' },
      { role: 'tool_calls', toolCalls: [] },
    ],
    recordingUrl: 'https://vapi.example/a.wav',
  },
  analysis: { summary: 'Done', structuredData: { email: 'a@b.c', detected_language: 'it', call_outcome: 'callback' }, successEvaluation: 'false' },
}

describe('what is published', () => {
  test.each([null, '', '11labs:', ':sarah'])('an agent with the voice %j cannot be', (voiceId) => {
    expect(() => body({ voiceId })).toThrow(new ProviderError('rejected', 'voice_id is required to publish'))
  })

  test.each([
    ['Elliot', 'vapi', 'Elliot'],
    ['11labs:sarah', '11labs', 'sarah'],
    ['azure:it:IT', 'azure', 'it:IT'],
  ])("the voice %s is %s's %s", (voiceId, provider, name) => {
    expect(body({ voiceId }).voice).toEqual({ provider, voiceId: name })
  })

  test.each([
    ['gpt-4.1-mini', 'openai', 'gpt-4.1-mini'],
    ['o3-mini', 'openai', 'o3-mini'],
    ['claude-sonnet-4-6', 'anthropic', 'claude-sonnet-4-6'],
    ['claude-4.6-sonnet', 'anthropic', 'claude-sonnet-4-6'],
    ['claude-4.5-haiku', 'anthropic', 'claude-haiku-4-5-20251001'],
    ['gemini-3.5-flash', 'google', 'gemini-3.5-flash'],
  ])("the model %s is %s's %s", (given, provider, model) => expect(body({ model: given }).model).toMatchObject({ provider, model }))

  test('a model of no known maker is refused by name', () => expect(() => body({ model: 'llama-9' })).toThrow('Vapi has no model llama-9'))

  test.each([
    ['it-IT', 'it'],
    ['en-GB', 'en-GB'],
    ['pt-BR', 'pt-BR'],
    ['eo', 'multi'],
  ])('the language %s is %s there', (tag, language) => {
    expect(transcriber(tag)).toMatchObject({ language })
  })

  test('names are cut to what Vapi takes', () => expect(body({ name: 'x'.repeat(60) }).name).toHaveLength(40))

  test('recording off leaves no audio, packet captures included', () => {
    expect(body({ recordingEnabled: false }).artifactPlan).toEqual({ recordingEnabled: false, pcapEnabled: false, videoRecordingEnabled: false })
  })

  test('analysis items become a schema, with the outcome and the language asked for', () => {
    const { properties } = body({
      analysis: [
        { name: 'size', type: 'enum', description: 'Size', choices: ['s', 'm'] },
        { name: 'age', type: 'number', description: '' },
      ],
    }).analysisPlan!.structuredDataPlan!.schema!
    expect(properties).toMatchObject({ size: { type: 'string', enum: ['s', 'm'], description: 'Size' }, age: { type: 'number', description: 'age' } })
    expect(Object.keys(properties!)).toEqual(['size', 'age', 'detected_language', 'call_outcome'])
  })
})

describe('tools', () => {
  test.each<[JsonObject, JsonObject]>([
    [{ type: 'end_call', name: 'bye' }, { type: 'endCall' }],
    [{ type: 'press_digit', name: 'p' }, { type: 'dtmf' }],
    [{ type: 'send_sms', name: 's' }, { type: 'sms' }],
    [
      {
        type: 'transfer_call',
        name: 't',
        description: 'To sales',
        transfer_destination: { type: 'predefined', number: '+14155550100', extension: '12' },
        transfer_option: { type: 'cold_transfer' },
      },
      { type: 'transferCall', destinations: [{ type: 'number', number: '+14155550100', extension: '12', description: 'To sales' }] },
    ],
    [
      {
        type: 'custom',
        name: 'book',
        url: 'https://x.example/?a=1',
        query_params: { b: 'c d' },
        description: 'Books',
        parameters: { type: 'object', properties: {} },
        timeout_ms: 1_500,
      },
      {
        type: 'apiRequest',
        name: 'book',
        method: 'POST',
        url: 'https://x.example/?a=1&b=c%20d',
        description: 'Books',
        body: { type: 'object', properties: {} },
        timeoutSeconds: 2,
      },
    ],
    [
      { type: 'code', name: 'add', code: 'return 1', description: 'Adds' },
      { type: 'code', code: 'return 1', function: { name: 'add', description: 'Adds' } },
    ],
    [
      { type: 'mcp', server: { url: 'https://m.example' } },
      { type: 'mcp', server: { url: 'https://m.example' } },
    ],
    [{ type: 'google.sheets.row.append' }, { type: 'google.sheets.row.append' }],
    [
      { type: 'function', function: { name: 'f' } },
      { type: 'function', function: { name: 'f' } },
    ],
  ])('%j is expressed', (given, expected) => expect(vapiTools([given])).toEqual([expected]))

  test.each<JsonObject>([
    { type: 'agent_swap', name: 'bad_tool' },
    { type: 'check_availability_cal', name: 'bad_tool' },
    { type: 'mcp', name: 'bad_tool', mcp_id: 'm' },
    { name: 'bad_tool' },
    { type: 'transfer_call', name: 'bad_tool', transfer_destination: { type: 'inferred', prompt: 'x' } },
    { type: 'transfer_call', name: 'bad_tool' },
    { type: 'transfer_call', name: 'bad_tool', transfer_destination: { type: 'predefined', number: '+1' }, transfer_option: { type: 'warm_transfer' } },
    { type: 'custom', name: 'bad_tool' },
    { type: 'custom', name: 'bad_tool', url: 'https://x', headers: { a: 'b' } },
    { type: 'custom', name: 'bad_tool'.repeat(6), url: 'https://x' },
    { type: 'code', name: 'bad_tool' },
  ])('%j is refused by name', (tool) => {
    expect(() => vapiTools([tool])).toThrow(expect.objectContaining({ kind: 'rejected', message: expect.stringContaining('"bad_tool') }))
  })
})

describe('a call as Vapi tells it', () => {
  test('is read whole from its report', () => {
    expect(parseVapiEvent({ message: report })).toEqual({
      type: 'call',
      dedupeKey: 'vapi:report:c1',
      call: {
        ...CONVERSATION,
        providerCallId: 'c1',
        startedAt: new Date('2026-01-01T12:00:05Z'),
        endedAt: new Date('2026-01-01T12:00:17.600Z'),
        endedReason: 'assistant-ended-call',
        providerCostMicros: 12_346,
        outcome: 'callback',
        analysis: { summary: 'Done', structuredData: { email: 'a@b.c' }, successEvaluation: 'false', raw: report.analysis },
      },
    })
  })

  test('a call under way has no cost, no transcript, no analysis yet', () => {
    expect(vapiSnapshot(VapiCall.parse({ ...call, analysis: {} }))).toMatchObject({
      state: 'in_progress',
      providerCostMicros: null,
      transcript: null,
      analysis: null,
      final: false,
    })
  })

  test('a call taken in has the number it reached', () => {
    const inbound = { ...call, type: 'inboundPhoneCall', phoneNumber: { number: '+14155550100' } }
    expect(vapiSnapshot(VapiCall.parse(inbound))).toMatchObject({ direction: 'inbound', toNumber: '+14155550100' })
  })

  test.each([
    [{ assistantOverrides: undefined }, REF],
    [{ assistantOverrides: undefined, customer: undefined }, REF],
    [{ assistantOverrides: undefined, customer: { number: '+1', externalId: 'someone' }, name: 'Sales' }, null],
  ])('our reference is found wherever Vapi gives it back: %j', (changes, ref) => expect(vapiSnapshot(VapiCall.parse({ ...call, ...changes })).ref).toBe(ref))

  test.each([
    ['scheduled', 'queued'],
    ['queued', 'queued'],
    ['ringing', 'ringing'],
    ['in-progress', 'in_progress'],
    ['forwarding', 'in_progress'],
    ['something-new', 'queued'],
    [null, 'queued'],
  ])('the status %s is %s', (status, state) => expect(vapiState(status, null)).toBe(state))

  test.each<[string, string]>([
    ['customer-busy', 'busy'],
    ['customer-did-not-answer', 'no_answer'],
    ['call.in-progress.error-providerfault-outbound-sip-480-temporarily-unavailable', 'no_answer'],
    ['call.in-progress.error-providerfault-outbound-sip-408-request-timeout', 'no_answer'],
    ['voicemail', 'voicemail'],
    ['manually-canceled', 'canceled'],
    ['scheduled-call-deleted', 'canceled'],
    ['call-deleted', 'canceled'],
    ...[
      'assistant-ended-call',
      'assistant-ended-call-after-message-spoken',
      'assistant-said-end-call-phrase',
      'assistant-forwarded-call',
      'customer-ended-call',
      'customer-ended-call-during-transfer',
      'silence-timed-out',
      'exceeded-max-duration',
      'vonage-completed',
      'call.in-progress.twilio-completed-call',
      'call.in-progress.sip-completed-call',
    ].map((reason): [string, string] => [reason, 'completed']),
    ...[
      'twilio-failed-to-connect-call',
      'twilio-reported-customer-misdialed',
      'vonage-rejected',
      'vonage-disconnected',
      'worker-shutdown',
      'assistant-request-failed',
      'call.in-progress.error-vapifault-worker-died',
      'call.in-progress.error-providerfault-outbound-sip-403-forbidden',
      'call.start.error-get-transport',
      'something-new',
      'pipeline-error-eleven-labs-system-busy-and-requested-upgrade',
    ].map((reason): [string, string] => [reason, 'failed']),
  ])('a call ended by %s is %s', (reason, state) => expect(vapiState('ended', reason)).toBe(state))
})

describe('webhooks', () => {
  test('only the shared secret opens the door', () => {
    expect(() => vapi.verifyWebhook(Buffer.from('{}'), { 'x-vapi-secret': SECRET })).not.toThrow()
    for (const secret of [undefined, '', 'hook-secre', 'hook-secret ', 'HOOK-SECRET', [SECRET, SECRET]])
      expect(() => vapi.verifyWebhook(Buffer.from('{}'), { 'x-vapi-secret': secret as string })).toThrow(expect.objectContaining({ kind: 'bad_signature' }))
  })

  test('each status of a call has a key of its own, and moves the call', () => {
    const events = ['ringing', 'in-progress', 'ended'].map((status) =>
      parseVapiEvent({ message: { type: 'status-update', status, endedReason: status === 'ended' ? 'voicemail' : undefined, call } }),
    )
    expect(events.map(({ dedupeKey }) => dedupeKey)).toEqual(['vapi:status:c1:ringing', 'vapi:status:c1:in-progress', 'vapi:status:c1:ended'])
    expect(events.map((event) => event.type === 'call' && [event.call.state, event.call.final])).toEqual([
      ['ringing', false],
      ['in_progress', false],
      ['voicemail', false],
    ])
  })

  test('a final line is added at its time; a partial one is ignored', () => {
    const line = {
      type: 'transcript[transcriptType="final"]',
      transcriptType: 'final',
      role: 'assistant',
      transcript: 'Ciao',
      timestamp: Date.parse(call.startedAt) + 2_500,
      call,
    }
    const event = parseVapiEvent({ message: line })
    expect(event).toMatchObject({
      type: 'transcript',
      mode: 'append',
      providerCallId: 'c1',
      ref: REF,
      lines: [{ role: 'agent', text: 'Ciao', startSeconds: 2.5 }],
    })
    expect(parseVapiEvent({ message: { ...line, transcript: 'Ciao!' } }).dedupeKey).not.toBe(event.dedupeKey)
    expect(parseVapiEvent({ message: { ...line, call: { ...call, startedAt: undefined } } })).toMatchObject({ lines: [{ startSeconds: null }] })
    expect(parseVapiEvent({ message: { ...line, transcriptType: 'partial' } }).type).toBe('ignored')
  })

  test('a language heard during the call is told', () => {
    expect(parseVapiEvent({ message: { type: 'language-change-detected', language: 'de', call } })).toMatchObject({
      type: 'call',
      call: { detectedLanguage: 'de', state: 'in_progress' },
    })
  })

  test('any body can be read; what means nothing is ignored under a stable key', () => {
    const odd = fc.record({
      message: fc.record(
        {
          type: fc.constantFrom('status-update', 'end-of-call-report', 'transcript', 'language-change-detected', 'new'),
          status: fc.jsonValue(),
          endedReason: fc.jsonValue(),
          timestamp: fc.jsonValue(),
          role: fc.jsonValue(),
          transcript: fc.jsonValue(),
          transcriptType: fc.constantFrom('final', 'partial'),
          language: fc.jsonValue(),
          startedAt: fc.jsonValue(),
          artifact: fc.jsonValue(),
          analysis: fc.jsonValue(),
          cost: fc.jsonValue(),
          customer: fc.jsonValue(),
          call: fc.oneof(
            fc.jsonValue(),
            fc.record({ id: fc.oneof(fc.string(), fc.jsonValue()), status: fc.jsonValue(), startedAt: fc.jsonValue(), assistantOverrides: fc.jsonValue() }),
          ),
        },
        { requiredKeys: ['type', 'call'] },
      ),
    })
    expectToReadAnything(parseVapiEvent, odd)
    expect(parseVapiEvent({ message: { type: 'speech-update', call } }).type).toBe('ignored')
    expect(parseVapiEvent(undefined).type).toBe('ignored')
  })

  test('no link to audio, to the live call, nor our own secret survives, however deep', () => {
    const link = 'https://vapi.example/secret'
    const links = Object.fromEntries(
      [
        'recordingUrl',
        'stereoRecordingUrl',
        'videoRecordingUrl',
        'pcapUrl',
        'listenUrl',
        'controlUrl',
        'presignedMonoUrl',
        'presignedStereoUrl',
        'presignedAssistantUrl',
        'presignedCustomerUrl',
        'presignedPcapUrl',
        'presignedVideoUrl',
        'stereoUrl',
        'videoUrl',
        'combinedUrl',
        'assistantUrl',
        'customerUrl',
      ].map((key) => [key, link]),
    )
    const artifact = { ...report.artifact, ...links, recording: { stereoUrl: link, mono: { combinedUrl: link } } }
    const given = {
      message: {
        ...report,
        artifact,
        call: { ...call, monitor: links, list: [links], artifact },
        assistant: { name: 'Ada', server: { headers: { 'X-Vapi-Secret': SECRET } } },
      },
    }
    const clean = vapi.withoutAudio(given) as typeof given
    expect(JSON.stringify(clean)).not.toMatch(new RegExp(`secret|\\.wav|${SECRET}`))
    expect(clean.message.artifact.messages).toEqual(report.artifact.messages)
    expect(clean.message.assistant.name).toBe('Ada')
  })
})
