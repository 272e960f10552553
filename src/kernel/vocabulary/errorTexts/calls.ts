import { codedText } from '../../lib/codedTexts.ts'

/** Calls, recordings, live listening, funds and the voice providers. */
export const CALL_ERRORS = {
  premium_number: codedText([], () => 'Callwright does not call premium-rate, shared-cost, personal or satellite numbers.'),
  number_blocked: codedText([], () => 'The number is on the do-not-call list.'),
  transfer_number_blocked: codedText(
    ['phone_number'],
    ({ phone_number: number }) => `The agent transfers calls to ${number}, which is on the do-not-call list.`,
  ),
  transfer_not_allowed: codedText(
    ['agent_id', 'field', 'problem'],
    ({ agent_id: id, field, problem }) =>
      `Agent ${id} transfers calls to a destination that is not allowed (${field}: ${problem}). Change the tool and publish the agent again.`,
  ),
  number_in_register: codedText(['register', 'washed_at'], ({ register, washed_at: at }) => `The number is on the register "${register}", washed ${at}.`),
  call_not_permitted: codedText(['timing'], () => 'The workspace does not permit this call.'),
  lead_in_call: codedText([], () => 'The lead is being called. Try again after the call.'),
  agent_not_published: codedText([], () => 'Agent is not synced: publish or update it first'),
  language_not_supported: codedText(['voice_engine'], ({ voice_engine: engine }) => `the voice provider ${engine} does not support this language`),
  call_not_placed_busy: codedText([], () => 'The server was busy and did not place the call. Try again.'),
  call_not_placed: codedText([], () => 'The call was not placed. Try again.'),
  call_not_ended: codedText([], () => 'The call has not ended yet. Delete the recording after the call.'),
  insufficient_funds: codedText(
    ['available', 'required', 'purpose', 'currency'],
    ({ available, required, purpose, currency }) =>
      `The available balance is ${available} ${currency}, and ${purpose} reserves ${required} ${currency}. Add funds and try again.`,
  ),
  listening_forbidden_by_law: codedText(['country'], ({ country }) => `You cannot listen to this call. The law of ${country} forbids it.`),
  listening_law_unknown: codedText(
    ['country'],
    ({ country }) => `You cannot listen to this call. Callwright has no verified recording rule for ${country || 'its country'}.`,
  ),
  listening_not_announced: codedText(
    ['country'],
    ({ country }) => `You cannot listen to this call. The law of ${country} requires notice or consent, which agents give or ask for only in recorded calls.`,
  ),
  listening_not_possible: codedText([], () => 'You cannot listen to this call now. It is not in progress, or the voice provider offers no live audio.'),
  voice_provider_rate: codedText(
    ['voice_engine', 'limit'],
    ({ voice_engine: engine, limit }) => `The voice provider ${engine} accepts ${limit} new calls per second. Try again in a moment.`,
  ),
  voice_provider_full: codedText(
    ['voice_engine', 'limit'],
    ({ voice_engine: engine, limit }) => `The voice provider ${engine} is at its limit of ${limit} concurrent calls. Try again in a moment.`,
  ),
  voice_provider_unavailable: codedText(
    ['voice_engine', 'error'],
    ({ voice_engine: engine, error }) => `The voice provider ${engine} could not be reached: ${error}`,
  ),
  voice_provider_rejected: codedText(
    ['voice_engine', 'error'],
    ({ voice_engine: engine, error }) => `The voice provider ${engine} rejected the request: ${error}`,
  ),
  voice_provider_has_number: codedText(
    ['voice_engine'],
    ({ voice_engine: engine }) => `The voice provider ${engine} already has this number from another setup. Remove it there before you use it here.`,
  ),
  too_many_named_leads: codedText(['limit'], ({ limit }) => `lead: more than ${limit} leads have this in their name, enter more of the name`),
  number_too_short: codedText([], () => 'number: must be a phone number such as +14155550100, or at least its last four digits'),
  too_many_numbers: codedText(['limit'], ({ limit }) => `number: more than ${limit} phone numbers end with these digits, enter more digits`),
}
