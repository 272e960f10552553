import { describe, expect, test } from 'vitest'
import { RetellCall, toSnapshot } from '../../../src/providers/retell/call.ts'
import { COMPLETED_CALL } from '../adapterKit.ts'
import { endedCall } from './retellCallKit.ts'

const snapshotOf = (call: object) => toSnapshot(RetellCall.parse({ call_id: 'call_1', ...call }))

describe('snapshots of Retell calls', () => {
  test('contain all data of the call', () => {
    expect(snapshotOf(endedCall)).toEqual({
      ...COMPLETED_CALL,
      providerCallId: 'call_1',
      startedAt: new Date(1_790_000_000_000),
      endedAt: new Date(1_790_000_012_600),
      endedReason: 'agent_hangup',
      providerEndedReason: 'agent_hangup',
      providerCostMicros: 12_345,
      outcome: 'success',
      analysis: { summary: 'Done', structuredData: { email: 'a@b.c' }, successEvaluation: 'true', sentiment: 'positive', inVoicemail: false },
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
  ])('status %s with reason %s is %s', (call_status, disconnection_reason, state) => {
    expect(snapshotOf({ call_status, disconnection_reason })).toMatchObject({ state, providerEndedReason: disconnection_reason ?? null })
  })

  test('a voicemail that only the analysis detects counts as voicemail', () => {
    expect(snapshotOf({ ...endedCall, call_analysis: { ...endedCall.call_analysis, in_voicemail: true } })).toMatchObject({ state: 'voicemail', outcome: null })
  })

  test('only a conversation has an outcome', () => {
    expect(snapshotOf({ ...endedCall, disconnection_reason: 'dial_busy' }).outcome).toBeNull()
    expect(snapshotOf({ ...endedCall, disconnection_reason: 'manual_stopped' }).outcome).toBe('success')
  })

  test('the duration is the time between the timestamps if it is missing, and null for a call that never connected', () => {
    const untimed = { ...endedCall, duration_ms: undefined }
    expect(snapshotOf(untimed).durationSeconds).toBe(13)
    expect(snapshotOf({ ...untimed, end_timestamp: endedCall.start_timestamp - 1 }).durationSeconds).toBe(0)
    expect(snapshotOf({ ...untimed, end_timestamp: undefined }).durationSeconds).toBeNull()
    expect(snapshotOf({ ...untimed, start_timestamp: undefined }).durationSeconds).toBeNull()
    expect(snapshotOf({ ...untimed, call_status: 'not_connected', disconnection_reason: 'dial_busy' }).durationSeconds).toBeNull()
    expect(snapshotOf({ ...endedCall, duration_ms: 0 }).durationSeconds).toBe(0)
  })

  test.each([
    ['Positive', {}, 'positive'],
    ['Unknown', {}, null],
    ['Unknown', { sentiment: 'negative' }, 'negative'],
    [7, {}, null],
  ])("a call with Retell's sentiment %j and answers %j has the sentiment %j", (user_sentiment, custom_analysis_data, sentiment) => {
    expect(snapshotOf({ ...endedCall, call_analysis: { user_sentiment, custom_analysis_data } }).analysis).toMatchObject({ sentiment, inVoicemail: null })
  })

  test('audio that Retell does not store is not a recording', () => {
    expect(snapshotOf({ ...endedCall, data_storage_setting: 'basic_attributes_only' }).hasRecording).toBe(false)
  })

  test('a reference in another format is null', () => expect(snapshotOf({ ...endedCall, metadata: { callwright_ref: 'x' } }).ref).toBeNull())
})
