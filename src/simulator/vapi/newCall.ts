import type { JsonObject } from '../../providers/provider.ts'
import { fieldsOf } from '../calls/answers.ts'
import type { MonitorAccess, VapiCall, VapiServer } from '../calls/call.ts'
import { createConversation, type Script } from '../calls/conversation.ts'
import { asList, asNumber, asObject, asText } from '../wire/json.ts'
import { toCallBase, contactOf, respondentOf, type CallSetup } from '../calls/newCall.ts'
import { vapiToolCalls } from '../calls/toolRequests.ts'
import { vapiKnowledgeOf } from './files.ts'
import { vapiEventKindsOf } from './messages.ts'
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

/** Fields of a call request that the vendor stores and returns. */
const ECHOED_FIELDS = ['name', 'assistantId', 'assistantVersion', 'assistant', 'assistantOverrides', 'phoneNumberId', 'customer', 'schedulePlan']

/** Creates a call. `config` is its assistant with the call's overrides, `request` the call's request. */
export function createVapiCall(context: SimulatorContext, setup: CallSetup, request: JsonObject, config: JsonObject): VapiCall {
  const phoneNumberId = asText(request.phoneNumberId)
  const number = asObject(context.tables.vapiNumbers.get(phoneNumberId))
  const server = parseServer(asObject(config.server)) ?? parseServer(asObject(number.server))
  const serverMessages = Array.isArray(config.serverMessages) ? config.serverMessages.map(String) : DEFAULT_SERVER_MESSAGES
  const sendsWebhooks = server && setup.behavior.webhooks !== 'never' && setup.behavior.webhooks !== 'lost'
  const plan = asObject(config.analysisPlan)
  const isEnabled = (name: string, defaultValue: boolean) => (asObject(plan[name]).enabled ?? defaultValue) === true
  return {
    provider: 'vapi',
    ...toCallBase(setup, context),
    announces: sendsWebhooks ? vapiEventKindsOf(serverMessages) : [],
    maxSeconds: asNumber(config.maxDurationSeconds, 600),
    audio: asObject(config.artifactPlan).recordingEnabled === false ? 'none' : 'kept',
    conversation: createConversation({ ...toScript(config), knowledge: vapiKnowledgeOf(context, config) }, setup.behavior.scenario, contactOf(setup, context)),
    tools: vapiToolCalls([...asList(asObject(config.model).tools), ...asList(config['tools:append'])], respondentOf(setup, context)),
    wire: {
      request: Object.fromEntries(ECHOED_FIELDS.filter((field) => request[field] !== undefined).map((field) => [field, request[field]])),
      phoneNumberId,
      monitor: toMonitor(asObject(config.monitorPlan)),
      server,
      serverMessages,
      analysis: {
        summary: isEnabled('summaryPlan', true),
        success: isEnabled('successEvaluationPlan', true),
        data: isEnabled('structuredDataPlan', false),
        minMessages: asNumber(plan.minMessagesThreshold, 2),
      },
    },
  }
}

function toScript(config: JsonObject): Omit<Script, 'knowledge'> {
  const { structuredDataPlan, summaryPlan } = asObject(config.analysisPlan)
  const data = asObject(structuredDataPlan)
  const joinMessages = (messages: unknown) =>
    asList(messages)
      .map((message) => asText(asObject(message).content))
      .join('\n')
  return {
    agentName: asText(config.name),
    prompt: joinMessages(asObject(config.model).messages),
    firstMessage: asText(config.firstMessage),
    voicemail: asText(config.voicemailMessage) ? { text: asText(config.voicemailMessage) } : 'none',
    variables: asObject(config.variableValues),
    language: asObject(config.transcriber).language ?? asObject(config.voice).language ?? 'en',
    fields: data.enabled === true ? fieldsOf(asObject(data.schema)) : [],
    summary: joinMessages(asObject(summaryPlan).messages),
  }
}

function toMonitor(plan: JsonObject): VapiCall['wire']['monitor'] {
  const toAccess = (enabled: unknown, withKey: unknown): MonitorAccess => (enabled === false ? 'none' : withKey === true ? 'key' : 'open')
  return {
    listen: toAccess(plan.listenEnabled, plan.listenAuthenticationEnabled),
    control: toAccess(plan.controlEnabled, plan.controlAuthenticationEnabled),
  }
}

export function parseServer(server: JsonObject): VapiServer | null {
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
