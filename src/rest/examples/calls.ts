/** The analysis of a call with an answer. */
export const analysis = {
  summary: 'Bob confirmed his appointment on Monday.',
  sentiment: 'positive',
  success: true,
  in_voicemail: false,
  structured_data: { confirmed: true },
}

/** The body of a new call. */
export const newCall = { to_number: '+14155550100', agent_id: 7, variables: { customer_name: 'Bob' }, metadata: { order: 'A-1' } }

/** The call immediately after it was placed. */
export const placedCall = {
  id: 42,
  status: 'dialing',
  to_number: '+14155550100',
  detected_language: null,
  direction: 'outbound',
  agent_id: 7,
  campaign_id: null,
  lead_id: null,
  from_number: '+12025550100',
  provider: 'retell',
  provider_call_id: 'call_8f7d0c',
  duration_seconds: null,
  outcome: null,
  ended_reason: null,
  provider_ended_reason: null,
  summary: null,
  transcript: [],
  analysis: null,
  structured_data: null,
  validation_errors: [],
  success_evaluation: null,
  cost: null,
  cost_lines: [],
  currency: 'USD',
  metadata: { order: 'A-1' },
  recording_advisory: { recorded: true, reason: 'enabled', country: 'US', message: 'This call is recorded.', rules_version: '2026-11-28.1-c1fb5b99' },
  timing_advisory: null,
  created_at: '2026-11-20T10:00:00.000Z',
  started_at: null,
  ended_at: null,
}

/** The ended call. */
export const call = {
  ...placedCall,
  status: 'completed',
  detected_language: 'en-US',
  duration_seconds: 42,
  outcome: 'success',
  ended_reason: 'agent_hangup',
  provider_ended_reason: 'agent_hangup',
  summary: 'Bob confirmed his appointment on Monday.',
  transcript: [
    { role: 'agent', text: 'Hello Bob, will you come on Monday?', start_seconds: 0.4 },
    { role: 'user', text: 'Yes, I will be there.', start_seconds: 4.1 },
  ],
  analysis,
  structured_data: { confirmed: true },
  success_evaluation: 'true',
  cost: '0.0840',
  cost_lines: [
    { type: 'minutes', description: 'Conversation, by the second: United States and Canada (+1)', seconds: 42, unit_price: '0.1200', amount: '0.0840' },
  ],
  recording_url: 'https://calls.example.com/api/v1/calls/42/recording',
  started_at: '2026-11-20T10:00:03.000Z',
  ended_at: '2026-11-20T10:00:45.000Z',
}
