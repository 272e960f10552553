import type { Vapi } from '@vapi-ai/server-sdk'
import { causeOf } from '../problem.ts'
import type { AgentConfig } from '../provider.ts'
import { toAnalysisPlan, checkAnalysis } from './analysis.ts'
import { toTranscriber } from './languages.ts'
import { toVapiModel } from './models.ts'
import { withDefaultValues } from './defaultValues.ts'
import { toKnowledgeTools } from './knowledge.ts'
import type { ProblemReporter } from './problems.ts'
import { withProviderAgents } from '../toolReferences.ts'
import { toVapiTools } from './tools.ts'
import { toVapiVoice } from './voices.ts'

/** Maximum length of any name at Vapi. */
export const MAX_NAME_LENGTH = 40
const MAX_VOICEMAIL_LENGTH = 1000
const MIN_CALL_SECONDS = 10
const MAX_CALL_SECONDS = 43_200
/** Default ring timeout. Vapi does not support another value. */
const RING_TIMEOUT_SECONDS = 30

/** Truncates a name for Vapi, where names are only for people to read. */
export const truncateName = (name: string) => name.slice(0, MAX_NAME_LENGTH).replace(/[\uD800-\uDBFF]$/, '')

/** Builds the plan that turns recording on or off. Packet captures, which also contain audio, are always off. */
export const toArtifactPlan = (recording: boolean): Vapi.ArtifactPlan => ({ recordingEnabled: recording, pcapEnabled: false, videoRecordingEnabled: false })

/**
 * Builds the assistant, without its tag and webhook. Vapi replaces top-level objects, so each is always complete. Reports the parts that Vapi
 * does not support.
 */
export function toAssistant(agent: AgentConfig, reportProblem: ProblemReporter): Vapi.CreateAssistantDto {
  const config = withDefaultValues(agent, reportProblem)
  checkLimits(config, reportProblem)
  checkAnalysis(config.analysis, reportProblem)
  return {
    name: truncateName(config.name),
    ...firstMessageOf(config.firstMessage),
    ...(config.voicemailMessage && { voicemailMessage: config.voicemailMessage }),
    model: toModel(config, reportProblem),
    voice: toVapiVoice(config.voiceId, config.language, reportProblem),
    transcriber: toTranscriber(config.language, reportProblem),
    voicemailDetection: { provider: 'vapi' },
    maxDurationSeconds: config.maxDurationSeconds,
    analysisPlan: toAnalysisPlan(config.analysis),
    artifactPlan: toArtifactPlan(config.recordingEnabled),
    monitorPlan: { listenEnabled: true, listenAuthenticationEnabled: false, controlEnabled: true, controlAuthenticationEnabled: false },
    serverMessages: ['status-update', 'end-of-call-report', 'transcript[transcriptType="final"]', 'language-change-detected'],
  }
}

function checkLimits({ maxDurationSeconds, ringTimeoutSeconds, voicemailMessage }: AgentConfig, reportProblem: ProblemReporter): void {
  if (maxDurationSeconds < MIN_CALL_SECONDS || maxDurationSeconds > MAX_CALL_SECONDS)
    reportProblem('max_duration_seconds', causeOf('seconds_out_of_range', { voice_engine: 'vapi', min: MIN_CALL_SECONDS, max: MAX_CALL_SECONDS }))
  // Vapi has a ring timeout only for numbers of its own Twilio account. Our numbers use SIP trunks.
  if (ringTimeoutSeconds !== RING_TIMEOUT_SECONDS) reportProblem('ring_timeout_seconds', causeOf('ring_timeout_fixed', { seconds: RING_TIMEOUT_SECONDS }))
  if ((voicemailMessage ?? '').length > MAX_VOICEMAIL_LENGTH) reportProblem('voicemail_message', causeOf('text_too_long', { max: MAX_VOICEMAIL_LENGTH }))
}

const firstMessageOf = (message: string | null): Pick<Vapi.CreateAssistantDto, 'firstMessage' | 'firstMessageMode'> =>
  message ? { firstMessage: message, firstMessageMode: 'assistant-speaks-first' } : { firstMessageMode: 'assistant-speaks-first-with-model-generated-message' }

function toModel(config: AgentConfig, reportProblem: ProblemReporter): Vapi.CreateAssistantDtoModel {
  const { tools, hints } = toVapiTools(config.tools, reportProblem)
  const toolInstructions = hints.length > 0 ? ['', '', 'How to use the tools:', ...hints].join('\n') : ''
  const messages = [{ role: 'system', content: config.systemPrompt + toolInstructions }]
  return {
    ...toVapiModel(config.model, reportProblem),
    messages,
    tools: [...withProviderAgents(tools, config.agents), ...toKnowledgeTools(config.knowledge)],
  } as Vapi.CreateAssistantDtoModel
}
