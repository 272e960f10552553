import { z } from 'zod'
import { readAnswers, findSentiment } from '../analysis.ts'
import { field } from '../../kernel/json/untrustedFields.ts'
import type { CallState } from '../../kernel/vocabulary/callStates.ts'
import type { CallSnapshot, TranscriptLine } from '../provider.ts'
import { retellEndedReason } from './endedReasons.ts'
import { transcriptEntries, truncateTranscript } from '../spokenLines.ts'

/** Of the words only the first tells something. */
const Words = z.array(z.unknown()).catch([])
const FirstWord = z.object({ start: field.number })
const Lines = transcriptEntries(z.object({ role: z.string(), content: z.string(), words: Words }))

/** A call as Retell tells it, by webhook or when asked. Only the id is indispensable. */
export const RetellCall = z.object({
  call_id: z.string().min(1),
  agent_id: field.text,
  call_status: field.text,
  disconnection_reason: field.text,
  direction: field.text,
  to_number: field.text,
  start_timestamp: field.dateTime,
  end_timestamp: field.dateTime,
  duration_ms: field.number,
  transcript_object: Lines,
  transcript_with_tool_calls: Lines,
  recording_url: field.text,
  data_storage_setting: field.text,
  call_cost: field.of(z.object({ combined_cost: field.number })),
  call_analysis: field.object,
  metadata: field.of(z.object({ callwright_ref: field.uuid })),
})
export type RetellCall = z.output<typeof RetellCall>

const STATES_BY_REASON: Record<string, CallState> = {
  dial_busy: 'busy',
  dial_no_answer: 'no_answer',
  user_declined: 'no_answer',
  voicemail_reached: 'voicemail',
  manual_stopped: 'canceled',
  ...Object.fromEntries(
    (
      'dial_failed invalid_destination marked_as_spam telephony_provider_permission_denied telephony_provider_unavailable sip_routing_error ' +
      'concurrency_limit_reached no_concurrency_fallback no_valid_payment scam_detected registered_call_timeout'
    )
      .split(' ')
      .map((reason) => [reason, 'failed' as const]),
  ),
}

/** Our word for a call's state. Retell has none for ringing; a status we do not know moves nothing. */
export function toCallState({ call_status: status, disconnection_reason: reason, call_analysis: analysis }: RetellCall): CallState {
  if (status === 'registered') return 'dialing'
  if (status === 'ongoing') return 'in_progress'
  if (reason !== null && Object.hasOwn(STATES_BY_REASON, reason)) return STATES_BY_REASON[reason]!
  if (reason?.startsWith('error_')) return 'failed'
  if (status === 'not_connected' || status === 'error') return 'failed'
  if (status !== 'ended' && reason === null) return 'queued'
  return analysis?.in_voicemail === true ? 'voicemail' : 'completed'
}

/** What was said, tool calls left out; null when there is nothing. */
export function toTranscript(lines: RetellCall['transcript_object']): TranscriptLine[] | null {
  const spoken = lines.filter((line) => line !== null).filter(({ role }) => role === 'agent' || role === 'user' || role === 'transfer_target')
  if (spoken.length === 0) return null
  return truncateTranscript(
    spoken.map(({ role, content, words }) => ({
      role: role === 'agent' ? 'agent' : 'user',
      text: content,
      startSeconds: FirstWord.safeParse(words[0]).data?.start ?? null,
    })),
  )
}

/** Retell's view of a call in our words. `final` is told by the caller for webhooks; an analysis always comes last. */
export function toSnapshot(call: RetellCall, final = call.call_analysis !== null): CallSnapshot {
  const state = toCallState(call)
  const analysis = call.call_analysis
  const answers = readAnswers(field.object.parse(analysis?.custom_analysis_data) ?? {}, state)
  return {
    providerCallId: call.call_id,
    ref: call.metadata?.callwright_ref ?? null,
    state,
    direction: call.direction === 'inbound' ? 'inbound' : 'outbound',
    toNumber: call.to_number,
    startedAt: call.start_timestamp,
    endedAt: call.end_timestamp,
    durationSeconds: durationOf(call),
    endedReason: call.disconnection_reason === null ? null : retellEndedReason(call.disconnection_reason),
    providerEndedReason: call.disconnection_reason,
    transcript: toTranscript(call.transcript_object),
    // Without storage the address in a webhook works for ten minutes only: nothing that could be offered later.
    hasRecording: call.recording_url !== null && call.data_storage_setting !== 'basic_attributes_only',
    providerCostMicros: microsOfCents(call.call_cost?.combined_cost ?? null),
    detectedLanguage: answers.detectedLanguage,
    outcome: answers.outcome,
    analysis: analysis && {
      summary: field.text.parse(analysis.call_summary),
      structuredData: answers.structuredData,
      successEvaluation: typeof analysis.call_successful === 'boolean' ? String(analysis.call_successful) : null,
      sentiment: findSentiment(analysis.user_sentiment, answers.structuredData.sentiment),
      inVoicemail: field.flag.parse(analysis.in_voicemail ?? null),
    },
    final,
  }
}

/** In seconds. Some answers lack the duration of a call that was connected: it is the time between its two timestamps then. */
function durationOf({ duration_ms: ms, call_status: status, start_timestamp: start, end_timestamp: end }: RetellCall): number | null {
  if (ms !== null) return Math.round(ms / 1000)
  if (status === 'not_connected' || !start || !end) return null
  return Math.max(0, Math.round((end.getTime() - start.getTime()) / 1000))
}

const microsOfCents = (cents: number | null) => (cents === null ? null : Math.round(cents * 10_000))
