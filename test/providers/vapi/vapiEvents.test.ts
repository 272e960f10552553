import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseVapiEvent } from '../../../src/providers/vapi/events.ts'
import { createVapiProvider } from '../../../src/providers/vapi/vapi.ts'
import { stopClock } from '../../kit/waiting/clock.ts'
import { expectToParseAnything, REF } from '../adapterKit.ts'
import { call, report } from './vapiCallKit.ts'

const SECRET = 'hook-secret'
const vapi = createVapiProvider({ apiKey: 'key', baseUrl: 'http://127.0.0.1:9', listLagMs: 0 })

describe('webhooks', () => {
  test('only the shared secret is accepted', () => {
    expect(() => vapi.verifyWebhook(Buffer.from('{}'), { 'x-vapi-secret': SECRET }, SECRET)).not.toThrow()
    for (const secret of [undefined, '', 'hook-secre', 'hook-secret ', 'HOOK-SECRET', [SECRET, SECRET]])
      expect(() => vapi.verifyWebhook(Buffer.from('{}'), { 'x-vapi-secret': secret as string }, SECRET)).toThrow(
        expect.objectContaining({ kind: 'bad_signature' }),
      )
  })

  describe('with a credential', () => {
    const NOW = new Date('2026-01-01T12:00:00.000Z')
    const raw = Buffer.from('{"message":{"type":"hang","text":"perché"}}')
    const signing = createVapiProvider({
      apiKey: 'key',
      baseUrl: 'http://127.0.0.1:9',

      webhookCredential: { id: 'credential-1', secret: 'signing-key' },
      listLagMs: 0,
    })
    const sign = (time: string, key = 'signing-key', body = raw) => createHmac('sha256', key).update(`${time}.`).update(body).digest('hex')
    const headersFor = (time: string, signature = sign(time)) => ({ 'x-vapi-secret': SECRET, 'x-timestamp': time, 'x-signature': signature })
    const ms = (offset: number) => String(NOW.getTime() + offset)

    test.each([
      ['milliseconds', ms(0)],
      ['seconds', String(NOW.getTime() / 1000)],
      ['a time five minutes ago', ms(-300_000)],
      ['a time five minutes ahead', ms(300_000)],
    ])('a signature of time and body is accepted: %s', (_name, time) => {
      stopClock(NOW)
      expect(() => signing.verifyWebhook(raw, headersFor(time), SECRET)).not.toThrow()
    })

    test.each<[string, Record<string, string | string[]>]>([
      ['no signature', { 'x-vapi-secret': SECRET }],
      ['no secret', { 'x-timestamp': ms(0), 'x-signature': sign(ms(0)) }],
      ['another secret', { ...headersFor(ms(0)), 'x-vapi-secret': 'other' }],
      ['another key', headersFor(ms(0), sign(ms(0), 'other'))],
      ['another body', headersFor(ms(0), sign(ms(0), 'signing-key', Buffer.from('{}')))],
      ['another time', headersFor(ms(0), sign(ms(1)))],
      ['an empty signature', headersFor(ms(0), '')],
      ['a signature in capitals', headersFor(ms(0), sign(ms(0)).toUpperCase())],
      ['half a signature', headersFor(ms(0), sign(ms(0)).slice(0, 32))],
      ['two signatures', { ...headersFor(ms(0)), 'x-signature': [sign(ms(0)), sign(ms(0))] }],
      ['an old signature', headersFor(ms(-300_001))],
      ['a signature from the future', headersFor(ms(300_001))],
      ['an old signature in seconds', headersFor(String(NOW.getTime() / 1000 - 301))],
      ['a time that is not a number', headersFor('now')],
      ['no time', headersFor('')],
      ['time zero', headersFor('0')],
      ['a negative time', headersFor(`-${ms(0)}`)],
    ])('a webhook with %s is rejected', (_name, headers) => {
      stopClock(NOW)
      expect(() => signing.verifyWebhook(raw, headers, SECRET)).toThrow(expect.objectContaining({ kind: 'bad_signature' }))
    })
  })

  test.each<[string, object, string | null]>([
    ['a number', { customer: { number: '+390212340100' } }, '+390212340100'],
    ['a withheld number', {}, null],
    ['text that is not a number', { customer: { number: 'anonymous' } }, null],
  ])('a request for an assistant has the caller: %s', (_name, parties, callerNumber) => {
    const incoming = { id: 'c9', type: 'inboundPhoneCall', status: 'ringing', phoneNumberId: 'n1' }
    const message = { type: 'assistant-request', timestamp: 1, call: incoming, phoneNumber: { number: '+14155550100' }, ...parties }
    const event = { type: 'inbound', dedupeKey: 'vapi:inbound:c9', providerCallId: 'c9', callerNumber, calledNumber: '+14155550100' }
    expect(parseVapiEvent({ message })).toEqual(event)
    const callWithNumbers = { ...incoming, phoneNumber: message.phoneNumber, ...parties }
    expect(parseVapiEvent({ message: { type: 'assistant-request', call: callWithNumbers } })).toEqual(event)
  })

  test('a request for an assistant without the called number is ignored', () => {
    expect(parseVapiEvent({ message: { type: 'assistant-request', call: { id: 'c9' } } }).type).toBe('ignored')
  })

  test('each status of a call has its own key and changes the state', () => {
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

  test('a final line is appended with its time, and a partial line is ignored', () => {
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
      providerCallId: 'c1',
      ref: REF,
      spoken: { mode: 'append', start: 0, lines: [{ role: 'agent', text: 'Ciao', startSeconds: 2.5 }] },
    })
    expect(parseVapiEvent({ message: { ...line, transcript: 'Ciao!' } }).dedupeKey).not.toBe(event.dedupeKey)
    expect(parseVapiEvent({ message: { ...line, call: { ...call, startedAt: undefined } } })).toMatchObject({ spoken: { lines: [{ startSeconds: null }] } })
    expect(parseVapiEvent({ message: { ...line, transcriptType: 'partial' } }).type).toBe('ignored')
  })

  test('a language detected during the call updates the call', () => {
    expect(parseVapiEvent({ message: { type: 'language-change-detected', language: 'de', call } })).toMatchObject({
      type: 'call',
      call: { detectedLanguage: 'de', state: 'in_progress' },
    })
  })

  test('any body can be parsed, and unknown events are ignored with a stable key', () => {
    const typicalBodies = fc.record({
      message: fc.record(
        {
          type: fc.constantFrom('status-update', 'end-of-call-report', 'transcript', 'language-change-detected', 'assistant-request', 'new'),
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
          phoneNumber: fc.oneof(fc.jsonValue(), fc.record({ number: fc.jsonValue() })),
          call: fc.oneof(
            fc.jsonValue(),
            fc.record({ id: fc.oneof(fc.string(), fc.jsonValue()), status: fc.jsonValue(), startedAt: fc.jsonValue(), assistantOverrides: fc.jsonValue() }),
          ),
        },
        { requiredKeys: ['type', 'call'] },
      ),
    })
    expectToParseAnything(parseVapiEvent, typicalBodies)
    expect(parseVapiEvent({ message: { type: 'speech-update', call } }).type).toBe('ignored')
    expect(parseVapiEvent(undefined).type).toBe('ignored')
  })

  test('a stored body has no links to audio and to the live call, nor our secret, at any depth', () => {
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
    const body = {
      message: {
        ...report,
        artifact,
        call: { ...call, monitor: links, list: [links], artifact },
        assistant: { name: 'Ada', server: { headers: { 'X-Vapi-Secret': SECRET } } },
      },
    }
    const stored = vapi.toStored(body) as typeof body
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`secret|\\.wav|${SECRET}`))
    expect(stored.message.artifact.messages).toEqual(report.artifact.messages)
    expect(stored.message.assistant.name).toBe('Ada')
  })

  test('of a line of the transcript, only the line and its call are stored', () => {
    const line = { type: 'transcript', transcriptType: 'final', role: 'user', transcript: 'Yes.', timestamp: 1_790_000_000_000 }
    const body = { message: { ...line, call: { ...call, assistant: { name: 'Ada' } }, artifact: { messages: [{ role: 'user' }] } } }
    const stored = vapi.toStored(body) as typeof body
    expect(parseVapiEvent(stored)).toEqual(parseVapiEvent(body))
    expect(parseVapiEvent(body).type).toBe('transcript')
    expect(JSON.stringify(stored)).not.toMatch(/Ada|artifact/)
  })
})
