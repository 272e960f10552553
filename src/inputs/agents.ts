import { z } from 'zod'
import { VOICE_ENGINES } from '../kernel/vocabulary/engines.ts'
import { Id, jsonObjects, Name, text, textsByName } from './common.ts'
import { BASES_AT_ONCE } from './knowledgeBases.ts'

const isLanguageTag = (tag: string) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

export const LanguageTag = text(35, 2).refine(isLanguageTag, { error: 'value is not a well-formed BCP-47 tag', params: { type: 'value_error.language' } })

/** Maximum duration of a call in seconds: the default, and the range that an agent can set. */
export const DEFAULT_CALL_SECONDS = 600
export const MIN_CALL_SECONDS = 60
export const MAX_CALL_SECONDS = 3_600
/** Default ring timeout in seconds, and the range that an agent can set. */
export const DEFAULT_RING_SECONDS = 30
export const RING_SECONDS = { least: 5, most: 120 }
/** Maximum characters of the instructions, and of a message that the agent speaks. */
export const PROMPT_LENGTH = 100_000
export const MESSAGE_LENGTH = 2_000

/** Values of an agent's variables, by name. */
export const Variables = textsByName(text(100, 1), text(10_000))

/** The fields of an agent (spec: Agent). Missing and null mean the default, or no change in an update. */
export const AgentInput = z.object({
  name: Name.describe('Name of the agent.'),
  lang: LanguageTag.nullish().describe('Language of the agent, as a BCP-47 tag. Defaults to `en-US`.'),
  voiceEngine: z.enum(VOICE_ENGINES).nullish().describe('Voice provider. Defaults to `retell`.'),
  voiceId: text(200, 1).nullish().describe('Voice ID at the voice provider. Required to publish.'),
  model: text(200, 1).nullish().describe('Language model. Defaults to `gpt-4.1-mini`.'),
  generalTools: jsonObjects(50, 65_536).nullish().describe('Tools that the agent can use in a call.'),
  postCallAnalysisData: jsonObjects(50, 65_536).nullish().describe('Post-call questions to answer after each call.'),
  systemPrompt: text(PROMPT_LENGTH).nullish().describe('Instructions for the agent.'),
  defaultVariables: Variables.nullish().describe('Defaults of variables, by name, for calls that do not fill them.'),
  isActive: z.boolean().nullish().describe('Whether the agent is active. `false` archives it.'),
  recordingEnabled: z.boolean().nullish().describe('Whether to record calls where the law allows it. Defaults to `true`.'),
})

export const AgentChanges = AgentInput.partial()

/** The fields of an agent in GraphQL, including those that the specification leaves to the web interface. */
export const AdvancedAgentInput = AgentInput.extend({
  firstMessage: text(MESSAGE_LENGTH, 1).nullish().describe('First message of the agent. Defaults to a message that the language model chooses.'),
  voicemailMessage: text(MESSAGE_LENGTH, 1).nullish().describe('Message that the agent leaves on voicemail. If there is none, the agent hangs up.'),
  maxDurationSeconds: z
    .int()
    .min(MIN_CALL_SECONDS)
    .max(MAX_CALL_SECONDS)
    .nullish()
    .describe(`Maximum length of a call in seconds. Defaults to ${DEFAULT_CALL_SECONDS}.`),
  knowledgeBaseIds: z.array(Id).max(BASES_AT_ONCE).nullish().describe('Knowledge bases that the agent uses once it is published.'),
  ringTimeoutSeconds: z
    .int()
    .min(RING_SECONDS.least)
    .max(RING_SECONDS.most)
    .nullish()
    .describe(`Ring timeout in seconds, after which the call ends as not answered. Defaults to ${DEFAULT_RING_SECONDS}.`),
})
export type AdvancedAgentInput = z.output<typeof AdvancedAgentInput>

export const AdvancedAgentChanges = AdvancedAgentInput.partial()
export type AdvancedAgentChanges = z.output<typeof AdvancedAgentChanges>
