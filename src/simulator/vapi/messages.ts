import { nowMs } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import type { CallEventKind, VapiCall } from '../calls/call.ts'
import { asObject, without } from '../wire/json.ts'
import { type CallEvent, toRealTime } from '../calls/timeline.ts'
import { openAiMessages, overridden, speaker, vapiCall } from './views.ts'
import { type Webhook, vapiHeaders } from '../calls/webhooks.ts'
import type { SimulatorContext } from '../calls/context.ts'

const FINAL_TRANSCRIPT = 'transcript[transcriptType="final"]'

/** Which messages belong to which moment of a call. */
const MESSAGE_TYPES: Record<CallEventKind, string[]> = {
  ringing: ['status-update'],
  connected: ['status-update'],
  speech: ['speech-update'],
  line: ['speech-update', 'transcript', FINAL_TRANSCRIPT, 'conversation-update', 'language-change-detected'],
  ended: ['status-update'],
  analyzed: ['end-of-call-report'],
}

/** The moments of a call that an assistant with these `serverMessages` hears of. */
export const vapiAnnounces = (serverMessages: string[]): CallEventKind[] =>
  (Object.keys(MESSAGE_TYPES) as CallEventKind[]).filter((kind) => MESSAGE_TYPES[kind].some((type) => serverMessages.includes(type)))

/** What a message says beyond what all of them carry. */
function contents(call: VapiCall, beat: CallEvent, view: JsonObject): JsonObject[] {
  const { lines, language, spoken } = call.conversation
  const line = lines[beat.line]
  const speech = (status: string) => ({ type: 'speech-update', status, role: speaker(line!.role), turn: beat.line })
  const transcript = { role: line && speaker(line.role), transcriptType: 'final', transcript: line?.text }
  if (beat.kind === 'speech') return [speech('started')]
  if (beat.kind === 'line') {
    const isFirstOfTheirs = beat.line === lines.findIndex(({ role }) => role === 'user')
    return [
      speech('stopped'),
      { type: 'transcript', ...transcript },
      { type: FINAL_TRANSCRIPT, ...transcript },
      { type: 'conversation-update', messagesOpenAIFormatted: openAiMessages(call, beat.line + 1) },
      ...(isFirstOfTheirs && spoken !== language ? [{ type: 'language-change-detected', language: spoken }] : []),
    ]
  }
  const { status, endedReason, artifact, analysis, startedAt, endedAt, cost } = view
  if (beat.kind !== 'analyzed') return [{ type: 'status-update', status, ...(endedReason ? { endedReason } : {}) }]
  return [{ type: 'end-of-call-report', endedReason, artifact, analysis, startedAt, endedAt, cost }]
}

/** Vapi's webhooks for one moment: those the assistant subscribed to, with its server's headers, credential and retries. */
export function vapiMessages(context: SimulatorContext, call: VapiCall, beat: CallEvent): Webhook[] {
  const view = vapiCall(call, beat.kind === 'speech' || beat.kind === 'line' ? 'connected' : beat.kind, context.url)
  const wanted = contents(call, beat, view).filter(({ type }) => call.wire.serverMessages.includes(String(type)))
  return wanted.flatMap((content) => vapiMessage(context, call, content, view, toRealTime(call, beat.at)) ?? [])
}

/** One message to the call's server; null where it has none. */
export function vapiMessage(context: SimulatorContext, call: VapiCall, content: JsonObject, view: JsonObject, timestamp: number): Webhook | null {
  const { server, phoneNumberId } = call.wire
  if (!server) return null
  const credential = server.credentialId === undefined ? undefined : context.tables.credentials.get(server.credentialId)
  const phoneNumber = context.tables.vapiNumbers.get(phoneNumberId)
  const body = JSON.stringify({ message: { ...content, timestamp, call: view, customer: view.customer, assistant: assistantOf(context, call), phoneNumber } })
  const { exponential, maxRetries, baseDelaySeconds, excludedStatusCodes } = server.backoff
  return {
    url: server.url,
    body,
    headers: () => vapiHeaders(server, credential, body, nowMs()),
    forgedHeaders: () => vapiHeaders({ ...server, headers: forged(server.headers) }, credential && { ...credential, authenticationPlan: {} }, body, nowMs()),
    timeoutMs: server.timeoutSeconds * 1000,
    retries: maxRetries,
    retryDelayMs: (failures) => (baseDelaySeconds * 1000 * (exponential ? 2 ** failures : 1)) / call.speed,
    finalStatuses: excludedStatusCodes,
  }
}

const forged = (headers: Record<string, string>) => Object.fromEntries(Object.keys(headers).map((name) => [name, 'forged']))

/** The assistant as it runs on this call: the saved or inline one with the call's overrides; none before one is named. */
function assistantOf(context: SimulatorContext, call: VapiCall): JsonObject | undefined {
  const { assistantId, assistant, assistantOverrides } = call.wire.request
  const base = typeof assistantId === 'string' ? context.tables.assistants.get(assistantId) : assistant
  return base || assistantOverrides ? without(overridden(asObject(base), asObject(assistantOverrides)), 'variableValues') : undefined
}
