import type { JsonObject } from '../../providers/provider.ts'
import type { Field } from '../calls/answers.ts'
import type { RetellCall } from '../calls/call.ts'
import { createConversation, type Script } from '../calls/conversation.ts'
import { Refusal } from '../wire/http.ts'
import { asList, asNumber, asObject, asText } from '../wire/json.ts'
import { toCallBase, contactOf, respondentOf, type CallSetup } from '../calls/newCall.ts'
import { UNKNOWN_ASSET } from './agents.ts'
import { retellKnowledgeOf } from './knowledge.ts'
import { RETELL_EVENTS } from './views.ts'
import type { VersionedResource } from '../calls/tables.ts'
import { retellToolCalls } from '../calls/toolRequests.ts'
import type { SimulatorContext } from '../calls/context.ts'

const DEFAULT_EVENTS = ['call_started', 'call_ended', 'call_analyzed']
const CALL_EVENT_KINDS = Object.keys(RETELL_EVENTS) as (keyof typeof RETELL_EVENTS)[]

/** The agent's version, and what the call overrides. */
export interface RetellCallOptions {
  agent: VersionedResource
  version: number
  override: JsonObject
  metadata: unknown
  variables: unknown
  sipHeaders: unknown
}

export function createRetellCall(
  context: SimulatorContext,
  setup: CallSetup,
  { agent, version, override, metadata, variables, sipHeaders }: RetellCallOptions,
): RetellCall {
  const config: JsonObject = { ...agent.versions[version], ...asObject(override.agent) }
  const engine = asObject(config.response_engine)
  const savedLlm = context.tables.llms.get(asText(engine.llm_id))?.versions[asNumber(engine.version, 0)]
  const llm: JsonObject = { ...savedLlm, ...asObject(override.retell_llm) }
  const events = Array.isArray(config.webhook_events) ? config.webhook_events : DEFAULT_EVENTS
  const webhook = asText(config.webhook_url) ? { url: asText(config.webhook_url), timeoutMs: asNumber(config.webhook_timeout_ms, 10_000) } : null
  const sendsWebhooks = webhook && setup.behavior.webhooks !== 'never' && setup.behavior.webhooks !== 'lost'
  const storage = storageLevelOf(config.data_storage_setting)
  return {
    provider: 'retell',
    ...toCallBase(setup, context),
    announces: sendsWebhooks ? CALL_EVENT_KINDS.filter((kind) => events.includes(RETELL_EVENTS[kind])) : [],
    maxSeconds: asNumber(config.max_call_duration_ms, 3_600_000) / 1000,
    audio: storage === 'basic_attributes_only' ? 'transient' : 'kept',
    conversation: createConversation(
      { ...toScript(config, llm, asObject(variables)), knowledge: retellKnowledgeOf(context, llm.knowledge_base_ids) },
      setup.behavior.scenario,
      contactOf(setup, context),
    ),
    tools: retellToolCalls(llm.general_tools, respondentOf(setup, context)),
    wire: {
      agentId: agent.id,
      agentVersion: version,
      agentName: asText(config.agent_name) || undefined,
      model: asText(llm.model) || 'gpt-4.1',
      metadata: toOptionalObject(metadata),
      variables: toOptionalObject(variables),
      sipHeaders: toOptionalObject(sipHeaders),
      storage,
      signedUrl: config.opt_in_signed_url === true,
      webhook,
    },
  }
}

const toOptionalObject = (value: unknown) => (value === undefined || value === null ? undefined : asObject(value))

function toScript(config: JsonObject, llm: JsonObject, variables: JsonObject): Omit<Script, 'knowledge'> {
  const items = asList(config.post_call_analysis_data).map(asObject)
  return {
    // The suffix in brackets exists for searching and is not spoken.
    agentName: asText(config.agent_name).replace(/ \[[^\]]*\]$/, ''),
    prompt: asText(llm.general_prompt),
    firstMessage: asText(llm.begin_message),
    voicemail: voicemailOf(asObject(asObject(config.voicemail_option).action)),
    variables: { ...asObject(llm.default_dynamic_variables), ...variables },
    language: config.language ?? 'en-US',
    fields: toFields(items),
    summary: asText(items.find(({ type, name }) => type === 'system-presets' && name === 'call_summary')?.description),
  }
}

function voicemailOf({ type, text }: JsonObject): Script['voicemail'] {
  if (type === 'hangup') return 'none'
  return type === 'static_text' && asText(text) ? { text: asText(text) } : 'default'
}

/** Converts Retell's analysis items to JSON Schema. Presets are omitted, since they are the analysis itself. */
const toFields = (items: JsonObject[]): Field[] =>
  items
    .filter(({ type }) => type !== 'system-presets')
    .map(({ name, type, description, choices, examples }) => ({
      name: asText(name),
      schema: type === 'enum' ? { type: 'string', enum: choices, description } : { type, description, examples },
    }))

/** Finds a version by number, `latest` or `latest_published`; defaults to the latest. */
export function versionOf(agent: VersionedResource, requested: unknown): number {
  const latest = requested === 'latest_published' ? Math.max(-1, ...agent.published) : agent.versions.length - 1
  const version = typeof requested === 'number' ? requested : latest
  if (!agent.versions[version]) throw new Refusal(422, UNKNOWN_ASSET)
  return version
}

const STORAGE_LEVELS = ['everything', 'everything_except_pii', 'basic_attributes_only'] as const

export const storageLevelOf = (setting: unknown) => STORAGE_LEVELS.find((level) => level === setting) ?? 'everything'

/** Whether a call's storage setting can change to another. It never stores more than before. */
export const isAtLeastAsStrict = (current: unknown, requested: unknown) =>
  STORAGE_LEVELS.indexOf(storageLevelOf(requested)) >= STORAGE_LEVELS.indexOf(storageLevelOf(current))
