import { isObject } from '../../../kernel/json/json.ts'

/** What each decision about a lead means, as a sentence for people. `{…}` stands for a fact of that name. */
const SENTENCES: Record<string, string> = {
  called: 'It was called: attempt {attempt}, and calls were allowed there until {open_until}.',
  calling_hours: 'It was not called: at that time no calls may begin where the lead is ({closed_by}).',
  attempts_per_day: 'It was not called: it had {max_attempts_per_day} calls within 24 hours, which is as many as the campaign allows.',
  legal_limit: 'It was not called: the law ({rule}) allows {max} calls to a number within {hours} hours.',
  refused_recently: 'It was not called: somebody there said no at {refused_at}, and the law ({rule}) forbids another call so soon.',
  on_the_line: 'It was not called: its number was in another call of the workspace.',
  do_not_call_list: 'It is not called: its number is on the do-not-call list.',
  premium_number: 'It is not called: its number is a premium-rate, shared-cost, personal or satellite number.',
  do_not_call: 'It is not called any more: somebody there asked for that.',
  attempts_used: 'It is not called any more: {attempts} calls were made, as many as the campaign allows.',
  completed: 'It is done: its last call was completed with the outcome {outcome}.',
  callback: 'It is called back, as somebody there wished.',
  callback_scheduled: 'It is called back at a time that was set by hand.',
  redialled: 'It is called again, since that was asked for by hand.',
  retry_busy: 'It is called again: the line was busy.',
  retry_no_answer: 'It is called again: nobody answered.',
  retry_voicemail: 'It is called again: a voicemail answered.',
  retry_failed: 'It is called again: the call failed ({ended_reason}).',
  not_taken: 'It is tried again: the voice provider did not take the call ({ended_reason}), which counts as no attempt.',
  busy: 'It is not called any more: the line was busy, and the campaign does not try again then.',
  no_answer: 'It is not called any more: nobody answered, and the campaign does not try again then.',
  voicemail: 'It is not called any more: a voicemail answered, and the campaign does not try again then.',
  failed: 'It is not called any more: the call failed ({ended_reason}), and the campaign does not try again then.',
  canceled: 'It is not called any more: its call was ended by hand.',
  not_added_yet: 'It was not in the campaign yet.',
  deleted: 'It had been deleted from the campaign.',
  campaign_not_started: 'It was not called: the campaign had not been started.',
  campaign_paused: 'It was not called: the campaign was paused ({reason}).',
  campaign_completed: 'It was not called: the campaign was over.',
  campaign_cancelled: 'It was not called: the campaign was cancelled.',
  in_line: 'It waited its turn: other leads of the campaign came first, within its limits on calls at once and a second.',
}

/** The sentence for a reason, with its facts filled in and until when it holds. */
export function sentenceOf(reason: string, facts: object, until: Date | null): string {
  const sentence = (SENTENCES[reason] ?? `${reason}.`).replace(/\{(\w+)\}/g, (_, name: string) => told((facts as Record<string, unknown>)[name]))
  return until ? `${sentence} It may be called from ${until.toISOString()} on.` : sentence
}

function told(value: unknown): string {
  if (value === undefined || value === null) return 'unknown'
  if (Array.isArray(value)) return value.map(told).join('; ')
  if (!isObject(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  return Object.entries(value)
    .map(([key, one]) => `${key.replaceAll('_', ' ')} ${told(one)}`)
    .join(', ')
}
