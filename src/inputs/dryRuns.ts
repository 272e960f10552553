import { z } from 'zod'
import { Moment } from './billing.ts'

const share = z.number().min(0).max(1)

/** What a dry run takes for granted about how calls go. Absent fields have defaults. */
export const DryRunInput = z
  .object({
    beginsAt: z
      .string()
      .refine((text) => Moment.safeParse(text).success, { error: 'invalid datetime format', params: { type: 'value_error.datetime' } })
      .nullish()
      .describe('When it is to be started, ISO 8601; now when absent'),
    answerRate: share.nullish().describe('Share of calls that somebody answers, 0 to 1; 0.35 when absent'),
    voicemailRate: share.nullish().describe('Share that a voicemail answers; 0.25 when absent'),
    busyRate: share.nullish().describe('Share that is busy; 0.05 when absent'),
    failureRate: share.nullish().describe('Share that fails; 0.02 when absent. Nobody answers the rest'),
    talkSeconds: z.int().min(1).max(7_200).nullish().describe('Length of an average conversation, in seconds; 90 when absent'),
    ringSeconds: z.int().min(1).max(120).nullish().describe('How long it rings, in seconds; 20 when absent'),
    seed: z.int().min(0).max(2_147_483_647).nullish().describe('The same seed draws the same fates; 1 when absent'),
  })
  .refine((input) => sharesOf(input) <= 1 + Number.EPSILON * 4, {
    path: ['answerRate'],
    error: 'the shares of calls add up to more than 1',
    params: { type: 'value_error.shares' },
  })
export type DryRunInput = z.output<typeof DryRunInput>

/** A dry run's assumptions with every default in its place. */
export interface Assumptions {
  answerRate: number
  voicemailRate: number
  busyRate: number
  failureRate: number
  talkSeconds: number
  ringSeconds: number
  seed: number
}

const DEFAULTS: Assumptions = { answerRate: 0.35, voicemailRate: 0.25, busyRate: 0.05, failureRate: 0.02, talkSeconds: 90, ringSeconds: 20, seed: 1 }

export const assumptionsOf = (input: Partial<Record<keyof Assumptions, number | null>>): Assumptions => {
  const given = Object.entries(input).filter(([name, value]) => name in DEFAULTS && value != null)
  return { ...DEFAULTS, ...Object.fromEntries(given) }
}

function sharesOf(input: Partial<Record<keyof Assumptions, number | null>>) {
  const { answerRate, voicemailRate, busyRate, failureRate } = assumptionsOf(input)
  return answerRate + voicemailRate + busyRate + failureRate
}
