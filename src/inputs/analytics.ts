import { IANAZone } from 'luxon'
import { z } from 'zod'
import { Moment } from './billing.ts'
import { Id, text } from './common.ts'

const QUARTER_MS = 900_000

/** An IANA time zone, such as Europe/Rome. */
export const TimeZone = text(64, 1).refine((name) => IANAZone.isValidZone(name), {
  error: 'value is not a valid IANA time zone such as "Europe/Rome"',
  params: { type: 'value_error.timezone' },
})

/** A date, which starts at midnight in the period's time zone, or a time with an offset on a full quarter of an hour. */
export const PeriodEdge = z
  .string()
  .refine((value) => Moment.safeParse(value).success, { error: 'invalid datetime format', params: { type: 'value_error.datetime' }, abort: true })
  .refine((value) => Date.parse(value) % QUARTER_MS === 0, {
    error: 'time must be on a quarter of an hour, such as "2026-11-20T10:15:00Z"',
    params: { type: 'value_error.quarter_hour' },
  })

/** The period of statistics. Defaults to the last thirty days, including today. */
export const PeriodInput = z.object({
  from: PeriodEdge.nullish().describe('Start of the period, as a date such as `2026-11-01` or a time. Defaults to 30 days before `to`.'),
  to: PeriodEdge.nullish().describe('End of the period, exclusive. Defaults to the end of today.'),
  timezone: TimeZone.nullish().describe("IANA time zone of dates. Defaults to the workspace's."),
})
export type PeriodInput = z.output<typeof PeriodInput>

/** The period of statistics about one agent, campaign or number. */
export const FilteredPeriodInput = z.object({
  ...PeriodInput.shape,
  agentId: Id.nullish().describe('Only calls of this agent.'),
  campaignId: Id.nullish().describe('Only calls of this campaign.'),
  numberId: Id.nullish().describe('Only calls from or to this number of the workspace, and its messages.'),
})
export type FilteredPeriodInput = z.output<typeof FilteredPeriodInput>

/** The ways to group costs. */
export const COST_GROUPS = ['campaign', 'agent', 'number', 'country', 'line'] as const
export const CostGroup = z.enum(COST_GROUPS)
export type CostGroup = z.output<typeof CostGroup>

export const MAX_GROUPS = 100
export const CostBreakdownInput = z.object({
  ...PeriodInput.shape,
  by: CostGroup.nullish().describe('What costs are grouped by. Defaults to `campaign`.'),
  limit: z.int().min(1).max(MAX_GROUPS).nullish().describe('Maximum number of groups. All others are added up in `rest`. Defaults to 20.'),
})
export type CostBreakdownInput = z.output<typeof CostBreakdownInput>

/** Assumptions that replace an estimate's own. */
export const CostEstimateInput = z.object({
  answerRate: z.number().min(0).max(1).nullish().describe('Share of calls with a conversation, from 0 to 1.'),
  talkSeconds: z.int().min(1).max(7_200).nullish().describe('Average length of a conversation in seconds.'),
})
export type CostEstimateInput = z.output<typeof CostEstimateInput>
