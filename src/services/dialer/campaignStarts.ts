import { randomUUID } from 'node:crypto'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock, inMs } from '../../kernel/lib/clock.ts'
import { db, type Tx } from '../../kernel/db/db.ts'
import { badInput, conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import { type Campaign, Prisma } from '../../generated/prisma/client.ts'
import type { StartInput } from '../../inputs/campaigns.ts'
import * as appAllowances from '../billing/appAllowances.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as campaignNotices from '../notices/campaignNotices.ts'
import { scheduleOf } from '../campaigns/campaignSchedules.ts'
import { type Check, check, notReady } from '../planning/preflight/campaignPreflight.ts'
import * as campaigns from '../campaigns/campaigns.ts'
import * as leadAttempts from '../campaigns/leadAttempts.ts'

/** How long a proposal waits to be confirmed (contract: Start). */
const CONFIRMED_WITHIN_MS = 24 * 3_600_000

/** A campaign that was started, or that waits for its start to be confirmed. */
export interface Start {
  campaign: Campaign
  proposalId: string | null
  summary: Prisma.InputJsonObject | null
}

/**
 * Starts a draft or a paused campaign when its pre-flight finds nothing missing (contract: Start). With `propose` it only
 * proposes to, and with the `proposalId` of such a proposal it does. UNPROCESSABLE_ENTITY `campaign_not_ready`; CONFLICT when it
 * runs already, is completed, or is changed while it is checked; NOT_FOUND for a proposal that is unknown, used, too old
 * or another campaign's. In each case nothing has changed.
 */
export async function start(actor: Actor, id: number, { propose, proposalId }: StartInput): Promise<Start> {
  if (propose && proposalId != null) throw badInput('Send either propose or proposal_id, not both.')
  const campaign = await campaigns.get(actor, id)
  if (proposalId != null) await requireProposal(campaign, proposalId)
  requireStopped(campaign)
  const result = await check(actor, campaign)
  if (!result.ready) throw notReady(result)
  return campaigns.change(actor, id, async (tx, now) => {
    if (proposalId != null) await confirm(tx, now, proposalId)
    requireStopped(now)
    if (now.updatedAt.getTime() !== campaign.updatedAt.getTime()) throw conflict('The campaign changed during the check. Start it again.')
    return propose ? offer(tx, actor, now, result) : { campaign: await run(tx, actor, now), proposalId: null, summary: null }
  })
}

/** Runs it, and lets the dialer look at it at once, or when its schedule begins: until then that is what it waits for. */
async function run(tx: Tx, actor: Actor, campaign: Campaign): Promise<Campaign> {
  const now = clock.now()
  const { startsAt } = scheduleOf(campaign)
  const begins = startsAt !== null && startsAt > now ? startsAt : null
  await campaignEvents.record(tx, actor, campaign, 'started')
  await leadAttempts.reconsider(tx, campaign)
  await campaignNotices.over(tx, campaign)
  return campaigns.save(tx, campaign, {
    status: 'running',
    startedAt: campaign.startedAt ?? now,
    resumedAt: now,
    appGrantId: appAllowances.accountOf(actor),
    pauseReason: null,
    waiting: begins ? { reason: 'not_begun', until: begins.toISOString(), since: now.toISOString() } : null,
    dialAt: begins ?? now,
  })
}

async function offer(tx: Tx, actor: Actor, campaign: Campaign, { pending, skipped, suggestions, allowance }: Check): Promise<Start> {
  const { workspaceId, id: campaignId } = campaign
  const summary = {
    name: campaign.name,
    pending,
    skipped: skipped.map((each) => ({ ...each })),
    suggestions,
    ...(allowance && { allowance: appAllowances.shown(allowance) }),
  }
  const proposalId = randomUUID()
  await tx.campaignProposal.create({ data: { id: proposalId, workspaceId, campaignId, summary, expiresAt: inMs(CONFIRMED_WITHIN_MS) } })
  await campaignEvents.record(tx, actor, campaign, 'proposed', { proposal_id: proposalId })
  return { campaign, proposalId, summary }
}

const open = ({ workspaceId, id }: Campaign, proposalId: string) => {
  if (!UUID.test(proposalId)) throw notFound('Proposal')
  return { workspaceId, campaignId: id, id: proposalId, confirmedAt: null, expiresAt: { gt: clock.now() } }
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function requireProposal(campaign: Campaign, proposalId: string) {
  if ((await db.campaignProposal.count({ where: open(campaign, proposalId) })) === 0) throw notFound('Proposal')
}

/** Uses a proposal up; of two at once the second finds none. */
async function confirm(tx: Tx, campaign: Campaign, proposalId: string) {
  const { count } = await tx.campaignProposal.updateMany({ where: open(campaign, proposalId), data: { confirmedAt: clock.now() } })
  if (count === 0) throw notFound('Proposal')
}

function requireStopped({ status }: Campaign) {
  if (status === 'running') throw conflict('The campaign is already running.')
  if (status === 'completed') throw conflict('The campaign is completed. Add leads, or call failed leads again.')
}
