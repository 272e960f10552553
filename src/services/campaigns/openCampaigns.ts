import type { CampaignId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import type { CampaignState, PauseReason } from '../../inputs/campaignStates.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as campaignEvents from './campaignEvents.ts'

/** A campaign whose leads may change: any that is not canceled. */
export interface OpenCampaign {
  id: number
  workspaceId: WorkspaceId
  status: CampaignState
}

/** The actor recorded in the campaign's log. */
export type LogActor = Pick<Actor, 'userId' | 'keyId'>

const lockOpenCampaign = statement(
  'campaigns.lockOpen',
  sql`
    select id, workspace_id, status from campaigns
    where workspace_id = $workspaceId and id = $campaignId and status <> 'cancelled' for no key update`,
)

/**
 * Locks the campaign for the rest of the transaction, so that changes of its leads run one after another and validation results still hold
 * when they are written. Throws NOT_FOUND for a canceled campaign.
 */
export async function lock(tx: Tx, { workspaceId }: Pick<Actor, 'workspaceId'>, campaignId: CampaignId): Promise<OpenCampaign> {
  const campaign = await lockOpenCampaign.get({ workspaceId, campaignId }, tx)
  if (!campaign) throw notFound('Campaign')
  return campaign as OpenCampaign
}

/** Reopens a completed campaign for new leads, and wakes the dialer for a running one. */
export async function reopen(tx: Tx, actor: LogActor | null, campaign: OpenCampaign) {
  const { id, workspaceId, status } = campaign
  const where = { workspaceId_id: { workspaceId, id } }
  if (status === 'running') await tx.campaign.update({ where, data: { dialAt: clock.now() } })
  if (status !== 'completed') return
  const pauseReason: PauseReason = 'reopened'
  await tx.campaign.update({ where, data: { status: 'paused', pauseReason, completedAt: null } })
  await campaignEvents.record(tx, actor, campaign, 'reopened')
}
