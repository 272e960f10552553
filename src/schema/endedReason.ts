import { ENDED_REASONS, meaningOf } from '../kernel/vocabulary/endedReasons.ts'
import { builder } from './builder.ts'

/** How a call ended; the names are the words of REST and webhooks. */
export const EndedReason = builder.enumType('EndedReason', {
  description: 'How a call ended, in the same words for every voice provider',
  values: Object.fromEntries(ENDED_REASONS.map((reason) => [reason, { description: meaningOf(reason) }])),
})

export const ENDED = 'How the call ended, in the same words for every voice provider; null while it goes on'
export const PROVIDER_WORD = "The voice provider's own word for how the call ended; null where Callwright ended it"
export const ANALYSIS = 'summary, sentiment, success, in_voicemail and structured_data: the same members for every voice provider, null where it does not tell'
