import { CampaignSettingsInput } from '../inputs/campaignSettings.ts'
import { StartInput } from '../inputs/campaigns.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as campaignPauses from '../services/dialer/campaignPauses.ts'
import * as campaignPreflight from '../services/planning/preflight/campaignPreflight.ts'
import type { Missing } from '../services/planning/preflight/campaignRequirements.ts'
import * as campaignSettings from '../services/campaigns/campaignSettings.ts'
import * as campaignStarts from '../services/dialer/campaignStarts.ts'
import { actorOf, builder } from './builder.ts'
import { Campaign } from './campaigns.ts'
import { inputFromZod } from './inputs.ts'

const CampaignMissing = builder.objectRef<Missing>('CampaignMissing').implement({
  description: 'What keeps a campaign from starting',
  fields: (t) => ({
    requirement: t.exposeString('requirement', { description: 'A stable word for programs' }),
    message: t.exposeString('message'),
    action: t.exposeString('action', { description: 'Which call or page mends it' }),
  }),
})

const LeadsByReason = builder.objectRef<campaignPreflight.Reason>('LeadsByReason').implement({
  fields: (t) => ({ reason: t.exposeString('reason'), count: t.exposeInt('count', { description: 'How many leads' }) }),
})

const CampaignPreflight = builder.objectRef<campaignPreflight.Preflight>('CampaignPreflight').implement({
  description: 'Whether a campaign could start now',
  fields: (t) => ({
    ready: t.exposeBoolean('ready'),
    missing: t.expose('missing', { type: [CampaignMissing], description: 'Everything that a start still needs' }),
    suggestions: t.exposeStringList('suggestions', { description: 'What is worth a thought' }),
    pending: t.exposeInt('pending', { description: 'Leads that wait to be called' }),
    skipped: t.expose('skipped', { type: [LeadsByReason], description: 'Those of them that will not be called' }),
    waiting: t.expose('waiting', { type: [LeadsByReason], description: 'Those of them that may not be called at this moment' }),
  }),
})

const CampaignStart = builder.objectRef<campaignStarts.Start>('CampaignStart').implement({
  description: 'A campaign that was started, or whose start waits to be confirmed',
  fields: (t) => ({
    id: t.id({ resolve: ({ campaign }) => campaign.id }),
    name: t.string({ resolve: ({ campaign }) => campaign.name }),
    status: t.string({ resolve: ({ campaign }) => campaign.status }),
    startedAt: t.field({ type: 'DateTime', nullable: true, description: 'The first start', resolve: ({ campaign }) => campaign.startedAt }),
    proposalId: t.exposeString('proposalId', { nullable: true, description: 'Send it to start; null when it was started' }),
    requiresConfirmation: t.boolean({ resolve: ({ proposalId }) => proposalId !== null }),
    summary: t.field({ type: 'JSON', nullable: true, description: 'Of a proposal: what would be begun', resolve: ({ summary }) => summary }),
  }),
})

const StartInputType = inputFromZod('CampaignStartInput', StartInput)
const SettingsInputType = inputFromZod('CampaignSettingsInput', CampaignSettingsInput, ['numberIds', 'knowledgeBaseIds'])

builder.queryFields((t) => ({
  campaignPreflight: t.field({
    type: CampaignPreflight,
    authScopes: { scope: 'campaigns:read' },
    args: { campaignId: t.arg.id({ required: true }) },
    resolve: (_, { campaignId }, ctx) => campaignPreflight.preflight(actorOf(ctx), rowId(campaignId, 'Campaign')),
  }),
}))

builder.mutationFields((t) => ({
  startCampaign: t.field({
    type: CampaignStart,
    description: 'Begins to call once the pre-flight finds nothing missing',
    authScopes: { scope: 'campaigns:start' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: StartInputType }) },
    resolve: (_, { id, input }, ctx) => campaignStarts.start(actorOf(ctx), rowId(id, 'Campaign'), input ?? {}),
  }),
  pauseCampaign: t.field({
    type: Campaign,
    description: 'Calls in progress finish; none begins after the answer',
    authScopes: { scope: 'campaigns:start' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => campaignPauses.pause(actorOf(ctx), rowId(id, 'Campaign')),
  }),
  updateCampaignSettings: t.field({
    type: Campaign,
    description: 'Changes the settings that are given; null goes back to the default',
    authScopes: { scope: 'campaigns:write' },
    args: { campaignId: t.arg.id({ required: true }), input: t.arg({ type: SettingsInputType, required: true }) },
    resolve: (_, { campaignId, input }, ctx) => campaignSettings.update(actorOf(ctx), rowId(campaignId, 'Campaign'), input),
  }),
}))
