/** The result of a campaign call. */
export const result = {
  call_id: 42,
  lead_id: 318,
  external_id: 'crm-318',
  lead_name: 'Bob Brown',
  to_number: '+14155550100',
  status: 'completed',
  outcome: 'success',
  summary: 'Bob would like a quote for four seats.',
  analysis: {
    summary: 'Bob would like a quote for four seats.',
    sentiment: 'positive',
    success: true,
    in_voicemail: false,
    structured_data: { wants_quote: true, budget: 'not sure yet' },
  },
  structured_data: { wants_quote: true },
  validation_errors: [{ field: 'budget', value: 'not sure yet', error: 'must be one of "low", "medium", "high"' }],
  success_evaluation: 'true',
  transcript: [
    { role: 'agent', text: 'Hello Bob, would you like a quote?', start_seconds: 0.4 },
    { role: 'user', text: 'Yes, please, for four seats.', start_seconds: 4.1 },
  ],
  detected_language: 'en-US',
  duration_seconds: 42,
  recording_url: 'https://calls.example.com/api/v1/calls/42/recording',
  completed_at: '2026-11-23T15:00:45.000Z',
}

/** The older form of the page with this result. */
export const resultTable = {
  display_columns: [
    { name: 'name', label: 'Name' },
    { name: 'wants_quote', label: 'Wants quote' },
    { name: 'budget', label: 'Budget' },
  ],
  rows: [{ name: 'Bob Miller', wants_quote: true, budget: null }],
}

/** The result as exported. */
export const exportedResult = { ...result, columns: resultTable.rows[0] }
