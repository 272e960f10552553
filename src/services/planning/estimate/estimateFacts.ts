import { clock, nowMs } from '../../../kernel/lib/clock.ts'
import { DEFAULT_CALL_SECONDS } from '../../../inputs/agents.ts'
import type { Campaign } from '../../../generated/prisma/client.ts'
import { settingsOf } from '../../../inputs/campaignSettings.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { splitByGrain } from '../../analytics/analyticsPeriods.ts'
import { requireReady } from '../../analytics/counting/callStatReadiness.ts'
import { SLOT_MS } from '../../analytics/counting/callStatRows.ts'
import { statParams, SUMS, type Sums, type StatQuery, selectStats } from '../../analytics/counting/callStatSums.ts'
import { longestPrefixLength } from '../../billing/pricing.ts'
import * as usage from '../../billing/usage.ts'

const HISTORY_MS = 90 * 86_400_000

/** Pending leads of one destination with the same number of attempts left. */
export interface LeadGroup {
  /** Prefix of their numbers in E.164, as long as the longest price prefix. */
  prefix: string
  attemptsLeft: number
  count: number
}

/** The inputs of an estimate, read at one time. Money is in micro-units. */
export interface EstimateContext {
  groups: LeadGroup[]
  /** Pending leads that will not be called: on the do-not-call list, or without attempts left. */
  skipped: number
  /** Totals of the calls of the last 90 days: the agent's, and the whole workspace's. */
  history: { agent: Sums | null; workspace: Sums | null }
  available: bigint
  /** Reserved for active calls of the campaign, and spent by finished ones. */
  spent: bigint
  includedSecondsLeft: number
  /** The agent's maximum call duration. */
  longestSeconds: number
}

export async function loadContext(campaign: Campaign): Promise<EstimateContext> {
  await requireReady()
  const [leads, facts] = await Promise.all([leadsOf(campaign), factsOf(campaign)])
  const { plan, includedMinutes, usedSeconds, longestSeconds, available, spent } = facts[0]!
  const historyBy = (dimension: string) => (facts.find((row) => row.dimension === dimension) as Sums | undefined) ?? null
  const callable = leads.filter(({ isListed, attemptsLeft }) => !isListed && attemptsLeft > 0)
  return {
    groups: callable,
    skipped: leads.reduce((sum, { count }) => sum + count, 0) - callable.reduce((sum, { count }) => sum + count, 0),
    history: { agent: historyBy('agent'), workspace: historyBy('direction') },
    available,
    spent,
    includedSecondsLeft: Math.max(0, usage.includedMinutesOf({ plan, includedMinutes }) * 60 - usedSeconds),
    longestSeconds: longestSeconds ?? DEFAULT_CALL_SECONDS,
  }
}

const groupLeads = statement(
  'estimates.groupLeads',
  sql`
    select left(l.phone_number, $prefixLength) as prefix, greatest($maxAttempts - l.attempts, 0) as attempts_left, d.id is not null as is_listed,
      count(*)::int as count
    from leads l left join dnc_entries d on d.workspace_id = l.workspace_id and d.phone_number = l.phone_number
    where l.workspace_id = $workspaceId and l.campaign_id = $campaignId and l.status = 'pending' and l.deleted_at is null
    group by 1, 2, 3 order by 1, 2`,
)

const leadsOf = ({ workspaceId, id, settings }: Campaign) =>
  groupLeads.all({ workspaceId, campaignId: id, prefixLength: longestPrefixLength() + 1, maxAttempts: settingsOf(settings).maxAttempts })

const listFacts = statement(
  'estimates.listFacts',
  sql`
    select f.*, h.* from (
      select w.plan, w.included_minutes, m.balance - m.held as available, coalesce(u.seconds, 0) as used_seconds,
        coalesce(t.cost_micros, 0)::bigint + coalesce((select sum(h.amount) from calls c join wallet_holds h on h.workspace_id = c.workspace_id and h.call_id = c.id and h.status = 'open'
          where c.workspace_id = $workspaceId and c.campaign_id = $campaignId and c.finished_at is null), 0)::bigint as spent,
        (a.published_config->>'maxDurationSeconds')::int as longest_seconds
      from workspaces w join wallets m on m.workspace_id = w.id
      left join usage_periods u on u.workspace_id = w.id and u.period_start = $monthStart
      left join campaign_totals t on t.workspace_id = w.id and t.campaign_id = $campaignId
      left join agents a on a.workspace_id = w.id and a.id = $agentId?
      where w.id = $workspaceId) as f
    left join (
      select p.dimension, ${SUMS} from ${selectStats({ key: sql`case p.dimension when 'agent' then $agentKey else 'outbound' end` })}
      group by p.dimension) as h on true`,
)

/** Returns one row, or one for each available history. */
const factsOf = ({ workspaceId, id, agentId }: Campaign) =>
  listFacts.all({
    workspaceId,
    campaignId: id,
    agentId,
    agentKey: String(agentId),
    monthStart: usage.monthOf(clock.now()).start,
    ...statParams(listRecentPeriods()),
  })

function listRecentPeriods(): StatQuery[] {
  const now = Math.ceil(nowMs() / SLOT_MS) * SLOT_MS
  return (['agent', 'direction'] as const).flatMap((dimension) => splitByGrain({ from: now - HISTORY_MS, to: now }).map((part) => ({ ...part, dimension })))
}
