import { z } from 'zod'
import { Id } from './common.ts'

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof DAYS)[number]

/** What may be tried again, by how the call ended. */
export const RETRIED = ['busy', 'no_answer', 'voicemail', 'failed'] as const
export type Retried = (typeof RETRIED)[number]

const TIME = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/

const time = z
  .string()
  .refine((value) => TIME.test(value), { error: 'value is not a time such as "09:30"', params: { type: 'value_error.time' } })
  .meta({ pattern: TIME.source })

/** Part of a day, half open, in the local time of whoever is called. */
export const DayWindow = z
  .object({
    days: z.array(z.enum(DAYS)).min(1).max(7).nullish().describe('Days of the week; every day when absent'),
    from: time.describe('Begin, such as 09:30'),
    to: time.describe('End, which does not count any more; 24:00 is midnight'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'ensure this time is after from', params: { type: 'value_error.time' } })
export type DayWindow = z.output<typeof DayWindow>

const minutes = z.int().min(0).max(43_200)
const LOCAL_DATE = /^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/**
 * What a campaign keeps to, beside what the law says; set in GraphQL only (spec: settings). In an update an absent field
 * stays as it is and null means the default.
 */
export const CampaignSettingsInput = z.object({
  callingWindows: z.array(DayWindow).max(50).nullish().describe('When calls may begin, in the local time of the lead; any time when empty'),
  quietHours: z.array(DayWindow).max(50).nullish().describe('When none may begin, in the local time of the lead'),
  legalHours: z.enum(['by_purpose', 'always']).nullish().describe('Keep to the legal calling hours of the lead: by_purpose (default) for marketing, or always'),
  skipHolidays: z.boolean().nullish().describe("No calls on public holidays of the lead's country, also where the law allows them"),
  closedDates: z
    .array(z.string().refine((date) => LOCAL_DATE.test(date), { error: 'value is not a date such as "2026-12-24"', params: { type: 'value_error.date' } }))
    .max(366)
    .nullish()
    .describe('Further days without calls, as local dates'),
  maxAttempts: z.int().min(1).max(20).nullish().describe('Calls to a lead at most; 3 when absent'),
  maxAttemptsPerDay: z.int().min(1).max(20).nullish().describe('Calls to a lead at most within 24 hours'),
  retryBusyMinutes: minutes.nullish().describe('Minutes until a busy lead is called again; 60 when absent'),
  retryNoAnswerMinutes: minutes.nullish().describe('Minutes until a lead that did not answer is called again; 60 when absent'),
  retryVoicemailMinutes: minutes.nullish().describe('Minutes until a lead whose voicemail answered is called again; 60 when absent'),
  retryFailedMinutes: minutes.nullish().describe('Minutes until a failed call is tried again; 60 when absent'),
  retryOutcomes: z.array(z.enum(RETRIED)).max(4).nullish().describe('What is tried again at all; busy, no_answer, voicemail and failed when absent'),
  callbackMinutes: minutes.nullish().describe('Minutes until a lead that asked to be called back is called, unless it named a time; 1440 when absent'),
  concurrency: z.int().min(1).max(1_000).nullish().describe("Calls at once; as many as the workspace's plan allows when absent"),
  callsPerSecond: z.number().min(0.01).max(100).nullish().describe('New calls a second; as fast as possible when absent'),
  budget: z.string().max(20).nullish().describe('What its calls may cost in all, such as "25.00"; no limit when absent'),
  numberIds: z.array(Id).max(100).nullish().describe('Numbers to call from, a lead always from the same one; from_number_id, or the first number, when empty'),
  breakerPercent: z.int().min(1).max(100).nullish().describe('Pause when so many of the last calls failed, in percent; 50 when absent'),
  breakerCalls: z.int().min(1).max(1_000).nullish().describe('How many last calls are looked at; 20 when absent'),
  knowledgeBaseIds: z.array(Id).max(20).nullish().describe("What its calls are answered from, besides the agent's own knowledge"),
})
export type CampaignSettingsInput = z.output<typeof CampaignSettingsInput>

/** The settings of a campaign with every default in its place. `budget` is a decimal string, as it is shown. */
export interface CampaignSettings {
  callingWindows: DayWindow[]
  quietHours: DayWindow[]
  legalHours: 'by_purpose' | 'always'
  skipHolidays: boolean
  closedDates: string[]
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
  breakerPercent: number
  breakerCalls: number
  knowledgeBaseIds: number[]
}

export const DEFAULT_SETTINGS: CampaignSettings = {
  callingWindows: [],
  quietHours: [],
  legalHours: 'by_purpose',
  skipHolidays: false,
  closedDates: [],
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
  breakerPercent: 50,
  breakerCalls: 20,
  knowledgeBaseIds: [],
}

/** The settings in force: what was stored, and the defaults for the rest. */
export const settingsOf = (stored: unknown): CampaignSettings => {
  const given = Object.entries((stored ?? {}) as object).filter(([, value]) => value !== null && value !== undefined)
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(given) }
}
