-- How a call ended is one vocabulary for all voice providers from now on, and the provider's own word stands beside it; so are the names inside `analysis`.
-- Rewrites calls once and updates their details: with a million calls that takes some tens of seconds.

-- AlterTable
ALTER TABLE "calls" ADD COLUMN     "provider_ended_reason" TEXT;

-- What Callwright itself wrote as a reason before; every other word was the provider's.
CREATE FUNCTION own_ended_reason(word text, direction text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN word IN ('not_placed', 'not_sent', 'lost_by_provider', 'never_ended', 'campaign_paused', 'number_listed', 'insufficient_funds', 'no_agent', 'not_connected', 'unknown') THEN word
    WHEN word = 'rejected' AND direction = 'inbound' THEN 'rejected'
    WHEN word IN ('rejected', 'not_found', 'bad_signature') THEN 'provider_rejected'
    WHEN word = 'account' THEN 'provider_account_error'
    WHEN word = 'throttled' THEN 'provider_limit_reached'
    WHEN word = 'unavailable' THEN 'provider_unavailable'
  END $$;

CREATE FUNCTION provider_word_ended_reason(word text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN word IS NULL THEN NULL
    -- Retell
    WHEN word IN ('user_hangup', 'agent_hangup', 'max_duration_reached', 'ivr_reached', 'dial_failed', 'invalid_destination', 'marked_as_spam', 'voicemail') THEN word
    WHEN word = 'call_take_over' THEN 'agent_hangup'
    WHEN word IN ('call_transfer', 'transfer_bridged') THEN 'transferred'
    WHEN word = 'transfer_cancelled' THEN 'transfer_failed'
    WHEN word = 'inactivity' THEN 'silence_timeout'
    WHEN word = 'voicemail_reached' THEN 'voicemail'
    WHEN word = 'manual_stopped' THEN 'canceled'
    WHEN word = 'dial_no_answer' THEN 'no_answer'
    WHEN word = 'dial_busy' THEN 'busy'
    WHEN word = 'user_declined' THEN 'declined'
    WHEN word = 'scam_detected' THEN 'fraud_detected'
    WHEN word IN ('registered_call_timeout', 'error_user_not_joined') THEN 'not_connected'
    WHEN word IN ('concurrency_limit_reached', 'no_concurrency_fallback') THEN 'provider_limit_reached'
    WHEN word = 'no_valid_payment' THEN 'provider_account_error'
    WHEN word IN ('telephony_provider_permission_denied', 'telephony_provider_unavailable', 'sip_routing_error', 'error_no_audio_received') THEN 'error_telephony'
    WHEN word = 'error_asr' THEN 'error_transcriber'
    WHEN word ~ '^error_llm' THEN 'error_llm'
    WHEN word ~ '^error_' THEN 'error_provider'
    -- Vapi
    WHEN word ~ '^customer-ended-call-(during|after)-(warm-)?transfer|^assistant-forwarded-call|^call\..+-executed-transfer' THEN 'transferred'
    WHEN word ~ '^call\.forwarding\.|error-transfer-failed$|error-warm-transfer-' THEN 'transfer_failed'
    WHEN word ~ '^customer-ended-call' THEN 'user_hangup'
    WHEN word ~ '^assistant-(ended-call|said-)|^call\..+-executed-say$' THEN 'agent_hangup'
    WHEN word ~ '^vonage-completed$|(twilio|sip)-completed-call$' THEN 'carrier_hangup'
    WHEN word = 'silence-timed-out' THEN 'silence_timeout'
    WHEN word = 'exceeded-max-duration' THEN 'max_duration_reached'
    WHEN word IN ('manually-canceled', 'scheduled-call-deleted', 'call-deleted') THEN 'canceled'
    WHEN word ~ '^customer-did-not-answer$|-sip-(408|480)-' THEN 'no_answer'
    WHEN word = 'customer-busy' THEN 'busy'
    WHEN word ~ 'inbound-caller-hungup|sip-inbound-call-failed-to-connect' THEN 'not_connected'
    WHEN word ~ 'customer-misdialed$' THEN 'invalid_destination'
    WHEN word ~ 'failed-to-connect(-call)?$|^vonage-rejected$|-outbound-sip-' THEN 'dial_failed'
    WHEN word ~ 'fraud' THEN 'fraud_detected'
    WHEN word ~ '^assistant-request-' THEN 'no_agent'
    WHEN word ~ '^assistant-not-|neither-assistant|^call\.start\.(error-get-(assistant|resources)|assistant-version)' THEN 'error_agent'
    WHEN word ~ '^call\.start\..*limit' THEN 'provider_limit_reached'
    WHEN word ~ '^call\.start\.error-(subscription|enterprise|vapi-number)' THEN 'provider_account_error'
    WHEN word ~ 'transport|^vonage-disconnected$|^phone-call-provider-|customer-audio$|microphone' THEN 'error_telephony'
    WHEN word ~ 'transcriber|assembly-ai|deepgram-returning' THEN 'error_transcriber'
    WHEN word ~ '-(voice|video)-failed$|eleven-labs|playht|cartesia|voice-request' THEN 'error_voice'
    WHEN word ~ 'llm|-model-|-(400|401|403|429|500|503)-' THEN 'error_llm'
    WHEN word ~ 'error|shutdown|timed-out$' THEN 'error_provider'
    ELSE 'unknown'
  END $$;

-- Filling
-- A change of type, though to the same one, writes the table and its indexes anew in one pass, which an update of most rows would not.
ALTER TABLE "calls"
  ALTER COLUMN "ended_reason" SET DATA TYPE TEXT USING coalesce(
    own_ended_reason("ended_reason", "direction"), provider_word_ended_reason("ended_reason"), CASE WHEN "finished_at" IS NOT NULL THEN 'unknown' END),
  ALTER COLUMN "provider_ended_reason" SET DATA TYPE TEXT USING CASE WHEN own_ended_reason("ended_reason", "direction") IS NULL THEN left("ended_reason", 200) END;

UPDATE "call_details" d SET "analysis" = jsonb_build_object(
  'summary', CASE WHEN jsonb_typeof(coalesce(d."analysis"->'call_summary', d."analysis"->'summary')) = 'string' THEN coalesce(d."analysis"->'call_summary', d."analysis"->'summary') END,
  'sentiment', CASE WHEN lower(d."analysis"->>'user_sentiment') IN ('positive', 'neutral', 'negative') THEN lower(d."analysis"->>'user_sentiment') END,
  'success', CASE coalesce(d."analysis"->>'call_successful', d."analysis"->>'successEvaluation') WHEN 'true' THEN true WHEN 'false' THEN false END,
  'in_voicemail', CASE WHEN jsonb_typeof(d."analysis"->'in_voicemail') = 'boolean' THEN d."analysis"->'in_voicemail'
    WHEN c."provider" = 'vapi' THEN to_jsonb(c."status" = 'voicemail') END,
  'structured_data', CASE WHEN jsonb_typeof(coalesce(d."analysis"->'custom_analysis_data', d."analysis"->'structuredData')) = 'object'
    THEN coalesce(d."analysis"->'custom_analysis_data', d."analysis"->'structuredData') - 'detected_language' - 'call_outcome' ELSE '{}'::jsonb END)
FROM "calls" c WHERE c."workspace_id" = d."workspace_id" AND c."id" = d."call_id" AND jsonb_typeof(d."analysis") = 'object';

DROP FUNCTION own_ended_reason(text, text);
DROP FUNCTION provider_word_ended_reason(text);
