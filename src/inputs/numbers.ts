import { z } from 'zod'
import { VOICE_ENGINES } from '../kernel/vocabulary/engines.ts'
import { LanguageTag } from './agents.ts'
import { CARRIERS } from '../kernel/vocabulary/carrierNames.ts'
import { ExternalOwnerId, isSupported } from './carriers.ts'
import { Id, isObject, jsonObject, text, textsByName } from './common.ts'

export { VOICE_ENGINES }

/** How a voice provider reaches a number on a SIP trunk. */
export const SipTrunk = z.object({
  termination_uri: text(255, 1)
    .regex(/^(?:sips?:)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:;[a-z0-9-]+(?:=[a-z0-9.-]+)?)*$/i)
    .describe('Address that takes outgoing calls: a host, or a SIP URI with port and transport'),
  username: text(255, 1).nullish().describe('User name there'),
  password: text(255, 1).nullish().describe('Password there'),
})
export type SipTrunk = z.output<typeof SipTrunk>

/** A number of one's own (contract: Phone number). The number is judged by the service, since a bad one is a 400. */
export const LinkInput = z
  .object({
    phoneNumber: text(64).describe('Number to link, E.164'),
    carrier: text(64).describe('Carrier it is with, or sip'),
    label: text(200).nullish().describe('Shown in lists'),
    externalOwnerId: ExternalOwnerId.nullish(),
    sip: SipTrunk.nullish().describe('SIP trunk of the number; needed for the carrier sip'),
    voiceEngine: z
      .enum(VOICE_ENGINES)
      .nullish()
      .describe('Voice provider that gets to know it at once; any other one does at its first call. retell when absent'),
  })
  .superRefine(
    isSupported(({ carrier }) => carrier, [...CARRIERS, 'sip']),
    { when: isObject },
  )
export type LinkInput = z.output<typeof LinkInput>

/** What people call a number. An absent field stays as it is. */
export const NumberInput = z.object({
  label: text(200).nullish().describe('Shown in lists; empty or null clears it'),
})
export type NumberInput = z.output<typeof NumberInput>

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
  variables: textsByName(text(100, 1), text(10_000)).nullish(),
  metadata: jsonObject(16_384).nullish(),
  language: LanguageTag.or(z.literal('auto')).nullish(),
  recording_enabled: z.boolean().nullish(),
  reject: z.boolean().nullish(),
})
export type AssistantAnswer = z.output<typeof AssistantAnswer>
