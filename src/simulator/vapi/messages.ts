import { nowMs } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import type { CallEventKind, VapiCall } from '../calls/call.ts'
import { asObject, omit } from '../wire/json.ts'
import { type CallEvent, toRealTime } from '../calls/timeline.ts'
import { toOpenAiMessages, applyOverrides, toVapiRole, toVapiCall } from './views.ts'
import { type Webhook, vapiHeaders } from '../calls/webhooks.ts'
import type { SimulatorContext } from '../calls/context.ts'

const FINAL_TRANSCRIPT = 'transcript[transcriptType="final"]'

/** Message types of each call event. */
const MESSAGE_TYPES: Record<CallEventKind, string[]> = {
  ringing: ['status-update'],
  connected: ['status-update'],
  speech: ['speech-update'],
  line: ['speech-update', 'transcript', FINAL_TRANSCRIPT, 'conversation-update', 'language-change-detected'],
  ended: ['status-update'],
  analyzed: ['end-of-call-report'],
}

/** The call events that an assistant with these `serverMessages` receives. */
export const vapiEventKindsOf = (serverMessages: string[]): CallEventKind[] =>
  (Object.keys(MESSAGE_TYPES) as CallEventKind[]).filter((kind) => MESSAGE_TYPES[kind].some((type) => serverMessages.includes(type)))

/** The fields of a message beyond the common ones. */
function toContents(call: VapiCall, event: CallEvent, view: JsonObject): JsonObject[] {
  const { lines, language, spoken } = call.conversation
  const line = lines[event.line]
  const speech = (status: string) => ({ type: 'speech-update', status, role: toVapiRole(line!.role), turn: event.line })
  const transcript = { role: line && toVapiRole(line.role), transcriptType: 'final', transcript: line?.text }
  if (event.kind === 'speech') return [speech('started')]
  if (event.kind === 'line') {
    const isFirstUserLine = event.line === lines.findIndex(({ role }) => role === 'user')
    return [
      speech('stopped'),
      { type: 'transcript', ...transcript },
      { type: FINAL_TRANSCRIPT, ...transcript },
      { type: 'conversation-update', messagesOpenAIFormatted: toOpenAiMessages(call, event.line + 1) },
      ...(isFirstUserLine && spoken !== language ? [{ type: 'language-change-detected', language: spoken }] : []),
    ]
  }
  const { status, endedReason, artifact, analysis, startedAt, endedAt, cost } = view
  if (event.kind !== 'analyzed') return [{ type: 'status-update', status, ...(endedReason ? { endedReason } : {}) }]
  return [{ type: 'end-of-call-report', endedReason, artifact, analysis, startedAt, endedAt, cost }]
}

/** Vapi's webhooks for one event: those the assistant subscribes to, with its server's headers, credential and retries. */
export function vapiWebhooks(context: SimulatorContext, call: VapiCall, event: CallEvent): Webhook[] {
  const view = toVapiCall(call, event.kind === 'speech' || event.kind === 'line' ? 'connected' : event.kind, context.url)
  const subscribed = toContents(call, event, view).filter(({ type }) => call.wire.serverMessages.includes(String(type)))
  return subscribed.flatMap((content) => toVapiWebhook(context, call, content, view, toRealTime(call, event.at)) ?? [])
}

/** A message to the call's server; null without a server. */
export function toVapiWebhook(context: SimulatorContext, call: VapiCall, content: JsonObject, view: JsonObject, timestamp: number): Webhook | null {
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
    forgedHeaders: () =>
      vapiHeaders({ ...server, headers: toForgedHeaders(server.headers) }, credential && { ...credential, authenticationPlan: {} }, body, nowMs()),
    timeoutMs: server.timeoutSeconds * 1000,
    retries: maxRetries,
    retryDelayMs: (failures) => (baseDelaySeconds * 1000 * (exponential ? 2 ** failures : 1)) / call.speed,
    finalStatuses: excludedStatusCodes,
  }
}

const toForgedHeaders = (headers: Record<string, string>) => Object.fromEntries(Object.keys(headers).map((name) => [name, 'forged']))

/** The call's assistant, saved or inline, with the call's overrides; undefined while none is selected. */
function assistantOf(context: SimulatorContext, call: VapiCall): JsonObject | undefined {
  const { assistantId, assistant, assistantOverrides } = call.wire.request
  const base = typeof assistantId === 'string' ? context.tables.assistants.get(assistantId) : assistant
  return base || assistantOverrides ? omit(applyOverrides(asObject(base), asObject(assistantOverrides)), 'variableValues') : undefined
}
