import { z } from 'zod'
import { VOICE_ENGINES } from '../kernel/vocabulary/engines.ts'
import { LanguageTag, Variables } from './agents.ts'
import { CARRIERS } from '../kernel/vocabulary/carrierNames.ts'
import { ExternalOwnerId, isSupported } from './carriers.ts'
import { Id, isObject, jsonObject, text } from './common.ts'

export { VOICE_ENGINES }

/** How a voice provider reaches a number on a SIP trunk. */
export const SipTrunk = z.object({
  termination_uri: text(255, 1)
    .regex(/^(?:sips?:)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:;[a-z0-9-]+(?:=[a-z0-9.-]+)?)*$/i)
    .describe('Host or SIP URI for outbound calls, optionally with port and transport.'),
  username: text(255, 1).nullish().describe('User name of the SIP trunk.'),
  password: text(255, 1).nullish().describe('Password of the SIP trunk.'),
})
export type SipTrunk = z.output<typeof SipTrunk>

/** A number to connect (contract: Phone number). The service validates the number, because an invalid one is a 400. */
export const LinkInput = z
  .object({
    phoneNumber: text(64).describe('Phone number to connect, in E.164 format.'),
    carrier: text(64).describe('Carrier of the number, or `sip` for a SIP trunk.'),
    label: text(200).nullish().describe('Label of the number.'),
    externalOwnerId: ExternalOwnerId.nullish(),
    sip: SipTrunk.nullish().describe('SIP trunk of the number. Required for the carrier `sip`.'),
    voiceEngine: z.enum(VOICE_ENGINES).nullish().describe('Voice provider to register the number with. Others follow on the first call. Defaults to `retell`.'),
  })
  .superRefine(
    isSupported(({ carrier }) => carrier, [...CARRIERS, 'sip']),
    { when: isObject },
  )
export type LinkInput = z.output<typeof LinkInput>

/** The changes of a number. Missing fields stay unchanged. */
export const NumberInput = z.object({
  label: text(200).nullish().describe('Label of the number. An empty value or `null` removes it.'),
})
export type NumberInput = z.output<typeof NumberInput>

/**
 * The inbound routing of a number (contract: Phone number). Missing fields stay unchanged, null clears a field. The service validates the
 * URL, because an invalid one is a 400 and not a 422.
 */
export const InboundInput = z.object({
  enabled: z.boolean().nullish().describe('Whether inbound calls are answered.'),
  agentId: Id.nullish().describe('Published agent that answers inbound calls unless your server selects another one.'),
  assistantRequestUrl: text(2048).nullish().describe('Public HTTPS URL of your server that selects the agent. Empty or `null` to remove it.'),
  rotateSecret: z.boolean().nullish().describe('Whether to replace the signing secret. The old one stops working immediately.'),
})
export type InboundInput = z.output<typeof InboundInput>

/**
 * The response of a customer's server that selects the agent of a call, by its public names. Every field can be missing or null: then the
 * number's agent answers.
 */
export const AssistantAnswer = z.object({
  agent_id: Id.nullish(),
  variables: Variables.nullish(),
  metadata: jsonObject(16_384).nullish(),
  language: LanguageTag.or(z.literal('auto')).nullish(),
  recording_enabled: z.boolean().nullish(),
  reject: z.boolean().nullish(),
})
export type AssistantAnswer = z.output<typeof AssistantAnswer>
