import { z } from 'zod'
import { LanguageTag } from './agents.ts'
import { Id, jsonObject, text } from './common.ts'

/**
 * Who answers calls to a number (contract: Phone number). An absent field stays as it is, null clears it. The address is
 * judged by the service, since a bad one is a 400 and not a 422.
 */
export const InboundInput = z.object({
  enabled: z.boolean().nullish().describe('Whether calls to the number are answered'),
  agentId: Id.nullish().describe('Published agent that answers where your server does not say otherwise'),
  assistantRequestUrl: text(2048).nullish().describe('Public https address that is asked who answers; empty or null asks nobody'),
  rotateSecret: z.boolean().nullish().describe('Make a new signing secret; the old one is void at once'),
})
export type InboundInput = z.output<typeof InboundInput>

/**
 * What a customer's server says when it is asked who answers a call, under the names it uses. Everything may be absent
 * or null: then the number's agent answers.
 */
export const AssistantAnswer = z.object({
  agent_id: Id.nullish(),
  variables: z.record(text(100, 1), text(10_000)).nullish(),
  metadata: jsonObject(16_384).nullish(),
  language: LanguageTag.or(z.literal('auto')).nullish(),
  recording_enabled: z.boolean().nullish(),
  reject: z.boolean().nullish(),
})
export type AssistantAnswer = z.output<typeof AssistantAnswer>
