import type { Agent } from '../../generated/prisma/client.ts'
import { type AgentWords, listOpenVariables } from '../../inputs/agentVariables.ts'
import type { VoiceEngine } from '../../kernel/vocabulary/engines.ts'
import { fromJson, publishedConfigOf, publishedOf } from '../shared/jsonColumns.ts'

/** A variable that an agent's words leave open, and the value it has in calls that do not fill it; null if it has none. */
export interface OpenVariable {
  name: string
  defaultValue: string | null
}

type Texts = Readonly<Record<string, string>>

/** Lists the variables that the draft leaves open. */
export const listOfDraft = (agent: Agent): OpenVariable[] =>
  withDefaults(agent.voiceEngine, { ...agent, tools: agent.generalTools, questions: agent.postCallAnalysisData }, fromJson<Texts>(agent.defaultVariables))

/** Lists the variables that the published version leaves open, which calls use; none if the agent is not published. */
export function listOfPublished(agent: Pick<Agent, 'published' | 'publishedConfig'>): OpenVariable[] {
  const config = publishedConfigOf(agent)
  return config ? withDefaults(publishedOf(agent)!.engine, { ...config, questions: config.analysis }, config.defaultVariables) : []
}

function withDefaults(engine: string, words: AgentWords, defaults: Texts = {}): OpenVariable[] {
  const defaultOf = (name: string) => (Object.hasOwn(defaults, name) && defaults[name]) || null
  return listOpenVariables(engine as VoiceEngine, words).map((name) => ({ name, defaultValue: defaultOf(name) }))
}

/** Lists the open variables of the published version that a call with these variables fills neither with a value nor a default. */
export const listEmpty = (agent: Pick<Agent, 'published' | 'publishedConfig'>, given: Texts): string[] =>
  listOfPublished(agent).flatMap(({ name, defaultValue }) => (defaultValue === null && !(Object.hasOwn(given, name) && given[name]) ? [name] : []))

/** Returns the variables of a call: the given ones over the defaults of the published agent (`mergeVariables`). */
export const fillVariables = (agent: Pick<Agent, 'publishedConfig'>, given: Texts): Record<string, string> =>
  mergeVariables(publishedConfigOf(agent)?.defaultVariables ?? {}, given)

/** Puts the given values over the others. An empty one replaces none, so that no agent speaks a gap where there is a value. */
export function mergeVariables(values: Texts, given: Texts): Record<string, string> {
  const wanted = Object.entries(given).filter(([name, value]) => value !== '' || !Object.hasOwn(values, name))
  return { ...values, ...Object.fromEntries(wanted) }
}
