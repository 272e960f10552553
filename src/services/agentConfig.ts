import { isDeepStrictEqual } from 'node:util'
import type { Agent } from '../generated/prisma/client.ts'
import type { KnowledgeCopy } from '../providers/knowledge.ts'
import type { AgentConfig, JsonObject, Problem } from '../providers/provider.ts'
import * as analysisItems from './analysisItems.ts'
import { provider } from './voice.ts'

/** What a version keeps of an agent, to be compared and restored: all that a publish tells the provider. */
export const SETTINGS = [
  'name',
  'lang',
  'voiceEngine',
  'voiceId',
  'model',
  'systemPrompt',
  'generalTools',
  'postCallAnalysisData',
  'recordingEnabled',
  'firstMessage',
  'voicemailMessage',
  'maxCallSeconds',
  'ringSeconds',
  'knowledgeBaseIds',
] as const satisfies (keyof Agent)[]
export type Settings = Pick<Agent, (typeof SETTINGS)[number]>

export const settingsOf = (agent: Agent) => Object.fromEntries(SETTINGS.map((field) => [field, agent[field]])) as Settings

/** The agent as a provider is told it, with what it answers from: complete, nothing left to the provider's defaults. */
export const configOf = (agent: Agent, knowledge: KnowledgeCopy[] = []): AgentConfig => ({
  agentId: String(agent.id),
  name: agent.name,
  language: agent.lang,
  voiceId: agent.voiceId,
  model: agent.model,
  systemPrompt: agent.systemPrompt ?? '',
  tools: agent.generalTools as JsonObject[],
  analysis: analysisItems.itemsOf(agent.postCallAnalysisData as JsonObject[]),
  recordingEnabled: agent.recordingEnabled,
  firstMessage: agent.firstMessage,
  voicemailMessage: agent.voicemailMessage,
  maxDurationSeconds: agent.maxCallSeconds,
  ringSeconds: agent.ringSeconds,
  ...(knowledge.length > 0 && { knowledge }),
})

/** Everything that keeps the configuration from being published, without asking the provider (spec: Agent states). */
export function problemsOf(agent: Agent): Problem[] {
  const items = agent.postCallAnalysisData as JsonObject[]
  const theirs = provider(agent.voiceEngine).problems(configOf(agent))
  return [...analysisItems.problemsOf(items), ...theirs.map(({ field, reason }) => ({ field: analysisItems.placed(field, items), reason }))]
}

/** Whether the agent, or what it answers from, was edited after it was published. `versions` are those of its knowledge bases now, by id. */
export function hasUnpublishedChanges(agent: Agent, versions: ReadonlyMap<number, number>): boolean {
  if (agent.published === null) return false
  const { knowledge = [], ...config } = agent.publishedConfig as unknown as AgentConfig
  const published = new Map(knowledge.map(({ knowledgeBaseId, version }) => [knowledgeBaseId, version]))
  return (
    (agent.published as { engine?: string }).engine !== agent.voiceEngine ||
    !isDeepStrictEqual(config, JSON.parse(JSON.stringify(configOf(agent)))) ||
    !isDeepStrictEqual(published, versions)
  )
}

/** Whether the agent's calls may be recorded: as it was published, and not switched off since. */
export const mayRecord = (agent: Agent) => agent.recordingEnabled && (agent.publishedConfig as AgentConfig | null)?.recordingEnabled !== false
