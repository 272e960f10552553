import type { EndedReason } from '../../kernel/vocabulary/endedReasons.ts'

const REASONS: Record<string, EndedReason> = {
  user_hangup: 'user_hangup',
  agent_hangup: 'agent_hangup',
  // A person took over from the agent in the same call.
  call_take_over: 'agent_hangup',
  call_transfer: 'transferred',
  transfer_bridged: 'transferred',
  transfer_cancelled: 'transfer_failed',
  inactivity: 'silence_timeout',
  max_duration_reached: 'max_duration_reached',
  voicemail_reached: 'voicemail',
  ivr_reached: 'ivr_reached',
  manual_stopped: 'canceled',
  dial_no_answer: 'no_answer',
  dial_busy: 'busy',
  user_declined: 'declined',
  dial_failed: 'dial_failed',
  invalid_destination: 'invalid_destination',
  marked_as_spam: 'marked_as_spam',
  scam_detected: 'fraud_detected',
  registered_call_timeout: 'not_connected',
  error_user_not_joined: 'not_connected',
  concurrency_limit_reached: 'provider_limit_reached',
  no_concurrency_fallback: 'provider_limit_reached',
  no_valid_payment: 'provider_account_error',
  telephony_provider_permission_denied: 'error_telephony',
  telephony_provider_unavailable: 'error_telephony',
  sip_routing_error: 'error_telephony',
  error_no_audio_received: 'error_telephony',
  error_asr: 'error_transcriber',
}

/** Converts Retell's `disconnection_reason` to an end reason; `unknown` for reasons that Retell added later. */
export function parseRetellEndedReason(reason: string): EndedReason {
  if (Object.hasOwn(REASONS, reason)) return REASONS[reason]!
  if (reason.startsWith('error_llm')) return 'error_llm'
  return reason.startsWith('error_') ? 'error_provider' : 'unknown'
}
