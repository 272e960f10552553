import { z } from 'zod'
import { VOICE_ENGINES } from '../kernel/vocabulary/engines.ts'
import { Id, jsonObjects, Name, text } from './common.ts'
import { BASES_AT_ONCE } from './knowledgeBases.ts'

const isLanguageTag = (tag: string) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

export const LanguageTag = text(35, 2).refine(isLanguageTag, { error: 'value is not a well-formed BCP-47 tag', params: { type: 'value_error.language' } })

/** How long a call lasts at most, in seconds: where its agent says nothing else, and ever. */
export const DEFAULT_CALL_SECONDS = 600
export const SHORTEST_CALL_SECONDS = 60
export const LONGEST_CALL_SECONDS = 3_600
/** How long it rings before nobody answers, in seconds, where the agent says nothing else. */
export const DEFAULT_RING_SECONDS = 30
export const RING_SECONDS = { least: 5, most: 120 }
/** Characters of what it is told, and of what it says word by word. */
export const PROMPT_LENGTH = 100_000
export const MESSAGE_LENGTH = 2_000

/** What may be set on an agent (spec: Agent). Absent and null mean the default, or no change in an update. */
export const AgentInput = z.object({
  name: Name.describe('Shown in lists'),
  lang: LanguageTag.nullish().describe('Language the agent speaks, BCP-47; en-US when absent'),
  voiceEngine: z.enum(VOICE_ENGINES).nullish().describe('Voice provider: retell (default) or vapi'),
  voiceId: text(200, 1).nullish().describe('Voice at the provider; needed to publish'),
  model: text(200, 1).nullish().describe('Language model; gpt-4.1-mini when absent'),
  generalTools: jsonObjects(50, 65_536).nullish().describe('Tools the agent may use during a call'),
  postCallAnalysisData: jsonObjects(50, 65_536).nullish().describe('What to find out from each call'),
  systemPrompt: text(PROMPT_LENGTH).nullish().describe('Instructions for the agent'),
  isActive: z.boolean().nullish().describe('False retires the agent'),
  recordingEnabled: z.boolean().nullish().describe('Record calls where the law allows it; true when absent'),
})

export const AgentChanges = AgentInput.partial()

/** The same with what the specification leaves to the web interface; GraphQL takes it. */
export const AdvancedAgentInput = AgentInput.extend({
  firstMessage: text(MESSAGE_LENGTH, 1).nullish().describe('What the agent says first; without it the language model begins'),
  voicemailMessage: text(MESSAGE_LENGTH, 1).nullish().describe('What is left on an answering machine; without it the agent hangs up'),
  maxCallSeconds: z
    .int()
    .min(SHORTEST_CALL_SECONDS)
    .max(LONGEST_CALL_SECONDS)
    .nullish()
    .describe(`Longest call in seconds; ${DEFAULT_CALL_SECONDS} when absent`),
  knowledgeBaseIds: z.array(Id).max(BASES_AT_ONCE).nullish().describe('Knowledge bases it answers from, from the next publish on'),
  ringSeconds: z
    .int()
    .min(RING_SECONDS.least)
    .max(RING_SECONDS.most)
    .nullish()
    .describe(`Seconds it rings before nobody answers; ${DEFAULT_RING_SECONDS} when absent`),
})
export type AdvancedAgentInput = z.output<typeof AdvancedAgentInput>

export const AdvancedAgentChanges = AdvancedAgentInput.partial()
export type AdvancedAgentChanges = z.output<typeof AdvancedAgentChanges>
