import { isDeepStrictEqual } from 'node:util'
import type { Agent } from '../../generated/prisma/client.ts'
import type { ProviderKnowledgeBase } from '../../providers/knowledge.ts'
import type { AgentReference } from '../../providers/agentReference.ts'
import type { Problem } from '../../providers/problem.ts'
import type { JsonObject } from '../../providers/provider.ts'
import * as agentTools from './agentTools.ts'
import * as analysisItems from '../extraction/analysisItems.ts'
import { provider } from '../voiceProviders/voiceProviders.ts'
import { fromJson, type PublishedConfig, publishedConfigOf, publishedOf } from '../shared/jsonColumns.ts'

/** The settings of an agent: every column that a member configures and a publish sends to the provider. */
export type Settings = Omit<Agent, 'id' | 'workspaceId' | 'isActive' | 'createdAt' | 'updatedAt' | 'published' | 'publishedConfig' | 'publishedAt'>

const IS_SETTING: Record<keyof Settings, true> = {
  name: true,
  lang: true,
  voiceEngine: true,
  voiceId: true,
  model: true,
  systemPrompt: true,
  generalTools: true,
  postCallAnalysisData: true,
  recordingEnabled: true,
  firstMessage: true,
  voicemailMessage: true,
  maxDurationSeconds: true,
  ringTimeoutSeconds: true,
  defaultVariables: true,
  knowledgeBaseIds: true,
}
/** The settings that a version stores for comparing and restoring, in the order in which they are shown. */
export const SETTINGS = Object.keys(IS_SETTING) as (keyof Settings)[]

export const settingsOf = (agent: Agent) => Object.fromEntries(SETTINGS.map((field) => [field, agent[field]])) as Settings

/**
 * Builds the complete configuration for a provider, with the knowledge and the agents that its tools reference. Leaves nothing to the
 * provider's defaults. The defaults of variables are ours: each call is sent with them.
 */
export const configOf = (agent: Agent, knowledge: ProviderKnowledgeBase[] = [], agents: Record<string, AgentReference> = {}): PublishedConfig => ({
  agentId: String(agent.id),
  name: agent.name,
  language: agent.lang,
  voiceId: agent.voiceId,
  model: agent.model,
  systemPrompt: agent.systemPrompt ?? '',
  tools: agent.generalTools as JsonObject[],
  analysis: analysisItems.toAnalysisItems(agent.postCallAnalysisData as JsonObject[]),
  recordingEnabled: agent.recordingEnabled,
  firstMessage: agent.firstMessage,
  voicemailMessage: agent.voicemailMessage,
  maxDurationSeconds: agent.maxDurationSeconds,
  ringTimeoutSeconds: agent.ringTimeoutSeconds,
  ...(Object.keys(agent.defaultVariables as object).length > 0 && { defaultVariables: fromJson<Record<string, string>>(agent.defaultVariables) }),
  ...(knowledge.length > 0 && { knowledge }),
  ...(Object.keys(agents).length > 0 && { agents }),
})

/** Lists every problem that prevents publishing the configuration, without a request to the provider (spec: Agent states). */
export function problemsOf(agent: Agent): Problem[] {
  const items = agent.postCallAnalysisData as JsonObject[]
  const providerProblems = provider(agent.voiceEngine).findProblems(configOf(agent))
  const providerFields = new Set(providerProblems.map(({ field }) => field))
  const targetProblems = agentTools.problemsOf(agent.generalTools as JsonObject[]).filter(({ field }) => !providerFields.has(field))
  return [
    ...analysisItems.findProblems(items),
    ...targetProblems,
    ...providerProblems.map((problem) => ({ ...problem, field: analysisItems.toOriginalField(problem.field, items) })),
  ]
}

/** Whether the agent or its knowledge was edited after it was published. `versions` are the current versions of its knowledge bases by ID. */
export function hasUnpublishedChanges(agent: Agent, versions: ReadonlyMap<number, number>): boolean {
  if (agent.published === null) return false
  const { knowledge = [], agents: _named, ...config } = publishedConfigOf(agent)!
  const published = new Map(knowledge.map(({ knowledgeBaseId, version }) => [knowledgeBaseId, version]))
  return (
    publishedOf(agent)!.engine !== agent.voiceEngine ||
    !isDeepStrictEqual(config, JSON.parse(JSON.stringify(configOf(agent)))) ||
    !isDeepStrictEqual(published, versions)
  )
}

/** Whether the agent's calls may be recorded: recording is on in the published version and not turned off since. */
export const mayRecord = (agent: Agent) => agent.recordingEnabled && publishedConfigOf(agent)?.recordingEnabled !== false
