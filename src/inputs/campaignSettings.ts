import { z } from 'zod'
import { Id } from './common.ts'

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof DAYS)[number]

export const LEGAL_HOURS = ['by_purpose', 'always'] as const
/** The consent without which a lead is not called: none, what the law certainly demands, or at least the named basis. */
export const CONSENT_REQUIRED = ['none', 'by_law', 'express_written', 'express', 'existing_business_relationship', 'legitimate_interest'] as const
export type ConsentRequired = (typeof CONSENT_REQUIRED)[number]
/** The results of a call after which a lead can be called again. */
export const RETRIED = ['busy', 'no_answer', 'voicemail', 'failed'] as const
export type Retried = (typeof RETRIED)[number]

const TIME = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/

const time = z
  .string()
  .refine((value) => TIME.test(value), { error: 'value is not a time such as "09:30"', params: { type: 'value_error.time' } })
  .meta({ pattern: TIME.source })

/** A half-open part of a day in the lead's local time. */
export const DayWindow = z
  .object({
    days: z.array(z.enum(DAYS)).min(1).max(7).nullish().describe('Days of the week. Defaults to every day.'),
    from: time.describe('Start, such as `09:30`.'),
    to: time.describe('End, exclusive. `24:00` is midnight.'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'ensure this time is after from', params: { type: 'value_error.time' } })
export type DayWindow = z.output<typeof DayWindow>

const minutes = z.int().min(0).max(43_200)
const LOCAL_DATE = /^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/**
 * The rules of a campaign in addition to the law, in GraphQL only (spec: settings). In an update, missing fields stay unchanged and null
 * means the default.
 */
export const CampaignSettingsInput = z.object({
  callingWindows: z.array(DayWindow).max(50).nullish().describe('Calling hours, in the local time of the lead. Defaults to any time.'),
  quietHours: z.array(DayWindow).max(50).nullish().describe('Hours without calls, in the local time of the lead. Defaults to none.'),
  legalHours: z.enum(LEGAL_HOURS).nullish().describe("When the legal calling hours of the lead's location apply. Defaults to `by_purpose`."),
  consentRequired: z.enum(CONSENT_REQUIRED).nullish().describe('Consent without which a lead is not called. Defaults to `by_law`.'),
  skipHolidays: z
    .boolean()
    .nullish()
    .describe("Whether to place no calls on public holidays of the lead's country, even if the law allows them. Defaults to `false`."),
  excludedDates: z
    .array(z.string().refine((date) => LOCAL_DATE.test(date), { error: 'value is not a date such as "2026-12-24"', params: { type: 'value_error.date' } }))
    .max(366)
    .nullish()
    .describe('Excluded dates, in the local time of the lead. Defaults to none.'),
  maxAttempts: z.int().min(1).max(20).nullish().describe('Maximum number of calls to a lead. Defaults to 3.'),
  maxAttemptsPerDay: z.int().min(1).max(20).nullish().describe('Maximum number of calls to a lead within 24 hours. Defaults to no maximum.'),
  retryBusyMinutes: minutes.nullish().describe('Minutes until a retry after the number was busy. Defaults to 60.'),
  retryNoAnswerMinutes: minutes.nullish().describe('Minutes until a retry after no answer. Defaults to 60.'),
  retryVoicemailMinutes: minutes.nullish().describe('Minutes until a retry after a voicemail answered. Defaults to 60.'),
  retryFailedMinutes: minutes.nullish().describe('Minutes until a retry after the call failed. Defaults to 60.'),
  retryOutcomes: z.array(z.enum(RETRIED)).max(4).nullish().describe('Results of a call after which the lead is called again. Defaults to all of them.'),
  callbackMinutes: minutes.nullish().describe('Minutes until a callback if the contact asks for one without naming a time. Defaults to 1440.'),
  concurrency: z.int().min(1).max(1_000).nullish().describe('Maximum number of concurrent calls. Defaults to the limit of the plan.'),
  callsPerSecond: z.number().min(0.01).max(100).nullish().describe('Maximum number of new calls per second. Defaults to no maximum.'),
  budget: z.string().max(20).nullish().describe('Maximum spend of the campaign, such as `25.00`. Defaults to no maximum.'),
  numberIds: z
    .array(Id)
    .max(100)
    .nullish()
    .describe(
      "Numbers to call from. Each lead is always called from the same number. Defaults to the campaign's single number, or to the first active number of " +
        'the workspace.',
    ),
  failureRateThreshold: z
    .int()
    .min(1)
    .max(100)
    .nullish()
    .describe('Failure limit: percentage of recent calls that fail before Callwright pauses the campaign. Defaults to 50.'),
  failureRateWindow: z.int().min(1).max(1_000).nullish().describe('Number of recent calls used to calculate the failure rate. Defaults to 20.'),
  knowledgeBaseIds: z.array(Id).max(20).nullish().describe('Knowledge bases of the campaign, in addition to those of its agent.'),
})
export type CampaignSettingsInput = z.output<typeof CampaignSettingsInput>

/** The settings of a campaign including defaults. `budget` is a decimal string, as displayed. */
export interface CampaignSettings {
  callingWindows: DayWindow[]
  quietHours: DayWindow[]
  legalHours: 'by_purpose' | 'always'
  consentRequired: ConsentRequired
  skipHolidays: boolean
  excludedDates: string[]
  maxAttempts: number
  maxAttemptsPerDay: number | null
  retryBusyMinutes: number
  retryNoAnswerMinutes: number
  retryVoicemailMinutes: number
  retryFailedMinutes: number
  retryOutcomes: Retried[]
  callbackMinutes: number
  concurrency: number | null
  callsPerSecond: number | null
  budget: string | null
  numberIds: number[]
  failureRateThreshold: number
  failureRateWindow: number
  knowledgeBaseIds: number[]
}

export const DEFAULT_SETTINGS: CampaignSettings = {
  callingWindows: [],
  quietHours: [],
  legalHours: 'by_purpose',
  consentRequired: 'by_law',
  skipHolidays: false,
  excludedDates: [],
  maxAttempts: 3,
  maxAttemptsPerDay: null,
  retryBusyMinutes: 60,
  retryNoAnswerMinutes: 60,
  retryVoicemailMinutes: 60,
  retryFailedMinutes: 60,
  retryOutcomes: [...RETRIED],
  callbackMinutes: 1_440,
  concurrency: null,
  callsPerSecond: null,
  budget: null,
  numberIds: [],
  failureRateThreshold: 50,
  failureRateWindow: 20,
  knowledgeBaseIds: [],
}

/** Returns the stored settings, with defaults for the rest. */
export const settingsOf = (stored: unknown): CampaignSettings => {
  const defined = Object.entries((stored ?? {}) as object).filter(([, value]) => value !== null && value !== undefined)
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(defined) }
}
