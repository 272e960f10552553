import { REF } from '../adapterKit.ts'

/** A conversation that has ended, as Retell describes it. */
export const endedCall = {
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
  call_analysis: {
    call_summary: 'Done',
    call_successful: true,
    user_sentiment: 'Positive',
    in_voicemail: false,
    custom_analysis_data: { email: 'a@b.c', detected_language: 'it', call_outcome: 'success' },
  },
}
