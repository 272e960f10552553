import DataLoader from 'dataloader'
import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import { CURRENCY } from '../../kernel/lib/money.ts'
import { CALL_STATES } from '../../kernel/vocabulary/callStates.ts'
import { LEAD_STATES } from '../../inputs/leads.ts'
import * as campaignStats from '../../services/campaigns/campaignStats.ts'
import { actorOf, builder } from '../base/builder.ts'
import type { Context } from '../base/context.ts'
import { perOperation } from '../base/perOperation.ts'

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Defines a count for each status, and their total. */
const countsOf = (name: string, description: string, states: readonly string[]) =>
  builder.objectRef<Record<string, number>>(name).implement({
    description,
    fields: (t) => ({
      ...Object.fromEntries(states.map((state) => [camel(state), t.int({ resolve: (counts) => counts[state] ?? 0 })])),
      total: t.int({ resolve: (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0) }),
    }),
  })

const LeadCounts = countsOf('LeadCounts', 'Number of leads for each status.', LEAD_STATES)
const CallCounts = countsOf('CallCounts', 'Number of calls for each status.', CALL_STATES)

export const CampaignStats = builder.objectRef<campaignStats.CampaignStats>('CampaignStats').implement({
  description: 'Totals of a campaign.',
  fields: (t) => ({
    leads: t.expose('leads', { type: LeadCounts, description: 'Number of leads for each status.' }),
    calls: t.expose('calls', { type: CallCounts, description: 'Number of calls for each status, including active calls.' }),
    outcomes: t.expose('outcomes', { type: 'JSON', description: 'Number of finished calls for each outcome.' }),
    talkMinutes: t.float({
      description: 'Minutes of conversation in finished calls.',
      resolve: ({ talkSeconds }) => Math.round((talkSeconds / 60) * 100) / 100,
    }),
    cost: t.expose('cost', { type: 'Money', description: 'Cost of finished calls.' }),
    currency: t.string({ resolve: () => CURRENCY }),
  }),
})

const loaderOf = perOperation((ctx) => new DataLoader((ids: readonly number[]) => campaignStats.listMany(actorOf(ctx), ids)))

/** Loads the stats of a campaign, batched per operation. */
export const statsOf = (ctx: Context, campaignId: CampaignId) => loaderOf(ctx).load(campaignId)
