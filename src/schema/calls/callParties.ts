import DataLoader from 'dataloader'
import type { Campaign as CampaignRow, Lead as LeadRow } from '../../generated/prisma/client.ts'
import * as callMonitoring from '../../services/calls/recordings/callMonitoring.ts'
import * as callParties from '../../services/calls/callParties.ts'
import * as recordings from '../../services/calls/recordings/recordings.ts'
import { hasEnded } from '../../kernel/vocabulary/callStates.ts'
import { listEmpty } from '../../services/agents/agentVariables.ts'
import { agentOf } from '../agents/agentOf.ts'
import { Agent } from '../agents/agents.ts'
import { actorOf, builder } from '../base/builder.ts'
import { Call } from './calls.ts'
import { detailOf } from './callDetails.ts'
import { Campaign } from '../campaigns/campaigns.ts'
import { MonitorBlockerType } from '../enums/calls.ts'
import type { Context } from '../base/context.ts'
import { Lead } from '../leads/leads.ts'
import { needs } from '../base/selection.ts'

interface Loaders {
  campaigns: DataLoader<number, CampaignRow | null>
  leads: DataLoader<number, LeadRow | null>
  transfers: DataLoader<number, string[]>
}
const loaders = new WeakMap<Context, Loaders>()

/** Loads the campaigns and leads of calls, where their agents can transfer them to, and the campaigns of leads, batched per operation. Does not cache, because a mutation may change them within it. */
function loadersOf(ctx: Context): Loaders {
  const known = loaders.get(ctx)
  if (known) return known
  const created: Loaders = {
    campaigns: new DataLoader((ids) => callParties.listCampaigns(actorOf(ctx), ids), { cache: false }),
    leads: new DataLoader((ids) => callParties.listLeads(actorOf(ctx), ids), { cache: false }),
    transfers: new DataLoader((ids) => callMonitoring.listTransfers(actorOf(ctx), ids), { cache: false }),
  }
  loaders.set(ctx, created)
  return created
}

builder.objectField(Lead, 'campaign', (t) =>
  t.field({
    ...needs('campaignId'),
    type: Campaign,
    nullable: true,
    description: 'Campaign of the lead. `null` if it was deleted.',
    authScopes: { scope: 'campaigns:read' },
    resolve: ({ campaignId }, _, ctx) => loadersOf(ctx).campaigns.load(campaignId),
  }),
)

builder.objectFields(Call, (t) => ({
  monitorBlocker: t.field({
    ...needs('agentId', 'status', 'recorded', 'recordingReason', 'country', 'direction', 'fromNumber', 'toNumber', 'transferNumber'),
    type: MonitorBlockerType,
    nullable: true,
    description: 'Why members must not listen to the call while it is active. `null` if listening is allowed.',
    resolve: async (call, _, ctx) => {
      const transfers = call.agentId === null || hasEnded(call.status) ? [] : await loadersOf(ctx).transfers.load(call.agentId)
      return recordings.findMonitorBlock(call, transfers)?.type
    },
  }),
  emptyVariables: t.field({
    ...needs('agentId'),
    type: ['String'],
    description: 'Variables of the published agent for which the call has neither a value nor a default. The agent speaks a gap for each.',
    resolve: async ({ id, agentId, emptyVariables }, _, ctx) => {
      if (emptyVariables) return emptyVariables
      const agent = agentId === null ? null : await agentOf(ctx, agentId)
      return agent ? listEmpty(agent, ((await detailOf(ctx, id))?.variables ?? {}) as Record<string, string>) : []
    },
  }),
  agent: t.field({
    ...needs('agentId'),
    type: Agent,
    nullable: true,
    description: 'Agent of the call. `null` if no agent answered the inbound call.',
    authScopes: { scope: 'agents:read' },
    resolve: ({ agentId }, _, ctx) => (agentId === null ? null : agentOf(ctx, agentId)),
  }),
  campaign: t.field({
    ...needs('campaignId'),
    type: Campaign,
    nullable: true,
    description: 'Campaign of the call. `null` if there is none or it was deleted.',
    authScopes: { scope: 'campaigns:read' },
    resolve: ({ campaignId }, _, ctx) => (campaignId === null ? null : loadersOf(ctx).campaigns.load(campaignId)),
  }),
  lead: t.field({
    ...needs('leadId'),
    type: Lead,
    nullable: true,
    description: 'Lead of the call. `null` if there is none or it was deleted.',
    authScopes: { scope: 'leads:read' },
    resolve: ({ leadId }, _, ctx) => (leadId === null ? null : loadersOf(ctx).leads.load(leadId)),
  }),
}))
