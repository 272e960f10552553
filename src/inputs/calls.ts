import { z } from 'zod'
import { CALL_STATES, DIRECTIONS } from '../kernel/vocabulary/callStates.ts'
import { isE164 } from '../kernel/lib/e164.ts'
import { badRequestIssue } from '../kernel/http/validation.ts'
import { LanguageTag, Variables } from './agents.ts'
import { Id, jsonObject, requireOneOf, text } from './common.ts'
import { DISCLOSURES_SAID } from './disclosure.ts'
import { Boundary } from './reports.ts'

/** The output language is the language of the call. */
export const SAME_AS_CALL = 'same_as_call'

/** The language of summary and extracted text (spec: output_language): BCP-47, or that of the call. */
export const OutputLanguage = text(35, 2).refine((tag) => tag === SAME_AS_CALL || LanguageTag.safeParse(tag).success, {
  error: 'value is not a well-formed BCP-47 tag',
  params: { type: 'value_error.language' },
})

/** Returns the requested language tag, or undefined for the language of the call. */
export const tagOf = (outputLanguage: string | null | undefined) => (outputLanguage == null || outputLanguage === SAME_AS_CALL ? undefined : outputLanguage)

/** A JSON Schema of the data to extract (spec: extraction_schema; contract: text limits). The service validates its content. */
export const ExtractionSchema = jsonObject(65_536)

export const LANGUAGE_MODES = ['auto', 'fixed'] as const

/** A new call (contract: Call). */
export const CallInput = requireOneOf(
  z.object({
    toNumber: text(64)
      .refine(isE164, { error: 'Invalid phone number', params: badRequestIssue('invalid_phone_number') })
      .describe('Number to call, in E.164 format.'),
    agentId: Id.nullish().describe('Published agent for the call.'),
    agentRefId: Id.nullish().describe('Agent, under its older name.'),
    fromNumberId: Id.nullish().describe('ID of the number to call from.'),
    fromNumber: text(64).nullish().describe("Number to call from, in E.164 format. Defaults to the workspace's first active number."),
    campaignId: Id.nullish().describe('Campaign of the call.'),
    leadId: Id.nullish().describe('Lead of the call.'),
    metadata: jsonObject(16_384).nullish().describe('Your own data, returned with the call and its webhook event.'),
    variables: Variables.nullish().describe("Values of the variables in the agent's instructions."),
    recordingEnabled: z.boolean().nullish().describe("Whether the call may be recorded. Defaults to the agent's setting."),
    language: LanguageTag.nullish().describe("Language of the call, as a BCP-47 tag. Defaults to the agent's."),
    callLanguageMode: z.enum(LANGUAGE_MODES).nullish().describe('How the language of the call is chosen. Defaults to `fixed`.'),
    outputLanguage: OutputLanguage.nullish().describe('Language of summary and extracted text, as a BCP-47 tag. Defaults to `same_as_call`.'),
    extractionSchema: ExtractionSchema.nullish().describe('JSON Schema of the data to extract. Replaces the post-call questions of the agent.'),
  }),
  ['agentId', 'agentRefId'],
)
export type CallInput = z.output<typeof CallInput>

const MAX_INT = 2_147_483_647

/** Which calls are wanted, by their state. */
export const CallStatus = z.enum(CALL_STATES)

/** The contact's sentiment. */
export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const

/** A filter of calls. All given fields must match. */
export const CallFilter = z.object({
  campaignId: Id.nullish(),
  agentId: Id.nullish(),
  status: CallStatus.nullish(),
  outcome: text(100).nullish(),
  direction: z.enum(DIRECTIONS).nullish(),
  number: text(64).nullish().describe('Number at either end of the call, in E.164 format or as its last digits, at least 4.'),
  from: Boundary.describe('Start of the period in which calls were placed, as an ISO 8601 time or date.'),
  to: Boundary.describe('End of that period, exclusive, as an ISO 8601 time or date.'),
  said: text(200)
    .nullish()
    .describe(
      'Words that were said on the call: all of them, a "phrase" in quotation marks, `or` between alternatives, and `-` before what was not said. Applies to finished calls.',
    ),
  lead: text(100).nullish().describe('Part of the name of the lead. At most 1,000 leads may have it.'),
  minDurationSeconds: z.int().min(0).max(MAX_INT).nullish().describe('Only calls of at least this many seconds.'),
  maxDurationSeconds: z.int().min(0).max(MAX_INT).nullish().describe('Only calls of at most this many seconds.'),
  minCost: z.bigint().nullish(),
  maxCost: z.bigint().nullish(),
  sentiment: z.enum(SENTIMENTS).nullish().describe('Only calls whose contact had this sentiment, as the voice provider judges it.'),
  hasRecording: z.boolean().nullish().describe('Only calls with a recording, or only calls without one.'),
  disclosureSaid: z
    .enum(DISCLOSURES_SAID)
    .nullish()
    .describe('Only calls whose agent said at the beginning what contacts must be told, left some of it out, or of which that is unknown.'),
})
export type CallFilter = Partial<z.output<typeof CallFilter>>

/** The orders of the list of calls: those of an index. */
export const CALL_ORDERS = ['newest', 'oldest'] as const
export type CallOrder = (typeof CALL_ORDERS)[number]
