import { DryRunInput } from '../../inputs/dryRuns.ts'
import { CURRENCY } from '../../kernel/lib/money.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as dryRuns from '../../services/planning/dryRun/dryRuns.ts'
import type { SimulationResult } from '../../services/planning/dryRun/dryRunSimulation.ts'
import { actorOf, builder } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'
import { DryRunEnd } from '../enums/campaigns.ts'

const rounded = (number: number) => Math.round(number * 100) / 100
const listed = (counts: Record<string, number>) => Object.entries(counts).map(([name, count]) => ({ name, count }))

const DryRunCalls = builder.objectRef<SimulationResult['calls']>('DryRunCalls').implement({
  description: 'Forecast calls by status.',
  fields: (t) => ({
    total: t.int({ resolve: (calls) => Object.values(calls).reduce((sum, count) => sum + count, 0) }),
    completed: t.exposeInt('completed', { description: 'Calls with a conversation.' }),
    voicemail: t.exposeInt('voicemail'),
    busy: t.exposeInt('busy'),
    noAnswer: t.int({ resolve: ({ no_answer }) => no_answer }),
    failed: t.exposeInt('failed'),
  }),
})

const DryRunCost = builder.objectRef<dryRuns.DryRun['cost']>('DryRunCost').implement({
  description: 'Forecast cost of a campaign.',
  fields: (t) => ({
    low: t.expose('low', { type: 'Money', description: 'Cost if conversations are half as long as assumed.' }),
    expected: t.expose('expected', { type: 'Money', description: 'Cost with the assumed length of conversations.' }),
    high: t.expose('high', { type: 'Money', description: 'Cost if conversations are one and a half times as long as assumed.' }),
    currency: t.string({ resolve: () => CURRENCY }),
  }),
})

type Counted = { name: string; count: number }
const DryRunLeads = builder.objectRef<Counted>('DryRunLeads').implement({
  description: 'Number of leads with the same status or reason.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Lead status or reason.' }),
    leads: t.exposeInt('count', { description: 'Number of leads.' }),
  }),
})
const DryRunWait = builder.objectRef<Counted>('DryRunWait').implement({
  description: 'Time that leads wait for a reason.',
  fields: (t) => ({
    reason: t.exposeString('name', { description: 'Reason such as `calling_hours`, `retry`, `attempts_per_day`, `legal_limit`, `concurrency` or `pace`.' }),
    hours: t.float({ description: 'Hours that all leads wait together.', resolve: ({ count }) => rounded(count) }),
  }),
})
const DryRunDay = builder.objectRef<Counted>('DryRunDay').implement({
  description: 'Calls on a date.',
  fields: (t) => ({ date: t.exposeString('name', { description: "Date in the campaign's time zone." }), calls: t.exposeInt('count') }),
})

const CampaignDryRun = builder.objectRef<dryRuns.DryRun>('CampaignDryRun').implement({
  description: 'Forecast of a campaign. No calls were placed.',
  fields: (t) => ({
    leads: t.exposeInt('leads', { description: 'Leads in the forecast.' }),
    leftOut: t.exposeInt('leftOut', { description: `Leads beyond the first ${dryRuns.MAX_LEADS}, which the forecast leaves out.` }),
    beginsAt: t.expose('beginsAt', { type: 'DateTime', description: 'When the campaign starts in the forecast.' }),
    finishesAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'End of the last call. `null` if it is too far in the future.',
      resolve: ({ expected }) => expected.endsAt,
    }),
    endedBy: t.field({
      type: DryRunEnd,
      description: 'How the forecast ends.',
      resolve: ({ expected }) => expected.endedBy,
    }),
    firstCallAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ expected }) => expected.firstCallAt }),
    lastCallAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ expected }) => expected.lastCallAt }),
    calls: t.field({ type: DryRunCalls, resolve: ({ expected }) => expected.calls }),
    talkMinutes: t.float({ description: 'Minutes of conversation.', resolve: ({ expected }) => rounded(expected.talkSeconds / 60) }),
    cost: t.expose('cost', { type: DryRunCost }),
    peakConcurrency: t.int({ description: 'Highest number of concurrent calls.', resolve: ({ expected }) => expected.peak }),
    leadStatuses: t.field({ type: [DryRunLeads], description: 'Leads by their status at the end.', resolve: ({ expected }) => listed(expected.states) }),
    skipped: t.field({ type: [DryRunLeads], description: 'Leads that are not called again, by reason.', resolve: ({ expected }) => listed(expected.skipped) }),
    waits: t.field({ type: [DryRunWait], description: 'What leads wait for.', resolve: ({ expected }) => listed(expected.waited) }),
    days: t.field({ type: [DryRunDay], description: "Calls on each date in the campaign's time zone.", resolve: ({ expected }) => listed(expected.days) }),
    seed: t.int({ description: 'Seed of the simulated outcomes.', resolve: ({ assumptions }) => assumptions.seed }),
  }),
})

const DryRunInputType = inputFromZod('DryRunInput', DryRunInput)

builder.queryField('campaignDryRun', (t) =>
  t.field({
    type: CampaignDryRun,
    description: 'Forecast a campaign with the rules of the dialer: when it ends, what it costs and what leads wait for. No calls are placed.',
    authScopes: { scope: 'campaigns:read' },
    args: { campaignId: t.arg.id({ required: true }), input: t.arg({ type: DryRunInputType }) },
    resolve: (_, { campaignId, input }, ctx) => dryRuns.run(actorOf(ctx), parseRowId(campaignId, 'Campaign'), input ?? {}),
  }),
)
