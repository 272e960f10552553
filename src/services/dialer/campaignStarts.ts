import { randomUUID } from 'node:crypto'
import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { db, type Tx } from '../../kernel/db/db.ts'
import { conflict, DomainError, notFound } from '../../kernel/vocabulary/errors.ts'
import { type Campaign, Prisma } from '../../generated/prisma/client.ts'
import type { StartInput } from '../../inputs/campaigns.ts'
import * as appAllowances from '../billing/appAllowances.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as campaignAlerts from '../alerts/campaignAlerts.ts'
import { scheduleOf } from '../campaigns/campaignSchedules.ts'
import { type PreflightCheck, check, notReadyError } from '../planning/preflight/campaignPreflight.ts'
import * as campaigns from '../campaigns/campaigns.ts'
import * as leadAttempts from '../leads/leadAttempts.ts'

/** Lifetime of a proposal (contract: Start). */
const PROPOSAL_TTL_MS = 24 * 3_600_000

/** A started campaign, or one whose start was proposed and waits for confirmation. */
export interface StartResult {
  campaign: Campaign
  proposalId: string | null
  summary: Prisma.InputJsonObject | null
}

/**
 * Starts a draft or paused campaign if its pre-flight finds nothing missing (contract: Start). With `propose` it creates a proposal instead;
 * with the `proposalId` of a proposal it starts the campaign. Throws UNPROCESSABLE_ENTITY `campaign_not_ready`; CONFLICT if it is already
 * running, completed, or changed during the check; NOT_FOUND for a proposal that is unknown, used, expired or of another campaign. Nothing
 * changes in these cases.
 */
export async function start(actor: Actor, id: CampaignId, { propose, proposalId }: StartInput): Promise<StartResult> {
  if (propose && proposalId != null) throw new DomainError('BAD_REQUEST', 'Send either propose or proposal_id, not both.')
  const campaign = await campaigns.get(actor, id)
  if (proposalId != null) await requireProposal(campaign, proposalId)
  requireStopped(campaign)
  const result = await check(actor, campaign)
  if (!result.ready) throw notReadyError(result)
  return campaigns.withCampaign(actor, id, async (tx, current) => {
    if (proposalId != null) await useProposal(tx, current, proposalId)
    requireStopped(current)
    if (current.updatedAt.getTime() !== campaign.updatedAt.getTime()) throw conflict('campaign_changed')
    return propose ? createProposal(tx, actor, current, result) : { campaign: await setRunning(tx, actor, current), proposalId: null, summary: null }
  })
}

/** Sets the campaign to running and due for the dialer now, or when its schedule begins; until then it waits for that. */
async function setRunning(tx: Tx, actor: Actor, campaign: Campaign): Promise<Campaign> {
  const now = clock.now()
  const { startsAt } = scheduleOf(campaign)
  const scheduledAt = startsAt !== null && startsAt > now ? startsAt : null
  await campaignEvents.record(tx, actor, campaign, 'started')
  await leadAttempts.reconsider(tx, campaign)
  await campaignAlerts.clearForCampaign(tx, campaign)
  return campaigns.save(tx, campaign, {
    status: 'running',
    startedAt: campaign.startedAt ?? now,
    resumedAt: now,
    appGrantId: appAllowances.grantIdOf(actor),
    pauseReason: null,
    waiting: scheduledAt ? { reason: 'not_begun', until: scheduledAt.toISOString(), since: now.toISOString() } : null,
    dialAt: scheduledAt ?? now,
  })
}

async function createProposal(tx: Tx, actor: Actor, campaign: Campaign, { pending, skipped, suggestions, allowance }: PreflightCheck): Promise<StartResult> {
  const { workspaceId, id: campaignId } = campaign
  const summary = {
    name: campaign.name,
    pending,
    skipped: skipped.map((each) => ({ ...each })),
    suggestions,
    ...(allowance && { allowance: appAllowances.toPublic(allowance) }),
  }
  const proposalId = randomUUID()
  await tx.campaignProposal.create({ data: { id: proposalId, workspaceId, campaignId, summary, expiresAt: fromNow(PROPOSAL_TTL_MS) } })
  await campaignEvents.record(tx, actor, campaign, 'proposed', { proposal_id: proposalId })
  return { campaign, proposalId, summary }
}

const openProposalCondition = ({ workspaceId, id }: Campaign, proposalId: string) => {
  if (!UUID.test(proposalId)) throw notFound('Proposal')
  return { workspaceId, campaignId: id, id: proposalId, confirmedAt: null, expiresAt: { gt: clock.now() } }
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function requireProposal(campaign: Campaign, proposalId: string) {
  if ((await db.campaignProposal.count({ where: openProposalCondition(campaign, proposalId) })) === 0) throw notFound('Proposal')
}

/** Uses up a proposal; of two concurrent requests the second gets NOT_FOUND. */
async function useProposal(tx: Tx, campaign: Campaign, proposalId: string) {
  const { count } = await tx.campaignProposal.updateMany({ where: openProposalCondition(campaign, proposalId), data: { confirmedAt: clock.now() } })
  if (count === 0) throw notFound('Proposal')
}

function requireStopped({ status }: Campaign) {
  if (status === 'running') throw conflict('campaign_already_running')
  if (status === 'completed') throw conflict('campaign_has_no_leads_left')
}
