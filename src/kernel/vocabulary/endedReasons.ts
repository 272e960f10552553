/** End reasons of calls, from providers or from this server, with their meanings (contract: `ended_reason`). */
const MEANINGS = {
  user_hangup: 'The contact hung up',
  agent_hangup: 'The agent hung up',
  carrier_hangup: 'The carrier ended the connected call and does not say which side hung up',
  transferred: 'The call was transferred to another number, or the contact hung up while it was',
  transfer_failed: 'The transfer to another number failed',
  silence_timeout: 'Nothing was said for too long',
  max_duration_reached: 'The call reached its maximum duration',
  voicemail: 'A voicemail or an answering machine answered',
  ivr_reached: 'An automated phone menu answered',
  canceled: 'The call was ended by request: in the dashboard, by the API, or at the voice provider',
  no_answer: 'The contact did not answer',
  busy: 'The line was busy',
  declined: 'The contact declined the call',
  not_connected: 'The call was never connected to the agent, for example because the caller hung up first',
  invalid_destination: 'The called number does not exist or cannot be called',
  dial_failed: 'The carrier could not set up the call',
  marked_as_spam: 'The carrier blocked the call as spam',
  fraud_detected: 'The voice provider blocked the call as fraud',
  error_agent: 'The voice provider could not load the agent',
  error_llm: 'The language model failed',
  error_transcriber: 'Speech recognition failed',
  error_voice: 'Speech synthesis failed',
  error_telephony: 'The connection between the voice provider and the carrier failed, or carried no audio',
  error_provider: 'The voice provider failed',
  provider_rejected: 'The voice provider rejected the call',
  provider_account_error: "The voice provider refuses the server's account there: key, credit or rights",
  provider_limit_reached: 'The voice provider accepts no more calls at the moment',
  provider_unavailable: 'The voice provider could not be reached',
  not_placed: 'The voice provider did not confirm the call, and then turned out not to have it',
  not_sent: 'The call was not sent to the voice provider, because the server was delayed',
  lost_by_provider: 'The voice provider no longer knows the call',
  never_ended: 'The voice provider never reported the end of the call',
  campaign_paused: 'The campaign was paused just before the call was sent',
  number_listed: 'The number was added to the do-not-call list just before the call was sent',
  consent_revoked: 'The consent of the number was revoked or expired just before the call was sent',
  insufficient_funds: 'The wallet balance did not cover an inbound call',
  no_agent: 'No agent could answer an inbound call',
  rejected: 'Your server rejected an inbound call',
  unknown: 'The voice provider gave no reason, or one that is not known here',
} as const satisfies Record<string, string>

export type EndedReason = keyof typeof MEANINGS
export const ENDED_REASONS = Object.keys(MEANINGS) as EndedReason[]
export const meaningOf = (reason: EndedReason): string => MEANINGS[reason]

/** Converts a stored value to an end reason; null while the call is active, and `unknown` for any other value. */
export const endedReasonOf = (stored: string | null): EndedReason | null =>
  stored === null ? null : Object.hasOwn(MEANINGS, stored) ? (stored as EndedReason) : 'unknown'
