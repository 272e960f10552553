import type { JsonObject } from '../../providers/provider.ts'
import type { VapiCall } from '../calls/call.ts'
import { analyzeCall } from '../calls/conversation.ts'
import { isObject } from '../../kernel/json/isObject.ts'
import { endOf, type EndCause, type Phase, toRealTime, reportedTimesOf, spokenLinesOf, talkSecondsOf } from '../calls/timeline.ts'

export const ORG_ID = '00000000-0000-4000-8000-000000000000'
const USD_PER_SECOND = { stt: 0.0002, llm: 0.0003, tts: 0.0002, vapi: 0.0008 }

/** Vapi's `endedReason` for each end. */
const ENDED_REASONS: Record<EndCause, string> = {
  success: 'assistant-ended-call',
  long: 'assistant-ended-call',
  other_language: 'assistant-ended-call',
  callback: 'assistant-ended-call',
  hung_up: 'customer-ended-call',
  turned_away: 'assistant-request-returned-error',
  request_failed: 'assistant-request-failed',
  no_assistant: 'assistant-request-returned-no-assistant',
  invalid_assistant: 'assistant-request-returned-invalid-assistant',
  forwarded: 'assistant-request-returned-forwarding-phone-number',
  not_interested: 'customer-ended-call',
  do_not_call: 'customer-ended-call',
  silence: 'silence-timed-out',
  voicemail: 'voicemail',
  provider_error: 'call.in-progress.error-vapifault-worker-died',
  busy: 'customer-busy',
  no_answer: 'customer-did-not-answer',
  dial_failed: 'twilio-failed-to-connect-call',
  invalid_destination: 'twilio-reported-customer-misdialed',
  stopped: 'manually-canceled',
  max_duration: 'exceeded-max-duration',
}

const STATUSES: Record<Phase, string> = { queued: 'queued', ringing: 'ringing', connected: 'in-progress', ended: 'ended', analyzed: 'ended' }

/** The call object as Vapi returns it in this phase. */
export function toVapiCall(call: VapiCall, phase: Phase, url: string): JsonObject {
  const { answered } = reportedTimesOf(call)
  const live = phase === 'connected' ? { startedAt: toIso(answered) } : {}
  const ended = phase === 'ended' || phase === 'analyzed'
  return {
    ...call.wire.request,
    id: call.id,
    orgId: ORG_ID,
    type: `${call.direction}PhoneCall`,
    status: STATUSES[phase],
    createdAt: toIso(call.createdAt),
    updatedAt: toIso(toRealTime(call, ended ? endOf(call).at : 0)),
    phoneCallProvider: 'twilio',
    phoneCallProviderId: `CA${call.id.replaceAll('-', '')}`,
    phoneCallTransport: 'pstn',
    cost: 0,
    monitor: toMonitor(call, url),
    ...live,
    ...(ended ? toEndedFields(call, url) : {}),
    ...(phase === 'analyzed' ? { analysis: toAnalysis(call) } : {}),
  }
}

function toMonitor({ id, wire: { monitor } }: VapiCall, url: string): JsonObject {
  return {
    ...(monitor.listen === 'none' ? {} : { listenUrl: `${url.replace('http', 'ws')}/vapi/live/${id}/listen` }),
    ...(monitor.control === 'none' ? {} : { controlUrl: `${url}/vapi/live/${id}/control` }),
  }
}

function toEndedFields(call: VapiCall, url: string): JsonObject {
  const { answered, ended } = reportedTimesOf(call)
  const { total, ...shares } = toCost(call)
  return {
    ...(answered === null ? {} : { startedAt: toIso(answered) }),
    endedAt: toIso(ended),
    endedReason: ENDED_REASONS[endOf(call).cause],
    cost: total,
    costBreakdown: { transport: 0, ...shares, total },
    artifact: toArtifact(call, url),
  }
}

/** Costs in US dollars. */
function toCost(call: VapiCall): { total: number } & Record<string, number> {
  const seconds = talkSecondsOf(call) ?? 0
  const shares = Object.fromEntries(Object.entries(USD_PER_SECOND).map(([part, usd]) => [part, roundUsd(seconds * usd)]))
  return { ...shares, total: roundUsd(Object.values(shares).reduce((sum, share) => sum + share, 0)) }
}

const roundUsd = (usd: number) => Math.round(usd * 10_000) / 10_000
const toIso = (time: number | null) => (time === null ? undefined : new Date(time).toISOString())

function toArtifact(call: VapiCall, url: string): JsonObject {
  const lines = spokenLinesOf(call)
  const { answered } = reportedTimesOf(call)
  return {
    messages: lines.map(({ role, text, start, end }) => ({
      role: role === 'agent' ? 'bot' : 'user',
      message: text,
      time: answered! + Math.round(start * 1000),
      endTime: answered! + Math.round(end * 1000),
      secondsFromStart: Math.round(start * 100) / 100,
      duration: Math.round((end - start) * 1000),
    })),
    messagesOpenAIFormatted: toOpenAiMessages(call, lines.length),
    transcript: lines.map(({ role, text }) => `${role === 'agent' ? 'AI' : 'User'}: ${text}\n`).join(''),
    ...(call.audio === 'none' || answered === null ? {} : toRecording(`${url}/recordings/${call.id}.wav`)),
  }
}

const toRecording = (address: string) => ({
  recordingUrl: address,
  stereoRecordingUrl: address,
  recording: { stereoUrl: address, mono: { combinedUrl: address } },
})

export const toVapiRole = (role: 'agent' | 'user') => (role === 'agent' ? 'assistant' : 'user')
export const toOpenAiMessages = (call: VapiCall, count: number) =>
  call.conversation.lines.slice(0, count).map(({ role, text }) => ({ role: toVapiRole(role), content: text }))

/** Vapi skips the analysis of calls with too few messages. */
function toAnalysis(call: VapiCall): JsonObject {
  const { analysis } = call.wire
  if (talkSecondsOf(call) === null || spokenLinesOf(call).length < analysis.minMessages) return {}
  const { summary, answers, success } = analyzeCall(call)
  return {
    ...(analysis.summary ? { summary } : {}),
    ...(analysis.data ? { structuredData: answers } : {}),
    ...(analysis.success ? { successEvaluation: String(success) } : {}),
  }
}

/** Vapi's merge: only the given fields change, recursively, except that another `provider` replaces the whole object. */
export function applyOverrides(base: JsonObject, overrides: JsonObject): JsonObject {
  const merged = Object.entries(overrides).map(([name, value]) => {
    const current = base[name]
    const canMerge = isObject(value) && isObject(current) && (value.provider ?? current.provider) === current.provider
    return [name, canMerge ? applyOverrides(current, value) : value]
  })
  return { ...base, ...Object.fromEntries(merged) }
}
