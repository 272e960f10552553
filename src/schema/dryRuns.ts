import { DryRunInput } from '../inputs/dryRuns.ts'
import { CURRENCY } from '../kernel/lib/money.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as dryRuns from '../services/planning/dryRun/dryRuns.ts'
import type { Played } from '../services/planning/dryRun/dryRunSimulation.ts'
import { actorOf, builder } from './builder.ts'
import { inputFromZod } from './inputs.ts'

const rounded = (number: number) => Math.round(number * 100) / 100
const listed = (counts: Record<string, number>) => Object.entries(counts).map(([name, count]) => ({ name, count }))

const DryRunCalls = builder.objectRef<Played['calls']>('DryRunCalls').implement({
  fields: (t) => ({
    total: t.int({ resolve: (calls) => Object.values(calls).reduce((sum, count) => sum + count, 0) }),
    completed: t.exposeInt('completed', { description: 'Somebody answered' }),
    voicemail: t.exposeInt('voicemail'),
    busy: t.exposeInt('busy'),
    noAnswer: t.int({ resolve: ({ no_answer }) => no_answer }),
    failed: t.exposeInt('failed'),
  }),
})

const DryRunCost = builder.objectRef<dryRuns.DryRun['cost']>('DryRunCost').implement({
  fields: (t) => ({
    low: t.expose('low', { type: 'Money', description: 'With conversations half as long as assumed' }),
    expected: t.expose('expected', { type: 'Money' }),
    high: t.expose('high', { type: 'Money', description: 'With conversations half as long again' }),
    currency: t.string({ resolve: () => CURRENCY }),
  }),
})

type Counted = { name: string; count: number }
const DryRunLeads = builder.objectRef<Counted>('DryRunLeads').implement({
  fields: (t) => ({ name: t.exposeString('name', { description: 'A state or a reason' }), leads: t.exposeInt('count') }),
})
const DryRunWait = builder.objectRef<Counted>('DryRunWait').implement({
  fields: (t) => ({
    reason: t.exposeString('name', { description: 'calling_hours, retry, attempts_per_day, legal_limit, concurrency, pace, …' }),
    hours: t.float({ description: 'Of all leads together', resolve: ({ count }) => rounded(count) }),
  }),
})
const DryRunDay = builder.objectRef<Counted>('DryRunDay').implement({
  fields: (t) => ({ date: t.exposeString('name'), calls: t.exposeInt('count') }),
})

const CampaignDryRun = builder.objectRef<dryRuns.DryRun>('CampaignDryRun').implement({
  description: 'How a campaign is likely to go; nothing was dialled',
  fields: (t) => ({
    leads: t.exposeInt('leads', { description: 'Leads that were played' }),
    leftOut: t.exposeInt('leftOut', { description: `Leads above the first ${dryRuns.MOST_LEADS}, which were not` }),
    beginsAt: t.expose('beginsAt', { type: 'DateTime' }),
    finishesAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'End of the last call; null when that is too far away',
      resolve: ({ expected }) => expected.endsAt,
    }),
    endedBy: t.string({
      description: 'completed; what pauses it before (schedule_ended, budget_reached, insufficient_funds, failure_rate); or too_long',
      resolve: ({ expected }) => expected.endedBy,
    }),
    firstCallAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ expected }) => expected.firstCallAt }),
    lastCallAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ expected }) => expected.lastCallAt }),
    calls: t.field({ type: DryRunCalls, resolve: ({ expected }) => expected.calls }),
    talkMinutes: t.float({ resolve: ({ expected }) => rounded(expected.talkSeconds / 60) }),
    cost: t.expose('cost', { type: DryRunCost }),
    peakConcurrency: t.int({ description: 'Calls at once at most', resolve: ({ expected }) => expected.peak }),
    leadStates: t.field({ type: [DryRunLeads], description: 'Leads by the state they end in', resolve: ({ expected }) => listed(expected.states) }),
    skipped: t.field({ type: [DryRunLeads], description: 'Leads that are not called any more, by why', resolve: ({ expected }) => listed(expected.skipped) }),
    waits: t.field({ type: [DryRunWait], description: 'What leads wait for', resolve: ({ expected }) => listed(expected.waited) }),
    days: t.field({ type: [DryRunDay], description: "Calls by date in the campaign's time zone", resolve: ({ expected }) => listed(expected.days) }),
    seed: t.int({ resolve: ({ assumptions }) => assumptions.seed }),
  }),
})

const DryRunInputType = inputFromZod('DryRunInput', DryRunInput)

builder.queryField('campaignDryRun', (t) =>
  t.field({
    type: CampaignDryRun,
    description: 'Plays a campaign ahead of time with the decisions of the dialer: when it ends, what it costs, what leads wait for',
    authScopes: { scope: 'campaigns:read' },
    args: { campaignId: t.arg.id({ required: true }), input: t.arg({ type: DryRunInputType }) },
    resolve: (_, { campaignId, input }, ctx) => dryRuns.run(actorOf(ctx), rowId(campaignId, 'Campaign'), input ?? {}),
  }),
)
