import type Retell from 'retell-sdk'
import { withReserved } from './analysis.ts'
import { ProviderError } from './provider.ts'
import type { AgentConfig, AnalysisItem, JsonObject } from './provider.ts'

type Language = Exclude<Retell.AgentCreateParams['language'], undefined | readonly string[]>
type PostCallItem = NonNullable<Retell.AgentCreateParams['post_call_analysis_data']>[number]

const LANGUAGES = (
  'en-US en-IN en-GB en-AU en-NZ de-DE es-ES es-419 hi-IN fr-FR fr-CA ja-JP pt-PT pt-BR zh-CN ru-RU it-IT ko-KR nl-NL nl-BE ' +
  'pl-PL tr-TR vi-VN ro-RO bg-BG ca-ES th-TH da-DK fi-FI el-GR hu-HU id-ID no-NO sk-SK sv-SE lt-LT lv-LV cs-CZ ms-MY af-ZA ar-SA az-AZ ' +
  'bs-BA cy-GB fa-IR fil-PH gl-ES he-IL hr-HR hy-AM is-IS kk-KZ kn-IN mk-MK mr-IN ne-NP sl-SI sr-RS sw-KE ta-IN ur-IN yue-CN uk-UA multi'
).split(' ')

const TOOL_TYPES = new Set(
  (
    'end_call transfer_call check_availability_cal book_appointment_cal agent_swap press_digit send_sms custom code ' +
    'extract_dynamic_variable bridge_transfer cancel_transfer mcp'
  ).split(' '),
)

const WEBHOOK_TIMEOUT_MS = 10_000

/** Retell's spelling of a BCP-47 tag: the tag itself, or the language's first place in its list; undefined for others. */
export function spelling(tag: string): string | undefined {
  const base = tag.split('-')[0]!.toLowerCase()
  return (
    LANGUAGES.find((known) => known.toLowerCase() === tag.toLowerCase()) ??
    (base === 'es' && tag.includes('-') ? 'es-419' : LANGUAGES.find((known) => known.split('-')[0] === base))
  )
}

/** The same; throws `rejected` for what Retell does not speak. */
export function retellLanguage(tag: string): Language {
  const found = spelling(tag)
  if (!found) throw new ProviderError('rejected', `Retell does not speak the language ${tag}`)
  return found as Language
}

/** The LLM half of an agent. Throws `rejected` when a tool cannot be expressed. */
export function llmBody(config: AgentConfig): Retell.LlmCreateParams {
  return {
    model: config.model as Retell.LlmCreateParams['model'],
    general_prompt: config.systemPrompt,
    general_tools: checkedTools(config.tools) as unknown as Retell.LlmCreateParams['general_tools'],
    start_speaker: 'agent',
    begin_message: null,
  }
}

/** The other half: voice, language, analysis and where events go. Throws `rejected` for what cannot be published. */
export function agentBody(config: AgentConfig, webhookUrl: string): Omit<Retell.AgentCreateParams, 'response_engine'> {
  if (!config.voiceId) throw new ProviderError('rejected', 'voice_id is required to publish')
  return {
    agent_name: config.name,
    voice_id: config.voiceId,
    language: retellLanguage(config.language),
    post_call_analysis_data: withReserved(config.analysis).map(postCallItem),
    data_storage_setting: config.recordingEnabled ? 'everything' : 'basic_attributes_only',
    opt_in_signed_url: true,
    voicemail_option: { action: { type: 'hangup' } },
    max_call_duration_ms: 1000 * Math.min(7_200, Math.max(60, config.maxDurationSeconds)),
    ring_duration_ms: 1000 * Math.min(300, Math.max(5, config.ringSeconds)),
    webhook_url: webhookUrl,
    webhook_timeout_ms: WEBHOOK_TIMEOUT_MS,
    webhook_events: ['call_started', 'call_ended', 'call_analyzed', 'transcript_updated'],
  }
}

function postCallItem({ name, type, description, choices = [] }: AnalysisItem): PostCallItem {
  return type === 'enum' ? { type, name, description: description || name, choices } : { type, name, description: description || name }
}

function checkedTools(tools: JsonObject[]): JsonObject[] {
  const named = tools.map((tool) => ({ ...tool, name: tool.name ?? tool.type }))
  const seen = new Set<unknown>()
  for (const tool of named as JsonObject[]) {
    const refuse = (why: string) => new ProviderError('rejected', `Tool ${JSON.stringify(tool.name ?? null)}: ${why}`)
    if (typeof tool.type !== 'string' || !TOOL_TYPES.has(tool.type)) throw refuse(`Retell has no tool of type ${JSON.stringify(tool.type ?? null)}`)
    if (typeof tool.name !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(tool.name)) throw refuse('a name is 1 to 64 letters, digits, dashes and underscores')
    if (seen.has(tool.name)) throw refuse('two tools have this name')
    seen.add(tool.name)
  }
  return named
}
