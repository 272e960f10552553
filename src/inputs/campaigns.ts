import { z } from 'zod'
import { ExtractionSchema, LANGUAGE_MODES, OutputLanguage } from './calls.ts'
import { Id, isOnCalendar, jsonObject, Name, text } from './common.ts'

/** The states of a campaign (spec: Campaign status; contract: Campaign). */
export const CAMPAIGN_STATES = ['draft', 'running', 'paused', 'completed', 'cancelled'] as const
/** Which campaigns are wanted; `active` is what older clients call a running one. */
export const CampaignStatus = z.enum([...CAMPAIGN_STATES, 'active'])

/** The purposes of a campaign's calls (spec: purpose). */
export const CAMPAIGN_PURPOSES = ['quote_request', 'cold_calling', 'appointment', 'qualification', 'inbound'] as const

const LOCAL_OR_MOMENT = /^[12]\d{3}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/

const scheduled = text(64).refine((value) => LOCAL_OR_MOMENT.test(value) && isOnCalendar(value), {
  error: 'invalid datetime format',
  params: { type: 'value_error.datetime' },
})

/** The period in which a campaign places calls (spec: schedule). Keys of free-form values are not converted, so these are the public names. */
export const Schedule = z.object({
  timezone: text(64, 1).nullish().describe('IANA time zone of times without an offset. Defaults to UTC.'),
  start_date: scheduled.nullish().describe('No calls before this time, in ISO 8601.'),
  end_date: scheduled.nullish().describe('No calls after this time, in ISO 8601. A date includes the whole day.'),
})
export type Schedule = z.output<typeof Schedule>

/** A campaign (spec: Campaign). Only the name is required. Fields that the service validates cause a 400 (contract: Campaign). */
export const CampaignInput = z.object({
  name: Name.describe('Name of the campaign.'),
  purpose: z.enum(CAMPAIGN_PURPOSES).nullish().describe('Purpose of the calls, which decides whether legal calling hours apply.'),
  agentRefId: Id.nullish().describe('Agent of the campaign. Required to start.'),
  fromNumberId: Id.nullish().describe("Number to call from. Defaults to the workspace's first active number."),
  callLanguageMode: z.enum(LANGUAGE_MODES).nullish().describe('How the language of a call is chosen. Defaults to `auto`.'),
  outputLanguage: OutputLanguage.nullish().describe('Language of summaries and extracted text, as a BCP-47 tag. Defaults to `same_as_call`.'),
  extractionSchema: ExtractionSchema.nullish().describe('JSON Schema of the data to extract from each call.'),
  displayColumns: z.array(text(100, 1)).max(100).nullish().describe('Keys of the columns in the results.'),
  schedule: Schedule.nullish().describe('Period in which the campaign places calls. Defaults to any time.'),
  analysisConfig: jsonObject(65_536).nullish().describe('Configuration of the structured data of each call.'),
})
export type CampaignInput = z.output<typeof CampaignInput>

export const CampaignChanges = CampaignInput.partial()
export type CampaignChanges = z.output<typeof CampaignChanges>

export const CampaignCopyInput = z.object({ name: Name.nullish().describe('Name of the copy. Defaults to the name of the campaign, followed by “(copy)”.') })
export type CampaignCopyInput = z.output<typeof CampaignCopyInput>

/** How to start a campaign: immediately, or in two steps (spec: the older start form). */
export const StartInput = z.object({
  propose: z.boolean().nullish().describe('Whether to propose the start only. No calls are placed until you confirm it. Defaults to `false`.'),
  proposalId: text(64).nullish().describe('ID of a proposed start to confirm, within 24 hours.'),
})
export type StartInput = z.output<typeof StartInput>
