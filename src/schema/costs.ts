import { CostBreakdownInput, CostEstimateInput } from '../inputs/analytics.ts'
import { CURRENCY } from '../kernel/lib/money.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as costBreakdowns from '../services/analytics/costBreakdowns.ts'
import * as costEstimates from '../services/planning/estimate/costEstimates.ts'
import type { Assumption } from '../services/planning/estimate/estimateAssumptions.ts'
import { minutes } from '../services/billing/usage.ts'
import { hundredths, StatsPeriod } from './analytics.ts'
import { actorOf, builder } from './builder.ts'
import { inputFromZod } from './inputs.ts'

const Costs = builder.interfaceRef<costBreakdowns.Cost>('Costs').implement({
  fields: (t) => ({
    calls: t.exposeInt('calls'),
    talkMinutes: t.float({ resolve: ({ talkSeconds }) => minutes(talkSeconds) }),
    callCost: t.field({ type: 'Money', resolve: ({ cost }) => cost }),
    texts: t.exposeInt('texts'),
    textCost: t.expose('textCost', { type: 'Money' }),
    cost: t.field({ type: 'Money', description: 'Of calls and texts', resolve: ({ cost, textCost }) => cost + textCost }),
  }),
})
const CostTotal = builder.objectRef<costBreakdowns.Cost>('CostTotal').implement({ interfaces: [Costs] })
const CostRest = builder.objectRef<costBreakdowns.CostBreakdown['rest']>('CostRest').implement({
  interfaces: [Costs],
  fields: (t) => ({ groups: t.exposeInt('groups', { description: 'How many are added up here' }) }),
})
export const CostGroup = builder.objectRef<costBreakdowns.GroupCost>('CostGroup').implement({
  interfaces: [Costs],
  fields: (t) => ({
    key: t.exposeString('key', { description: "An id, a country's ISO 3166 code or the kind of a cost line; empty for what belongs to none" }),
    name: t.exposeString('name', { nullable: true, description: 'As people know it' }),
  }),
})
const CostBreakdown = builder.objectRef<costBreakdowns.CostBreakdown>('CostBreakdown').implement({
  description: 'What calls and texts of a period cost; groups and rest add up to the total',
  fields: (t) => ({
    period: t.field({ type: StatsPeriod, resolve: (costs) => costs }),
    by: t.exposeString('by'),
    groups: t.expose('groups', { type: [CostGroup], description: 'The most expensive first' }),
    rest: t.expose('rest', { type: CostRest, description: 'All other groups' }),
    total: t.expose('total', { type: CostTotal }),
    currency: t.string({ resolve: () => CURRENCY }),
  }),
})

const MoneyRange = builder.objectRef<costEstimates.Range<bigint>>('MoneyRange').implement({
  fields: (t) => ({
    low: t.expose('low', { type: 'Money' }),
    expected: t.expose('expected', { type: 'Money' }),
    high: t.expose('high', { type: 'Money' }),
  }),
})
const CountRange = builder.objectRef<costEstimates.Range<number>>('CountRange').implement({
  description: 'In the cheapest, the expected and the dearest case',
  fields: (t) => ({ low: t.exposeInt('low'), expected: t.exposeInt('expected'), high: t.exposeInt('high') }),
})
const MinutesRange = builder.objectRef<costEstimates.Range<number>>('MinutesRange').implement({
  fields: (t) => ({
    low: t.float({ resolve: ({ low }) => hundredths(low / 60) }),
    expected: t.float({ resolve: ({ expected }) => hundredths(expected / 60) }),
    high: t.float({ resolve: ({ high }) => hundredths(high / 60) }),
  }),
})
const EnoughFor = builder.objectRef<costEstimates.Range<boolean>>('EnoughFor').implement({
  description: 'Whether the free money of the wallet covers it',
  fields: (t) => ({ low: t.exposeBoolean('low'), expected: t.exposeBoolean('expected'), high: t.exposeBoolean('high') }),
})
const rounded = (value: number) => Math.round(value * 10_000) / 10_000
const EstimateAssumption = builder.objectRef<Assumption>('EstimateAssumption').implement({
  fields: (t) => ({
    name: t.exposeString('name', { description: 'answer_rate, talk_seconds or retried_share' }),
    low: t.float({ resolve: ({ low }) => rounded(low) }),
    expected: t.float({ resolve: ({ expected }) => rounded(expected) }),
    high: t.float({ resolve: ({ high }) => rounded(high) }),
    source: t.exposeString('source', {
      description: 'given: in the question; agent and workspace: its calls of the last 90 days; default: there were too few of these',
    }),
    calls: t.exposeInt('calls', { description: 'Calls that it was learned from' }),
    explanation: t.exposeString('explanation'),
  }),
})
const EstimateDestination = builder.objectRef<costEstimates.CostEstimate['destinations'][number]>('EstimateDestination').implement({
  fields: (t) => ({
    prefix: t.exposeString('prefix', { description: 'Calling prefix of the price; empty for all other numbers' }),
    name: t.exposeString('name'),
    perMinute: t.expose('perMinute', { type: 'Money' }),
    leads: t.exposeInt('leads'),
    cost: t.expose('cost', { type: MoneyRange, description: 'Before included minutes are taken off' }),
  }),
})
const CostEstimate = builder.objectRef<costEstimates.CostEstimate>('CostEstimate').implement({
  description: 'What the calls that a campaign still has to make are likely to cost',
  fields: (t) => ({
    leads: t.exposeInt('leads', { description: 'Leads that wait and may be called' }),
    skipped: t.exposeInt('skipped', { description: 'Leads that wait and will not be: on the do-not-call list, or without an attempt left' }),
    calls: t.expose('calls', { type: CountRange }),
    conversations: t.expose('conversations', { type: CountRange }),
    talkMinutes: t.field({ type: MinutesRange, resolve: ({ talkSeconds }) => talkSeconds }),
    cost: t.expose('cost', { type: MoneyRange, description: 'What will be charged: at most what the budget has left' }),
    destinations: t.expose('destinations', { type: [EstimateDestination], description: 'By price, the most leads first' }),
    assumptions: t.expose('assumptions', { type: [EstimateAssumption] }),
    includedMinutesLeft: t.float({ description: 'Of the plan, this month', resolve: ({ includedSecondsLeft }) => hundredths(includedSecondsLeft / 60) }),
    budgetLeft: t.expose('budgetLeft', { type: 'Money', nullable: true, description: 'What the campaign may still spend; null without a budget' }),
    available: t.expose('available', { type: 'Money', description: 'Free money of the wallet' }),
    isEnough: t.expose('isEnough', { type: EnoughFor }),
    currency: t.string({ resolve: () => CURRENCY }),
  }),
})

const CostBreakdownInputType = inputFromZod('CostBreakdownInput', CostBreakdownInput)
const CostEstimateInputType = inputFromZod('CostEstimateInput', CostEstimateInput)

builder.queryFields((t) => ({
  costBreakdown: t.field({
    type: CostBreakdown,
    authScopes: { scope: 'billing:read' },
    args: { input: t.arg({ type: CostBreakdownInputType }) },
    resolve: (_, { input }, ctx) => costBreakdowns.breakdown(actorOf(ctx), input ?? {}),
  }),
  costEstimate: t.field({
    type: CostEstimate,
    description: 'A range, with what it was reckoned with; a dry run looks closer',
    authScopes: { scope: 'campaigns:read' },
    args: { campaignId: t.arg.id({ required: true }), input: t.arg({ type: CostEstimateInputType }) },
    resolve: (_, { campaignId, input }, ctx) => costEstimates.estimate(actorOf(ctx), rowId(campaignId, 'Campaign'), input ?? {}),
  }),
}))
