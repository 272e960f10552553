import { FilteredPeriodInput, PeriodInput } from '../inputs/analytics.ts'
import { CURRENCY } from '../kernel/lib/money.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as analytics from '../services/analytics/analytics.ts'
import * as analyticsDaily from '../services/analytics/analyticsDaily.ts'
import * as analyticsFunnels from '../services/analytics/analyticsFunnels.ts'
import * as analyticsHours from '../services/analytics/analyticsHours.ts'
import type { Period } from '../services/analytics/analyticsPeriods.ts'
import type { Sums } from '../services/analytics/counting/callStatSums.ts'
import { minutes } from '../services/billing/usage.ts'
import { actorOf, builder } from './builder.ts'
import { inputFromZod } from './inputs.ts'

export const hundredths = (number: number) => Math.round(number * 100) / 100
const shareOf = (part: number, whole: number) => (whole > 0 ? Math.round((part / whole) * 10_000) / 10_000 : null)

export const PeriodInputType = inputFromZod('PeriodInput', PeriodInput)
const FilteredPeriodInputType = inputFromZod('FilteredPeriodInput', FilteredPeriodInput, ['agentId', 'campaignId', 'numberId'])

export const StatsPeriod = builder.objectRef<Period>('StatsPeriod').implement({
  description: 'What statistics are about',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'The first moment', resolve: ({ from }) => new Date(from) }),
    to: t.field({ type: 'DateTime', description: 'The moment before which it ends', resolve: ({ to }) => new Date(to) }),
    timezone: t.exposeString('timezone', { description: 'IANA time zone whose days and hours count' }),
  }),
})

const SUMS = builder.interfaceRef<Sums>('CallSums').implement({
  description: 'What finished calls and charged texts come to',
  fields: (t) => ({
    calls: t.exposeInt('calls', { description: 'Finished calls; a call counts when it ended' }),
    answered: t.int({ description: 'Somebody was spoken with', resolve: ({ completed }) => completed }),
    voicemail: t.exposeInt('voicemail'),
    noAnswer: t.exposeInt('noAnswer'),
    busy: t.exposeInt('busy'),
    failed: t.exposeInt('failed'),
    canceled: t.exposeInt('canceled'),
    answerRate: t.float({
      nullable: true,
      description: 'Share of calls that were answered, 0 to 1; null without calls',
      resolve: ({ completed, calls }) => shareOf(completed, calls),
    }),
    successes: t.exposeInt('successes', { description: 'Calls with the outcome success' }),
    successRate: t.float({
      nullable: true,
      description: 'Their share of all calls; null without calls',
      resolve: ({ successes, calls }) => shareOf(successes, calls),
    }),
    talkMinutes: t.float({ resolve: ({ talkSeconds }) => minutes(talkSeconds) }),
    averageSeconds: t.float({
      nullable: true,
      description: 'Conversation an answered call; null without any',
      resolve: ({ talkSeconds, completed }) => (completed > 0 ? hundredths(talkSeconds / completed) : null),
    }),
    cost: t.expose('cost', { type: 'Money', description: 'Of calls' }),
    costPerSuccess: t.field({
      type: 'Money',
      nullable: true,
      description: 'Null without a success',
      resolve: ({ cost, successes }) => (successes > 0 ? cost / BigInt(successes) : null),
    }),
    texts: t.exposeInt('texts', { description: 'Charged texts' }),
    textCost: t.expose('textCost', { type: 'Money', description: 'Of texts' }),
    currency: t.string({ resolve: () => CURRENCY }),
  }),
})

const PeriodSums = builder.objectRef<Sums>('PeriodSums').implement({ interfaces: [SUMS] })

const WorkspaceStats = builder.objectRef<analytics.WorkspaceStats>('WorkspaceStats').implement({
  description: 'A workspace in a period, and now',
  fields: (t) => ({
    period: t.field({ type: StatsPeriod, resolve: (stats) => stats }),
    current: t.expose('current', { type: PeriodSums }),
    previousPeriod: t.field({ type: StatsPeriod, description: 'As long, and just before', resolve: ({ previous }) => previous }),
    previous: t.expose('previous', { type: PeriodSums }),
    liveCalls: t.int({ description: 'Calls under way now', resolve: ({ live }) => live }),
    balance: t.expose('balance', { type: 'Money', nullable: true, description: 'Of the wallet now; null without the scope billing:read' }),
  }),
})

const DayStats = builder.objectRef<analyticsDaily.DayStats>('DayStats').implement({
  interfaces: [SUMS],
  fields: (t) => ({ date: t.exposeString('date', { description: "Such as 2026-11-20, by the period's clocks" }) }),
})

const DailyStats = builder.objectRef<Awaited<ReturnType<typeof analyticsDaily.daily>>>('DailyStats').implement({
  fields: (t) => ({
    period: t.field({ type: StatsPeriod, resolve: (stats) => stats }),
    days: t.expose('days', { type: [DayStats], description: 'Every day, oldest first, those without calls included' }),
  }),
})

const HourStats = builder.objectRef<analyticsHours.HourStats>('HourStats').implement({
  interfaces: [SUMS],
  fields: (t) => ({
    weekday: t.exposeInt('weekday', { description: '1 is Monday, 7 Sunday' }),
    hour: t.exposeInt('hour', { description: "0 to 23, by the period's clocks" }),
  }),
})

const HourlyStats = builder.objectRef<Awaited<ReturnType<typeof analyticsHours.hours>>>('HourlyStats').implement({
  fields: (t) => ({
    period: t.field({ type: StatsPeriod, resolve: (stats) => stats }),
    hours: t.expose('hours', { type: [HourStats], description: "Every hour of the week, Monday's first; a call counts in that in which it ended" }),
  }),
})

const FunnelStage = builder.objectRef<{ stage: string; calls: number; share: number | null }>('FunnelStage').implement({
  fields: (t) => ({
    stage: t.exposeString('stage', { description: 'dialled, connected, spoken_with or success' }),
    calls: t.exposeInt('calls'),
    share: t.exposeFloat('share', { nullable: true, description: 'Of those that were dialled, 0 to 1' }),
  }),
})

const FunnelLeads = builder.objectRef<NonNullable<analyticsFunnels.Funnel['leads']>>('FunnelLeads').implement({
  fields: (t) => ({ total: t.exposeInt('total'), called: t.exposeInt('called', { description: 'Called at least once' }) }),
})

const OutcomeFunnel = builder.objectRef<analyticsFunnels.Funnel>('OutcomeFunnel').implement({
  description: 'How far calls got, and what came of them',
  fields: (t) => ({
    period: t.expose('period', { type: StatsPeriod, nullable: true, description: 'Null of a campaign: its funnel is of all its calls' }),
    leads: t.expose('leads', { type: FunnelLeads, nullable: true, description: 'Of a campaign' }),
    stages: t.field({
      type: [FunnelStage],
      resolve: ({ dialled, connected, spokenWith, successes }) =>
        Object.entries({ dialled, connected, spoken_with: spokenWith, success: successes }).map(([stage, calls]) => ({
          stage,
          calls,
          share: shareOf(calls, dialled),
        })),
    }),
    outcomes: t.expose('outcomes', { type: 'JSON', description: 'Finished calls by outcome' }),
  }),
})

builder.queryFields((t) => ({
  workspaceStats: t.field({
    type: WorkspaceStats,
    description: 'What calls and texts of a period came to, beside the period before it',
    authScopes: { scope: 'calls:read' },
    args: { input: t.arg({ type: PeriodInputType }) },
    resolve: (_, { input }, ctx) => analytics.workspaceStats(actorOf(ctx), input ?? {}),
  }),
  dailyStats: t.field({
    type: DailyStats,
    authScopes: { scope: 'calls:read' },
    args: { input: t.arg({ type: FilteredPeriodInputType }) },
    resolve: (_, { input }, ctx) => analyticsDaily.daily(actorOf(ctx), input ?? {}),
  }),
  hourlyStats: t.field({
    type: HourlyStats,
    authScopes: { scope: 'calls:read' },
    args: { input: t.arg({ type: FilteredPeriodInputType }) },
    resolve: (_, { input }, ctx) => analyticsHours.hours(actorOf(ctx), input ?? {}),
  }),
  outcomeFunnel: t.field({
    type: OutcomeFunnel,
    description: 'Of a period, or of one campaign',
    authScopes: { scope: 'calls:read' },
    args: { input: t.arg({ type: PeriodInputType }), campaignId: t.arg.id() },
    resolve: (_, { input, campaignId }, ctx) =>
      analyticsFunnels.funnel(actorOf(ctx), { ...input, campaignId: campaignId == null ? null : rowId(campaignId, 'Campaign') }),
  }),
}))
