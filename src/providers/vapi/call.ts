import { z } from 'zod'
import { readAnswers, findSentiment } from '../analysis.ts'
import { field } from '../../kernel/json/untrustedFields.ts'
import { type CallState, hasEnded } from '../../kernel/vocabulary/callStates.ts'
import type { CallSnapshot, TranscriptLine } from '../provider.ts'
import { transcriptEntries, truncateTranscript } from '../spokenLines.ts'
import { vapiEndedReason } from './endedReasons.ts'

const Person = field.of(z.object({ number: field.text, externalId: field.uuid }))
const Message = z.object({ role: z.string(), message: z.string(), secondsFromStart: field.number })
const Recording = field.of(z.object({ mono: field.of(z.object({ combinedUrl: field.text })) }))
const Artifact = field.of(
  z.object({
    messages: transcriptEntries(Message),
    recordingUrl: field.text,
    recording: Recording,
  }),
)

/** What both a call and a message about it may tell. */
const results = {
  endedReason: field.text,
  startedAt: field.dateTime,
  endedAt: field.dateTime,
  cost: field.number,
  artifact: Artifact,
  analysis: field.object,
  customer: Person,
  phoneNumber: Person,
}

/** A call as Vapi tells it. Only the id is indispensable. */
export const VapiCall = z.object({
  ...results,
  id: z.string().min(1),
  type: field.text,
  status: field.text,
  name: field.uuid,
  createdAt: field.text,
  assistantOverrides: field.of(z.object({ metadata: field.of(z.object({ callwright_ref: field.uuid })) })),
  monitor: field.of(z.object({ controlUrl: field.text, listenUrl: field.text })),
})
export type VapiCall = z.output<typeof VapiCall>

/** A webhook's message; what it says itself is newer than the call it carries. */
export const VapiMessage = z.object({
  ...results,
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

/** By rule, since Vapi has hundreds of reasons and adds to them: those that match nothing are failures. */
const END_STATES: [RegExp, CallState][] = [
  [/^customer-busy$/, 'busy'],
  [/^customer-did-not-answer$|-sip-(408|480)-/, 'no_answer'],
  [/^voicemail$/, 'voicemail'],
  [/^(manually-canceled|scheduled-call-deleted|call-deleted)$/, 'canceled'],
  [/^(assistant-ended-call|assistant-said-|assistant-forwarded-call|customer-ended-call)/, 'completed'],
  [/^(silence-timed-out|exceeded-max-duration|vonage-completed)/, 'completed'],
  [/^call\.in-progress\.(twilio|sip)-completed-call$/, 'completed'],
]

/** Our word for a call's state; a status we do not know moves nothing. */
export function toCallState(status: string | null, endedReason: string | null): CallState {
  if (status === 'ended') return END_STATES.find(([rule]) => rule.test(endedReason ?? ''))?.[1] ?? 'failed'
  return (status !== null && Object.hasOwn(LIVE_STATES, status) && LIVE_STATES[status]) || 'queued'
}

export const refOf = (call: VapiCall) => call.assistantOverrides?.metadata?.callwright_ref ?? call.customer?.externalId ?? call.name

/** Vapi's view of a call in our words, from the call alone or together with a message about it. */
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
  const inbound = call.type === 'inboundPhoneCall'
  const called = inbound ? (message.phoneNumber ?? call.phoneNumber) : (message.customer ?? call.customer)
  return {
    providerCallId: call.id,
    ref: refOf(call),
    state,
    direction: inbound ? 'inbound' : 'outbound',
    toNumber: called?.number ?? null,
    startedAt,
    endedAt,
    durationSeconds: startedAt && endedAt ? Math.max(0, Math.round((endedAt.getTime() - startedAt.getTime()) / 1000)) : null,
    endedReason: endedReason === null ? null : vapiEndedReason(endedReason),
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

/** Where the audio lies, for those who may fetch it; null when there is none. */
export const recordingUrlOf = (artifact: VapiCall['artifact']) => artifact?.recordingUrl ?? artifact?.recording?.mono?.combinedUrl ?? null

/** What was said, prompts and tool calls left out; null when there is nothing. */
function toTranscript(artifact: VapiCall['artifact']): TranscriptLine[] | null {
  const spoken = (artifact?.messages ?? []).filter((message) => message !== null).filter(({ role }) => role === 'bot' || role === 'user')
  if (spoken.length === 0) return null
  return truncateTranscript(
    spoken.map(({ role, message, secondsFromStart }) => ({ role: role === 'bot' ? 'agent' : 'user', text: message, startSeconds: secondsFromStart })),
  )
}

const microsOfDollars = (dollars: number | null) => (dollars === null ? null : Math.round(dollars * 1_000_000))
