import type { Campaign as CampaignRow, CampaignEvent as CampaignEventRow } from '../generated/prisma/client.ts'
import { SAME_AS_CALL } from '../inputs/calls.ts'
import { CAMPAIGN_STATES, CampaignChanges, CampaignInput, CampaignStatus } from '../inputs/campaigns.ts'
import { settingsOf } from '../inputs/campaignSettings.ts'
import { rowId } from '../kernel/db/rows.ts'
import type { StoredSchedule } from '../services/campaigns/campaignSchedules.ts'
import * as campaignEvents from '../services/campaigns/campaignEvents.ts'
import * as campaigns from '../services/campaigns/campaigns.ts'
import { PAUSE_REASONS } from '../inputs/campaignStates.ts'
import { actorOf, builder } from './builder.ts'
import { CampaignSettings } from './campaignSettings.ts'
import { CampaignStats, statsOf } from './campaignStats.ts'
import { credentialNames } from './credentialNames.ts'
import { inputFromZod } from './inputs.ts'
import { connection } from './page.ts'
import { needs, selectedColumns } from './selection.ts'

const dateOf = (text: string | null | undefined) => (text == null ? null : new Date(text))

const CampaignSchedule = builder.objectRef<StoredSchedule>('CampaignSchedule').implement({
  description: 'When a campaign may call at all',
  fields: (t) => ({
    timezone: t.exposeString('timezone', { nullable: true, description: 'IANA; UTC when null' }),
    startDate: t.field({ type: 'DateTime', nullable: true, description: 'No call before it', resolve: ({ start_date }) => dateOf(start_date) }),
    endDate: t.field({ type: 'DateTime', nullable: true, description: 'No call from then on', resolve: ({ end_date }) => dateOf(end_date) }),
  }),
})

export const CampaignWaiting = builder
  .objectRef<{ reason: string; because?: string | null; until?: string | null; since?: string | null }>('CampaignWaiting')
  .implement({
    description: 'Why a running campaign begins no call at the moment',
    fields: (t) => ({
      reason: t.exposeString('reason'),
      because: t.exposeString('because', {
        nullable: true,
        description: 'Of leads_wait: why the lead that comes next waits, such as calling_hours or retry_busy',
      }),
      until: t.field({ type: 'DateTime', nullable: true, description: 'When it is looked at again', resolve: ({ until }) => dateOf(until) }),
      since: t.field({ type: 'DateTime', nullable: true, resolve: ({ since }) => dateOf(since) }),
    }),
  })

const CampaignEvent = builder.objectRef<CampaignEventRow>('CampaignEvent').implement({
  description: 'A line of the activity log of a campaign',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.exposeString('kind', { description: campaignEvents.CAMPAIGN_EVENTS.join(', ') }),
    data: t.expose('data', { type: 'JSON', description: 'What there is to say about it' }),
    userId: t.exposeID('userId', { nullable: true, description: 'Who did it, if it was a person' }),
    apiKeyId: t.exposeID('apiKeyId', {
      nullable: true,
      description: 'Which key, CLI token or connected app did it, if it was one; the system did it when both are null',
    }),
    credential: t.string({
      nullable: true,
      description: 'The name of that key, CLI token or app',
      resolve: ({ apiKeyId }, _, ctx) => (apiKeyId === null ? null : credentialNames(ctx).load(apiKeyId)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

export const Campaign = builder.objectRef<CampaignRow>('Campaign').implement({
  description: 'Calls to a list of leads, with the questions to ask and the rules to keep',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    status: t.exposeString('status', { description: CAMPAIGN_STATES.join(', ') }),
    purpose: t.exposeString('purpose', { nullable: true, description: 'Decides whether legal calling hours apply' }),
    agentRefId: t.id({ ...needs('agentId'), nullable: true, description: 'The agent that speaks', resolve: ({ agentId }) => agentId }),
    fromNumberId: t.exposeID('fromNumberId', { nullable: true, description: "The workspace's first active number when null" }),
    callLanguageMode: t.exposeString('callLanguageMode', { description: 'auto or fixed' }),
    outputLanguage: t.string({ description: 'BCP-47, or same_as_call', resolve: ({ outputLanguage }) => outputLanguage ?? SAME_AS_CALL }),
    extractionSchema: t.expose('extractionSchema', { type: 'JSON', nullable: true, description: 'JSON Schema of what is found out from each call' }),
    displayColumns: t.exposeStringList('displayColumns', { description: 'Keys of the columns that results show' }),
    schedule: t.field({ type: CampaignSchedule, nullable: true, resolve: ({ schedule }) => schedule as unknown as StoredSchedule | null }),
    analysisConfig: t.expose('analysisConfig', { type: 'JSON', nullable: true, description: "Drives what lands in each call's structured data" }),
    settings: t.field({ type: CampaignSettings, description: 'What only the web interface sets', resolve: ({ settings }) => settingsOf(settings) }),
    stats: t.field({ ...needs(), type: CampaignStats, resolve: ({ id }, _, ctx) => statsOf(ctx, id) }),
    pauseReason: t.exposeString('pauseReason', { nullable: true, description: `Why it is paused: ${PAUSE_REASONS.join(', ')}` }),
    waiting: t.field({ type: CampaignWaiting, nullable: true, resolve: ({ waiting }) => waiting as typeof CampaignWaiting.$inferType | null }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'The first start' }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true, description: 'Since when no lead is left to call' }),
    events: t.connection({
      ...needs(),
      type: CampaignEvent,
      description: 'What happened to it and by whom, newest first',
      resolve: async ({ id }, { first, after }, ctx) => connection(await campaignEvents.list(actorOf(ctx), id, { first, after }), after),
    }),
  }),
})

const IDS = ['agentRefId', 'fromNumberId']
const CampaignInputType = inputFromZod('CampaignInput', CampaignInput, IDS)
const CampaignChangesType = inputFromZod('CampaignChanges', CampaignChanges, IDS)

builder.queryFields((t) => ({
  campaigns: t.connection({
    type: Campaign,
    authScopes: { scope: 'campaigns:read' },
    args: { status: t.arg.string({ validate: CampaignStatus as never, description: `${CAMPAIGN_STATES.join(', ')}; active is read as running` }) },
    resolve: async (_, { first, after, status }, ctx, info) =>
      connection(await campaigns.list(actorOf(ctx), { first, after }, status, selectedColumns(info, campaigns.FIELDS)), after),
  }),
  campaign: t.field({
    type: Campaign,
    authScopes: { scope: 'campaigns:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => campaigns.get(actorOf(ctx), rowId(id, 'Campaign')),
  }),
}))

builder.mutationFields((t) => ({
  createCampaign: t.field({
    type: Campaign,
    authScopes: { scope: 'campaigns:write' },
    args: { input: t.arg({ type: CampaignInputType, required: true }) },
    resolve: (_, { input }, ctx) => campaigns.create(actorOf(ctx), input),
  }),
  updateCampaign: t.field({
    type: Campaign,
    authScopes: { scope: 'campaigns:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: CampaignChangesType, required: true }) },
    resolve: (_, { id, input }, ctx) => campaigns.update(actorOf(ctx), rowId(id, 'Campaign'), input),
  }),
  deleteCampaign: t.field({
    type: Campaign,
    description: 'Cancels it with the leads that wait; calls and results stay',
    authScopes: { scope: 'campaigns:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => campaigns.remove(actorOf(ctx), rowId(id, 'Campaign')),
  }),
}))
