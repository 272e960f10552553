/** Descriptions of fields that several types of calls have. */
export const ENDED = 'Why the call ended, with the same values for every voice provider. `null` while the call is active.'
export const PROVIDER_WORD = "The voice provider's own reason for the end of the call. `null` if Callwright ended it."
export const ANALYSIS = 'Members are `summary`, `sentiment`, `success`, `in_voicemail` and `structured_data` for every voice provider, each `null` if unknown.'
