import { z } from 'zod'
import { VOICE_ENGINES } from '../engines.ts'
import { jsonObjects, Name, text } from './common.ts'

const isLanguageTag = (tag: string) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

export const LanguageTag = text(35, 2).refine(isLanguageTag, { error: 'value is not a well-formed BCP-47 tag', params: { type: 'value_error.language' } })

/** What may be set on an agent (spec: Agent). Absent and null mean the default, or no change in an update. */
export const AgentInput = z.object({
  name: Name.describe('Shown in lists'),
  lang: LanguageTag.nullish().describe('Language the agent speaks, BCP-47; en-US when absent'),
  voiceEngine: z.enum(VOICE_ENGINES).nullish().describe('Voice provider: retell (default) or vapi'),
  voiceId: text(200, 1).nullish().describe('Voice at the provider; needed to publish'),
  model: text(200, 1).nullish().describe('Language model; gpt-4.1-mini when absent'),
  generalTools: jsonObjects(50, 65_536).nullish().describe('Tools the agent may use during a call'),
  postCallAnalysisData: jsonObjects(50, 65_536).nullish().describe('What to find out from each call'),
  systemPrompt: text(100_000).nullish().describe('Instructions for the agent'),
  isActive: z.boolean().nullish().describe('False retires the agent'),
  recordingEnabled: z.boolean().nullish().describe('Record calls where the law allows it; true when absent'),
})
export type AgentInput = z.output<typeof AgentInput>

export const AgentChanges = AgentInput.partial()
export type AgentChanges = z.output<typeof AgentChanges>
