import { CostBreakdownInput, CostEstimateInput } from '../../inputs/analytics.ts'
import { CURRENCY } from '../../kernel/lib/money.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as costBreakdowns from '../../services/analytics/costBreakdowns.ts'
import * as costEstimates from '../../services/planning/estimate/costEstimates.ts'
import type { Assumption } from '../../services/planning/estimate/estimateAssumptions.ts'
import { toMinutes } from '../../services/billing/usage.ts'
import { hundredths, StatsPeriod } from '../analytics.ts'
import { actorOf, builder } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'
import { AssumptionName, AssumptionSource, CostGrouping } from '../enums/billing.ts'

const Costs = builder.interfaceRef<costBreakdowns.Cost>('Costs').implement({
  description: 'Costs of calls and messages.',
  fields: (t) => ({
    calls: t.exposeInt('calls', { description: 'Finished calls.' }),
    talkMinutes: t.float({ description: 'Minutes of conversation.', resolve: ({ talkSeconds }) => toMinutes(talkSeconds) }),
    callCost: t.field({ type: 'Money', description: 'Cost of the calls.', resolve: ({ cost }) => cost }),
    messages: t.exposeInt('messages', { description: 'Charged messages.' }),
    messageCost: t.expose('messageCost', { type: 'Money', description: 'Cost of the messages.' }),
    cost: t.field({ type: 'Money', description: 'Cost of calls and messages together.', resolve: ({ cost, messageCost }) => cost + messageCost }),
  }),
})
const CostTotal = builder.objectRef<costBreakdowns.Cost>('CostTotal').implement({ description: 'Total cost of a period.', interfaces: [Costs] })
const OtherCosts = builder.objectRef<costBreakdowns.CostBreakdown['rest']>('OtherCosts').implement({
  description: 'Costs of the groups that are not listed.',
  interfaces: [Costs],
  fields: (t) => ({ groups: t.exposeInt('groups', { description: 'Number of these groups.' }) }),
})
export const CostGroup = builder.objectRef<costBreakdowns.GroupCost>('CostGroup').implement({
  description: 'Costs of a group.',
  interfaces: [Costs],
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'ID of a campaign, agent or number, ISO 3166 code of a country, or kind of cost line. Empty for costs outside of any group.',
    }),
    name: t.exposeString('name', { nullable: true, description: 'Name of the group. `null` if it has none.' }),
  }),
})
const CostBreakdown = builder.objectRef<costBreakdowns.CostBreakdown>('CostBreakdown').implement({
  description: 'Costs of a period by group. `groups` and `rest` add up to `total`.',
  fields: (t) => ({
    period: t.field({ type: StatsPeriod, resolve: (costs) => costs }),
    by: t.expose('by', { type: CostGrouping }),
    groups: t.expose('groups', { type: [CostGroup], description: 'Groups with the highest cost first.' }),
    rest: t.expose('rest', { type: OtherCosts, description: 'Sum of all other groups.' }),
    total: t.expose('total', { type: CostTotal, description: 'All costs of the period.' }),
    currency: t.string({ resolve: () => CURRENCY }),
  }),
})

const MoneyRange = builder.objectRef<costEstimates.Range<bigint>>('MoneyRange').implement({
  description: 'Amount in the low, the expected and the high case.',
  fields: (t) => ({
    low: t.expose('low', { type: 'Money' }),
    expected: t.expose('expected', { type: 'Money' }),
    high: t.expose('high', { type: 'Money' }),
  }),
})
const CountRange = builder.objectRef<costEstimates.Range<number>>('CountRange').implement({
  description: 'Count in the low, the expected and the high case.',
  fields: (t) => ({ low: t.exposeInt('low'), expected: t.exposeInt('expected'), high: t.exposeInt('high') }),
})
const MinutesRange = builder.objectRef<costEstimates.Range<number>>('MinutesRange').implement({
  description: 'Minutes in the low, the expected and the high case.',
  fields: (t) => ({
    low: t.float({ resolve: ({ low }) => hundredths(low / 60) }),
    expected: t.float({ resolve: ({ expected }) => hundredths(expected / 60) }),
    high: t.float({ resolve: ({ high }) => hundredths(high / 60) }),
  }),
})
const BalanceCoverage = builder.objectRef<costEstimates.Range<boolean>>('BalanceCoverage').implement({
  description: 'Whether the available balance covers the cost in the low, the expected and the high case.',
  fields: (t) => ({ low: t.exposeBoolean('low'), expected: t.exposeBoolean('expected'), high: t.exposeBoolean('high') }),
})
const rounded = (value: number) => Math.round(value * 10_000) / 10_000
const EstimateAssumption = builder.objectRef<Assumption>('EstimateAssumption').implement({
  description: 'Assumption of a cost estimate.',
  fields: (t) => ({
    name: t.expose('name', { type: AssumptionName }),
    low: t.float({ resolve: ({ low }) => rounded(low) }),
    expected: t.float({ resolve: ({ expected }) => rounded(expected) }),
    high: t.float({ resolve: ({ high }) => rounded(high) }),
    source: t.expose('source', { type: AssumptionSource }),
    calls: t.exposeInt('calls', { description: 'Past calls that the values are based on.' }),
    explanation: t.exposeString('explanation', { description: 'Explanation in English.' }),
  }),
})
const EstimateDestination = builder.objectRef<costEstimates.CostEstimate['destinations'][number]>('EstimateDestination').implement({
  description: 'Estimated cost of calls to a destination.',
  fields: (t) => ({
    prefix: t.exposeString('prefix', { description: 'Calling prefix of the price. Empty for all other numbers.' }),
    name: t.exposeString('name', { description: 'Name of the destination, in English or as the server administrator chose it.' }),
    countries: t.exposeStringList('countries', {
      nullable: true,
      description: 'Countries of the destination, as ISO 3166 codes. Empty for all other numbers. `null` if the server administrator chose the name.',
    }),
    isMobile: t.exposeBoolean('isMobile', { description: 'Whether the price is that of mobile numbers only.' }),
    perMinute: t.expose('perMinute', { type: 'Money', description: 'Price of a minute of conversation.' }),
    leads: t.exposeInt('leads', { description: 'Leads with numbers in the destination.' }),
    cost: t.expose('cost', { type: MoneyRange, description: 'Cost before included minutes are deducted.' }),
  }),
})
const CostEstimate = builder.objectRef<costEstimates.CostEstimate>('CostEstimate').implement({
  description: 'Estimated cost of the calls that a campaign still has to place.',
  fields: (t) => ({
    leads: t.exposeInt('leads', { description: 'Waiting leads that can be called.' }),
    skipped: t.exposeInt('skipped', { description: 'Waiting leads that will not be called: on the do-not-call list, or without attempts left.' }),
    calls: t.expose('calls', { type: CountRange, description: 'Estimated calls.' }),
    conversations: t.expose('conversations', { type: CountRange, description: 'Estimated conversations.' }),
    talkMinutes: t.field({ type: MinutesRange, description: 'Estimated minutes of conversation.', resolve: ({ talkSeconds }) => talkSeconds }),
    cost: t.expose('cost', { type: MoneyRange, description: 'Estimated charge, up to the remaining budget.' }),
    destinations: t.expose('destinations', { type: [EstimateDestination], description: 'Estimates by destination, those with the most leads first.' }),
    assumptions: t.expose('assumptions', { type: [EstimateAssumption], description: 'Assumptions of the estimate.' }),
    includedMinutesLeft: t.float({
      description: 'Included minutes that are left this month.',
      resolve: ({ includedSecondsLeft }) => hundredths(includedSecondsLeft / 60),
    }),
    budgetLeft: t.expose('budgetLeft', { type: 'Money', nullable: true, description: 'Remaining budget of the campaign. `null` without a budget.' }),
    available: t.expose('available', { type: 'Money', description: 'Available balance of the wallet.' }),
    coversEstimate: t.expose('coversEstimate', { type: BalanceCoverage, description: 'Whether the available balance covers the estimate.' }),
    currency: t.string({ resolve: () => CURRENCY }),
  }),
})

const CostBreakdownInputType = inputFromZod('CostBreakdownInput', CostBreakdownInput)
const CostEstimateInputType = inputFromZod('CostEstimateInput', CostEstimateInput)

builder.queryFields((t) => ({
  costBreakdown: t.field({
    type: CostBreakdown,
    description: 'Get the costs of a period by campaign, agent, number, country or kind of cost line.',
    authScopes: { scope: 'billing:read' },
    args: { input: t.arg({ type: CostBreakdownInputType }) },
    resolve: (_, { input }, ctx) => costBreakdowns.readBreakdown(actorOf(ctx), input ?? {}),
  }),
  costEstimate: t.field({
    type: CostEstimate,
    description: 'Estimate the remaining cost of a campaign as a range. A dry run gives a more detailed forecast.',
    authScopes: { scope: 'campaigns:read' },
    args: { campaignId: t.arg.id({ required: true }), input: t.arg({ type: CostEstimateInputType }) },
    resolve: (_, { campaignId, input }, ctx) => costEstimates.estimate(actorOf(ctx), parseRowId(campaignId, 'Campaign'), input ?? {}),
  }),
}))
