import { isDeepStrictEqual } from 'node:util'
import type { Agent } from '../generated/prisma/client.ts'
import type { AgentConfig, AnalysisItem, JsonObject } from '../providers/provider.ts'
import { MAX_CALL_SECONDS } from './pricing.ts'

/** How long it rings before nobody answers, in seconds. */
const RING_SECONDS = 30

/** The agent as a provider is told it: complete, nothing left to the provider's defaults. */
export const configOf = (agent: Agent): AgentConfig => ({
  agentId: String(agent.id),
  name: agent.name,
  language: agent.lang,
  voiceId: agent.voiceId,
  model: agent.model,
  systemPrompt: agent.systemPrompt ?? '',
  tools: agent.generalTools as JsonObject[],
  analysis: (agent.postCallAnalysisData as JsonObject[]).map(analysisItem),
  recordingEnabled: agent.recordingEnabled,
  maxDurationSeconds: MAX_CALL_SECONDS,
  ringSeconds: RING_SECONDS,
})

/** Accepts an item written for either provider; what is missing gets a sensible form. */
function analysisItem(item: JsonObject): AnalysisItem {
  const choices = item.choices ?? item.enum
  const type = Array.isArray(choices) ? 'enum' : item.type === 'integer' || item.type === 'number' ? 'number' : item.type === 'boolean' ? 'boolean' : 'string'
  const name = typeof item.name === 'string' ? item.name : ''
  return {
    name,
    type,
    description: typeof item.description === 'string' ? item.description : name,
    ...(Array.isArray(choices) ? { choices: choices.map(String) } : {}),
  }
}

/** Whether the agent was edited after it was published. */
export const hasUnpublishedChanges = (agent: Agent) =>
  agent.publishedConfig !== null && !isDeepStrictEqual(agent.publishedConfig, JSON.parse(JSON.stringify(configOf(agent))))

/** Whether the agent's calls may be recorded: as it was published, and not switched off since. */
export const mayRecord = (agent: Agent) => agent.recordingEnabled && (agent.publishedConfig as AgentConfig | null)?.recordingEnabled !== false
