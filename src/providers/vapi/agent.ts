import type { Vapi } from '@vapi-ai/server-sdk'
import type { AgentConfig } from '../provider.ts'
import { toAnalysisPlan, checkAnalysis } from './analysis.ts'
import { toTranscriber } from './languages.ts'
import { toVapiModel } from './models.ts'
import { knowledgeTools } from './knowledge.ts'
import type { Note } from './problems.ts'
import { withProviderAgents } from '../toolReferences.ts'
import { toVapiTools } from './tools.ts'
import { toVapiVoice } from './voices.ts'

/** The longest name of anything at Vapi. */
export const MAX_NAME_LENGTH = 40
const MAX_VOICEMAIL_LENGTH = 1000
const MIN_CALL_SECONDS = 10
const MAX_CALL_SECONDS = 43_200
const RING_SECONDS = 30

/** A name as long as Vapi takes one. The whole one is kept here; there it is only for people to read. */
export const truncateName = (name: string) => name.slice(0, MAX_NAME_LENGTH).replace(/[\uD800-\uDBFF]$/, '')

/** Whether audio is kept. Packet captures, which hold audio too, never are. */
export const toArtifactPlan = (recording: boolean): Vapi.ArtifactPlan => ({ recordingEnabled: recording, pcapEnabled: false, videoRecordingEnabled: false })

/**
 * The assistant that a configuration describes: everything but whose it is and where its webhooks go. Vapi replaces
 * top-level objects, so each is always complete. Notes what Vapi cannot express.
 */
export function toAssistant(config: AgentConfig, note: Note): Vapi.CreateAssistantDto {
  checkLimits(config, note)
  checkAnalysis(config.analysis, note)
  return {
    name: truncateName(config.name),
    ...firstMessageOf(config.firstMessage),
    ...(config.voicemailMessage && { voicemailMessage: config.voicemailMessage }),
    model: toModel(config, note),
    voice: toVapiVoice(config.voiceId, config.language, note),
    transcriber: toTranscriber(config.language, note),
    voicemailDetection: { provider: 'vapi' },
    maxDurationSeconds: config.maxDurationSeconds,
    analysisPlan: toAnalysisPlan(config.analysis),
    artifactPlan: toArtifactPlan(config.recordingEnabled),
    monitorPlan: { listenEnabled: true, listenAuthenticationEnabled: false, controlEnabled: true, controlAuthenticationEnabled: false },
    serverMessages: ['status-update', 'end-of-call-report', 'transcript[transcriptType="final"]', 'language-change-detected'],
  }
}

function checkLimits({ maxDurationSeconds, ringTimeoutSeconds, voicemailMessage }: AgentConfig, note: Note): void {
  if (maxDurationSeconds < MIN_CALL_SECONDS || maxDurationSeconds > MAX_CALL_SECONDS)
    note('max_duration_seconds', `must be ${MIN_CALL_SECONDS} to ${MAX_CALL_SECONDS} seconds for Vapi`)
  // There is a setting for numbers of Vapi's own Twilio account only, and ours are on SIP trunks.
  if (ringTimeoutSeconds !== RING_SECONDS) note('ring_timeout_seconds', `cannot be set for Vapi because the phone network decides. Leave it at ${RING_SECONDS}`)
  if ((voicemailMessage ?? '').length > MAX_VOICEMAIL_LENGTH) note('voicemail_message', `can have at most ${MAX_VOICEMAIL_LENGTH} characters for Vapi`)
}

const firstMessageOf = (message: string | null): Pick<Vapi.CreateAssistantDto, 'firstMessage' | 'firstMessageMode'> =>
  message ? { firstMessage: message, firstMessageMode: 'assistant-speaks-first' } : { firstMessageMode: 'assistant-speaks-first-with-model-generated-message' }

function toModel(config: AgentConfig, note: Note): Vapi.CreateAssistantDtoModel {
  const { tools, hints } = toVapiTools(config.tools, note)
  const howTo = hints.length > 0 ? ['', '', 'How to use the tools:', ...hints].join('\n') : ''
  const messages = [{ role: 'system', content: config.systemPrompt + howTo }]
  return {
    ...toVapiModel(config.model, note),
    messages,
    tools: [...withProviderAgents(tools, config.agents), ...knowledgeTools(config.knowledge)],
  } as Vapi.CreateAssistantDtoModel
}
