import { REF } from '../adapterKit.ts'

/** A call in progress, as Vapi describes it. */
export const call = {
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
/** What Vapi reports at the end of that call. */
export const report = {
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
