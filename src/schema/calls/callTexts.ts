/** Descriptions of fields that several types of calls have. */
export const ENDED = 'Why the call ended, with the same values for every voice provider. `null` while the call is active.'
export const PROVIDER_WORD = "The voice provider's own reason for the end of the call. `null` if Callwright ended it."
export const ANALYSIS = 'Members are `summary`, `sentiment`, `success`, `in_voicemail` and `structured_data` for every voice provider, each `null` if unknown.'
export const OUTCOME = 'Outcome of the call, such as `success`, `not_interested` or `callback`. `null` while the call is active.'
export const DURATION = 'Length of the conversation in seconds. `null` if the call was not answered.'
export const LANGUAGE = 'Language that was spoken, as a BCP-47 tag. `null` if unknown.'
export const SUMMARY = 'Summary of the call. `null` if there is none.'
export const ANSWERS = 'Valid answers to the post-call questions or the extraction schema. `null` if there are none.'
export const SUCCESS = 'Whether the call reached its goal, as the voice provider judges it. `null` if unknown.'
export const COST = 'Cost of the call. `null` until it is charged.'
export const RECORDING = 'URL of the recording, which requires your API key. `null` if there is no recording.'
export const TIMING = 'Why this call was not permitted when it was placed. `null` if it was, if it is inbound, and if a campaign dialed it.'
export const DISCLOSURE_SAID =
  'Whether the agent said at the beginning what contacts must be told. `unknown` until the call is finished, and if the agent said nothing.'
export const UNSAID = 'What the agent left out of it.'
