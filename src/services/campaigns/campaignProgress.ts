import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import type { Campaign } from '../../generated/prisma/client.ts'
import { settingsOf } from '../../inputs/campaignSettings.ts'
import { parseMicros } from '../../kernel/lib/money.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as campaignStats from './campaignStats.ts'

/** The progress of a campaign, as of `at`. */
export interface CampaignProgress extends Pick<Campaign, 'status' | 'pauseReason' | 'waiting'> {
  stats: campaignStats.CampaignStats
  activeCalls: number
  /** Calls started within the last minute. */
  pace: number
  /** Share of the budget spent by finished calls, 0 to 1; null without a budget. */
  budgetSpent: number | null
  /** Estimated seconds until every lead is closed at this rate; null if no calls are being placed. */
  remainingSeconds: number | null
  at: Date
}

/** Summary of a campaign, for a live list. */
export interface CampaignSummary extends Pick<Campaign, 'id' | 'name' | 'status'> {
  leadsTotal: number
  leadsProcessed: number
}

/** Calls started since `since` are either active or finished since then, and an index covers each. */
const readActivity = statement(
  'campaigns.readActivity',
  sql`
    select status, pause_reason, waiting, settings,
      (select count(*)::int from calls where workspace_id = c.workspace_id and campaign_id = c.id and finished_at is null) as active_calls,
      (select count(*)::int from calls where workspace_id = c.workspace_id and campaign_id = c.id and finished_at is null and created_at > $since)
        + (select count(*)::int from calls where workspace_id = c.workspace_id and campaign_id = c.id and finished_at > $since and created_at > $since) as pace
    from campaigns c where c.workspace_id = $workspaceId and c.id = $campaignId`,
)

/** Returns the progress of a campaign, also of a canceled one, in two statements. Throws NOT_FOUND. */
export async function getProgress(actor: Actor, campaignId: CampaignId): Promise<CampaignProgress> {
  const at = clock.now()
  const [campaign, [stats]] = await Promise.all([
    readActivity.get({ workspaceId: actor.workspaceId, campaignId, since: new Date(at.getTime() - 60_000) }),
    campaignStats.listMany(actor, [campaignId]),
  ])
  if (!campaign) throw notFound('Campaign')
  const { settings, ...row } = campaign
  const { budget } = settingsOf(settings)
  return {
    ...row,
    stats: stats!,
    budgetSpent: budget === null ? null : shareOf(stats!.cost, parseMicros(budget) ?? 0n),
    remainingSeconds: row.status === 'running' && !isIdle(row) ? estimateRemainingSeconds(stats!, row) : null,
    at,
  }
}

const readSummary = statement('campaigns.readSummary', sql`select id, name, status from campaigns where workspace_id = $workspaceId and id = $campaignId`)

/** Returns the summary of a campaign, also of a canceled one. Throws NOT_FOUND. */
export async function getSummary(actor: Actor, campaignId: CampaignId): Promise<CampaignSummary> {
  const [campaign, [stats]] = await Promise.all([readSummary.get({ workspaceId: actor.workspaceId, campaignId }), campaignStats.listMany(actor, [campaignId])])
  if (!campaign) throw notFound('Campaign')
  const { total, open } = countLeads(stats!)
  return { ...campaign, leadsTotal: total, leadsProcessed: total - open }
}

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Counts all leads and those still to be called. */
const countLeads = ({ leads }: campaignStats.CampaignStats) => ({ total: sumOf(leads), open: (leads.pending ?? 0) + (leads.calling ?? 0) })

const shareOf = (part: bigint, whole: bigint) => (whole > 0n ? Math.round((Number(part) / Number(whole)) * 10_000) / 10_000 : 1)

/** Whether all leads that are left are for later. The rate of the last minute says nothing then. */
const isIdle = ({ activeCalls, waiting }: Pick<CampaignProgress, 'activeCalls' | 'waiting'>) =>
  activeCalls === 0 && (waiting as { reason?: string } | null)?.reason === 'leads_wait'

/** Estimates the remaining time, assuming that open leads need as many calls as closed ones did. */
function estimateRemainingSeconds(stats: campaignStats.CampaignStats, { activeCalls, pace }: Pick<CampaignProgress, 'activeCalls' | 'pace'>): number | null {
  const { total, open } = countLeads(stats)
  if (open === 0) return 0
  if (pace === 0) return null
  const processed = total - open
  const callsEach = processed > 0 ? Math.max(1, (sumOf(stats.calls) - activeCalls) / processed) : 1
  return Math.ceil(((open * callsEach) / pace) * 60)
}
