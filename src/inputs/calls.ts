import { z } from 'zod'
import { CALL_STATES } from '../kernel/vocabulary/callStates.ts'
import { isE164 } from '../kernel/lib/e164.ts'
import { BAD_INPUT } from '../kernel/http/validation.ts'
import { LanguageTag } from './agents.ts'
import { Id, jsonObject, requireOneOf, text, textsByName } from './common.ts'
import { Boundary } from './reports.ts'

/** What is written about a call is in the language that was spoken. */
export const SAME_AS_CALL = 'same_as_call'

/** The language of what is written about a call (spec: output_language): BCP-47, or that of the call. */
export const OutputLanguage = text(35, 2).refine((tag) => tag === SAME_AS_CALL || LanguageTag.safeParse(tag).success, {
  error: 'value is not a well-formed BCP-47 tag',
  params: { type: 'value_error.language' },
})

/** The tag that was asked for, if it is one. */
export const tagOf = (outputLanguage: string | null | undefined) => (outputLanguage == null || outputLanguage === SAME_AS_CALL ? undefined : outputLanguage)

/** A JSON Schema of what to find out (spec: extraction_schema; contract: text limits). The service judges what it says. */
export const ExtractionSchema = jsonObject(65_536)

export const LANGUAGE_MODES = ['auto', 'fixed'] as const

/** What a call needs (contract: Call). */
export const CallInput = requireOneOf(
  z.object({
    toNumber: text(64).refine(isE164, { error: 'Invalid phone number', params: BAD_INPUT }).describe('Number to call, E.164'),
    agentId: Id.nullish().describe('Published agent that speaks'),
    agentRefId: Id.nullish().describe('The same under its older name'),
    fromNumberId: Id.nullish().describe('Number to call from, by id'),
    fromNumber: text(64).nullish().describe("Number to call from, E.164; the workspace's first active one when absent"),
    campaignId: Id.nullish().describe('Campaign the call counts for'),
    leadId: Id.nullish().describe('Lead the call counts for'),
    metadata: jsonObject(16_384).nullish().describe('Yours; comes back in the call and its webhook'),
    variables: textsByName(text(100, 1), text(10_000)).nullish().describe("Texts handed to the agent's prompt"),
    recordingEnabled: z.boolean().nullish().describe('False switches recording off for this call'),
    language: LanguageTag.nullish().describe("Language of this call instead of the agent's"),
    callLanguageMode: z.enum(LANGUAGE_MODES).nullish().describe('auto understands whatever language is spoken; fixed, the default, keeps to one'),
    outputLanguage: OutputLanguage.nullish().describe('Language of summary and extracted texts, BCP-47; same_as_call when absent'),
    extractionSchema: ExtractionSchema.nullish().describe("JSON Schema of what to find out from this call, instead of the agent's own questions"),
  }),
  ['agentId', 'agentRefId'],
)
export type CallInput = z.output<typeof CallInput>

export const DIRECTIONS = ['outbound', 'inbound'] as const

/** Which calls are wanted, by their state. */
export const CallStatus = z.enum(CALL_STATES)

/** Which calls are wanted: those that fit all that is given. */
export const CallFilter = z.object({
  campaignId: Id.nullish(),
  agentId: Id.nullish(),
  status: CallStatus.nullish(),
  outcome: text(100).nullish(),
  direction: z.enum(DIRECTIONS).nullish(),
  number: text(64).nullish().describe('Either end: E.164, or its last digits, four at least'),
  from: Boundary.describe('Placed from that moment, or that day on; ISO 8601'),
  to: Boundary.describe('Placed before that moment, or before that day begins'),
})
export type CallFilter = Partial<z.output<typeof CallFilter>>
