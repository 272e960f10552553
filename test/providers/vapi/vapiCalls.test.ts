import { describe, expect, test } from 'vitest'
import { toCallState, toSnapshot, VapiCall } from '../../../src/providers/vapi/call.ts'
import { parseVapiEvent } from '../../../src/providers/vapi/events.ts'
import { COMPLETED_CALL, REF } from '../adapterKit.ts'
import { call, report } from './vapiCallKit.ts'

describe('snapshots of Vapi calls', () => {
  test('contain all data of the report', () => {
    expect(parseVapiEvent({ message: report })).toEqual({
      type: 'call',
      dedupeKey: 'vapi:report:c1',
      call: {
        ...COMPLETED_CALL,
        providerCallId: 'c1',
        startedAt: new Date('2026-01-01T12:00:05Z'),
        endedAt: new Date('2026-01-01T12:00:17.600Z'),
        endedReason: 'agent_hangup',
        providerEndedReason: 'assistant-ended-call',
        providerCostMicros: 12_346,
        outcome: 'callback',
        analysis: { summary: 'Done', structuredData: { email: 'a@b.c' }, successEvaluation: 'false', sentiment: null, inVoicemail: false },
      },
    })
  })

  test('an active call has no cost, transcript or analysis yet', () => {
    expect(toSnapshot(VapiCall.parse({ ...call, analysis: {} }))).toMatchObject({
      state: 'in_progress',
      providerCostMicros: null,
      transcript: null,
      analysis: null,
      final: false,
    })
  })

  test('an inbound call has the called number', () => {
    const inbound = { ...call, type: 'inboundPhoneCall', phoneNumber: { number: '+14155550100' } }
    expect(toSnapshot(VapiCall.parse(inbound))).toMatchObject({ direction: 'inbound', toNumber: '+14155550100' })
  })

  test.each([
    [{ assistantOverrides: undefined }, REF],
    [{ assistantOverrides: undefined, customer: undefined }, REF],
    [{ assistantOverrides: undefined, customer: { number: '+1', externalId: 'someone' }, name: 'Sales' }, null],
  ])('our reference is read from every field where Vapi returns it: %j', (changes, ref) =>
    expect(toSnapshot(VapiCall.parse({ ...call, ...changes })).ref).toBe(ref),
  )

  test.each([
    ['scheduled', 'queued'],
    ['queued', 'queued'],
    ['ringing', 'ringing'],
    ['in-progress', 'in_progress'],
    ['forwarding', 'in_progress'],
    ['something-new', 'queued'],
    [null, 'queued'],
  ])('the status %s is %s', (status, state) => expect(toCallState(status, null)).toBe(state))

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
  ])('a call that ended with the reason %s is %s', (reason, state) => expect(toCallState('ended', reason)).toBe(state))
})
