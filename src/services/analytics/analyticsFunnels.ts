import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { invalidFields } from '../../kernel/vocabulary/errors.ts'
import type { FilteredPeriodInput } from '../../inputs/analytics.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { MAX_TOTAL_DAYS, splitByGrain, type Period, resolvePeriod } from './analyticsPeriods.ts'
import { NO_SUMS, statParams, SUMS, selectStats } from './counting/callStatSums.ts'
import * as campaigns from '../campaigns/campaigns.ts'
import { fromJson } from '../shared/jsonColumns.ts'

/** The stages that calls reached, and their outcomes. */
export interface Funnel {
  /** `null` for a campaign, whose funnel covers all its calls. */
  period: Period | null
  /** All leads of the campaign, and those that were called. `null` without a campaign. */
  leads: { total: number; called: number } | null
  dialled: number
  /** Calls that a person or a machine answered. */
  connected: number
  spokenWith: number
  successes: number
  /** Calls by outcome. */
  outcomes: Record<string, number>
}

const sumUpOutcomes = statement(
  'analytics.sumUpOutcomes',
  sql`select p.dimension as "dimension!", s.key, ${SUMS} from ${selectStats()} group by p.dimension, s.key`,
)

/**
 * Returns the funnel of the workspace in a period, or of a campaign from its start. Throws NOT_FOUND for an unknown campaign,
 * UNPROCESSABLE_ENTITY for a campaign with a period, and the errors of `resolvePeriod`.
 */
export async function readFunnel(actor: Actor, { campaignId, ...input }: Omit<FilteredPeriodInput, 'agentId' | 'numberId'>): Promise<Funnel> {
  if (campaignId != null) return readCampaignFunnel(actor, campaignId, input)
  const period = await resolvePeriod(actor, input, MAX_TOTAL_DAYS)
  const queries = splitByGrain(period).flatMap((part) => (['all', 'outcome'] as const).map((dimension) => ({ ...part, dimension })))
  const rows = await sumUpOutcomes.all({ workspaceId: actor.workspaceId, ...statParams(queries) })
  const all = rows.find(({ dimension }) => dimension === 'all') ?? NO_SUMS
  const outcomes = rows.filter(({ dimension, calls }) => dimension === 'outcome' && calls > 0).map(({ key, calls }) => [key, calls] as const)
  return {
    period,
    leads: null,
    dialled: all.calls,
    connected: all.completed + all.voicemail,
    spokenWith: all.completed,
    successes: all.successes,
    outcomes: Object.fromEntries(outcomes),
  }
}

const countOfCampaign = statement(
  'analytics.countOfCampaign',
  sql`
    select total, called, coalesce(t.statuses, '{}') as statuses, coalesce(t.outcomes, '{}') as outcomes
    from (select count(*)::int as total, (count(*) filter (where attempts > 0))::int as called from leads
      where workspace_id = $workspaceId and campaign_id = $campaignId and deleted_at is null) as l
    left join campaign_totals t on t.workspace_id = $workspaceId and t.campaign_id = $campaignId`,
)

async function readCampaignFunnel(actor: Actor, campaignId: CampaignId, { from, to }: FilteredPeriodInput): Promise<Funnel> {
  if (from != null || to != null)
    throw invalidFields([
      {
        loc: ['query', from == null ? 'to' : 'from'],
        msg: 'a campaign funnel covers all calls of the campaign and takes no period',
        type: 'value_error.period',
      },
    ])
  const [totals] = await Promise.all([countOfCampaign.get({ workspaceId: actor.workspaceId, campaignId }), campaigns.get(actor, campaignId)])
  const { total, called } = totals!
  const statuses = fromJson<Record<string, number>>(totals!.statuses)
  const outcomes = fromJson<Record<string, number>>(totals!.outcomes)
  const [completed, voicemail] = [statuses.completed ?? 0, statuses.voicemail ?? 0]
  const dialled = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return {
    period: null,
    leads: { total, called },
    dialled,
    connected: completed + voicemail,
    spokenWith: completed,
    successes: outcomes.success ?? 0,
    outcomes,
  }
}
