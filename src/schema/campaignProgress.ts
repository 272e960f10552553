import { calmed, type Events } from '../kernel/events.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as campaignProgress from '../services/campaigns/campaignProgress.ts'
import { actorOf, builder } from './builder.ts'
import { CampaignWaiting } from './campaigns.ts'
import { CampaignStats } from './campaignStats.ts'
import type { Context } from './context.ts'

type CampaignEvent = Events['campaign.updated']

/** A campaign is told of so often at most: people see no difference, and a dialer at full pace changes it all the time. */
const EVERY_MS = 250

const CampaignProgress = builder.objectRef<campaignProgress.Progress>('CampaignProgress').implement({
  description: 'How far a campaign is',
  fields: (t) => ({
    status: t.exposeString('status'),
    pauseReason: t.exposeString('pauseReason', { nullable: true, description: 'Why it is paused' }),
    waiting: t.field({ type: CampaignWaiting, nullable: true, resolve: ({ waiting }) => waiting as typeof CampaignWaiting.$inferType | null }),
    stats: t.expose('stats', { type: CampaignStats }),
    callsUnderWay: t.exposeInt('callsUnderWay'),
    pace: t.exposeInt('pace', { description: 'Calls begun within the last minute' }),
    budgetSpent: t.exposeFloat('budgetSpent', {
      nullable: true,
      description: 'Share of the budget that finished calls have spent, where there is one: 0.5 is half of it',
    }),
    remainingSeconds: t.exposeInt('remainingSeconds', { nullable: true, description: 'Until every lead is done at this pace; null where nothing goes on' }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
})

const CampaignSummary = builder.objectRef<campaignProgress.Summary>('CampaignSummary').implement({
  description: 'A campaign in a few words',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    status: t.exposeString('status', { description: 'cancelled for one that was deleted' }),
    leadsTotal: t.exposeInt('leadsTotal'),
    leadsDone: t.exposeInt('leadsDone', { description: 'Those that are not called any more' }),
  }),
})

/** Begins with the campaign as it is, also one that was cancelled. NOT_FOUND for none. */
async function watchOne(ctx: Context, campaignId: number) {
  const { workspaceId } = actorOf(ctx)
  await campaignProgress.summary(actorOf(ctx), campaignId)
  const isIt = (event: CampaignEvent) => event.workspaceId === workspaceId && event.campaignId === campaignId
  const events = calmed('campaign.updated', (event) => (isIt(event) ? campaignId : undefined), EVERY_MS)
  events.push({ workspaceId, campaignId })
  return events
}

function watchAll(ctx: Context) {
  const { workspaceId } = actorOf(ctx)
  return calmed('campaign.updated', (event) => (event.workspaceId === workspaceId ? event.campaignId : undefined), EVERY_MS)
}

builder.subscriptionFields((t) => ({
  campaignProgress: t.field({
    type: CampaignProgress,
    description: 'How far a campaign is, and again whenever that changes; about four times a second at most',
    authScopes: { scope: 'campaigns:read' },
    extensions: { shared: 'state' },
    args: { campaignId: t.arg.id({ required: true }) },
    subscribe: (_, { campaignId }, ctx) => watchOne(ctx, rowId(campaignId, 'Campaign')),
    resolve: (event, _, ctx) => campaignProgress.progress(actorOf(ctx), (event as CampaignEvent).campaignId),
  }),
  campaignsUpdated: t.field({
    type: CampaignSummary,
    description: 'Each campaign of the workspace that changes from now on; about four times a second at most',
    authScopes: { scope: 'campaigns:read' },
    extensions: { shared: 'changes' },
    subscribe: (_, __, ctx) => watchAll(ctx),
    resolve: (event, _, ctx) => campaignProgress.summary(actorOf(ctx), (event as CampaignEvent).campaignId),
  }),
}))
