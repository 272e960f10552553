import { z } from 'zod'

const language = z
  .string()
  .min(2)
  .max(35)
  .refine((tag) => isLanguage(tag), { error: 'value is not a well-formed BCP-47 tag', params: { type: 'value_error.language' } })

function isLanguage(tag: string) {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

const smallerThan = (bytes: number) => (value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= bytes
const objects = z.array(z.record(z.string(), z.unknown())).max(50).refine(smallerThan(65_536))
const id = z.union([z.number().int().positive(), z.string().regex(/^\d{1,16}$/)]).transform(Number)

/** The body of POST /agents. */
export const AgentBody = z.object({
  name: z.string().min(1).max(200),
  lang: language.nullish(),
  voice_engine: z.enum(['retell', 'vapi']).nullish(),
  voice_id: z.string().min(1).max(200).nullish(),
  model: z.string().min(1).max(200).nullish(),
  general_tools: objects.nullish(),
  post_call_analysis_data: objects.nullish(),
  system_prompt: z.string().max(100_000).nullish(),
  is_active: z.boolean().nullish(),
  recording_enabled: z.boolean().nullish(),
})
export type AgentBody = z.output<typeof AgentBody>

/** The body of POST /calls. */
export const CallBody = z.object({
  to_number: z.string().max(64),
  agent_id: id,
  from_number_id: id.nullish(),
  from_number: z.string().max(64).nullish(),
  campaign_id: id.nullish(),
  lead_id: id.nullish(),
  metadata: z.record(z.string(), z.unknown()).refine(smallerThan(16_384)).nullish(),
  variables: z.record(z.string().min(1).max(100), z.string().max(10_000)).nullish(),
  recording_enabled: z.boolean().nullish(),
  language: language.nullish(),
})
export type CallBody = z.output<typeof CallBody>
