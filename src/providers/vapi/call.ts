import { z } from 'zod'
import { readAnswers, findSentiment } from '../analysis.ts'
import { field } from '../../kernel/json/untrustedFields.ts'
import { type CallState, hasEnded } from '../../kernel/vocabulary/callStates.ts'
import type { CallSnapshot, TranscriptLine } from '../provider.ts'
import { transcriptEntries, truncateTranscript } from '../spokenLines.ts'
import { parseVapiEndedReason } from './endedReasons.ts'

const Party = field.of(z.object({ number: field.text, externalId: field.uuid }))
const Message = z.object({ role: z.string(), message: z.string(), secondsFromStart: field.number })
const Recording = field.of(z.object({ mono: field.of(z.object({ combinedUrl: field.text })) }))
const Artifact = field.of(
  z.object({
    messages: transcriptEntries(Message),
    recordingUrl: field.text,
    recording: Recording,
  }),
)

/** Fields of both calls and messages. */
const sharedFields = {
  endedReason: field.text,
  startedAt: field.dateTime,
  endedAt: field.dateTime,
  cost: field.number,
  artifact: Artifact,
  analysis: field.object,
  customer: Party,
  phoneNumber: Party,
}

/** A call in Vapi's format. Only the ID is required. */
export const VapiCall = z.object({
  ...sharedFields,
  id: z.string().min(1),
  type: field.text,
  status: field.text,
  name: field.uuid,
  createdAt: field.text,
  assistantOverrides: field.of(z.object({ metadata: field.of(z.object({ callwright_ref: field.uuid })) })),
  monitor: field.of(z.object({ controlUrl: field.text, listenUrl: field.text })),
})
export type VapiCall = z.output<typeof VapiCall>

/** Message of a webhook. Its own fields are newer than those of the call inside. */
export const VapiMessage = z.object({
  ...sharedFields,
  call: VapiCall,
  type: z.string(),
  status: field.text,
  timestamp: field.number,
  role: field.text,
  transcriptType: field.text,
  transcript: field.text,
  language: field.text,
})
export type VapiMessage = z.output<typeof VapiMessage>

const LIVE_STATES: Record<string, CallState> = {
  scheduled: 'queued',
  queued: 'queued',
  ringing: 'ringing',
  'in-progress': 'in_progress',
  forwarding: 'in_progress',
}

/** Patterns, because Vapi has hundreds of reasons and adds more. Reasons that match none are failures. */
const END_STATES: [RegExp, CallState][] = [
  [/^customer-busy$/, 'busy'],
  [/^customer-did-not-answer$|-sip-(408|480)-/, 'no_answer'],
  [/^voicemail$/, 'voicemail'],
  [/^(manually-canceled|scheduled-call-deleted|call-deleted)$/, 'canceled'],
  [/^(assistant-ended-call|assistant-said-|assistant-forwarded-call|customer-ended-call)/, 'completed'],
  [/^(silence-timed-out|exceeded-max-duration|vonage-completed)/, 'completed'],
  [/^call\.in-progress\.(twilio|sip)-completed-call$/, 'completed'],
]

/** Converts Vapi's status to a call state. An unknown status is `queued`, which never moves a call forward. */
export function toCallState(status: string | null, endedReason: string | null): CallState {
  if (status === 'ended') return END_STATES.find(([pattern]) => pattern.test(endedReason ?? ''))?.[1] ?? 'failed'
  return (status !== null && Object.hasOwn(LIVE_STATES, status) && LIVE_STATES[status]) || 'queued'
}

/** Our reference, from any of the places where Vapi returns it. */
export const refOf = (call: VapiCall) => call.assistantOverrides?.metadata?.callwright_ref ?? call.customer?.externalId ?? call.name

/** Converts a call, optionally with a message about it, to a snapshot. */
export function toSnapshot(call: VapiCall, message: Partial<VapiMessage> = {}): CallSnapshot {
  const isReport = message.type === 'end-of-call-report'
  const status = isReport ? 'ended' : (message.status ?? call.status)
  const endedReason = message.endedReason ?? call.endedReason
  const state = toCallState(status, endedReason)
  const startedAt = message.startedAt ?? call.startedAt
  const endedAt = message.endedAt ?? call.endedAt
  const artifact = message.artifact ?? call.artifact
  const analysis = message.analysis ?? call.analysis
  const answers = readAnswers(field.object.parse(analysis?.structuredData) ?? {}, state)
  const isInbound = call.type === 'inboundPhoneCall'
  const calledParty = isInbound ? (message.phoneNumber ?? call.phoneNumber) : (message.customer ?? call.customer)
  return {
    providerCallId: call.id,
    ref: refOf(call),
    state,
    direction: isInbound ? 'inbound' : 'outbound',
    toNumber: calledParty?.number ?? null,
    startedAt,
    endedAt,
    durationSeconds: startedAt && endedAt ? Math.max(0, Math.round((endedAt.getTime() - startedAt.getTime()) / 1000)) : null,
    endedReason: endedReason === null ? null : parseVapiEndedReason(endedReason),
    providerEndedReason: endedReason,
    transcript: toTranscript(artifact),
    hasRecording: recordingUrlOf(artifact) !== null,
    providerCostMicros: status === 'ended' ? microsOfDollars(message.cost ?? call.cost) : null,
    detectedLanguage: answers.detectedLanguage,
    outcome: answers.outcome,
    analysis:
      analysis && Object.keys(analysis).length > 0
        ? {
            summary: field.text.parse(analysis.summary),
            structuredData: answers.structuredData,
            successEvaluation: field.text.parse(analysis.successEvaluation),
            sentiment: findSentiment(answers.structuredData.sentiment),
            inVoicemail: hasEnded(state) ? state === 'voicemail' : null,
          }
        : null,
    final: isReport || (status === 'ended' && analysis !== null),
  }
}

/** URL of the recording, which may require authorization; null if there is none. */
export const recordingUrlOf = (artifact: VapiCall['artifact']) => artifact?.recordingUrl ?? artifact?.recording?.mono?.combinedUrl ?? null

/** Returns the transcript without prompts and tool calls, or null if it is empty. */
function toTranscript(artifact: VapiCall['artifact']): TranscriptLine[] | null {
  const spokenLines = (artifact?.messages ?? []).filter((message) => message !== null).filter(({ role }) => role === 'bot' || role === 'user')
  if (spokenLines.length === 0) return null
  return truncateTranscript(
    spokenLines.map(({ role, message, secondsFromStart }) => ({ role: role === 'bot' ? 'agent' : 'user', text: message, startSeconds: secondsFromStart })),
  )
}

const microsOfDollars = (dollars: number | null) => (dollars === null ? null : Math.round(dollars * 1_000_000))
