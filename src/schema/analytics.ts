import { FilteredPeriodInput, PeriodInput } from '../inputs/analytics.ts'
import { CURRENCY } from '../kernel/lib/money.ts'
import { parseRowId } from '../kernel/db/rows.ts'
import * as analytics from '../services/analytics/analytics.ts'
import * as analyticsDaily from '../services/analytics/analyticsDaily.ts'
import * as analyticsFunnels from '../services/analytics/analyticsFunnels.ts'
import * as analyticsHours from '../services/analytics/analyticsHours.ts'
import type { Period } from '../services/analytics/analyticsPeriods.ts'
import type { Sums } from '../services/analytics/counting/callStatSums.ts'
import { toMinutes } from '../services/billing/usage.ts'
import { actorOf, builder } from './base/builder.ts'
import { inputFromZod } from './base/inputs.ts'
import { FunnelStageName } from './enums/billing.ts'

export const hundredths = (number: number) => Math.round(number * 100) / 100
const shareOf = (part: number, whole: number) => (whole > 0 ? Math.round((part / whole) * 10_000) / 10_000 : null)

export const PeriodInputType = inputFromZod('PeriodInput', PeriodInput)
const FilteredPeriodInputType = inputFromZod('FilteredPeriodInput', FilteredPeriodInput, ['agentId', 'campaignId', 'numberId'])

export const StatsPeriod = builder.objectRef<Period>('StatsPeriod').implement({
  description: 'Period that statistics cover.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'Start of the period.', resolve: ({ from }) => new Date(from) }),
    to: t.field({ type: 'DateTime', description: 'End of the period, exclusive.', resolve: ({ to }) => new Date(to) }),
    timezone: t.exposeString('timezone', { description: 'IANA time zone of days and hours.' }),
  }),
})

const SUMS = builder.interfaceRef<Sums>('CallSums').implement({
  description: 'Totals of finished calls and charged messages.',
  fields: (t) => ({
    calls: t.exposeInt('calls', { description: 'Finished calls. A call counts at the time it ended.' }),
    answered: t.int({ description: 'Calls with a conversation.', resolve: ({ completed }) => completed }),
    voicemail: t.exposeInt('voicemail', { description: 'Calls that a voicemail answered.' }),
    noAnswer: t.exposeInt('noAnswer', { description: 'Calls that were not answered.' }),
    busy: t.exposeInt('busy', { description: 'Calls to a busy number.' }),
    failed: t.exposeInt('failed', { description: 'Calls that failed.' }),
    canceled: t.exposeInt('canceled', { description: 'Calls that were canceled.' }),
    answerRate: t.float({
      nullable: true,
      description: 'Share of calls with a conversation, from 0 to 1. `null` if there are no calls.',
      resolve: ({ completed, calls }) => shareOf(completed, calls),
    }),
    successes: t.exposeInt('successes', { description: 'Calls with the outcome `success`.' }),
    successRate: t.float({
      nullable: true,
      description: 'Share of calls with the outcome `success`, from 0 to 1. `null` if there are no calls.',
      resolve: ({ successes, calls }) => shareOf(successes, calls),
    }),
    talkMinutes: t.float({ description: 'Minutes of conversation.', resolve: ({ talkSeconds }) => toMinutes(talkSeconds) }),
    averageSeconds: t.float({
      nullable: true,
      description: 'Average length of a conversation in seconds. `null` if there are no conversations.',
      resolve: ({ talkSeconds, completed }) => (completed > 0 ? hundredths(talkSeconds / completed) : null),
    }),
    cost: t.expose('cost', { type: 'Money', description: 'Cost of the calls.' }),
    costPerSuccess: t.field({
      type: 'Money',
      nullable: true,
      description: 'Cost of the calls divided by the successful ones. `null` if no call succeeded.',
      resolve: ({ cost, successes }) => (successes > 0 ? cost / BigInt(successes) : null),
    }),
    messages: t.exposeInt('messages', { description: 'Charged messages.' }),
    messageCost: t.expose('messageCost', { type: 'Money', description: 'Cost of the messages.' }),
    currency: t.string({ resolve: () => CURRENCY }),
  }),
})

const PeriodSums = builder.objectRef<Sums>('PeriodSums').implement({ description: 'Totals of a period.', interfaces: [SUMS] })

const WorkspaceStats = builder.objectRef<analytics.WorkspaceStats>('WorkspaceStats').implement({
  description: 'Statistics of a workspace for a period and the period before it.',
  fields: (t) => ({
    period: t.field({ type: StatsPeriod, resolve: (stats) => stats }),
    current: t.expose('current', { type: PeriodSums, description: 'Totals of the period.' }),
    previousPeriod: t.field({ type: StatsPeriod, description: 'Period of the same length before it.', resolve: ({ previous }) => previous }),
    previous: t.expose('previous', { type: PeriodSums, description: 'Totals of the previous period.' }),
    activeCalls: t.int({ description: 'Calls that are active now.', resolve: ({ live }) => live }),
    balance: t.expose('balance', { type: 'Money', nullable: true, description: 'Current balance of the wallet. `null` without the `billing:read` scope.' }),
  }),
})

const DayStats = builder.objectRef<analyticsDaily.DayStats>('DayStats').implement({
  description: 'Totals of a day.',
  interfaces: [SUMS],
  fields: (t) => ({ date: t.exposeString('date', { description: 'Date in the time zone of the period, such as `2026-11-20`.' }) }),
})

const DailyStats = builder.objectRef<Awaited<ReturnType<typeof analyticsDaily.readDaily>>>('DailyStats').implement({
  description: 'Statistics of each day in a period.',
  fields: (t) => ({
    period: t.field({ type: StatsPeriod, resolve: (stats) => stats }),
    days: t.expose('days', { type: [DayStats], description: 'All days, oldest first, including days without calls.' }),
  }),
})

const HourStats = builder.objectRef<analyticsHours.HourStats>('HourStats').implement({
  description: 'Totals of an hour of the week.',
  interfaces: [SUMS],
  fields: (t) => ({
    weekday: t.exposeInt('weekday', { description: 'Day of the week, from 1 (Monday) to 7 (Sunday).' }),
    hour: t.exposeInt('hour', { description: 'Hour of the day in the time zone of the period, from 0 to 23.' }),
  }),
})

const HourlyStats = builder.objectRef<Awaited<ReturnType<typeof analyticsHours.readHours>>>('HourlyStats').implement({
  description: 'Statistics of each hour of the week.',
  fields: (t) => ({
    period: t.field({ type: StatsPeriod, resolve: (stats) => stats }),
    hours: t.expose('hours', { type: [HourStats], description: 'All 168 hours of the week, starting with Monday. A call counts in the hour it ended.' }),
  }),
})

const FunnelStage = builder.objectRef<{ stage: string; calls: number; share: number | null }>('FunnelStage').implement({
  description: 'Stage of the call funnel.',
  fields: (t) => ({
    stage: t.expose('stage', { type: FunnelStageName }),
    calls: t.exposeInt('calls', { description: 'Calls that reached the stage.' }),
    share: t.exposeFloat('share', { nullable: true, description: 'Share of all calls placed, from 0 to 1. `null` if there are no calls.' }),
  }),
})

const FunnelLeads = builder.objectRef<NonNullable<analyticsFunnels.Funnel['leads']>>('FunnelLeads').implement({
  description: 'Leads of the campaign in a call funnel.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All leads of the campaign.' }),
    called: t.exposeInt('called', { description: 'Leads that were called at least once.' }),
  }),
})

const OutcomeFunnel = builder.objectRef<analyticsFunnels.Funnel>('OutcomeFunnel').implement({
  description: 'Call funnel of a period or a campaign, with the outcomes of its calls.',
  fields: (t) => ({
    period: t.expose('period', {
      type: StatsPeriod,
      nullable: true,
      description: 'Period of the calls. `null` for a campaign, because its funnel covers all its calls.',
    }),
    leads: t.expose('leads', { type: FunnelLeads, nullable: true, description: 'Leads of the campaign. `null` unless a campaign was requested.' }),
    stages: t.field({
      type: [FunnelStage],
      description: 'Stages of the funnel in order.',
      resolve: ({ dialled, connected, spokenWith, successes }) =>
        Object.entries({ dialled, connected, conversation: spokenWith, success: successes }).map(([stage, calls]) => ({
          stage,
          calls,
          share: shareOf(calls, dialled),
        })),
    }),
    outcomes: t.expose('outcomes', { type: 'JSON', description: 'Number of finished calls for each outcome.' }),
  }),
})

builder.queryFields((t) => ({
  workspaceStats: t.field({
    type: WorkspaceStats,
    description: 'Get the statistics of a period and the period before it.',
    authScopes: { scope: 'calls:read' },
    args: { input: t.arg({ type: PeriodInputType }) },
    resolve: (_, { input }, ctx) => analytics.readWorkspaceStats(actorOf(ctx), input ?? {}),
  }),
  dailyStats: t.field({
    type: DailyStats,
    description: 'Get the statistics of each day in a period.',
    authScopes: { scope: 'calls:read' },
    args: { input: t.arg({ type: FilteredPeriodInputType }) },
    resolve: (_, { input }, ctx) => analyticsDaily.readDaily(actorOf(ctx), input ?? {}),
  }),
  hourlyStats: t.field({
    type: HourlyStats,
    description: 'Get the statistics of each hour of the week.',
    authScopes: { scope: 'calls:read' },
    args: { input: t.arg({ type: FilteredPeriodInputType }) },
    resolve: (_, { input }, ctx) => analyticsHours.readHours(actorOf(ctx), input ?? {}),
  }),
  outcomeFunnel: t.field({
    type: OutcomeFunnel,
    description: 'Get the call funnel of a period or a campaign.',
    authScopes: { scope: 'calls:read' },
    args: {
      input: t.arg({ type: PeriodInputType }),
      campaignId: t.arg.id({ description: 'Campaign of the funnel. It covers all calls of the campaign and cannot be combined with a period.' }),
    },
    resolve: (_, { input, campaignId }, ctx) =>
      analyticsFunnels.readFunnel(actorOf(ctx), { ...input, campaignId: campaignId == null ? null : parseRowId(campaignId, 'Campaign') }),
  }),
}))
