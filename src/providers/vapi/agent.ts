import type { Vapi } from '@vapi-ai/server-sdk'
import type { AgentConfig } from '../provider.ts'
import { analysisPlan, analysisProblems } from './analysis.ts'
import { transcriber } from './languages.ts'
import { vapiModel } from './models.ts'
import { knowledgeTools } from './knowledge.ts'
import type { Note } from './problems.ts'
import { withProviderAgents } from '../toolReferences.ts'
import { vapiTools } from './tools.ts'
import { vapiVoice } from './voices.ts'

/** The longest name of anything at Vapi. */
export const NAME_LENGTH = 40
const VOICEMAIL_LENGTH = 1000
const MIN_CALL_SECONDS = 10
const MAX_CALL_SECONDS = 43_200
const RING_SECONDS = 30

/** A name as long as Vapi takes one. The whole one is kept here; there it is only for people to read. */
export const vapiName = (name: string) => name.slice(0, NAME_LENGTH).replace(/[\uD800-\uDBFF]$/, '')

/** Whether audio is kept. Packet captures, which hold audio too, never are. */
export const artifactPlan = (recording: boolean): Vapi.ArtifactPlan => ({ recordingEnabled: recording, pcapEnabled: false, videoRecordingEnabled: false })

/**
 * The assistant that a configuration describes: everything but whose it is and where its webhooks go. Vapi replaces
 * top-level objects, so each is always complete. Notes what Vapi cannot express.
 */
export function assistantOf(config: AgentConfig, note: Note): Vapi.CreateAssistantDto {
  noteLimits(config, note)
  analysisProblems(config.analysis, note)
  return {
    name: vapiName(config.name),
    ...firstWords(config.firstMessage),
    ...(config.voicemailMessage && { voicemailMessage: config.voicemailMessage }),
    model: model(config, note),
    voice: vapiVoice(config.voiceId, config.language, note),
    transcriber: transcriber(config.language, note),
    voicemailDetection: { provider: 'vapi' },
    maxDurationSeconds: config.maxDurationSeconds,
    analysisPlan: analysisPlan(config.analysis),
    artifactPlan: artifactPlan(config.recordingEnabled),
    monitorPlan: { listenEnabled: true, listenAuthenticationEnabled: false, controlEnabled: true, controlAuthenticationEnabled: false },
    serverMessages: ['status-update', 'end-of-call-report', 'transcript[transcriptType="final"]', 'language-change-detected'],
  }
}

function noteLimits({ maxDurationSeconds, ringTimeoutSeconds, voicemailMessage }: AgentConfig, note: Note): void {
  if (maxDurationSeconds < MIN_CALL_SECONDS || maxDurationSeconds > MAX_CALL_SECONDS)
    note('max_duration_seconds', `must be ${MIN_CALL_SECONDS} to ${MAX_CALL_SECONDS} seconds for Vapi`)
  // There is a setting for numbers of Vapi's own Twilio account only, and ours are on SIP trunks.
  if (ringTimeoutSeconds !== RING_SECONDS) note('ring_timeout_seconds', `cannot be set for Vapi because the phone network decides. Leave it at ${RING_SECONDS}`)
  if ((voicemailMessage ?? '').length > VOICEMAIL_LENGTH) note('voicemail_message', `can have at most ${VOICEMAIL_LENGTH} characters for Vapi`)
}

const firstWords = (message: string | null): Pick<Vapi.CreateAssistantDto, 'firstMessage' | 'firstMessageMode'> =>
  message ? { firstMessage: message, firstMessageMode: 'assistant-speaks-first' } : { firstMessageMode: 'assistant-speaks-first-with-model-generated-message' }

function model(config: AgentConfig, note: Note): Vapi.CreateAssistantDtoModel {
  const { tools, hints } = vapiTools(config.tools, note)
  const howTo = hints.length > 0 ? ['', '', 'How to use the tools:', ...hints].join('\n') : ''
  const messages = [{ role: 'system', content: config.systemPrompt + howTo }]
  return {
    ...vapiModel(config.model, note),
    messages,
    tools: [...withProviderAgents(tools, config.agents), ...knowledgeTools(config.knowledge)],
  } as Vapi.CreateAssistantDtoModel
}
