import { analysis } from './calls.ts'

const period = { from: '2026-10-31T23:00:00.000Z', to: '2026-11-30T23:00:00.000Z', timezone: 'Europe/Rome' }
const sums = {
  calls: 104,
  answered: 61,
  voicemail: 12,
  no_answer: 22,
  busy: 6,
  failed: 2,
  canceled: 1,
  answer_rate: 0.5865,
  successes: 38,
  success_rate: 0.3654,
  talk_minutes: 142.35,
  average_seconds: 140.02,
  cost: '17.0820',
  cost_per_success: '0.449526',
  messages: 4,
  message_cost: '0.0400',
  currency: 'USD',
}
const none = {
  ...Object.fromEntries(Object.keys(sums).map((name) => [name, 0])),
  answer_rate: null,
  success_rate: null,
  average_seconds: null,
  cost: '0.0000',
  cost_per_success: null,
  message_cost: '0.0000',
  currency: 'USD',
}

export const workspaceStats = {
  period,
  current: sums,
  previous_period: { ...period, from: '2026-10-01T22:00:00.000Z', to: period.from },
  previous: none,
  active_calls: 2,
  balance: '82.8780',
}

export const dailyStats = {
  period: { ...period, to: '2026-11-02T23:00:00.000Z' },
  days: [
    { date: '2026-11-01', ...none },
    { date: '2026-11-02', ...sums },
  ],
}

export const hourlyStats = {
  period,
  hours: [
    { weekday: 1, hour: 0, calls: 0, answered: 0, answer_rate: null, successes: 0 },
    { weekday: 1, hour: 1, calls: 8, answered: 5, answer_rate: 0.625, successes: 3 },
  ],
}

export const outcomeFunnel = {
  period: null,
  leads: { total: 400, called: 82 },
  stages: [
    { stage: 'dialled', calls: 104, share: 1 },
    { stage: 'connected', calls: 73, share: 0.7019 },
    { stage: 'conversation', calls: 61, share: 0.5865 },
    { stage: 'success', calls: 38, share: 0.3654 },
  ],
  outcomes: { success: 38, not_interested: 23, no_answer: 22, voicemail: 12, busy: 6, failed: 2, unknown: 1 },
}

const noCosts = { calls: 0, talk_minutes: 0, call_cost: '0.0000', messages: 0, message_cost: '0.0000', cost: '0.0000' }

export const costBreakdown = {
  period,
  by: 'campaign',
  groups: [
    { key: '12', name: 'Autumn quotes', calls: 104, talk_minutes: 142.35, call_cost: '17.0820', messages: 0, message_cost: '0.0000', cost: '17.0820' },
    { key: '', name: null, ...noCosts, messages: 4, message_cost: '0.0400', cost: '0.0400' },
  ],
  rest: { groups: 0, ...noCosts },
  total: { calls: 104, talk_minutes: 142.35, call_cost: '17.0820', messages: 4, message_cost: '0.0400', cost: '17.1220' },
  currency: 'USD',
}

export const costEstimate = {
  leads: 318,
  skipped: 2,
  calls: { low: 590, expected: 574, high: 559 },
  conversations: { low: 271, expected: 286, high: 297 },
  talk_minutes: { low: 505.12, expected: 667.33, high: 831.6 },
  cost: { low: '60.6144', expected: '80.0796', high: '99.7920' },
  destinations: [
    { prefix: '1', name: 'United States and Canada', per_minute: '0.1200', leads: 318, cost: { low: '60.6144', expected: '80.0796', high: '99.7920' } },
  ],
  assumptions: [
    {
      name: 'answer_rate',
      low: 0.46,
      expected: 0.4983,
      high: 0.5313,
      source: 'agent',
      calls: 412,
      explanation: 'Share of calls with a conversation.',
    },
  ],
  included_minutes_left: 0,
  budget_left: '232.9180',
  available: '82.8780',
  covers_estimate: { low: true, expected: true, high: false },
  currency: 'USD',
}

export const callAnalysis = {
  call_id: 42,
  status: 'completed',
  outcome: 'success',
  ended_reason: 'agent_hangup',
  provider_ended_reason: 'agent_hangup',
  duration_seconds: 42,
  detected_language: 'en-US',
  summary: 'Bob confirmed his appointment on Monday.',
  success_evaluation: 'true',
  sentiment: 'positive',
  structured_data: { confirmed: true },
  validation_errors: [],
  analysis,
  conversation: { lines: 2, agent_words: 7, user_words: 5, agent_share: 0.58, longest_silence_seconds: 0.9, response_seconds: null },
  cost: '0.0840',
  cost_lines: [
    { type: 'minutes', description: 'Conversation, by the second: United States and Canada (+1)', seconds: 42, unit_price: '0.1200', amount: '0.0840' },
  ],
  currency: 'USD',
}
