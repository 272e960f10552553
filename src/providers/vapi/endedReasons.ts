import type { EndedReason } from '../../kernel/vocabulary/endedReasons.ts'

/** Patterns in order of precedence, because Vapi has hundreds of reasons and adds more. Most name a vendor behind Vapi and the failure there. */
const RULES: [RegExp, EndedReason][] = [
  [/^customer-ended-call-(during|after)-(warm-)?transfer|^assistant-forwarded-call|^call\..+-executed-transfer/, 'transferred'],
  [/^call\.forwarding\.|error-transfer-failed$|error-warm-transfer-/, 'transfer_failed'],
  [/^customer-ended-call/, 'user_hangup'],
  [/^assistant-(ended-call|said-)|^call\..+-executed-say$/, 'agent_hangup'],
  [/^vonage-completed$|(twilio|sip)-completed-call$/, 'carrier_hangup'],
  [/^silence-timed-out$/, 'silence_timeout'],
  [/^exceeded-max-duration$/, 'max_duration_reached'],
  [/^voicemail$/, 'voicemail'],
  [/^(manually-canceled|scheduled-call-deleted|call-deleted)$/, 'canceled'],
  [/^customer-did-not-answer$|-sip-(408|480)-/, 'no_answer'],
  [/^customer-busy$/, 'busy'],
  [/inbound-caller-hungup|sip-inbound-call-failed-to-connect/, 'not_connected'],
  [/customer-misdialed$/, 'invalid_destination'],
  [/failed-to-connect(-call)?$|^vonage-rejected$|-outbound-sip-/, 'dial_failed'],
  [/fraud/, 'fraud_detected'],
  [/^assistant-request-/, 'no_agent'],
  [/^assistant-not-|neither-assistant|^call\.start\.(error-get-(assistant|resources)|assistant-version)/, 'error_agent'],
  [/^call\.start\..*limit/, 'provider_limit_reached'],
  [/^call\.start\.error-(subscription|enterprise|vapi-number)/, 'provider_account_error'],
  [/transport|^vonage-disconnected$|^phone-call-provider-|customer-audio$|microphone/, 'error_telephony'],
  [/transcriber|assembly-ai|deepgram-returning/, 'error_transcriber'],
  [/-(voice|video)-failed$|eleven-labs|playht|cartesia|voice-request/, 'error_voice'],
  [/llm|-model-|-(400|401|403|429|500|503)-/, 'error_llm'],
  [/error|shutdown|timed-out$/, 'error_provider'],
]

/** Converts Vapi's `endedReason` to an end reason; `unknown` if no pattern matches. */
export const parseVapiEndedReason = (reason: string): EndedReason => RULES.find(([pattern]) => pattern.test(reason))?.[1] ?? 'unknown'
