import { isObject } from '../../../kernel/json/isObject.ts'

/** The sentence for each decision about a lead. `{…}` is replaced by the fact of that name. */
const SENTENCES = {
  called: 'The lead was called (attempt {attempt}). Calls were allowed there until {open_until}.',
  calling_hours: 'The lead was not called because calls are not allowed at that time where the lead is ({closed_by}).',
  attempts_per_day: 'The lead was not called because it had {max_attempts_per_day} calls within 24 hours, the maximum of the campaign.',
  legal_limit: 'The lead was not called because the law ({rule}) allows at most {max} calls to a number within {hours} hours.',
  refused_recently: 'The lead was not called because the contact declined at {refused_at} and the law ({rule}) requires a waiting period.',
  on_the_line: 'The lead was not called because the number was in another call of the workspace.',
  do_not_call_list: 'The lead is not called because the number is on the do-not-call list.',
  do_not_call_register: 'The lead is not called because the number is on the register {register}, washed {washed_at}.',
  premium_number: 'The lead is not called because the number is a premium-rate, shared-cost, personal or satellite number.',
  consent_missing: 'The lead is not called because the number has no valid consent that is at least {required} and fits the purpose of the campaign.',
  consent_revoked: 'The lead is no longer called because its consent was revoked or expired just before the call was sent.',
  do_not_call: 'The lead is no longer called because the contact asked not to be called again.',
  attempts_used: 'The lead is no longer called because {attempts} calls were made, the maximum of the campaign.',
  completed: 'The lead is finished. The last call was completed with the outcome {outcome}.',
  callback: 'The lead is called again because the contact asked for a callback.',
  callback_scheduled: 'The lead is called again because a callback was scheduled manually.',
  consent_given: 'The lead is called again because the consent that it lacked was given.',
  opt_out_undone: 'The lead is called again because the opt-out for which its number was blocked was undone.',
  redialled: 'The lead is called again because another call was requested manually.',
  retry_busy: 'The lead is called again because the line was busy.',
  retry_no_answer: 'The lead is called again because the contact did not answer.',
  retry_voicemail: 'The lead is called again because voicemail answered.',
  retry_failed: 'The lead is called again because the call failed ({ended_reason}).',
  not_taken: 'The lead is called again because the voice provider did not accept the call ({ended_reason}). This does not count as an attempt.',
  busy: 'The lead is no longer called because the line was busy and the campaign does not retry busy calls.',
  no_answer: 'The lead is no longer called because the contact did not answer and the campaign does not retry unanswered calls.',
  voicemail: 'The lead is no longer called because voicemail answered and the campaign does not retry after voicemail.',
  failed: 'The lead is no longer called because the call failed ({ended_reason}) and the campaign does not retry failed calls.',
  canceled: 'The lead is no longer called because its call was ended manually.',
  not_added_yet: 'The lead was not in the campaign yet.',
  deleted: 'The lead had been deleted from the campaign.',
  campaign_not_started: 'The lead was not called because the campaign had not started.',
  campaign_paused: 'The lead was not called because the campaign was paused ({reason}).',
  campaign_completed: 'The lead was not called because the campaign was completed.',
  campaign_cancelled: 'The lead was not called because the campaign was canceled.',
  in_line: 'The lead was waiting in the queue. Other leads came first, within the concurrency and dialing rate of the campaign.',
} satisfies Record<string, string>

export type DecisionReason = keyof typeof SENTENCES

/** All decision reasons, as stable codes. */
export const DECISION_REASONS = Object.keys(SENTENCES) as DecisionReason[]

/** Facts of a decision after a call. */
const CALL_FACTS = ['outcome', 'status', 'ended_reason', 'attempts'] as const

/** The facts that are always recorded with a reason. Decisions to wait or to call also have those of the lead's location. */
export const DECISION_FACTS = {
  called: ['attempt', 'open_until'],
  calling_hours: ['closed_by'],
  attempts_per_day: ['max_attempts_per_day'],
  legal_limit: ['rule', 'max', 'hours'],
  refused_recently: ['rule', 'refused_at'],
  on_the_line: [],
  do_not_call_list: [],
  do_not_call_register: ['register', 'washed_at'],
  premium_number: [],
  consent_missing: ['required', 'purpose', 'rule'],
  consent_revoked: CALL_FACTS,
  do_not_call: CALL_FACTS,
  attempts_used: ['attempts'],
  completed: CALL_FACTS,
  callback: CALL_FACTS,
  callback_scheduled: [],
  consent_given: [],
  opt_out_undone: [],
  redialled: ['outcome'],
  retry_busy: CALL_FACTS,
  retry_no_answer: CALL_FACTS,
  retry_voicemail: CALL_FACTS,
  retry_failed: CALL_FACTS,
  not_taken: CALL_FACTS,
  busy: CALL_FACTS,
  no_answer: CALL_FACTS,
  voicemail: CALL_FACTS,
  failed: CALL_FACTS,
  canceled: CALL_FACTS,
  not_added_yet: [],
  deleted: [],
  campaign_not_started: [],
  campaign_paused: ['reason'],
  campaign_completed: [],
  campaign_cancelled: [],
  in_line: [],
} as const satisfies Record<DecisionReason, readonly string[]>

/** The facts of a reason, and any others. */
export type DecisionFacts<Reason extends DecisionReason> = Record<(typeof DECISION_FACTS)[Reason][number], unknown> & Record<string, unknown>

/** Formats the sentence for a reason with its facts, and the time until which it holds. */
export function sentenceOf(reason: string, facts: object, until: Date | null): string {
  const sentence = ((SENTENCES as Record<string, string>)[reason] ?? `${reason}.`).replace(/\{(\w+)\}/g, (_, name: string) =>
    formatFact((facts as Record<string, unknown>)[name]),
  )
  return until ? `${sentence} The lead can be called from ${until.toISOString()}.` : sentence
}

function formatFact(value: unknown): string {
  if (value === undefined || value === null) return 'unknown'
  if (Array.isArray(value)) return value.map(formatFact).join('; ')
  if (!isObject(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  return Object.entries(value)
    .map(([key, member]) => `${key.replaceAll('_', ' ')} ${formatFact(member)}`)
    .join(', ')
}
