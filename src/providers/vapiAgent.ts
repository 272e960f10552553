import type { Vapi } from '@vapi-ai/server-sdk'
import { withReserved } from './analysis.ts'
import { ProviderError } from './provider.ts'
import type { AgentConfig, AnalysisItem } from './provider.ts'
import { vapiTools } from './vapiTools.ts'

const NAME_LENGTH = 40

const LANGUAGES = new Set(
  (
    'ar az ba be bg bn br bs ca cs da da-DK de de-CH el en en-AU en-CA en-GB en-IE en-IN en-NZ en-US es es-419 et eu fa fi ' +
    'fr fr-CA ha haw he hi hi-Latn hr hu id is it ja jw kn ko ko-KR ln lt lv mk mr ms multi nl nl-BE no pl pt pt-BR pt-PT ro ru sk sl sn so sr ' +
    'su sv sv-SE ta taq te th th-TH tl tr tt uk ur vi yo zh zh-CN zh-HK zh-Hans zh-Hant zh-TW'
  ).split(' '),
)

/** Models that other providers spell differently. */
const MODELS: Record<string, string> = {
  'claude-4.5-sonnet': 'claude-sonnet-4-5-20250929',
  'claude-4.6-sonnet': 'claude-sonnet-4-6',
  'claude-5-sonnet': 'claude-sonnet-5',
  'claude-4.5-haiku': 'claude-haiku-4-5-20251001',
  'gemini-3.0-flash': 'gemini-3-flash-preview',
}

const MAKERS: [RegExp, string][] = [
  [/^(gpt-|chatgpt-|chat-|o\d)/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^gemini-/, 'google'],
]

/** Whether audio is kept. Packet captures, which hold audio too, never are. */
export const artifactPlan = (recording: boolean): Vapi.ArtifactPlan => ({ recordingEnabled: recording, pcapEnabled: false, videoRecordingEnabled: false })

/** What listens: a BCP-47 tag as the transcriber spells it, else its base language, else any language. */
export function transcriber(tag: string) {
  const language = [tag, tag.split('-')[0]!].find((known) => LANGUAGES.has(known)) ?? 'multi'
  return { provider: 'deepgram', model: 'nova-3', language } as Vapi.CreateAssistantDtoTranscriber
}

/**
 * The whole assistant: Vapi replaces top-level objects, so each is always sent complete.
 * Throws `rejected` for what cannot be published.
 */
export function assistantBody(config: AgentConfig, server: { url: string; secret: string }): Vapi.CreateAssistantDto {
  return {
    name: config.name.slice(0, NAME_LENGTH),
    firstMessageMode: 'assistant-speaks-first-with-model-generated-message',
    model: model(config),
    voice: voice(config.voiceId),
    transcriber: transcriber(config.language),
    voicemailDetection: { provider: 'vapi' },
    maxDurationSeconds: Math.min(43_200, Math.max(10, config.maxDurationSeconds)),
    analysisPlan: {
      summaryPlan: { enabled: true },
      successEvaluationPlan: { enabled: true, rubric: 'PassFail' },
      structuredDataPlan: { enabled: true, schema: answersSchema(config.analysis) },
    },
    artifactPlan: artifactPlan(config.recordingEnabled),
    monitorPlan: { listenEnabled: false, controlEnabled: true },
    server: {
      url: server.url,
      timeoutSeconds: 20,
      headers: { 'X-Vapi-Secret': server.secret },
      backoffPlan: { type: 'exponential' as unknown as Vapi.BackoffPlan['type'], maxRetries: 5, baseDelaySeconds: 1 },
    },
    serverMessages: ['status-update', 'end-of-call-report', 'transcript[transcriptType="final"]', 'language-change-detected'],
    metadata: { agent_id: config.agentId },
  }
}

function model(config: AgentConfig): Vapi.CreateAssistantDtoModel {
  const name = Object.hasOwn(MODELS, config.model) ? MODELS[config.model]! : config.model
  const provider = MAKERS.find(([names]) => names.test(name))?.[1]
  if (!provider) throw new ProviderError('rejected', `Vapi has no model ${config.model}`)
  return {
    provider,
    model: name,
    messages: [{ role: 'system', content: config.systemPrompt }],
    tools: vapiTools(config.tools),
  } as unknown as Vapi.CreateAssistantDtoModel
}

/** `provider:voiceId`, or the name of one of Vapi's own voices. */
function voice(voiceId: string | null): Vapi.CreateAssistantDtoVoice {
  const given = voiceId ?? ''
  const colon = given.indexOf(':')
  const provider = colon < 0 ? 'vapi' : given.slice(0, colon)
  const name = given.slice(colon + 1)
  if (!provider || !name) throw new ProviderError('rejected', 'voice_id is required to publish')
  return { provider, voiceId: name } as Vapi.CreateAssistantDtoVoice
}

function answersSchema(items: AnalysisItem[]): Vapi.JsonSchema {
  return { type: 'object', properties: Object.fromEntries(withReserved(items).map((item) => [item.name, answerSchema(item)])) }
}

const answerSchema = ({ name, type, description, choices = [] }: AnalysisItem): Vapi.JsonSchema =>
  type === 'enum' ? { type: 'string', description: description || name, enum: choices } : { type, description: description || name }
