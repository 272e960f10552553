import type Retell from 'retell-sdk'
import type { AgentConfig, Place, Problem, PublishPlace } from '../provider.ts'
import { analysisData, analysisProblems } from './analysis.ts'
import { retellLanguage, spelling } from './languages.ts'
import { retellKnowledgeIds } from './knowledge.ts'
import { KNOWN_MODELS, retellModel } from './models.ts'
import { nameWithTag } from '../marks.ts'
import { noteOfTag, TAG_VARIABLE } from './tags.ts'
import { retellTools } from './tools.ts'
import { withProviderAgents } from '../toolReferences.ts'
import { retellVoice } from './voices.ts'

const WEBHOOK_TIMEOUT_MS = 10_000
/** What Retell takes, in seconds. */
const CALL_SECONDS = { least: 60, most: 7_200 }
const RING_SECONDS = { least: 5, most: 300 }

/** Everything of an agent that Retell cannot express. Asks nothing of Retell. */
export const retellProblems = (config: AgentConfig): Problem[] => [
  ...voiceProblems(config.voiceId),
  ...unless(spelling(config.language), 'lang', `Retell does not support the language ${config.language}`),
  ...unless(retellModel(config.model), 'model', `Retell has no model ${config.model}. Available models: ${KNOWN_MODELS}`),
  ...retellTools(config.tools).problems,
  ...analysisProblems(config.analysis),
  ...unless(isWithin(CALL_SECONDS, config.maxDurationSeconds), 'max_duration_seconds', `Retell accepts ${CALL_SECONDS.least} to ${CALL_SECONDS.most} seconds`),
  ...unless(isWithin(RING_SECONDS, config.ringTimeoutSeconds), 'ring_timeout_seconds', `Retell accepts ${RING_SECONDS.least} to ${RING_SECONDS.most} seconds`),
]

const unless = (fine: unknown, field: string, reason: string): Problem[] => (fine ? [] : [{ field, reason }])
const isWithin = ({ least, most }: { least: number; most: number }, seconds: number) => seconds >= least && seconds <= most

function voiceProblems(voiceId: string | null): Problem[] {
  if (!voiceId) return [{ field: 'voice_id', reason: 'A voice is required to publish, such as retell-Cimo' }]
  return unless(retellVoice(voiceId), 'voice_id', `${voiceId} is not a Retell voice. Use the ID of a Retell voice, such as retell-Cimo or 11labs-Adrian`)
}

/** The LLM half of an agent without problems. */
export function llmBody(config: AgentConfig, { tag }: Pick<Place, 'tag'>): Retell.LlmCreateParams {
  return {
    ...retellModel(config.model),
    general_prompt: config.systemPrompt,
    // Checked by our own schemas of Retell's tools (`toolShapes.ts`).
    general_tools: retellTools(withProviderAgents(config.tools, config.agents)).tools as unknown as Retell.LlmCreateParams['general_tools'],
    start_speaker: 'agent',
    // Empty text would mean that the other side begins.
    begin_message: config.firstMessage || null,
    knowledge_base_ids: config.knowledge?.length ? retellKnowledgeIds(config.knowledge) : null,
    default_dynamic_variables: { [TAG_VARIABLE]: tag },
  }
}

/** The other half: voice, language, analysis and where events go. */
export function agentBody(config: AgentConfig, { tag, webhook }: Pick<PublishPlace, 'tag' | 'webhook'>): Omit<Retell.AgentCreateParams, 'response_engine'> {
  return {
    agent_name: nameWithTag(config.name, tag),
    version_description: noteOfTag(tag),
    voice_id: retellVoice(config.voiceId ?? '') ?? '',
    language: retellLanguage(config.language),
    post_call_analysis_data: analysisData(config.analysis),
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
