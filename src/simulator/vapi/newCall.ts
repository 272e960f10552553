import type { JsonObject } from '../../providers/provider.ts'
import { fieldsOf } from '../calls/answers.ts'
import type { MonitorAccess, VapiCall, VapiServer } from '../calls/call.ts'
import { createConversation, type Script } from '../calls/conversation.ts'
import { asList, asNumber, asObject, asText } from '../wire/json.ts'
import { toCallBase, contactOf, respondentOf, type CallSetup } from '../calls/newCall.ts'
import { vapiToolCalls } from '../calls/toolRequests.ts'
import { vapiKnown } from './files.ts'
import { vapiAnnounces } from './messages.ts'
import type { SimulatorContext } from '../calls/context.ts'

export const DEFAULT_SERVER_MESSAGES = [
  'conversation-update',
  'end-of-call-report',
  'function-call',
  'hang',
  'speech-update',
  'status-update',
  'tool-calls',
  'transfer-destination-request',
  'handoff-destination-request',
  'user-interrupted',
  'assistant.started',
]

/** What the vendor keeps of a call request and gives back. */
const ECHOED = ['name', 'assistantId', 'assistantVersion', 'assistant', 'assistantOverrides', 'phoneNumberId', 'customer', 'schedulePlan']

/** A call on `config`, which is its assistant with the call's overrides; `request` is what it was asked for with. */
export function newVapiCall(context: SimulatorContext, ring: CallSetup, request: JsonObject, config: JsonObject): VapiCall {
  const phoneNumberId = asText(request.phoneNumberId)
  const number = asObject(context.tables.vapiNumbers.get(phoneNumberId))
  const server = serverOf(asObject(config.server)) ?? serverOf(asObject(number.server))
  const serverMessages = Array.isArray(config.serverMessages) ? config.serverMessages.map(String) : DEFAULT_SERVER_MESSAGES
  const isHeard = server && ring.behavior.webhooks !== 'never' && ring.behavior.webhooks !== 'lost'
  const plan = asObject(config.analysisPlan)
  const isOn = (name: string, unlessSaid: boolean) => (asObject(plan[name]).enabled ?? unlessSaid) === true
  return {
    provider: 'vapi',
    ...toCallBase(ring, context),
    announces: isHeard ? vapiAnnounces(serverMessages) : [],
    maxSeconds: asNumber(config.maxDurationSeconds, 600),
    audio: asObject(config.artifactPlan).recordingEnabled === false ? 'none' : 'kept',
    conversation: createConversation({ ...scriptOf(config), knowledge: vapiKnown(context, config) }, ring.behavior.scenario, contactOf(ring, context)),
    tools: vapiToolCalls([...asList(asObject(config.model).tools), ...asList(config['tools:append'])], respondentOf(ring, context)),
    wire: {
      request: Object.fromEntries(ECHOED.filter((field) => request[field] !== undefined).map((field) => [field, request[field]])),
      phoneNumberId,
      monitor: monitorOf(asObject(config.monitorPlan)),
      server,
      serverMessages,
      analysis: {
        summary: isOn('summaryPlan', true),
        success: isOn('successEvaluationPlan', true),
        data: isOn('structuredDataPlan', false),
        minMessages: asNumber(plan.minMessagesThreshold, 2),
      },
    },
  }
}

function scriptOf(config: JsonObject): Omit<Script, 'knowledge'> {
  const { structuredDataPlan, summaryPlan } = asObject(config.analysisPlan)
  const data = asObject(structuredDataPlan)
  const text = (messages: unknown) =>
    asList(messages)
      .map((message) => asText(asObject(message).content))
      .join('\n')
  return {
    agentName: asText(config.name),
    prompt: text(asObject(config.model).messages),
    firstMessage: asText(config.firstMessage),
    voicemail: asText(config.voicemailMessage) ? { text: asText(config.voicemailMessage) } : 'nothing',
    variables: asObject(config.variableValues),
    language: asObject(config.transcriber).language ?? asObject(config.voice).language ?? 'en',
    fields: data.enabled === true ? fieldsOf(asObject(data.schema)) : [],
    summary: text(asObject(summaryPlan).messages),
  }
}

function monitorOf(plan: JsonObject): VapiCall['wire']['monitor'] {
  const access = (enabled: unknown, withKey: unknown): MonitorAccess => (enabled === false ? 'none' : withKey === true ? 'key' : 'open')
  return {
    listen: access(plan.listenEnabled, plan.listenAuthenticationEnabled),
    control: access(plan.controlEnabled, plan.controlAuthenticationEnabled),
  }
}

export function serverOf(server: JsonObject): VapiServer | null {
  const url = asText(server.url)
  if (!url) return null
  const backoff = asObject(server.backoffPlan)
  return {
    url,
    headers: Object.fromEntries(Object.entries(asObject(server.headers)).map(([name, value]) => [name, String(value)])),
    credentialId: asText(server.credentialId) || undefined,
    timeoutSeconds: asNumber(server.timeoutSeconds, 20),
    backoff: {
      exponential: backoff.type === 'exponential',
      maxRetries: asNumber(backoff.maxRetries, 0),
      baseDelaySeconds: asNumber(backoff.baseDelaySeconds, 1),
      excludedStatusCodes: asList(backoff.excludedStatusCodes).map(Number),
    },
  }
}
