import { IANAZone } from 'luxon'
import { z } from 'zod'
import { Moment } from './billing.ts'
import { Id, text } from './common.ts'

const QUARTER_MS = 900_000

/** An IANA time zone, such as Europe/Rome. */
export const TimeZone = text(64, 1).refine((name) => IANAZone.isValidZone(name), {
  error: 'value is no IANA time zone, such as "Europe/Rome"',
  params: { type: 'value_error.timezone' },
})

/** A day, which begins at midnight in the period's time zone, or a moment with an offset on a full quarter of an hour. */
export const PeriodEdge = z
  .string()
  .refine((value) => Moment.safeParse(value).success, { error: 'invalid datetime format', params: { type: 'value_error.datetime' }, abort: true })
  .refine((value) => Date.parse(value) % QUARTER_MS === 0, {
    error: 'a moment is on a full quarter of an hour, such as "2026-11-20T10:15:00Z"',
    params: { type: 'value_error.quarter_hour' },
  })

/** What statistics are about. Absent, the last thirty days, today included. */
export const PeriodInput = z.object({
  from: PeriodEdge.nullish().describe('The first day, such as 2026-11-01, or the first moment; thirty days before `to` when absent'),
  to: PeriodEdge.nullish().describe('The day or moment before which to end; the end of today when absent'),
  timezone: TimeZone.nullish().describe("IANA time zone whose days and hours count; the workspace's when absent"),
})
export type PeriodInput = z.output<typeof PeriodInput>

/** The same, of one thing only. */
export const FilteredPeriodInput = z.object({
  ...PeriodInput.shape,
  agentId: Id.nullish().describe('Only calls of that agent'),
  campaignId: Id.nullish().describe('Only calls of that campaign'),
  numberId: Id.nullish().describe('Only calls from or to that number of the workspace, and its texts'),
})
export type FilteredPeriodInput = z.output<typeof FilteredPeriodInput>

/** What costs are broken down by. */
export const COST_GROUPS = ['campaign', 'agent', 'number', 'country', 'line'] as const
export const CostGroup = z.enum(COST_GROUPS)
export type CostGroup = z.output<typeof CostGroup>

export const MOST_GROUPS = 100
export const CostBreakdownInput = z.object({
  ...PeriodInput.shape,
  by: CostGroup.nullish().describe('campaign (when absent), agent, number, country or line'),
  limit: z.int().min(1).max(MOST_GROUPS).nullish().describe('How many groups at most; the others are added up in `rest`. 20 when absent'),
})
export type CostBreakdownInput = z.output<typeof CostBreakdownInput>

/** What an estimate is to take for granted instead of what it finds out. */
export const CostEstimateInput = z.object({
  answerRate: z.number().min(0).max(1).nullish().describe('Share of calls in which somebody is spoken with, 0 to 1'),
  talkSeconds: z.int().min(1).max(7_200).nullish().describe('Length of an average conversation, in seconds'),
})
export type CostEstimateInput = z.output<typeof CostEstimateInput>
