import type { JsonObject } from '../../providers/provider.ts'
import type { RetellCall } from '../calls/call.ts'
import { analyzeCall } from '../calls/conversation.ts'
import { without } from '../wire/json.ts'
import type { CallEvent, EndCause, Phase, TimedLine } from '../calls/timeline.ts'
import { endOf, reportedTimesOf, spokenLinesOf, talkSecondsOf } from '../calls/timeline.ts'
import { type Webhook, retellSignature } from '../calls/webhooks.ts'
import type { SimulatorContext } from '../calls/context.ts'

const CENTS_PER_SECOND = { platform: 0.0917, model: 0.025 }
const RETRIES = 3
/** What stands for a number that its caller withholds. */
export const WITHHELD = 'anonymous'

/** How Retell words each end: `disconnection_reason` and `call_status`. */
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

/** The whole call object as Retell's webhooks carry it in that phase. */
export function retellCall(call: RetellCall, phase: Phase, url: string): JsonObject {
  const { wire } = call
  const basics: JsonObject = {
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
  if (phase === 'queued' || phase === 'ringing') return basics
  const { answered } = reportedTimesOf(call)
  if (phase === 'connected') return { ...basics, call_status: 'ongoing', start_timestamp: answered }
  return { ...basics, ...endedPart(call, url), ...(phase === 'analyzed' ? { call_analysis: analysisOf(call) } : {}) }
}

function endedPart(call: RetellCall, url: string): JsonObject {
  const [reason, status] = ENDS[endOf(call).cause] ?? ['error_unknown', 'error']
  const { answered, ended } = reportedTimesOf(call)
  const end = { call_status: status, disconnection_reason: reason, end_timestamp: ended }
  if (answered === null) return end
  return {
    ...end,
    start_timestamp: answered,
    duration_ms: ended - answered,
    ...transcriptOf(spokenLinesOf(call)),
    ...(call.audio === 'none' ? {} : { recording_url: `${url}/recordings/${call.id}.wav` }),
    call_cost: costOf(call),
  }
}

function transcriptOf(lines: TimedLine[]): JsonObject {
  const utterances = lines.map((line) => ({ role: line.role, content: line.text, words: wordsOf(line) }))
  const transcript = lines.map((line) => `${line.role === 'agent' ? 'Agent' : 'User'}: ${line.text}\n`).join('')
  return { transcript, transcript_object: utterances, transcript_with_tool_calls: utterances }
}

function wordsOf({ text, start, end }: TimedLine) {
  const words = text.split(' ')
  const moment = (index: number) => Math.round((start + ((end - start) * index) / words.length) * 100) / 100
  return words.map((word, index) => ({ word, start: moment(index), end: moment(index + 1) }))
}

/** In cents, as Retell counts. */
function costOf(call: RetellCall): JsonObject {
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

function analysisOf(call: RetellCall): JsonObject {
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

const TRANSCRIPTS = ['transcript', 'transcript_object', 'transcript_with_tool_calls']
const NOT_STORED = [...TRANSCRIPTS, 'recording_url', 'metadata', 'retell_llm_dynamic_variables']

/**
 * The call as later requests see it: under `basic_attributes_only` without what was said, and without metadata and
 * variables, which Retell's documentation names as not stored.
 */
export function retellStoredCall(call: RetellCall, phase: Phase, url: string): JsonObject {
  const full = retellCall(call, phase, url)
  return call.wire.storage === 'basic_attributes_only' ? without(full, ...NOT_STORED) : full
}

/** Retell's list leaves out transcripts for every call. */
export const retellListedCall = (call: RetellCall, phase: Phase, url: string): JsonObject => without(retellStoredCall(call, phase, url), ...TRANSCRIPTS)

/** Retell's webhook for one moment, signed with the API key: one event, up to three retries. */
export function retellMessages(context: SimulatorContext, call: RetellCall, beat: CallEvent): Webhook[] {
  const { webhook } = call.wire
  if (!webhook || !(beat.kind in RETELL_EVENTS)) return []
  const event = RETELL_EVENTS[beat.kind as keyof typeof RETELL_EVENTS]
  const view =
    beat.kind === 'line'
      ? { ...retellCall(call, 'connected', context.url), ...transcriptOf(spokenLinesOf(call).slice(0, beat.line + 1)) }
      : retellCall(call, beat.kind as Phase, context.url)
  const body = JSON.stringify({ event, call: view })
  return [
    {
      url: webhook.url,
      body,
      headers: () => ({ 'x-retell-signature': retellSignature(body, context.retellApiKey) }),
      forgedHeaders: () => ({ 'x-retell-signature': retellSignature(body, 'forged') }),
      timeoutMs: webhook.timeoutMs,
      ...retellRetries(call.speed),
    },
  ]
}

/** Retell's way with webhooks that fail. */
export const retellRetries = (speed: number) => ({ retries: RETRIES, pauseMs: (failures: number) => (1000 * 2 ** failures) / speed, finalStatuses: [] })
