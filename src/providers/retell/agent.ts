import type Retell from 'retell-sdk'
import { causeOf, type Problem, type ProblemCause } from '../problem.ts'
import type { AgentConfig, ResourceLocator, PublishTarget } from '../provider.ts'
import { toAnalysisData, findAnalysisProblems } from './analysis.ts'
import { toRetellLocale, findLocale } from './languages.ts'
import { listKnowledgeIds } from './knowledge.ts'
import { KNOWN_MODELS, toRetellModel } from './models.ts'
import { nameWithTag } from '../resourceMarks.ts'
import { versionDescriptionOf, TAG_VARIABLE } from './tags.ts'
import { toRetellTools } from './tools.ts'
import { withProviderAgents } from '../toolReferences.ts'
import { toRetellVoice } from './voices.ts'

const WEBHOOK_TIMEOUT_MS = 10_000
/** Limits of Retell, in seconds. */
const CALL_SECONDS = { min: 60, max: 7_200 }
const RING_SECONDS = { min: 5, max: 300 }

/** Lists the parts of a configuration that Retell does not support. Sends no request. */
export const findRetellProblems = (config: AgentConfig): Problem[] => [
  ...findVoiceProblems(config.voiceId),
  ...problemUnless(findLocale(config.language), 'lang', causeOf('language_unsupported', { language: config.language })),
  ...problemUnless(toRetellModel(config.model), 'model', causeOf('model_unknown', { model: config.model, values: KNOWN_MODELS })),
  ...toRetellTools(config.tools).problems,
  ...findAnalysisProblems(config.analysis),
  ...problemUnless(isWithin(CALL_SECONDS, config.maxDurationSeconds), 'max_duration_seconds', rangeOf(CALL_SECONDS)),
  ...problemUnless(isWithin(RING_SECONDS, config.ringTimeoutSeconds), 'ring_timeout_seconds', rangeOf(RING_SECONDS)),
]

const problemUnless = (isValid: unknown, field: string, cause: ProblemCause): Problem[] => (isValid ? [] : [{ field, ...cause }])
const rangeOf = (limits: { min: number; max: number }) => causeOf('seconds_out_of_range', { voice_engine: 'retell', ...limits })
const isWithin = ({ min, max }: { min: number; max: number }, seconds: number) => seconds >= min && seconds <= max

function findVoiceProblems(voiceId: string | null): Problem[] {
  if (!voiceId) return [{ field: 'voice_id', ...causeOf('voice_required', { example: 'retell-Cimo' }) }]
  return problemUnless(toRetellVoice(voiceId), 'voice_id', causeOf('voice_unknown', { voice: voiceId }))
}

/** Builds the body of the agent's LLM. The configuration must have no problems. */
export function toLlmBody(config: AgentConfig, { tag }: Pick<ResourceLocator, 'tag'>): Retell.LlmCreateParams {
  return {
    ...toRetellModel(config.model),
    general_prompt: config.systemPrompt,
    // The schemas in `toolShapes.ts` have checked the tools.
    general_tools: toRetellTools(withProviderAgents(config.tools, config.agents)).tools as unknown as Retell.LlmCreateParams['general_tools'],
    start_speaker: 'agent',
    // With empty text, the contact would have to speak first.
    begin_message: config.firstMessage || null,
    knowledge_base_ids: config.knowledge?.length ? listKnowledgeIds(config.knowledge) : null,
    // A call that is handed over to this agent has the first agent's variables only.
    default_dynamic_variables: { ...config.defaultVariables, [TAG_VARIABLE]: tag },
  }
}

/** Builds the body of the agent itself: voice, language, analysis and webhook. The configuration must have no problems. */
export function toAgentBody(config: AgentConfig, { tag, webhook }: Pick<PublishTarget, 'tag' | 'webhook'>): Omit<Retell.AgentCreateParams, 'response_engine'> {
  return {
    agent_name: nameWithTag(config.name, tag),
    version_description: versionDescriptionOf(tag),
    voice_id: toRetellVoice(config.voiceId ?? '') ?? '',
    language: toRetellLocale(config.language),
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
