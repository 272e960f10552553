import { CampaignSettingsInput } from '../../inputs/campaignSettings.ts'
import { StartInput } from '../../inputs/campaigns.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as campaignPauses from '../../services/dialer/campaignPauses.ts'
import * as campaignPreflight from '../../services/planning/preflight/campaignPreflight.ts'
import type { Recommendation } from '../../services/planning/preflight/campaignRecommendations.ts'
import type { MissingRequirement } from '../../services/planning/preflight/campaignRequirements.ts'
import * as campaignSettings from '../../services/dialer/campaignSettings.ts'
import * as campaignStarts from '../../services/dialer/campaignStarts.ts'
import { actorOf, builder } from '../base/builder.ts'
import { Campaign } from './campaigns.ts'
import { inputFromZod } from '../base/inputs.ts'
import { CampaignStatus, LaunchRecommendationCode, LaunchRequirementCode, RequirementName } from '../enums/campaigns.ts'
import { PreflightReason } from '../enums/leads.ts'

const LaunchRequirement = builder.objectRef<MissingRequirement>('LaunchRequirement').implement({
  description: 'Requirement that a campaign does not meet yet.',
  fields: (t) => ({
    requirement: t.expose('requirement', { type: RequirementName }),
    code: t.expose('code', { type: LaunchRequirementCode }),
    details: t.expose('details', { type: 'JSON', description: 'Facts behind the message, depending on the code.' }),
    message: t.exposeString('message', { description: 'What is missing, in English.' }),
    action: t.exposeString('action', { description: 'API request or dashboard page that fixes it.' }),
  }),
})

const LaunchRecommendation = builder.objectRef<Recommendation>('LaunchRecommendation').implement({
  description: 'Recommendation before the start of a campaign.',
  fields: (t) => ({
    code: t.expose('code', { type: LaunchRecommendationCode }),
    details: t.expose('details', { type: 'JSON', description: 'Facts behind the message, depending on the code.' }),
    message: t.exposeString('message', { description: 'The recommendation in English.' }),
  }),
})

const LeadCountByReason = builder.objectRef<campaignPreflight.ReasonCount>('LeadCountByReason').implement({
  description: 'Number of leads with the same reason.',
  fields: (t) => ({ reason: t.expose('reason', { type: PreflightReason }), count: t.exposeInt('count', { description: 'Number of leads.' }) }),
})

const CampaignPreflight = builder.objectRef<campaignPreflight.Preflight>('CampaignPreflight').implement({
  description: 'Check of whether a campaign can start now.',
  fields: (t) => ({
    ready: t.exposeBoolean('ready', { description: 'Whether the campaign can start.' }),
    missing: t.expose('missing', { type: [LaunchRequirement], description: 'Requirements that are not met.' }),
    recommendations: t.expose('recommendations', { type: [LaunchRecommendation], description: 'Recommendations before the start.' }),
    suggestions: t.exposeStringList('suggestions', { description: 'The messages of `recommendations`.' }),
    pending: t.exposeInt('pending', { description: 'Leads that wait to be called.' }),
    skipped: t.expose('skipped', { type: [LeadCountByReason], description: 'Waiting leads that will not be called.' }),
    waiting: t.expose('waiting', { type: [LeadCountByReason], description: 'Waiting leads that cannot be called at the moment.' }),
  }),
})

const CampaignStart = builder.objectRef<campaignStarts.StartResult>('CampaignStart').implement({
  description: 'Started campaign, or a start that waits for confirmation.',
  fields: (t) => ({
    id: t.id({ resolve: ({ campaign }) => campaign.id }),
    name: t.string({ resolve: ({ campaign }) => campaign.name }),
    status: t.field({ type: CampaignStatus, resolve: ({ campaign }) => campaign.status }),
    startedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the campaign was first started. `null` if it never was.',
      resolve: ({ campaign }) => campaign.startedAt,
    }),
    proposalId: t.exposeString('proposalId', { nullable: true, description: 'ID that confirms the proposed start. `null` if the campaign was started.' }),
    requiresConfirmation: t.boolean({ description: 'Whether the start waits for confirmation.', resolve: ({ proposalId }) => proposalId !== null }),
    summary: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What the start would do. `null` unless the start was proposed.',
      resolve: ({ summary }) => summary,
    }),
  }),
})

const StartInputType = inputFromZod('CampaignStartInput', StartInput)
const SettingsInputType = inputFromZod('CampaignSettingsInput', CampaignSettingsInput, ['numberIds', 'knowledgeBaseIds'])

builder.queryFields((t) => ({
  campaignPreflight: t.field({
    type: CampaignPreflight,
    description: 'Check whether a campaign can start now.',
    authScopes: { scope: 'campaigns:read' },
    args: { campaignId: t.arg.id({ required: true }) },
    resolve: (_, { campaignId }, ctx) => campaignPreflight.preflight(actorOf(ctx), parseRowId(campaignId, 'Campaign')),
  }),
}))

builder.mutationFields((t) => ({
  startCampaign: t.field({
    type: CampaignStart,
    description: 'Start a campaign that meets all requirements, or propose the start.',
    authScopes: { scope: 'campaigns:start' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: StartInputType }) },
    resolve: (_, { id, input }, ctx) => campaignStarts.start(actorOf(ctx), parseRowId(id, 'Campaign'), input ?? {}),
  }),
  pauseCampaign: t.field({
    type: Campaign,
    description: 'Pause a campaign. Active calls continue, and no new calls are placed.',
    authScopes: { scope: 'campaigns:start' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => campaignPauses.pause(actorOf(ctx), parseRowId(id, 'Campaign')),
  }),
  updateCampaignSettings: t.field({
    type: Campaign,
    description: 'Update the settings of a campaign. Omitted fields keep their value. `null` restores the default.',
    authScopes: { scope: 'campaigns:write' },
    args: { campaignId: t.arg.id({ required: true }), input: t.arg({ type: SettingsInputType, required: true }) },
    resolve: (_, { campaignId, input }, ctx) => campaignSettings.update(actorOf(ctx), parseRowId(campaignId, 'Campaign'), input),
  }),
}))
