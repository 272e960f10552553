import { z } from 'zod'
import { LanguageTag } from './agents.ts'
import { Id, isObject, jsonObject, text } from './common.ts'

/** What a call needs (contract: Call). `toNumber` is judged by the service, since a bad number is a 400 and not a 422. */
export const CallInput = z
  .object({
    toNumber: text(64).describe('Number to call, E.164'),
    agentId: Id.nullish().describe('Published agent that speaks'),
    agentRefId: Id.nullish().describe('The same under its older name'),
    fromNumberId: Id.nullish().describe('Number to call from, by id'),
    fromNumber: text(64).nullish().describe("Number to call from, E.164; the workspace's first active one when absent"),
    campaignId: Id.nullish().describe('Campaign the call counts for'),
    leadId: Id.nullish().describe('Lead the call counts for'),
    metadata: jsonObject(16_384).nullish().describe('Yours; comes back in the call and its webhook'),
    variables: z.record(text(100, 1), text(10_000)).nullish().describe("Texts handed to the agent's prompt"),
    recordingEnabled: z.boolean().nullish().describe('False switches recording off for this call'),
    language: LanguageTag.nullish().describe("Language of this call instead of the agent's"),
  })
  .refine((call) => call.agentId != null || call.agentRefId != null, {
    path: ['agentId'],
    error: 'field required',
    params: { type: 'value_error.missing' },
    when: isObject,
  })
export type CallInput = z.output<typeof CallInput>
