import type { Campaign as CampaignRow, CampaignEvent as CampaignEventRow } from '../../generated/prisma/client.ts'
import { SAME_AS_CALL } from '../../inputs/calls.ts'
import { CampaignChanges, CampaignCopyInput, CampaignInput } from '../../inputs/campaigns.ts'
import { settingsOf } from '../../inputs/campaignSettings.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import type { StoredSchedule } from '../../services/campaigns/campaignSchedules.ts'
import * as campaignChanges from '../../services/dialer/campaignChanges.ts'
import * as campaignEvents from '../../services/campaigns/campaignEvents.ts'
import * as campaignCopies from '../../services/campaigns/campaignCopies.ts'
import * as campaigns from '../../services/campaigns/campaigns.ts'
import { actorOf, builder } from '../base/builder.ts'
import { CampaignSettings } from './campaignSettings.ts'
import { CampaignStats, statsOf } from './campaignStats.ts'
import { namesOf } from '../access/credentialNames.ts'
import { inputFromZod } from '../base/inputs.ts'
import { connection } from '../base/page.ts'
import { needs, selectedColumns } from '../base/selection.ts'
import { LanguageMode } from '../enums/calls.ts'
import { BlockedBy, CampaignEventType, CampaignPurpose, CampaignStatus, PauseReasonSet } from '../enums/campaigns.ts'
import { DecisionReason } from '../enums/leads.ts'
import { fromJson } from '../../services/shared/jsonColumns.ts'

const dateOf = (text: string | null | undefined) => (text == null ? null : new Date(text))

const CampaignSchedule = builder.objectRef<StoredSchedule>('CampaignSchedule').implement({
  description: 'Period in which a campaign places calls.',
  fields: (t) => ({
    timezone: t.exposeString('timezone', { nullable: true, description: 'IANA time zone of the schedule. `null` for UTC.' }),
    startDate: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time before which no calls are placed. `null` for no start.',
      resolve: ({ start_date }) => dateOf(start_date),
    }),
    endDate: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time from which no calls are placed. `null` for no end.',
      resolve: ({ end_date }) => dateOf(end_date),
    }),
  }),
})

export const CampaignBlocker = builder
  .objectRef<{ reason: string; cause?: string | null; until?: string | null; since?: string | null }>('CampaignBlocker')
  .implement({
    description: 'Why a running campaign places no calls at the moment.',
    fields: (t) => ({
      reason: t.expose('reason', { type: BlockedBy }),
      cause: t.expose('cause', {
        type: DecisionReason,
        nullable: true,
        description: 'Why the next lead waits, such as `calling_hours` or `retry_busy`. `null` unless `reason` is `leads_wait`.',
      }),
      until: t.field({ type: 'DateTime', nullable: true, description: 'When the campaign checks again.', resolve: ({ until }) => dateOf(until) }),
      since: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'Since when the campaign has waited for this reason.',
        resolve: ({ since }) => dateOf(since),
      }),
    }),
  })

const CampaignEvent = builder.objectRef<CampaignEventRow>('CampaignEvent').implement({
  description: 'Entry of the activity log of a campaign.',
  fields: (t) => ({
    id: t.exposeID('id'),
    type: t.expose('type', { type: CampaignEventType }),
    data: t.expose('data', { type: 'JSON', description: 'Details of the event.' }),
    userId: t.exposeID('userId', { nullable: true, description: 'Member who caused the event. `null` if it was not a member.' }),
    apiKeyId: t.exposeID('apiKeyId', {
      nullable: true,
      description:
        'API key, CLI token or connected app that caused the event. `null` if there was none. Callwright caused the event if `userId` is `null` too.',
    }),
    credential: t.string({
      nullable: true,
      description: 'Name of that API key, CLI token or connected app.',
      resolve: ({ apiKeyId }, _, ctx) => (apiKeyId === null ? null : namesOf(ctx).load(apiKeyId)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

export const Campaign = builder.objectRef<CampaignRow>('Campaign').implement({
  description: 'Calls to a list of leads with an AI agent.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    status: t.expose('status', { type: CampaignStatus }),
    purpose: t.expose('purpose', { type: CampaignPurpose, nullable: true }),
    agentRefId: t.id({
      ...needs('agentId'),
      nullable: true,
      description: 'Agent of the campaign. `null` if none is selected.',
      resolve: ({ agentId }) => agentId,
    }),
    fromNumberId: t.exposeID('fromNumberId', { nullable: true, description: 'Number to call from. `null` for the first active number of the workspace.' }),
    callLanguageMode: t.expose('callLanguageMode', { type: LanguageMode }),
    outputLanguage: t.string({
      description: 'Language of summaries and extracted text, as a BCP-47 tag or `same_as_call`.',
      resolve: ({ outputLanguage }) => outputLanguage ?? SAME_AS_CALL,
    }),
    extractionSchema: t.expose('extractionSchema', { type: 'JSON', nullable: true, description: 'JSON Schema of the data to extract from each call.' }),
    displayColumns: t.exposeStringList('displayColumns', { description: 'Keys of the columns in the results.' }),
    schedule: t.field({
      type: CampaignSchedule,
      nullable: true,
      description: 'Schedule of the campaign. `null` if it has none.',
      resolve: ({ schedule }) => fromJson<StoredSchedule | null>(schedule),
    }),
    analysisConfig: t.expose('analysisConfig', { type: 'JSON', nullable: true, description: 'Configuration of the structured data of each call.' }),
    settings: t.field({
      type: CampaignSettings,
      description: 'Calling hours, limits, retries and other settings. Change them in the dashboard or with GraphQL.',
      resolve: ({ settings }) => settingsOf(settings),
    }),
    stats: t.field({ ...needs(), type: CampaignStats, description: 'Totals of the campaign.', resolve: ({ id }, _, ctx) => statsOf(ctx, id) }),
    pauseReason: t.expose('pauseReason', { type: PauseReasonSet, nullable: true, description: 'Why the campaign is paused. `null` if it is not paused.' }),
    waiting: t.field({
      type: CampaignBlocker,
      nullable: true,
      description: 'Why the campaign places no calls at the moment. `null` if it does or is not running.',
      resolve: ({ waiting }) => waiting as typeof CampaignBlocker.$inferType | null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When the campaign was first started. `null` if it never was.' }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last lead was finished. `null` if the campaign is not completed.',
    }),
    events: t.connection({
      ...needs(),
      type: CampaignEvent,
      description: 'Activity log of the campaign, newest first.',
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
    description: 'List campaigns, newest first. Deleted campaigns are not listed.',
    authScopes: { scope: 'campaigns:read' },
    args: { status: t.arg({ type: CampaignStatus, description: 'Only campaigns with this status.' }) },
    resolve: async (_, { first, after, status }, ctx, info) =>
      connection(await campaigns.list(actorOf(ctx), { first, after }, status, selectedColumns(info, campaigns.FIELDS)), after),
  }),
  campaign: t.field({
    type: Campaign,
    description: 'Get a campaign.',
    authScopes: { scope: 'campaigns:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => campaigns.get(actorOf(ctx), parseRowId(id, 'Campaign')),
  }),
}))

builder.mutationFields((t) => ({
  createCampaign: t.field({
    type: Campaign,
    description: 'Create a campaign as a draft.',
    authScopes: { scope: 'campaigns:write' },
    args: { input: t.arg({ type: CampaignInputType, required: true }) },
    resolve: (_, { input }, ctx) => campaigns.create(actorOf(ctx), input),
  }),
  updateCampaign: t.field({
    type: Campaign,
    description: 'Update a draft or paused campaign. Omitted fields keep their value. `null` restores the default.',
    authScopes: { scope: 'campaigns:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: CampaignChangesType, required: true }) },
    resolve: (_, { id, input }, ctx) => campaignChanges.update(actorOf(ctx), parseRowId(id, 'Campaign'), input),
  }),
  copyCampaign: t.field({
    type: Campaign,
    description: 'Copy a campaign as a draft, with its settings, schedule and questions, and without its leads and results.',
    authScopes: { scope: 'campaigns:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('CampaignCopyInput', CampaignCopyInput) }) },
    resolve: (_, { id, input }, ctx) => campaignCopies.copy(actorOf(ctx), parseRowId(id, 'Campaign'), input ?? {}),
  }),
  deleteCampaign: t.field({
    type: Campaign,
    description: 'Delete a campaign and cancel its waiting leads. Calls and results are kept.',
    authScopes: { scope: 'campaigns:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => campaignChanges.remove(actorOf(ctx), parseRowId(id, 'Campaign')),
  }),
}))
