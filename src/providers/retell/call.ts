import { z } from 'zod'
import { readAnswers, findSentiment } from '../analysis.ts'
import { field } from '../../kernel/json/untrustedFields.ts'
import type { CallState } from '../../kernel/vocabulary/callStates.ts'
import type { CallSnapshot, TranscriptLine } from '../provider.ts'
import { parseRetellEndedReason } from './endedReasons.ts'
import { transcriptEntries, truncateTranscript } from '../spokenLines.ts'

/** Words of a line, with their times. Only the start of the first word is used. */
const Words = z.array(z.unknown()).catch([])
const FirstWord = z.object({ start: field.number })
const Lines = transcriptEntries(z.object({ role: z.string(), content: z.string(), words: Words }))

/** A call in Retell's format, from a webhook or a response. Only the ID is required. */
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
  /** Our own field: the position of the first line that was stored (`storedBodies.ts`). */
  transcript_start: field.of(z.number().int().min(0)),
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

/** Converts Retell's status to a call state. Retell does not report ringing. An unknown status is `queued`, which never moves a call forward. */
export function toCallState({ call_status: status, disconnection_reason: reason, call_analysis: analysis }: RetellCall): CallState {
  if (status === 'registered') return 'dialing'
  if (status === 'ongoing') return 'in_progress'
  if (reason !== null && Object.hasOwn(STATES_BY_REASON, reason)) return STATES_BY_REASON[reason]!
  if (reason?.startsWith('error_')) return 'failed'
  if (status === 'not_connected' || status === 'error') return 'failed'
  if (status !== 'ended' && reason === null) return 'queued'
  return analysis?.in_voicemail === true ? 'voicemail' : 'completed'
}

/** Whether a line of a transcript is speech, and not a tool call or empty. */
export const isSpoken = ({ role, content }: { role?: unknown; content?: unknown }) =>
  (role === 'agent' || role === 'user' || role === 'transfer_target') && content !== ''

/** Returns the transcript without tool calls, or null if it is empty. */
export function toTranscript(lines: RetellCall['transcript_object']): TranscriptLine[] | null {
  const spokenLines = lines.filter((line) => line !== null).filter(isSpoken)
  if (spokenLines.length === 0) return null
  return truncateTranscript(
    spokenLines.map(({ role, content, words }) => ({
      role: role === 'agent' ? 'agent' : 'user',
      text: content,
      startSeconds: FirstWord.safeParse(words[0]).data?.start ?? null,
    })),
  )
}

/** Converts a call to a snapshot. For webhooks, the event determines `isFinal`. In responses, a call with an analysis is final. */
export function toSnapshot(call: RetellCall, isFinal = call.call_analysis !== null): CallSnapshot {
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
    endedReason: call.disconnection_reason === null ? null : parseRetellEndedReason(call.disconnection_reason),
    providerEndedReason: call.disconnection_reason,
    transcript: toTranscript(call.transcript_object),
    // Without storage, the URL in a webhook expires after ten minutes.
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
    final: isFinal,
  }
}

/** Returns the duration in seconds. If the response of a connected call lacks it, the two timestamps determine it. */
function durationOf({ duration_ms: ms, call_status: status, start_timestamp: start, end_timestamp: end }: RetellCall): number | null {
  if (ms !== null) return Math.round(ms / 1000)
  if (status === 'not_connected' || !start || !end) return null
  return Math.max(0, Math.round((end.getTime() - start.getTime()) / 1000))
}

const microsOfCents = (cents: number | null) => (cents === null ? null : Math.round(cents * 10_000))
