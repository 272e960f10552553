/** The data of a test event, shaped like a real `call.completed`; `metadata` tells them apart. */
export const sampleCall = (id: string) => ({
  call_id: id,
  provider_call_id: null,
  campaign_id: null,
  lead_id: null,
  direction: 'outbound',
  status: 'completed',
  outcome: 'success',
  duration_seconds: 42,
  from_number: '+12025550100',
  to_number: '+12025550123',
  ended_reason: 'agent_hangup',
  summary: 'A test of the webhook settings. No call was placed.',
  structured_data: {},
  success_evaluation: 'true',
  analysis: {},
  metadata: { test: true },
})
