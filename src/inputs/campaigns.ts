import { z } from 'zod'
import { ExtractionSchema, LANGUAGE_MODES, OutputLanguage } from './calls.ts'
import { Id, isOnCalendar, jsonObject, Name, text } from './common.ts'

/** The states of a campaign (spec: Campaign status; contract: Campaign). */
export const CAMPAIGN_STATES = ['draft', 'running', 'paused', 'completed', 'cancelled'] as const
/** Which campaigns are wanted; `active` is what older clients call a running one. */
export const CampaignStatus = z.enum([...CAMPAIGN_STATES, 'active'])

/** What a campaign's calls are for (spec: purpose). */
export const CAMPAIGN_PURPOSES = ['quote_request', 'cold_calling', 'appointment', 'qualification', 'inbound'] as const

const LOCAL_OR_MOMENT = /^[12]\d{3}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/

const scheduled = text(64).refine((value) => LOCAL_OR_MOMENT.test(value) && isOnCalendar(value), {
  error: 'invalid datetime format',
  params: { type: 'value_error.datetime' },
})

/** When calls may be placed at all (spec: schedule). Free-form values keep their keys, so these are the public names. */
export const Schedule = z.object({
  timezone: text(64, 1).nullish().describe('IANA time zone of times without an offset; UTC when absent'),
  start_date: scheduled.nullish().describe('No call before it; ISO 8601, read in the time zone where it has no offset'),
  end_date: scheduled.nullish().describe('No call after it; a day without a time is included'),
})
export type Schedule = z.output<typeof Schedule>

/** A campaign (spec: Campaign). Only the name is needed; what the service judges, it answers with a 400 (contract: Campaign). */
export const CampaignInput = z.object({
  name: Name.describe('Shown in lists'),
  purpose: z.enum(CAMPAIGN_PURPOSES).nullish().describe('What the calls are for; it decides whether legal calling hours apply'),
  agentRefId: Id.nullish().describe('Agent that speaks; needed to start'),
  fromNumberId: Id.nullish().describe("Number to call from; the workspace's first active one when absent"),
  callLanguageMode: z.enum(LANGUAGE_MODES).nullish().describe("auto, the default, understands whatever language is spoken; fixed keeps to the agent's"),
  outputLanguage: OutputLanguage.nullish().describe('Language of summaries and extracted texts, BCP-47; same_as_call when absent'),
  extractionSchema: ExtractionSchema.nullish().describe('JSON Schema of what to find out from each call'),
  displayColumns: z.array(text(100, 1)).max(100).nullish().describe('Keys of the columns that results show'),
  schedule: Schedule.nullish().describe('When it may call; any time when absent'),
  analysisConfig: jsonObject(65_536).nullish().describe("Drives what lands in each call's structured_data"),
})
export type CampaignInput = z.output<typeof CampaignInput>

export const CampaignChanges = CampaignInput.partial()
export type CampaignChanges = z.output<typeof CampaignChanges>

/** How to start a campaign: at once, or in two steps (spec: the older start form). */
export const StartInput = z.object({
  propose: z.boolean().nullish().describe('True proposes the start only; nothing is begun until it is confirmed'),
  proposalId: text(64).nullish().describe('Confirms the start that was proposed under this id within 24 hours'),
})
export type StartInput = z.output<typeof StartInput>
