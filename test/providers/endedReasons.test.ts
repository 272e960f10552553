import { describe, expect, test } from 'vitest'
import type { EndedReason } from '../../src/kernel/vocabulary/endedReasons.ts'
import { parseRetellEndedReason } from '../../src/providers/retell/endedReasons.ts'
import { parseVapiEndedReason } from '../../src/providers/vapi/endedReasons.ts'
import { areDocumentsMissing } from '../kit/runner/vendorFolder.ts'
import { listEnumValues } from './vendorDocuments.ts'

const RETELL: Record<string, EndedReason> = {
  user_hangup: 'user_hangup',
  agent_hangup: 'agent_hangup',
  call_take_over: 'agent_hangup',
  call_transfer: 'transferred',
  transfer_bridged: 'transferred',
  transfer_cancelled: 'transfer_failed',
  voicemail_reached: 'voicemail',
  ivr_reached: 'ivr_reached',
  inactivity: 'silence_timeout',
  max_duration_reached: 'max_duration_reached',
  concurrency_limit_reached: 'provider_limit_reached',
  no_valid_payment: 'provider_account_error',
  scam_detected: 'fraud_detected',
  dial_busy: 'busy',
  dial_failed: 'dial_failed',
  dial_no_answer: 'no_answer',
  invalid_destination: 'invalid_destination',
  telephony_provider_unavailable: 'error_telephony',
  sip_routing_error: 'error_telephony',
  marked_as_spam: 'marked_as_spam',
  user_declined: 'declined',
  error_llm_websocket_open: 'error_llm',
  error_no_audio_received: 'error_telephony',
  error_asr: 'error_transcriber',
  error_retell: 'error_provider',
  error_unknown: 'error_provider',
  error_added_tomorrow: 'error_provider',
  registered_call_timeout: 'not_connected',
  manual_stopped: 'canceled',
}

const VAPI: Record<string, EndedReason> = {
  'customer-ended-call': 'user_hangup',
  'customer-ended-call-before-warm-transfer': 'user_hangup',
  'assistant-ended-call': 'agent_hangup',
  'assistant-ended-call-after-message-spoken': 'agent_hangup',
  'assistant-said-end-call-phrase': 'agent_hangup',
  'assistant-forwarded-call': 'transferred',
  'customer-ended-call-during-transfer': 'transferred',
  'customer-ended-call-after-warm-transfer-attempt': 'transferred',
  'call.ringing.hook-executed-transfer': 'transferred',
  'call.in-progress.error-transfer-failed': 'transfer_failed',
  'call.forwarding.operator-busy': 'transfer_failed',
  'call.in-progress.twilio-completed-call': 'carrier_hangup',
  'vonage-completed': 'carrier_hangup',
  'silence-timed-out': 'silence_timeout',
  'exceeded-max-duration': 'max_duration_reached',
  voicemail: 'voicemail',
  'customer-busy': 'busy',
  'customer-did-not-answer': 'no_answer',
  'call.in-progress.error-providerfault-outbound-sip-480-temporarily-unavailable': 'no_answer',
  'call.in-progress.error-providerfault-outbound-sip-503-service-unavailable': 'dial_failed',
  'twilio-failed-to-connect-call': 'dial_failed',
  'twilio-reported-customer-misdialed': 'invalid_destination',
  'manually-canceled': 'canceled',
  'call.ringing.sip-inbound-caller-hungup-before-call-connect': 'not_connected',
  'assistant-request-returned-no-assistant': 'no_agent',
  'assistant-not-found': 'error_agent',
  'call.start.error-subscription-insufficient-credits': 'provider_account_error',
  'call.start.error-subscription-concurrency-limit-reached': 'provider_limit_reached',
  'call.start.error-fraud-check-failed': 'fraud_detected',
  'call.in-progress.error-vapifault-worker-died': 'error_provider',
  'call.in-progress.error-vapifault-transport-never-connected': 'error_telephony',
  'pipeline-error-openai-429-exceeded-quota': 'error_llm',
  'pipeline-error-custom-llm-500-server-error': 'error_llm',
  'pipeline-error-deepgram-transcriber-failed': 'error_transcriber',
  'pipeline-error-eleven-labs-quota-exceeded': 'error_voice',
  'pipeline-error-cartesia-500-server-error': 'error_voice',
  'pipeline-error-added-tomorrow': 'error_provider',
}

/** Reasons for which a call is charged at the price of the transfer destination. */
const TRANSFERS = /^(call_transfer|transfer_bridged|assistant-forwarded-call|customer-ended-call-(during|after)-(warm-)?transfer|call\..+-executed-transfer)/

test.each(Object.entries(RETELL))("Retell's reason %s is %s", (vendorReason, reason) => expect(parseRetellEndedReason(vendorReason)).toBe(reason))
test.each(Object.entries(VAPI))("Vapi's reason %s is %s", (vendorReason, reason) => expect(parseVapiEndedReason(vendorReason)).toBe(reason))

test.each(['', 'something-new', 'toString', '__proto__', 'x'.repeat(100_000)])('a reason that no vendor documents is unknown', (vendorReason) => {
  expect([parseRetellEndedReason(vendorReason), parseVapiEndedReason(vendorReason)]).toEqual(['unknown', 'unknown'])
})

describe.skipIf(areDocumentsMissing)("the vendors' documents", () => {
  const documentedReasons = () =>
    [
      ...listEnumValues('retell', 'DisconnectionReason').map((vendorReason) => [vendorReason, parseRetellEndedReason(vendorReason)]),
      ...['Call', 'ServerMessageEndOfCallReport', 'ServerMessageStatusUpdate'].flatMap((component) =>
        listEnumValues('vapi', component, 'endedReason').map((vendorReason) => [vendorReason, parseVapiEndedReason(vendorReason)]),
      ),
    ] as [string, EndedReason][]

  test('list no reason that is unknown to Callwright', () => {
    expect(documentedReasons().length).toBeGreaterThan(600)
    expect(documentedReasons().filter(([, reason]) => reason === 'unknown')).toEqual([])
  })

  test('list as transfers exactly the reasons that are charged as transfers', () => {
    expect(documentedReasons().filter(([vendorReason, reason]) => TRANSFERS.test(vendorReason) !== (reason === 'transferred'))).toEqual([])
  })
})
