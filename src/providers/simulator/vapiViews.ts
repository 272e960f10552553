import type { JsonObject } from '../provider.ts'
import type { Beat, EndCause, Phase } from './timeline.ts'
import type { BeatKind, VapiCall } from './call.ts'
import { findingsOf } from './conversation.ts'
import { asObject, isObject } from './json.ts'
import { endOf, realTime, reportedTimes, spokenLines, talkSeconds } from './timeline.ts'
import { type Message, vapiHeaders } from './webhooks.ts'
import type { World } from './world.ts'

export const ORG_ID = '00000000-0000-4000-8000-000000000000'
const FINAL_TRANSCRIPT = 'transcript[transcriptType="final"]'
const USD_PER_SECOND = { stt: 0.0002, llm: 0.0003, tts: 0.0002, vapi: 0.0008 }

/** How Vapi words each end: `endedReason`. */
const ENDED_REASONS: Record<EndCause, string> = {
  success: 'assistant-ended-call',
  not_interested: 'customer-ended-call',
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

/** Which messages belong to which moment of a call. */
const MESSAGE_TYPES: Record<BeatKind, string[]> = {
  ringing: ['status-update'],
  connected: ['status-update'],
  speech: ['speech-update'],
  line: ['speech-update', 'transcript', FINAL_TRANSCRIPT, 'conversation-update'],
  ended: ['status-update'],
  analyzed: ['end-of-call-report'],
}

/** The moments of a call that an assistant with these `serverMessages` hears of. */
export const vapiAnnounces = (serverMessages: string[]): BeatKind[] =>
  (Object.keys(MESSAGE_TYPES) as BeatKind[]).filter((kind) => MESSAGE_TYPES[kind].some((type) => serverMessages.includes(type)))

/** The Call object as Vapi shows it in that phase. */
export function vapiCall(call: VapiCall, phase: Phase, url: string): JsonObject {
  const { answered } = reportedTimes(call)
  const live = phase === 'connected' ? { startedAt: iso(answered) } : {}
  const ended = phase === 'ended' || phase === 'analyzed'
  return {
    ...call.wire.request,
    id: call.id,
    orgId: ORG_ID,
    type: 'outboundPhoneCall',
    status: STATUSES[phase],
    createdAt: iso(call.createdAt),
    updatedAt: iso(realTime(call, ended ? endOf(call).at : 0)),
    phoneCallProvider: 'twilio',
    phoneCallProviderId: `CA${call.id.replaceAll('-', '')}`,
    phoneCallTransport: 'pstn',
    cost: 0,
    monitor: { listenUrl: `${url.replace('http', 'ws')}/vapi/live/${call.id}/listen`, controlUrl: `${url}/vapi/live/${call.id}/control` },
    ...live,
    ...(ended ? endedPart(call, url) : {}),
    ...(phase === 'analyzed' ? { analysis: analysisOf(call) } : {}),
  }
}

function endedPart(call: VapiCall, url: string): JsonObject {
  const { answered, ended } = reportedTimes(call)
  const { total, ...shares } = costOf(call)
  return {
    ...(answered === null ? {} : { startedAt: iso(answered) }),
    endedAt: iso(ended),
    endedReason: ENDED_REASONS[endOf(call).cause],
    cost: total,
    costBreakdown: { transport: 0, ...shares, total },
    artifact: artifactOf(call, url),
  }
}

/** In USD, as Vapi counts. */
function costOf(call: VapiCall): { total: number } & Record<string, number> {
  const seconds = talkSeconds(call) ?? 0
  const shares = Object.fromEntries(Object.entries(USD_PER_SECOND).map(([part, usd]) => [part, dollars(seconds * usd)]))
  return { ...shares, total: dollars(Object.values(shares).reduce((sum, share) => sum + share, 0)) }
}

const dollars = (usd: number) => Math.round(usd * 10_000) / 10_000
const iso = (time: number | null) => (time === null ? undefined : new Date(time).toISOString())

function artifactOf(call: VapiCall, url: string): JsonObject {
  const lines = spokenLines(call)
  const { answered } = reportedTimes(call)
  return {
    messages: lines.map(({ role, text, start, end }) => ({
      role: role === 'agent' ? 'bot' : 'user',
      message: text,
      time: answered! + Math.round(start * 1000),
      endTime: answered! + Math.round(end * 1000),
      secondsFromStart: Math.round(start * 100) / 100,
      duration: Math.round((end - start) * 1000),
    })),
    messagesOpenAIFormatted: openAiMessages(call, lines.length),
    transcript: lines.map(({ role, text }) => `${role === 'agent' ? 'AI' : 'User'}: ${text}\n`).join(''),
    ...(call.audio === 'none' || answered === null ? {} : recordingAt(`${url}/recordings/${call.id}.wav`)),
  }
}

const recordingAt = (address: string) => ({
  recordingUrl: address,
  stereoRecordingUrl: address,
  recording: { stereoUrl: address, mono: { combinedUrl: address } },
})

const speaker = (role: 'agent' | 'user') => (role === 'agent' ? 'assistant' : 'user')
const openAiMessages = (call: VapiCall, count: number) =>
  call.conversation.lines.slice(0, count).map(({ role, text }) => ({ role: speaker(role), content: text }))

/** Vapi skips the analysis of calls with too few messages. */
function analysisOf(call: VapiCall): JsonObject {
  const { analysis } = call.wire
  if (talkSeconds(call) === null || spokenLines(call).length < analysis.minMessages) return {}
  const { summary, answers, success } = findingsOf(call)
  return {
    ...(analysis.summary ? { summary } : {}),
    ...(analysis.data ? { structuredData: answers } : {}),
    ...(analysis.success ? { successEvaluation: String(success) } : {}),
  }
}

/** What a message says beyond what all of them carry. */
function contents(call: VapiCall, beat: Beat, view: JsonObject): JsonObject[] {
  const line = call.conversation.lines[beat.line]
  const speech = (status: string) => ({ type: 'speech-update', status, role: speaker(line!.role), turn: beat.line })
  const transcript = { role: line && speaker(line.role), transcriptType: 'final', transcript: line?.text }
  if (beat.kind === 'speech') return [speech('started')]
  if (beat.kind === 'line') {
    return [
      speech('stopped'),
      { type: 'transcript', ...transcript },
      { type: FINAL_TRANSCRIPT, ...transcript },
      { type: 'conversation-update', messagesOpenAIFormatted: openAiMessages(call, beat.line + 1) },
    ]
  }
  const { status, endedReason, artifact, analysis, startedAt, endedAt, cost } = view
  if (beat.kind !== 'analyzed') return [{ type: 'status-update', status, ...(endedReason ? { endedReason } : {}) }]
  return [{ type: 'end-of-call-report', endedReason, artifact, analysis, startedAt, endedAt, cost }]
}

/** Vapi's webhooks for one moment: those the assistant subscribed to, with its server's headers, credential and retries. */
export function vapiMessages(world: World, call: VapiCall, beat: Beat): Message[] {
  const { server, serverMessages, phoneNumberId } = call.wire
  if (!server) return []
  const credential = server.credentialId === undefined ? undefined : world.tables.credentials.get(server.credentialId)
  const view = vapiCall(call, beat.kind === 'speech' || beat.kind === 'line' ? 'connected' : beat.kind, world.url)
  const common = {
    timestamp: realTime(call, beat.at),
    call: view,
    customer: view.customer,
    assistant: assistantOf(world, call),
    phoneNumber: world.tables.vapiNumbers.get(phoneNumberId),
  }
  const wanted = contents(call, beat, view).filter(({ type }) => serverMessages.includes(String(type)))
  return wanted.map((content) => {
    const body = JSON.stringify({ message: { ...content, ...common } })
    const { exponential, maxRetries, baseDelaySeconds, excludedStatusCodes } = server.backoff
    return {
      url: server.url,
      body,
      headers: () => vapiHeaders(server, credential, body, Date.now()),
      timeoutMs: server.timeoutSeconds * 1000,
      retries: maxRetries,
      pauseMs: (failures) => (baseDelaySeconds * 1000 * (exponential ? 2 ** failures : 1)) / call.speed,
      finalStatuses: excludedStatusCodes,
    }
  })
}

/** The assistant as it runs on this call: the saved or inline one with the call's overrides. */
function assistantOf(world: World, call: VapiCall): JsonObject {
  const { assistantId, assistant, assistantOverrides } = call.wire.request
  const base = typeof assistantId === 'string' ? world.tables.assistants.get(assistantId) : assistant
  return overridden(asObject(base), asObject(assistantOverrides))
}

/** Vapi's merge: only what is sent changes, down through objects, except that another `provider` replaces the whole object. */
export function overridden(base: JsonObject, overrides: JsonObject): JsonObject {
  const merged = Object.entries(overrides).map(([name, value]) => {
    const old = base[name]
    const mergeable = isObject(value) && isObject(old) && (value.provider ?? old.provider) === old.provider
    return [name, mergeable ? overridden(old, value) : value]
  })
  return { ...base, ...Object.fromEntries(merged) }
}
