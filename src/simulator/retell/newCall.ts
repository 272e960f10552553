import type { JsonObject } from '../../providers/provider.ts'
import type { Field } from '../calls/answers.ts'
import type { RetellCall } from '../calls/call.ts'
import { createConversation, type Script } from '../calls/conversation.ts'
import { Refusal } from '../wire/http.ts'
import { asList, asNumber, asObject, asText } from '../wire/json.ts'
import { toCallBase, contactOf, respondentOf, type CallSetup } from '../calls/newCall.ts'
import { UNKNOWN_ASSET } from './agents.ts'
import { retellKnown } from './knowledge.ts'
import { RETELL_EVENTS } from './views.ts'
import type { VersionedResource } from '../calls/tables.ts'
import { retellToolCalls } from '../calls/toolRequests.ts'
import type { SimulatorContext } from '../calls/context.ts'

const DEFAULT_EVENTS = ['call_started', 'call_ended', 'call_analyzed']
const EVENT_KINDS = Object.keys(RETELL_EVENTS) as (keyof typeof RETELL_EVENTS)[]

/** What a call is held on: the agent's version, and what the call asks for instead of what that says. */
export interface RetellTerms {
  agent: VersionedResource
  version: number
  override: JsonObject
  metadata: unknown
  variables: unknown
  sipHeaders: unknown
}

export function newRetellCall(context: SimulatorContext, ring: CallSetup, { agent, version, override, metadata, variables, sipHeaders }: RetellTerms): RetellCall {
  const config: JsonObject = { ...agent.versions[version], ...asObject(override.agent) }
  const engine = asObject(config.response_engine)
  const savedLlm = context.tables.llms.get(asText(engine.llm_id))?.versions[asNumber(engine.version, 0)]
  const llm: JsonObject = { ...savedLlm, ...asObject(override.retell_llm) }
  const events = Array.isArray(config.webhook_events) ? config.webhook_events : DEFAULT_EVENTS
  const webhook = asText(config.webhook_url) ? { url: asText(config.webhook_url), timeoutMs: asNumber(config.webhook_timeout_ms, 10_000) } : null
  const isHeard = webhook && ring.behavior.webhooks !== 'never' && ring.behavior.webhooks !== 'lost'
  const storage = storageOf(config.data_storage_setting)
  return {
    provider: 'retell',
    ...toCallBase(ring, context),
    announces: isHeard ? EVENT_KINDS.filter((kind) => events.includes(RETELL_EVENTS[kind])) : [],
    maxSeconds: asNumber(config.max_call_duration_ms, 3_600_000) / 1000,
    audio: storage === 'basic_attributes_only' ? 'transient' : 'kept',
    conversation: createConversation(
      { ...scriptOf(config, llm, asObject(variables)), knowledge: retellKnown(context, llm.knowledge_base_ids) },
      ring.behavior.scenario,
      contactOf(ring, context),
    ),
    tools: retellToolCalls(llm.general_tools, respondentOf(ring, context)),
    wire: {
      agentId: agent.id,
      agentVersion: version,
      agentName: asText(config.agent_name) || undefined,
      model: asText(llm.model) || 'gpt-4.1',
      metadata: given(metadata),
      variables: given(variables),
      sipHeaders: given(sipHeaders),
      storage,
      signedUrl: config.opt_in_signed_url === true,
      webhook,
    },
  }
}

const given = (value: unknown) => (value === undefined || value === null ? undefined : asObject(value))

function scriptOf(config: JsonObject, llm: JsonObject, variables: JsonObject): Omit<Script, 'knowledge'> {
  const items = asList(config.post_call_analysis_data).map(asObject)
  return {
    // What is in brackets at its end is for people who search for it.
    agentName: asText(config.agent_name).replace(/ \[[^\]]*\]$/, ''),
    prompt: asText(llm.general_prompt),
    firstMessage: asText(llm.begin_message),
    voicemail: voicemailOf(asObject(asObject(config.voicemail_option).action)),
    variables: { ...asObject(llm.default_dynamic_variables), ...variables },
    language: config.language ?? 'en-US',
    fields: fieldsOf(items),
    summary: asText(items.find(({ type, name }) => type === 'system-presets' && name === 'call_summary')?.description),
  }
}

function voicemailOf({ type, text }: JsonObject): Script['voicemail'] {
  if (type === 'hangup') return 'nothing'
  return type === 'static_text' && asText(text) ? { text: asText(text) } : 'usual'
}

/** Retell's analysis items in the words of JSON Schema. Presets are not asked for: they are the analysis itself. */
const fieldsOf = (items: JsonObject[]): Field[] =>
  items
    .filter(({ type }) => type !== 'system-presets')
    .map(({ name, type, description, choices, examples }) => ({
      name: asText(name),
      schema: type === 'enum' ? { type: 'string', enum: choices, description } : { type, description, examples },
    }))

/** A version by number, `latest` or `latest_published`; the latest when none is named. */
export function versionOf(agent: VersionedResource, wanted: unknown): number {
  const latest = wanted === 'latest_published' ? Math.max(-1, ...agent.published) : agent.versions.length - 1
  const version = typeof wanted === 'number' ? wanted : latest
  if (!agent.versions[version]) throw new Refusal(422, UNKNOWN_ASSET)
  return version
}

const STORAGE = ['everything', 'everything_except_pii', 'basic_attributes_only'] as const

export const storageOf = (setting: unknown) => STORAGE.find((one) => one === setting) ?? 'everything'

/** Whether a call that is stored so may be stored in the other way: never with more than before. */
export const isAsStrict = (stored: unknown, wanted: unknown) => STORAGE.indexOf(storageOf(wanted)) >= STORAGE.indexOf(storageOf(stored))
