import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import type { Campaign } from '../../generated/prisma/client.ts'
import { settingsOf } from '../../inputs/campaignSettings.ts'
import { parseMicros } from '../../kernel/lib/money.ts'
import { query, sql } from '../../kernel/db/sql.ts'
import * as campaignStats from './campaignStats.ts'

/** How far a campaign is, as of `at`. */
export interface Progress extends Pick<Campaign, 'status' | 'pauseReason' | 'waiting'> {
  stats: campaignStats.CampaignStats
  activeCalls: number
  /** Calls begun within the last minute. */
  pace: number
  /** Share of the budget that finished calls have spent, where there is one: 0.5 is half of it. */
  budgetSpent: number | null
  /** Seconds until every lead is done if it goes on at this pace; null where nothing goes on. */
  remainingSeconds: number | null
  at: Date
}

/** A campaign in a few words, for a list that is kept up to date. */
export interface Summary extends Pick<Campaign, 'id' | 'name' | 'status'> {
  leadsTotal: number
  leadsProcessed: number
}

/** How far a campaign is, also one that was cancelled, in two statements. NOT_FOUND for none. */
export async function progress(actor: Actor, campaignId: number): Promise<Progress> {
  const at = clock.now()
  const [[campaign], [stats]] = await Promise.all([underWay(actor, campaignId, new Date(at.getTime() - 60_000)), campaignStats.of(actor, [campaignId])])
  if (!campaign) throw notFound('Campaign')
  const { settings, ...told } = campaign
  const { budget } = settingsOf(settings)
  return {
    ...told,
    stats: stats!,
    budgetSpent: budget === null ? null : shareOf(stats!.cost, parseMicros(budget) ?? 0n),
    remainingSeconds: told.status === 'running' ? remaining(stats!, told) : null,
    at,
  }
}

/** NOT_FOUND for no campaign; a cancelled one is told as such. */
export async function summary(actor: Actor, campaignId: number): Promise<Summary> {
  const [[campaign], [stats]] = await Promise.all([
    query<Pick<Campaign, 'id' | 'name' | 'status'>>(
      sql`select id, name, status from campaigns where workspace_id = ${actor.workspaceId} and id = ${campaignId}`,
    ),
    campaignStats.of(actor, [campaignId]),
  ])
  if (!campaign) throw notFound('Campaign')
  const { total, open } = counted(stats!)
  return { ...campaign, leadsTotal: total, leadsProcessed: total - open }
}

type UnderWay = Pick<Campaign, 'status' | 'pauseReason' | 'waiting' | 'settings'> & Pick<Progress, 'activeCalls' | 'pace'>

/** Calls begun since then are either under way or have finished since then: an index knows each. */
const underWay = ({ workspaceId }: Actor, campaignId: number, since: Date) =>
  query<UnderWay>(sql`
    select status, pause_reason as "pauseReason", waiting, settings,
      (select count(*)::int from calls where campaign_id = c.id and finished_at is null) as "activeCalls",
      (select count(*)::int from calls where campaign_id = c.id and finished_at is null and created_at > ${since})
        + (select count(*)::int from calls where campaign_id = c.id and finished_at > ${since} and created_at > ${since}) as pace
    from campaigns c where c.workspace_id = ${workspaceId} and c.id = ${campaignId}`)

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Leads, and those of them that are still to be called. */
const counted = ({ leads }: campaignStats.CampaignStats) => ({ total: sumOf(leads), open: (leads.pending ?? 0) + (leads.calling ?? 0) })

const shareOf = (part: bigint, whole: bigint) => (whole > 0n ? Math.round((Number(part) / Number(whole)) * 10_000) / 10_000 : 1)

/** Leads are taken to need as many calls as those that are done did. */
function remaining(stats: campaignStats.CampaignStats, { activeCalls, pace }: Pick<Progress, 'activeCalls' | 'pace'>): number | null {
  const { total, open } = counted(stats)
  if (open === 0) return 0
  if (pace === 0) return null
  const done = total - open
  const callsEach = done > 0 ? Math.max(1, (sumOf(stats.calls) - activeCalls) / done) : 1
  return Math.ceil(((open * callsEach) / pace) * 60)
}
