import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import { streamThrottledEvents, type Events } from '../../kernel/events.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as campaignProgress from '../../services/campaigns/campaignProgress.ts'
import { actorOf, builder } from '../base/builder.ts'
import { CampaignBlocker } from './campaigns.ts'
import { CampaignStats } from './campaignStats.ts'
import type { Context } from '../base/context.ts'
import { CampaignStatus, PauseReasonSet } from '../enums/campaigns.ts'

type CampaignEvent = Events['campaign.updated']

/** The minimum interval between two updates of a campaign, because a dialer at full speed changes it all the time. */
const EVERY_MS = 250

const CampaignProgress = builder.objectRef<campaignProgress.CampaignProgress>('CampaignProgress').implement({
  description: 'Progress of a campaign.',
  fields: (t) => ({
    status: t.expose('status', { type: CampaignStatus }),
    pauseReason: t.expose('pauseReason', { type: PauseReasonSet, nullable: true, description: 'Why the campaign is paused. `null` if it is not paused.' }),
    waiting: t.field({
      type: CampaignBlocker,
      nullable: true,
      description: 'Why the campaign places no calls at the moment. `null` if it does or is not running.',
      resolve: ({ waiting }) => waiting as typeof CampaignBlocker.$inferType | null,
    }),
    stats: t.expose('stats', { type: CampaignStats }),
    activeCalls: t.exposeInt('activeCalls', { description: 'Active calls of the campaign.' }),
    callsPerMinute: t.exposeInt('pace', { description: 'Calls placed within the last minute.' }),
    budgetSpent: t.exposeFloat('budgetSpent', {
      nullable: true,
      description: 'Share of the budget that finished calls have spent, such as 0.5 for half. `null` without a budget.',
    }),
    remainingSeconds: t.exposeInt('remainingSeconds', {
      nullable: true,
      description: 'Estimated seconds until all leads are finished at the current rate. `null` if the campaign is not running or places no calls.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of these figures.' }),
  }),
})

const CampaignSummary = builder.objectRef<campaignProgress.CampaignSummary>('CampaignSummary').implement({
  description: 'Summary of a campaign.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    status: t.expose('status', { type: CampaignStatus, description: '`cancelled` for a campaign that was deleted.' }),
    leadsTotal: t.exposeInt('leadsTotal', { description: 'All leads of the campaign.' }),
    leadsProcessed: t.exposeInt('leadsProcessed', { description: 'Leads that will not be called again.' }),
  }),
})

/** Streams a campaign, also a canceled one, starting with its current data. Throws NOT_FOUND. */
async function watchOne(ctx: Context, campaignId: CampaignId) {
  const { workspaceId } = actorOf(ctx)
  await campaignProgress.getSummary(actorOf(ctx), campaignId)
  const isOfCampaign = (event: CampaignEvent) => event.workspaceId === workspaceId && event.campaignId === campaignId
  const events = streamThrottledEvents('campaign.updated', (event) => (isOfCampaign(event) ? campaignId : undefined), EVERY_MS)
  events.push({ workspaceId, campaignId })
  return events
}

function watchAll(ctx: Context) {
  const { workspaceId } = actorOf(ctx)
  return streamThrottledEvents('campaign.updated', (event) => (event.workspaceId === workspaceId ? event.campaignId : undefined), EVERY_MS)
}

builder.subscriptionFields((t) => ({
  campaignProgress: t.field({
    type: CampaignProgress,
    description: 'Watch the progress of a campaign. Sends it now and after each change, up to about four times per second.',
    authScopes: { scope: 'campaigns:read' },
    extensions: { shared: 'state' },
    args: { campaignId: t.arg.id({ required: true }) },
    subscribe: (_, { campaignId }, ctx) => watchOne(ctx, parseRowId(campaignId, 'Campaign')),
    resolve: (event, _, ctx) => campaignProgress.getProgress(actorOf(ctx), (event as CampaignEvent).campaignId),
  }),
  campaignsUpdated: t.field({
    type: CampaignSummary,
    description: 'Watch all campaigns of the workspace. Sends a campaign after each change, up to about four times per second.',
    authScopes: { scope: 'campaigns:read' },
    extensions: { shared: 'changes' },
    subscribe: (_, __, ctx) => watchAll(ctx),
    resolve: (event, _, ctx) => campaignProgress.getSummary(actorOf(ctx), (event as CampaignEvent).campaignId),
  }),
}))
