import { z } from 'zod'
import { Moment } from './billing.ts'

const share = z.number().min(0).max(1)

/** The assumptions of a dry run about its calls. Missing fields have defaults. */
export const DryRunInput = z
  .object({
    beginsAt: z
      .string()
      .refine((text) => Moment.safeParse(text).success, { error: 'invalid datetime format', params: { type: 'value_error.datetime' } })
      .nullish()
      .describe('Start of the forecast, as an ISO 8601 time. Defaults to now.'),
    answerRate: share.nullish().describe('Share of calls with a conversation, from 0 to 1. Defaults to 0.35.'),
    voicemailRate: share.nullish().describe('Share of calls that a voicemail answers. Defaults to 0.25.'),
    busyRate: share.nullish().describe('Share of calls to a busy number. Defaults to 0.05.'),
    failureRate: share.nullish().describe('Share of calls that fail. Defaults to 0.02. All other calls are not answered.'),
    talkSeconds: z.int().min(1).max(7_200).nullish().describe('Average length of a conversation in seconds. Defaults to 90.'),
    ringTimeoutSeconds: z.int().min(1).max(120).nullish().describe('Ring timeout in seconds. Defaults to 20.'),
    seed: z.int().min(0).max(2_147_483_647).nullish().describe('Seed of the simulated outcomes. The same seed gives the same outcomes. Defaults to 1.'),
  })
  .refine((input) => sharesOf(input) <= 1 + Number.EPSILON * 4, {
    path: ['answerRate'],
    error: 'the rates add up to more than 1',
    params: { type: 'value_error.shares' },
  })
export type DryRunInput = z.output<typeof DryRunInput>

/** A dry run's assumptions including defaults. */
export interface Assumptions {
  answerRate: number
  voicemailRate: number
  busyRate: number
  failureRate: number
  talkSeconds: number
  ringTimeoutSeconds: number
  seed: number
}

const DEFAULTS: Assumptions = { answerRate: 0.35, voicemailRate: 0.25, busyRate: 0.05, failureRate: 0.02, talkSeconds: 90, ringTimeoutSeconds: 20, seed: 1 }

export const assumptionsOf = (input: Partial<Record<keyof Assumptions, number | null>>): Assumptions => {
  const defined = Object.entries(input).filter(([name, value]) => name in DEFAULTS && value != null)
  return { ...DEFAULTS, ...Object.fromEntries(defined) }
}

function sharesOf(input: Partial<Record<keyof Assumptions, number | null>>) {
  const { answerRate, voicemailRate, busyRate, failureRate } = assumptionsOf(input)
  return answerRate + voicemailRate + busyRate + failureRate
}
