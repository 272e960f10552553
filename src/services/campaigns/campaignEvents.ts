import type { CampaignId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { afterCommit, db, type Tx } from '../../kernel/db/db.ts'
import { publish } from '../../kernel/events.ts'
import type { Campaign, Prisma } from '../../generated/prisma/client.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

/** The events of a campaign's activity log. */
export const CAMPAIGN_EVENTS = [
  'created',
  'changed',
  'settings_changed',
  'proposed',
  'started',
  'paused',
  'completed',
  'reopened',
  'cancelled',
  'leads_imported',
  'import_undone',
  'leads_redialled',
  'leads_requeued',
  'callback_scheduled',
  'lead_changed',
  'lead_deleted',
  'leads_deleted',
  'waiting',
] as const
export type CampaignEventKind = (typeof CAMPAIGN_EVENTS)[number]

/** Records an event in a campaign's activity log, in the transaction that makes the change. A null actor means the system. */
export const record = (
  tx: Pick<Tx, 'campaignEvent'>,
  actor: Pick<Actor, 'userId' | 'keyId'> | null,
  campaign: { workspaceId: WorkspaceId; id: number },
  type: CampaignEventKind,
  data: Prisma.InputJsonObject = {},
) =>
  tx.campaignEvent.create({
    data: { workspaceId: campaign.workspaceId, campaignId: campaign.id, type, data, userId: actor?.userId ?? null, apiKeyId: actor?.keyId ?? null },
  })

/** Notifies subscribers of a campaign after the commit. */
export const announce = (tx: Tx, { workspaceId, id }: Pick<Campaign, 'workspaceId' | 'id'>) =>
  afterCommit(tx, () => publish('campaign.updated', { workspaceId, campaignId: id }))

/** Lists a campaign's activity, newest first. */
export const list = ({ workspaceId }: Actor, campaignId: CampaignId, page: PageArgs) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) => db.campaignEvent.findMany({ ...query, where: { ...where, workspaceId, campaignId } }))
