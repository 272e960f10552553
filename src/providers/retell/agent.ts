import type Retell from 'retell-sdk'
import type { AgentConfig, ResourceLocator, Problem, PublishTarget } from '../provider.ts'
import { toAnalysisData, findAnalysisProblems } from './analysis.ts'
import { retellLanguage, findLocale } from './languages.ts'
import { retellKnowledgeIds } from './knowledge.ts'
import { KNOWN_MODELS, retellModel } from './models.ts'
import { nameWithTag } from '../resourceMarks.ts'
import { versionNoteOf, TAG_VARIABLE } from './tags.ts'
import { toRetellTools } from './tools.ts'
import { withProviderAgents } from '../toolReferences.ts'
import { retellVoice } from './voices.ts'

const WEBHOOK_TIMEOUT_MS = 10_000
/** What Retell takes, in seconds. */
const CALL_SECONDS = { least: 60, most: 7_200 }
const RING_SECONDS = { least: 5, most: 300 }

/** Everything of an agent that Retell cannot express. Asks nothing of Retell. */
export const findRetellProblems = (config: AgentConfig): Problem[] => [
  ...findVoiceProblems(config.voiceId),
  ...problemUnless(findLocale(config.language), 'lang', `Retell does not support the language ${config.language}`),
  ...problemUnless(retellModel(config.model), 'model', `Retell has no model ${config.model}. Available models: ${KNOWN_MODELS}`),
  ...toRetellTools(config.tools).problems,
  ...findAnalysisProblems(config.analysis),
  ...problemUnless(
    isWithin(CALL_SECONDS, config.maxDurationSeconds),
    'max_duration_seconds',
    `Retell accepts ${CALL_SECONDS.least} to ${CALL_SECONDS.most} seconds`,
  ),
  ...problemUnless(
    isWithin(RING_SECONDS, config.ringTimeoutSeconds),
    'ring_timeout_seconds',
    `Retell accepts ${RING_SECONDS.least} to ${RING_SECONDS.most} seconds`,
  ),
]

const problemUnless = (fine: unknown, field: string, reason: string): Problem[] => (fine ? [] : [{ field, reason }])
const isWithin = ({ least, most }: { least: number; most: number }, seconds: number) => seconds >= least && seconds <= most

function findVoiceProblems(voiceId: string | null): Problem[] {
  if (!voiceId) return [{ field: 'voice_id', reason: 'A voice is required to publish, such as retell-Cimo' }]
  return problemUnless(retellVoice(voiceId), 'voice_id', `${voiceId} is not a Retell voice. Use the ID of a Retell voice, such as retell-Cimo or 11labs-Adrian`)
}

/** The LLM half of an agent without problems. */
export function toLlmBody(config: AgentConfig, { tag }: Pick<ResourceLocator, 'tag'>): Retell.LlmCreateParams {
  return {
    ...retellModel(config.model),
    general_prompt: config.systemPrompt,
    // Checked by our own schemas of Retell's tools (`toolShapes.ts`).
    general_tools: toRetellTools(withProviderAgents(config.tools, config.agents)).tools as unknown as Retell.LlmCreateParams['general_tools'],
    start_speaker: 'agent',
    // Empty text would mean that the other side begins.
    begin_message: config.firstMessage || null,
    knowledge_base_ids: config.knowledge?.length ? retellKnowledgeIds(config.knowledge) : null,
    default_dynamic_variables: { [TAG_VARIABLE]: tag },
  }
}

/** The other half: voice, language, analysis and where events go. */
export function toAgentBody(config: AgentConfig, { tag, webhook }: Pick<PublishTarget, 'tag' | 'webhook'>): Omit<Retell.AgentCreateParams, 'response_engine'> {
  return {
    agent_name: nameWithTag(config.name, tag),
    version_description: versionNoteOf(tag),
    voice_id: retellVoice(config.voiceId ?? '') ?? '',
    language: retellLanguage(config.language),
    post_call_analysis_data: toAnalysisData(config.analysis),
    data_storage_setting: config.recordingEnabled ? 'everything' : 'basic_attributes_only',
    opt_in_signed_url: true,
    voicemail_option: { action: config.voicemailMessage ? { type: 'static_text', text: config.voicemailMessage } : { type: 'hangup' } },
    max_call_duration_ms: 1000 * config.maxDurationSeconds,
    ring_duration_ms: 1000 * config.ringTimeoutSeconds,
    webhook_url: webhook.url,
    webhook_timeout_ms: WEBHOOK_TIMEOUT_MS,
    webhook_events: ['call_started', 'call_ended', 'call_analyzed', 'transcript_updated'],
  }
}
