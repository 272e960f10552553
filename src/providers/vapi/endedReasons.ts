import type { EndedReason } from '../../kernel/vocabulary/endedReasons.ts'

/** By rule and in this order, since Vapi has hundreds of reasons and adds to them: most name a vendor behind Vapi and what failed there. */
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

/** Vapi's `endedReason` in our words; `unknown` for one that no rule knows. */
export const vapiEndedReason = (word: string): EndedReason => RULES.find(([rule]) => rule.test(word))?.[1] ?? 'unknown'
