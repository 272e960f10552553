import type { JsonObject } from '../../providers/provider.ts'
import type { RetellCall } from '../calls/call.ts'
import { analyzeCall } from '../calls/conversation.ts'
import { omit } from '../wire/json.ts'
import type { CallEvent, EndCause, Phase, TimedLine } from '../calls/timeline.ts'
import { endOf, reportedTimesOf, spokenLinesOf, talkSecondsOf } from '../calls/timeline.ts'
import { type Webhook, retellSignature } from '../calls/webhooks.ts'
import type { SimulatorContext } from '../calls/context.ts'

const CENTS_PER_SECOND = { platform: 0.0917, model: 0.025 }
const MAX_RETRIES = 3
/** Retell's value for a withheld number. */
export const WITHHELD = 'anonymous'

/** Retell's `disconnection_reason` and `call_status` for each end. */
const ENDS: Partial<Record<EndCause, [reason: string, status: string]>> = {
  success: ['agent_hangup', 'ended'],
  long: ['agent_hangup', 'ended'],
  other_language: ['agent_hangup', 'ended'],
  callback: ['agent_hangup', 'ended'],
  hung_up: ['user_hangup', 'ended'],
  not_interested: ['user_hangup', 'ended'],
  do_not_call: ['user_hangup', 'ended'],
  silence: ['inactivity', 'ended'],
  voicemail: ['voicemail_reached', 'ended'],
  provider_error: ['error_retell', 'error'],
  busy: ['dial_busy', 'not_connected'],
  no_answer: ['dial_no_answer', 'not_connected'],
  dial_failed: ['dial_failed', 'not_connected'],
  invalid_destination: ['invalid_destination', 'not_connected'],
  stopped: ['manual_stopped', 'ended'],
  max_duration: ['max_duration_reached', 'ended'],
}

export const RETELL_EVENTS = { connected: 'call_started', line: 'transcript_updated', ended: 'call_ended', analyzed: 'call_analyzed' } as const

/** The call object as Retell's webhooks contain it in this phase. */
export function toRetellCall(call: RetellCall, phase: Phase, url: string): JsonObject {
  const { wire } = call
  const basicFields: JsonObject = {
    call_type: 'phone_call',
    call_id: call.id,
    agent_id: wire.agentId,
    agent_version: wire.agentVersion,
    agent_name: wire.agentName,
    call_status: 'registered',
    direction: call.direction,
    from_number: call.from || WITHHELD,
    to_number: call.to,
    metadata: wire.metadata,
    retell_llm_dynamic_variables: wire.variables,
    custom_sip_headers: wire.sipHeaders,
    data_storage_setting: wire.storage,
    opt_in_signed_url: wire.signedUrl,
    telephony_identifier: { twilio_call_sid: `CA${call.id.slice(-28).padStart(32, '0')}` },
  }
  if (phase === 'queued' || phase === 'ringing') return basicFields
  const { answered } = reportedTimesOf(call)
  if (phase === 'connected') return { ...basicFields, call_status: 'ongoing', start_timestamp: answered }
  return { ...basicFields, ...toEndedFields(call, url), ...(phase === 'analyzed' ? { call_analysis: toAnalysis(call) } : {}) }
}

function toEndedFields(call: RetellCall, url: string): JsonObject {
  const [reason, status] = ENDS[endOf(call).cause] ?? ['error_unknown', 'error']
  const { answered, ended } = reportedTimesOf(call)
  const end = { call_status: status, disconnection_reason: reason, end_timestamp: ended }
  if (answered === null) return end
  return {
    ...end,
    start_timestamp: answered,
    duration_ms: ended - answered,
    ...toTranscript(spokenLinesOf(call)),
    ...(call.audio === 'none' ? {} : { recording_url: `${url}/recordings/${call.id}.wav` }),
    call_cost: toCost(call),
  }
}

function toTranscript(lines: TimedLine[]): JsonObject {
  const utterances = lines.map((line) => ({ role: line.role, content: line.text, words: toWords(line) }))
  const transcript = lines.map((line) => `${line.role === 'agent' ? 'Agent' : 'User'}: ${line.text}\n`).join('')
  return { transcript, transcript_object: utterances, transcript_with_tool_calls: utterances }
}

function toWords({ text, start, end }: TimedLine) {
  const words = text.split(' ')
  const timeOf = (index: number) => Math.round((start + ((end - start) * index) / words.length) * 100) / 100
  return words.map((word, index) => ({ word, start: timeOf(index), end: timeOf(index + 1) }))
}

/** Costs in cents. */
function toCost(call: RetellCall): JsonObject {
  const seconds = Math.ceil(talkSecondsOf(call) ?? 0)
  const cents = (perSecond: number) => Math.round(seconds * perSecond * 10_000) / 10_000
  const total = CENTS_PER_SECOND.platform + CENTS_PER_SECOND.model
  return {
    combined_cost: cents(total),
    total_duration_seconds: seconds,
    total_duration_unit_price: total,
    product_costs: [
      { product: 'retell_platform', cost: cents(CENTS_PER_SECOND.platform), unit_price: CENTS_PER_SECOND.platform },
      { product: call.wire.model, cost: cents(CENTS_PER_SECOND.model), unit_price: CENTS_PER_SECOND.model },
    ],
  }
}

function toAnalysis(call: RetellCall): JsonObject {
  const { cause } = endOf(call)
  const { summary, answers, success } = analyzeCall(call)
  return {
    call_summary: summary,
    in_voicemail: cause === 'voicemail',
    user_sentiment: success ? 'Positive' : cause === 'not_interested' || cause === 'do_not_call' ? 'Negative' : 'Neutral',
    call_successful: success,
    custom_analysis_data: answers,
  }
}

const TRANSCRIPT_FIELDS = ['transcript', 'transcript_object', 'transcript_with_tool_calls']
const OMITTED_FIELDS = [...TRANSCRIPT_FIELDS, 'recording_url', 'metadata', 'retell_llm_dynamic_variables']

/**
 * The call as later requests return it. With `basic_attributes_only` it omits transcript, recording, metadata and variables, which Retell
 * documents as not stored.
 */
export function toStoredRetellCall(call: RetellCall, phase: Phase, url: string): JsonObject {
  const full = toRetellCall(call, phase, url)
  return call.wire.storage === 'basic_attributes_only' ? omit(full, ...OMITTED_FIELDS) : full
}

/** Retell's list omits all transcripts. */
export const toListedRetellCall = (call: RetellCall, phase: Phase, url: string): JsonObject => omit(toStoredRetellCall(call, phase, url), ...TRANSCRIPT_FIELDS)

/** Retell's webhooks for one event, signed with the API key: at most one, with up to three retries. */
export function retellWebhooks(context: SimulatorContext, call: RetellCall, event: CallEvent): Webhook[] {
  const { webhook } = call.wire
  if (!webhook || !(event.kind in RETELL_EVENTS)) return []
  const eventName = RETELL_EVENTS[event.kind as keyof typeof RETELL_EVENTS]
  const view =
    event.kind === 'line'
      ? { ...toRetellCall(call, 'connected', context.url), ...toTranscript(spokenLinesOf(call).slice(0, event.line + 1)) }
      : toRetellCall(call, event.kind as Phase, context.url)
  const body = JSON.stringify({ event: eventName, call: view })
  return [
    {
      url: webhook.url,
      body,
      headers: () => ({ 'x-retell-signature': retellSignature(body, context.retellApiKey) }),
      forgedHeaders: () => ({ 'x-retell-signature': retellSignature(body, 'forged') }),
      timeoutMs: webhook.timeoutMs,
      ...retellRetryPolicy(call.speed),
    },
  ]
}

/** Retell's retries of failed webhooks. */
export const retellRetryPolicy = (speed: number) => ({
  retries: MAX_RETRIES,
  retryDelayMs: (failures: number) => (1000 * 2 ** failures) / speed,
  finalStatuses: [],
})
